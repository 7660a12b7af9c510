#pragma once
/// A Csr as Boost.Graph sees graphs: algorithms of that library run on our rows, nothing is copied.
/// Kept out of the umbrella header: only files that call Boost.Graph pay for its templates.
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <utility>

#include "csr.hpp"
#include "error.hpp"

namespace edgewise {

/// A square Csr read as a graph whose out-edges of vertex i are the entries of row i.  Models Boost's VertexListGraph,
/// EdgeListGraph, IncidenceGraph and AdjacencyGraph, directed, parallel edges allowed; vertex_index is the row, edge_index
/// the entry.
///   const BoostView view(graph.in_edges());
///   boost::connected_components(view, label);     // on symmetric rows; found by argument-dependent lookup
/// Holds    a shared handle on the rows, so it may outlive the Graph that it came from.
class BoostView {
 public:
  /// An edge with its ends, from and to, and the entry that it is.
  struct Edge {
    NodeId from = 0;
    NodeId to = 0;
    EdgeId entry = 0;
    friend bool operator==(const Edge& a, const Edge& b) { return a.entry == b.entry; }
    friend bool operator!=(const Edge& a, const Edge& b) { return a.entry != b.entry; }
  };

  /// Walks the entries of one row.
  class OutEdgeIterator : public boost::iterator_facade<OutEdgeIterator, Edge, boost::forward_traversal_tag, Edge> {
   public:
    /// At nothing; at `entry` of row `from`, or one past its last:
    OutEdgeIterator() = default;
    OutEdgeIterator(const Csr* rows, NodeId from, EdgeId entry) : rows_(rows), from_(from), entry_(entry) {}

   private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return {from_, rows_->column()[entry_], entry_}; }
    bool equal(const OutEdgeIterator& other) const { return entry_ == other.entry_; }
    void increment() { ++entry_; }

    const Csr* rows_ = nullptr;
    NodeId from_ = 0;
    EdgeId entry_ = 0;
  };

  /// Walks the entries of all rows and passes over the empty ones: O(rows + entries) from end to end.
  class EdgeIterator : public boost::iterator_facade<EdgeIterator, Edge, boost::forward_traversal_tag, Edge> {
   public:
    /// At nothing; at `entry`, looked for from row `from` on:
    EdgeIterator() = default;
    EdgeIterator(const Csr* rows, NodeId from, EdgeId entry) : rows_(rows), from_(from), entry_(entry) { settle(); }

   private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return {from_, rows_->column()[entry_], entry_}; }
    bool equal(const EdgeIterator& other) const { return entry_ == other.entry_; }
    void increment() {
      ++entry_;
      settle();
    }
    void settle() {
      while (entry_ < rows_->edges() && entry_ >= rows_->begin()[std::size_t{from_} + 1]) ++from_;
    }

    const Csr* rows_ = nullptr;
    NodeId from_ = 0;
    EdgeId entry_ = 0;
  };

  /// What Boost asks of a graph type:
  struct Category : boost::vertex_list_graph_tag, boost::edge_list_graph_tag, boost::incidence_graph_tag, boost::adjacency_graph_tag {};
  using vertex_descriptor = NodeId;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = Category;
  using vertex_iterator = boost::counting_iterator<NodeId>;
  using out_edge_iterator = OutEdgeIterator;
  using edge_iterator = EdgeIterator;
  using adjacency_iterator = const NodeId*;
  using vertices_size_type = NodeId;
  using edges_size_type = EdgeId;
  using degree_size_type = EdgeId;
  using VertexIndex = boost::typed_identity_property_map<NodeId>;

  /// Throws ShapeError when rows and columns are two different sets.
  explicit BoostView(Csr rows) : rows_(std::move(rows)) {
    if (rows_.rows() != rows_.columns()) fail<ShapeError>("boost view: ", rows_.rows(), " rows x ", rows_.columns(), " columns, expected a square");
  }
  /// A vertex that no graph has.
  static vertex_descriptor null_vertex() { return static_cast<NodeId>(kMaxNodes); }
  /// What it reads.
  const Csr& rows() const { return rows_; }

 private:
  Csr rows_;
};

/// What Boost asks for in a graph's namespace; O(1), but for the empty rows in front that `edges` passes over:
inline std::pair<BoostView::vertex_iterator, BoostView::vertex_iterator> vertices(const BoostView& view) {
  return {BoostView::vertex_iterator(0), BoostView::vertex_iterator(view.rows().rows())};
}
inline NodeId num_vertices(const BoostView& view) { return view.rows().rows(); }
inline EdgeId num_edges(const BoostView& view) { return view.rows().edges(); }
inline EdgeId out_degree(NodeId i, const BoostView& view) { return view.rows().degree(i); }
inline NodeId source(const BoostView::Edge& edge, const BoostView&) { return edge.from; }
inline NodeId target(const BoostView::Edge& edge, const BoostView&) { return edge.to; }
inline std::pair<BoostView::EdgeIterator, BoostView::EdgeIterator> edges(const BoostView& view) {
  return {{&view.rows(), 0, 0}, {&view.rows(), 0, view.rows().edges()}};
}
inline std::pair<BoostView::OutEdgeIterator, BoostView::OutEdgeIterator> out_edges(NodeId i, const BoostView& view) {
  const Csr& rows = view.rows();
  return {{&rows, i, rows.begin()[i]}, {&rows, i, rows.begin()[std::size_t{i} + 1]}};
}
inline std::pair<const NodeId*, const NodeId*> adjacent_vertices(NodeId i, const BoostView& view) {
  const auto row = view.rows().row(i);
  return {row.data(), row.data() + row.size()};
}
inline BoostView::VertexIndex get(boost::vertex_index_t, const BoostView&) { return {}; }
inline NodeId get(boost::vertex_index_t, const BoostView&, NodeId i) { return i; }

}  // namespace edgewise

template <>
struct boost::property_map<edgewise::BoostView, boost::vertex_index_t> {
  using type = edgewise::BoostView::VertexIndex;
  using const_type = type;
};
