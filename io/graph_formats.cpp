// The only file that includes Boost.Graph's readers: they are slow to compile.  Both readers write into a graph of ours through
// Boost's `mutate_graph` interfaces, so nothing is kept twice.
#include "graph_formats.hpp"

#include <algorithm>
#include <boost/graph/graphml.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

#include "../graph/error.hpp"
#include "nesting.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

/// What either reader leaves behind.
struct Collected {
  std::vector<Edge> edges;
  std::map<std::string, std::map<std::size_t, std::string>> attributes;  // attribute -> edge -> text
};

/// Boost's GraphML reader numbers nodes as they come and keeps their ids to itself: `number` holds our number of each, in the same order.
class GraphmlSink : public boost::mutate_graph {
 public:
  GraphmlSink(bool directed, const std::vector<NodeId>& number) : directed_(directed), number_(number) {}
  Collected collected;

  bool is_directed() const override { return directed_; }
  boost::any do_add_vertex() override { return number_.at(vertices_++); }
  std::pair<boost::any, bool> do_add_edge(boost::any source, boost::any target) override {
    collected.edges.push_back({boost::any_cast<NodeId>(source), boost::any_cast<NodeId>(target)});
    return {collected.edges.size() - 1, true};
  }
  void set_graph_property(const std::string&, const std::string&, const std::string&) override {}
  void set_vertex_property(const std::string&, boost::any, const std::string&, const std::string&) override {}
  void set_edge_property(const std::string& name, boost::any edge, const std::string& value, const std::string&) override {
    collected.attributes[name][boost::any_cast<std::size_t>(edge)] = value;
  }

 private:
  bool directed_;
  const std::vector<NodeId>& number_;
  std::size_t vertices_ = 0;
};

class GraphvizSink : public boost::detail::graph::mutate_graph {
 public:
  GraphvizSink(bool directed, Names& names) : directed_(directed), names_(names) {}
  Collected collected;

  bool is_directed() const override { return directed_; }
  void do_add_vertex(const boost::detail::graph::node_t& node) override { names_.add(node); }
  void do_add_edge(const boost::detail::graph::edge_t& edge, const boost::detail::graph::node_t& source,
                   const boost::detail::graph::node_t& target) override {
    number_[edge] = collected.edges.size();
    const NodeId from = names_.add(source);
    collected.edges.push_back({from, names_.add(target)});
  }
  void set_node_property(const std::string&, const boost::detail::graph::node_t&, const std::string&) override {}
  void set_edge_property(const std::string& key, const boost::detail::graph::edge_t& edge, const std::string& value) override {
    collected.attributes[key][number_.at(edge)] = value;
  }
  void set_graph_property(const std::string&, const std::string&) override {}
  void finish_building_graph() override {}

 private:
  bool directed_;
  Names& names_;
  std::map<boost::detail::graph::edge_t, std::size_t> number_;
};

/// The attribute `name` of every edge, handed to take(edge, text).
template <class Take>
void each_value(const EdgeList& list, const Names& names, const Collected& from, const std::string& name, Take take) {
  const auto found = from.attributes.find(name);
  for (std::size_t e = 0; e < list.edges.size(); ++e) {
    const auto value = found == from.attributes.end() ? std::map<std::size_t, std::string>::const_iterator() : found->second.find(e);
    if (found == from.attributes.end() || value == found->second.end())
      fail<DataError>(list.file, ": edge ", e + 1, " (", shown(names[list.edges[e].source]), " to ", shown(names[list.edges[e].target]),
                      ") has no attribute ", shown(name), "; give it to all edges or to none");
    take(e, value->second);
  }
}

EdgeColumn number_column(const EdgeList& list, const Names& names, const Collected& from, const std::string& name) {
  EdgeColumn column{name, {}};
  each_value(list, names, from, name, [&](std::size_t e, const std::string& text) {
    const auto value = parse<double>(text);
    if (!value || !std::isfinite(static_cast<float>(*value)))
      fail<DataError>(list.file, ": edge ", e + 1, ": attribute ", shown(name), " is ", shown(text), ", expected a finite number");
    column.values.push_back(static_cast<float>(*value));
  });
  return column;
}

EdgeList finish(std::string file, const char* format, bool directed, const Names& names, Collected collected, const EdgeListOptions& options) {
  EdgeList list;
  list.file = std::move(file);
  list.edges = std::move(collected.edges);
  list.directed = directed;
  list.notes.push_back(list.file + ": " + format + ", " + (directed ? "directed" : "undirected"));
  for (const std::string& name : options.columns) list.columns.push_back(number_column(list, names, collected, name));
  if (!options.type.empty()) {
    list.type = EdgeWords{options.type, {}, {}};
    Names words;
    each_value(list, names, collected, options.type, [&](std::size_t, const std::string& text) { list.type->word.push_back(words.add(text)); });
    for (NodeId w = 0; w < words.size(); ++w) list.type->words.push_back(words[w]);
  }
  const bool taken = options.type == "weight" || std::find(options.columns.begin(), options.columns.end(), "weight") != options.columns.end();
  if (options.weights && !taken && collected.attributes.contains("weight")) {
    list.weight = number_column(list, names, collected, "weight");
    list.notes.push_back(list.file + ": edge attribute 'weight': used as edge feature");
  }
  std::string unused;
  for (const auto& [name, values] : collected.attributes)
    if (name != "weight" && name != options.type && std::find(options.columns.begin(), options.columns.end(), name) == options.columns.end())
      unused += (unused.empty() ? "" : ", ") + name;
  if (!unused.empty())
    list.notes.push_back(list.file + ": edge attributes not used: " + unused + " (take numbers with --edge-columns, words with --edge-type)");
  return list;
}

