#include "../../io/edge_list.hpp"

#include <cmath>
#include <string>

#include "../../graph/error.hpp"
#include "../../graph/random.hpp"
#include "../../graph/rows.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

struct Read {
  Names names;
  EdgeList list;
};
Read read(const std::string& text, const EdgeListOptions& options = {}) {
  Read result;
  result.list = read_edge_list(TextFile::from_memory("edges.tsv", text), result.names, options);
  return result;
}
/// The edges in the user's words: "a>b c>d".
std::string words(const Read& read) {
  std::string text;
  for (const Edge& edge : read.list.edges)
    text.append(text.empty() ? "" : " ").append(read.names[edge.source]).append(">").append(read.names[edge.target]);
  return text;
}
std::string error_of(const std::string& text, const EdgeListOptions& options = {}) {
  try {
    read(text, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("edge_list: ids are names, never positions", "[io]") {  // N01, N03
  const Read r = read("1 11\n1 7\n1 3\n2 4\n2 11\n2 5\n3 4\n3 5\n3 11\n10 11\n");
  CHECK(r.names.size() == 8);
  CHECK(r.list.edges.size() == 10);
  CHECK(words(r) == "1>11 1>7 1>3 2>4 2>11 2>5 3>4 3>5 3>11 10>11");
  CHECK(r.names[0] == "1");
  CHECK(r.names[1] == "11");  // in order of first appearance
  CHECK_FALSE(r.names.find("0"));
  CHECK_FALSE(r.names.find("12"));
  CHECK(read("1,2\n2,3\n3,4\n4,9\n9,1").names.size() == 5);
}

TEST_CASE("edge_list: nine-digit ids, and ids past 64 bits", "[io]") {  // N02
  const Read r = read("279360686 24702689\n18030304 18553324\n38719238 309129656\n41298106 250831586\n164052930 16064415\n404647567 38719238\n");
  CHECK(r.names.size() == 11);
  CHECK(r.list.edges.size() == 6);
  CHECK(r.list.edges[5].target == r.list.edges[2].source);
  const Read wide = read("18446744073709551615 18446744073709551616\n007 7\n0 00\n");
  CHECK(wide.names.size() == 6);
  CHECK(words(wide) == "18446744073709551615>18446744073709551616 007>7 0>00");
}

TEST_CASE("edge_list: with tab or comma, blanks belong to the name", "[io]") {  // N04
  const Read r = read("New York\tLos Angeles\nLos Angeles\tSan Diego");
  CHECK(words(r) == "New York>Los Angeles Los Angeles>San Diego");
  CHECK(r.names.size() == 3);
  CHECK(words(read("a b, c\n\"x, y\" , c\n\"say \"\"hi\"\"\",c\n")) == "a b>c x, y>c say \"hi\">c");
  CHECK(words(read("a b;c\n", {.format = {.separator = Separator::blank}})) == "a>b;c");
  CHECK(words(read(" 1   2\t\n\t3 4")) == "1>2 3>4");
}

TEST_CASE("edge_list: byte-order mark, CRLF, and a last line without end", "[io]") {  // N05, N06
  const Read r = read("\xEF\xBB\xBFsource,target\r\na,b\nb,c\r\n\r\nc,a");
  CHECK(words(r) == "a>b b>c c>a");
  CHECK(r.list.notes[0] == "edges.tsv: separator comma; header: yes");
  CHECK(r.list.where(0) == "edges.tsv:2");
  CHECK(r.list.where(2) == "edges.tsv:5");
}

TEST_CASE("edge_list: the header is found, forced or refused", "[io]") {  // N07
  CHECK(words(read("source,target\na,b\n")) == "a>b");
  CHECK(words(read("source,target\na,b\n", {.format = {.header = Header::no}})) == "source>target a>b");
  CHECK(words(read("u1,u2\na,b\n", {.format = {.header = Header::yes}})) == "a>b");
  CHECK(words(read("u1,u2\na,b\n")) == "u1>u2 a>b");
  CHECK(words(read("left right\n1 2\n")) == "1>2");  // numbers below
  CHECK(words(read("weight,target,source\n0.5,a,b\n")) == "b>a");
}

TEST_CASE("edge_list: comments and blank lines are skipped and counted", "[io]") {
  const Read r = read("# one\n% two\n1\t2\n\n# three\n3\t#4\n");
  CHECK(words(r) == "1>2 3>#4");
  CHECK(r.list.notes[0] == "edges.tsv: separator tab; header: no; 3 comment lines skipped");
  CHECK(r.list.lines[1] == 6);
  CHECK(words(read("#a\tb\n", {.format = {.comments = false}})) == "#a>b");
  CHECK(read("").list.edges.empty());
  CHECK(read("# nothing\n\n").list.edges.empty());
}

TEST_CASE("edge_list: a weight column is used and said, or left out on demand", "[io]") {  // N24
  const Read r = read("a b 0.9\na c 1e-1\n");
  REQUIRE(r.list.weight);
  CHECK(r.list.weight->values == std::vector<float>{0.9F, 0.1F});
  CHECK(r.list.notes[1] == "edges.tsv: edge weight column (column 3): used as edge feature");
  const Read without = read("a b 0.9\na c 0.1\n", {.weights = false});
  CHECK_FALSE(without.list.weight);
  CHECK(without.list.notes.size() == 1);
  CHECK(read("source,target,weight\n1,2,0.5\n2,3,4\n").list.weight->values == std::vector<float>{0.5F, 4.0F});
}

TEST_CASE("edge_list: further columns by name or number", "[io]") {
  const std::string text = "source,target,time,kind,length\n1,2,7,likes,0.5\n2,3,8,hates,1\n3,1,9,likes,2\n";
  const Read r = read(text, {.columns = {"length", "time"}, .type = "kind"});
  CHECK(r.list.columns[0].values == std::vector<float>{0.5F, 1, 2});
  CHECK(r.list.columns[1].values == std::vector<float>{7, 8, 9});
  CHECK(r.list.type->words == std::vector<std::string>{"likes", "hates"});
  CHECK(r.list.type->word == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(read(text).list.notes[1] == "edges.tsv: columns not used: time, kind, length (take numbers with --edge-columns, words with --edge-type)");
  CHECK(read("a b x 2\n", {.columns = {"4"}, .type = "3"}).list.columns[0].values == std::vector<float>{2});
  CHECK(read("a b 2 2\n", {.columns = {"4"}, .type = "4"}).list.type->words == std::vector<std::string>{"2"});  // as number and as word
  CHECK(error_of(text, {.columns = {"time", "time"}}) == "edges.tsv: column 'time' is asked for twice; name it once");
  CHECK(error_of(text, {.columns = {"source"}}) == "edges.tsv: column 'source' holds nodes; name one of the others");
  CHECK(error_of(text, {.columns = {}, .type = "target"}) == "edges.tsv: column 'target' holds nodes; name one of the others");
  CHECK(error_of(text, {.columns = {"lenght"}}) == "edges.tsv:1: no column 'lenght'; there are: source, target, time, kind, length");
}

TEST_CASE("edge_list: every malformed line gives file, line, text and reason", "[io]") {  // N25
  CHECK_THAT(error_of("1\t2\n3\n4\t5\n"), Catch::StartsWith("edges.tsv:2: expected 2 fields, got 1 ('3'); "));
  CHECK_THAT(error_of("1,2\n3,4,5\n4,5\n"), Catch::StartsWith("edges.tsv:2: expected 2 fields, got 3 ('3,4,5'); "));
  CHECK_THAT(error_of("https://a.b/c\n1 2\n3 4\n"), Catch::StartsWith("edges.tsv:1: expected 2 fields, got 1 ('https://a.b/c'); "));
  CHECK_THAT(error_of("word\n"), Catch::StartsWith("edges.tsv:1: expected 2 fields, got 1 ('word'); "));
  CHECK_THAT(error_of("a,b\n,c\n"), Catch::StartsWith("edges.tsv:2: column 1: the node id is empty (',c'); "));
  CHECK_THAT(error_of("a b 1\na c nan\n"), Catch::StartsWith("edges.tsv:2: column 3: got 'nan', expected a finite number; "));
  CHECK_THAT(error_of("1,2,1\n1,3,1e39\n"), Catch::StartsWith("edges.tsv:2: column 3: got '1e39', expected a finite number; "));
  CHECK_THAT(error_of("a,b\n\"c,d\n"), Catch::StartsWith("edges.tsv:2: a quoted field does not end on its line: "));
}

TEST_CASE("edge_list: many chunks give the same as one pass, on any number of threads", "[io]") {
  std::string text;
  std::vector<Edge> expected;
  Names reference;
  Rng rng(7);
  for (std::size_t e = 0; e < 400000; ++e) {  // about 6 MB: six chunks, small ids, large ids and words
    const auto id = [&] {
      const std::uint64_t kind = rng.below(4);
      return std::string(kind == 0 ? "w" : "") + std::to_string(kind == 1 ? 1000000007 * rng.below(30000) : rng.below(60000));
    };
    const std::string source = id(), target = id();
    if (e % 1000 == 500) text += "# comment\n";
    text.append(source).append("\t").append(target).append(e % 3 == 0 ? "\r\n" : "\n");
    const NodeId s = reference.add(source);
    expected.push_back({s, reference.add(target)});
  }
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    const Read r = read(text);
    CHECK(r.list.edges == expected);
    REQUIRE(r.names.size() == reference.size());
    bool same = true;
    for (NodeId n = 0; n < reference.size(); ++n) same = same && r.names[n] == reference[n];
    CHECK(same);
    CHECK(r.list.lines[399999] == 400400);
    CHECK_THAT(error_of(text + "x\n" + text + "y\n"), Catch::StartsWith("edges.tsv:400401: expected 2 fields, got 1 ('x')"));
  }
}
