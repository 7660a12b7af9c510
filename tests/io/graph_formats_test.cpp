#include <edgewise/graph/error.hpp>
#include <edgewise/io/edges_file.hpp>
#include <edgewise/io/graph_formats.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

struct Read {
  Names names;
  EdgeList list;
};
Read read(const std::string& name, const std::string& text, const EdgeListOptions& options = {}) {
  Read result;
  result.list = read_edges(TextFile::from_memory(name, text), result.names, options);
  return result;
}
std::string words(const Read& read) {
  std::string text;
  for (const Edge& edge : read.list.edges)
    text.append(text.empty() ? "" : " ").append(read.names[edge.source]).append(">").append(read.names[edge.target]);
  return text;
}
std::string error_of(const std::string& name, const std::string& text, const EdgeListOptions& options = {}) {
  try {
    read(name, text, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}
std::string graphml(const std::string& body, const std::string& kind = "undirected") {
  return "<?xml version=\"1.0\"?>\n<graphml>\n<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n<graph edgedefault=\"" + kind +
         "\">\n" + body + "\n</graph>\n</graphml>\n";
}

}  // namespace

TEST_CASE("graphml: ids, isolated nodes and weights", "[io]") {
  const Read r = read("g.graphml", graphml("<node id=\"b\"/><node id=\"a\"/><node id=\"lonely\"/>"
                                           "<edge source=\"a\" target=\"b\"><data key=\"w\">0.5</data></edge>"
                                           "<edge source=\"b\" target=\"b\"><data key=\"w\">2</data></edge>"));
  CHECK(words(r) == "a>b b>b");
  CHECK(r.names.size() == 3);
  CHECK(r.names[0] == "b");
  CHECK(r.list.directed == false);
  CHECK(r.list.weight->values == std::vector<float>{0.5F, 2});
  CHECK(r.list.where(1) == "g.graphml");
}

TEST_CASE("graphml: malformed files", "[io]") {
  CHECK_THAT(error_of("g.graphml", "<graphml>\n<graph edgedefault=\"directed\">\n<node id=>\n</graph></graphml>"),
             Catch::StartsWith("g.graphml:3: broken XML: "));
  CHECK(error_of("g.graphml", "<graphml/>") == "g.graphml: no <graph> inside <graphml>");
  CHECK(error_of("g.graphml", graphml("<node id=\"a\"/><edge source=\"a\" target=\"z\"/>")) ==
        "g.graphml: edge 1: target 'z' is no node of the file; declare it with <node id=...>");
  CHECK(error_of("g.graphml", graphml("<node id=\"a\"/><node id=\"a\"/>")) == "g.graphml: node 'a' is declared twice; keep one of them");
  CHECK_THAT(error_of("g.graphml", "<graphml><graph></graph></graphml>"), Catch::StartsWith("g.graphml: a <graph> without edgedefault"));
  CHECK(error_of("g.graphml", graphml("<node/>")) == "g.graphml: node 1 has no id");
  CHECK(error_of("g.graphml", graphml("<node id=\"a\"/><edge source=\"a\" target=\"a\"/>"), {.columns = {"length"}}) ==
        "g.graphml: edge 1 ('a' to 'a') has no attribute 'length'; give it to all edges or to none");
  CHECK(error_of("g.graphml", graphml("<node id=\"a\"/><edge source=\"a\" target=\"a\"><data key=\"w\">heavy</data></edge>")) ==
        "g.graphml: edge 1: attribute 'weight' is 'heavy', expected a finite number");
  CHECK_THAT(error_of("g.graphml", graphml("<node id=\"a\"/><edge source=\"a\" target=\"a\" directed=\"true\"/>")),
             Catch::StartsWith("g.graphml: GraphML: "));
  std::string deep = "<graphml>";
  for (int k = 0; k < 2000; ++k) deep += "<graph>";
  CHECK_THAT(error_of("g.graphml", deep), Catch::StartsWith("g.graphml: 2001 levels inside one another, expected at most 500"));
}

TEST_CASE("graphviz: directed, undirected, subgraphs, quoted ids", "[io]") {
  const Read r = read("g.dot", "digraph { b -> a [weight=0.5, kind=likes]; a -> \"New York\" [weight=1, kind=hates]; lonely }", {.type = "kind"});
  CHECK(words(r) == "b>a a>New York");
  CHECK(r.names.size() == 4);
  CHECK(r.list.directed == true);
  CHECK(r.list.weight->values == std::vector<float>{0.5F, 1});
  CHECK(r.list.type->words == std::vector<std::string>{"likes", "hates"});
  const Read u = read("no-ending", "graph G {\n 1 -- 2 -- 3;\n}\n");
  CHECK(words(u) == "1>2 2>3");
  CHECK(u.list.directed == false);
  const Read braces = read("g.dot", "digraph { a -> {b c}; {d \"{\"} -> a; subgraph x {e} -> SUBGRAPH {f} /* {*/ }");
  CHECK(words(braces) == "a>b a>c d>a {>a e>f");
  CHECK(words(read("edges", "graph digraph\ndigraph graph\n")) == "graph>digraph digraph>graph");  // an edge list after all
}

TEST_CASE("graphviz: malformed files", "[io]") {
  CHECK_THAT(error_of("g.gv", "digraph { a -> }"), Catch::StartsWith("g.gv: GraphViz: "));
  const std::string lost = "edges inside braces that are an end of an edge; write each edge as a line of its own";
  CHECK(error_of("g.gv", "digraph {\na -> { b -> c } }") == "g.gv: GraphViz: line 2: " + lost);
  CHECK(error_of("g.gv", "digraph { {a -> b} -> c }") == "g.gv: GraphViz: line 1: " + lost);
  CHECK(error_of("g.gv", "graph { a -- subgraph x {b -- c} }") == "g.gv: GraphViz: line 1: " + lost);
  CHECK(error_of("g.gv", "graph { a -- b; subgraph x {b -- c} d -- e; { f -- g } h }") == "no error");
  CHECK_THAT(error_of("g.gv", "graph { a -> b }"), Catch::StartsWith("g.gv: GraphViz: "));
  CHECK_THAT(error_of("g.gv", "digraph { a -> b [weight=x] }"), Catch::StartsWith("g.gv: edge 1: attribute 'weight' is 'x'"));
  CHECK_THAT(error_of("g.gv", "graph " + std::string(2000, '{')), Catch::StartsWith("g.gv: 2000 levels inside one another, expected at most 500"));
}