using Tree = boost::property_tree::ptree;

/// The first graph and the graphs right inside it: the ones that Boost reads.
void collect_graphs(const Tree& graph, std::vector<const Tree*>& graphs) {
  graphs.push_back(&graph);
  for (const auto& [tag, child] : graph)
    if (tag == "graph") collect_graphs(child, graphs);
}

struct GraphmlNodes {
  bool directed = false;
  std::vector<NodeId> number;  // per declared node, in the order of the file
};

/// Boost keeps node ids to itself and says little about what is wrong: this looks at nodes and edges first.
GraphmlNodes look_through(const TextFile& file, Names& names) {
  Tree tree;
  std::istringstream in{std::string(file.text())};
  boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::no_comments | boost::property_tree::xml_parser::trim_whitespace);
  const auto root = tree.get_child_optional("graphml");
  const auto first = root ? root->get_child_optional("graph") : root;
  if (!first) fail<DataError>(file.name(), ": no <graph> inside <graphml>");
  std::vector<const Tree*> graphs;
  collect_graphs(*first, graphs);
  for (const Tree* graph : graphs)
    if (!graph->get_child_optional("<xmlattr>.edgedefault"))
      fail<DataError>(file.name(), ": a <graph> without edgedefault, expected edgedefault=\"directed\" or \"undirected\"");

  GraphmlNodes nodes;
  nodes.directed = first->get<std::string>("<xmlattr>.edgedefault", "") == "directed";
  Names declared;
  for (const Tree* graph : graphs)
    for (const auto& [tag, node] : *graph) {
      if (tag != "node") continue;
      const auto id = node.get_optional<std::string>("<xmlattr>.id");
      if (!id) fail<DataError>(file.name(), ": node ", declared.size() + 1, " has no id");
      if (declared.find(*id)) fail<DataError>(file.name(), ": node ", shown(*id), " is declared twice; keep one of them");
      declared.add(*id);
      nodes.number.push_back(names.add(*id));
    }
  std::size_t edges = 0;
  for (const Tree* graph : graphs)
    for (const auto& [tag, edge] : *graph) {
      if (tag != "edge") continue;
      ++edges;
      for (const char* end : {"source", "target"}) {
        const auto id = edge.get_optional<std::string>(std::string("<xmlattr>.") + end);
        if (!id) fail<DataError>(file.name(), ": edge ", edges, " has no ", end);
        if (!declared.find(*id))
          fail<DataError>(file.name(), ": edge ", edges, ": ", end, " ", shown(*id), " is no node of the file; declare it with <node id=...>");
      }
    }
  return nodes;
}

}  // namespace

EdgeList read_graphml(const TextFile& file, Names& names, const EdgeListOptions& options) {
  check_nesting(file.name(), xml_depth(file.text()));
  try {
    const GraphmlNodes nodes = look_through(file, names);
    GraphmlSink sink(nodes.directed, nodes.number);
    std::istringstream in{std::string(file.text())};
    boost::read_graphml(in, sink, 0);
    return finish(file.name(), "GraphML", nodes.directed, names, std::move(sink.collected), options);
  } catch (const Error&) {
    throw;
  } catch (const boost::property_tree::xml_parser_error& error) {
    fail<DataError>(file.name(), ":", error.line(), ": broken XML: ", error.message());
  } catch (const boost::graph_exception& error) {
    fail<DataError>(file.name(), ": GraphML: ", error.what(), "; directed and undirected edges in one graph cannot be read");
  } catch (const std::exception& error) {
    fail<DataError>(file.name(), ": GraphML: ", error.what());
  }
}

EdgeList read_graphviz(const TextFile& file, Names& names, const EdgeListOptions& options) {
  check_nesting(file.name(), graphviz_depth(file.text()));
  try {
    const std::string text(file.text());
    Names mine = names;  // a first try leaves nothing behind
    GraphvizSink sink(true, mine);
    try {
      boost::detail::graph::read_graphviz_new(text, &sink);
      names = std::move(mine);
      return finish(file.name(), "GraphViz", true, names, std::move(sink.collected), options);
    } catch (const boost::undirected_graph_error&) {  // only the reader knows what kind of graph it is
      GraphvizSink undirected(false, names);
      boost::detail::graph::read_graphviz_new(text, &undirected);
      return finish(file.name(), "GraphViz", false, names, std::move(undirected.collected), options);
    }
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail<DataError>(file.name(), ": GraphViz: ", error.what());
  }
}

}  // namespace edgewise::io
