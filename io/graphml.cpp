// Boost's reader writes into a graph of ours through its `mutate_graph` interface, so nothing is kept twice.
#include <boost/graph/graphml.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>
#include <utility>

#include "../graph/error.hpp"
#include "graph_attributes.hpp"
#include "graph_formats.hpp"
#include "nesting.hpp"

namespace edgewise::io {
namespace {

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
    return with_attributes(file.name(), "GraphML", nodes.directed, names, std::move(sink.collected), options);
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

}  // namespace edgewise::io
