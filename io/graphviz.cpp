// Boost's reader writes into a graph of ours through its `mutate_graph` interface, so nothing is kept twice.
#include <boost/graph/graphviz.hpp>
#include <map>
#include <utility>

#include "../graph/error.hpp"
#include "graph_attributes.hpp"
#include "graph_formats.hpp"
#include "graphviz_text.hpp"
#include "nesting.hpp"

namespace edgewise::io {
namespace {

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

}  // namespace

EdgeList read_graphviz(const TextFile& file, Names& names, const EdgeListOptions& options) {
  check_nesting(file.name(), graphviz_depth(file.text()));
  try {
    const std::string text = with_subgraph_words(file.text());
    Names mine = names;  // a first try leaves nothing behind
    GraphvizSink sink(true, mine);
    try {
      boost::detail::graph::read_graphviz_new(text, &sink);
      names = std::move(mine);
      return with_attributes(file.name(), "GraphViz", true, names, std::move(sink.collected), options);
    } catch (const boost::undirected_graph_error&) {  // only the reader knows what kind of graph it is
      GraphvizSink undirected(false, names);
      boost::detail::graph::read_graphviz_new(text, &undirected);
      return with_attributes(file.name(), "GraphViz", false, names, std::move(undirected.collected), options);
    }
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail<DataError>(file.name(), ": GraphViz: ", error.what());
  }
}

}  // namespace edgewise::io
