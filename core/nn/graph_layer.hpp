#pragma once
/// What every layer on a graph is: rows in, rows out, and weights of arcs where it attends.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../arcs.hpp"
#include "../input.hpp"
#include "module.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// A layer on a square graph.  x: n x in, result: n x out().
/// Throws  ShapeError when x has not one row per node, or the arcs carry other features or types than the layer was made for.
template <class Real>
class BasicGraphLayer : public BasicModule<Real> {
 public:
  /// One step over the graph; the class of the layer says which.
  virtual BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const = 0;
  /// Attention weights at prediction, m x heads in arc order; an empty table for layers that do not attend.
  virtual BasicTensor<Real> weights(const Graph&, const BasicInput<Real>&, const BasicArcs<Real>&) const { return {}; }
  /// Columns of the result.
  virtual std::size_t out() const = 0;
};

namespace detail {
/// Throws ShapeError naming the layer.
template <class Real>
void check_graph_input(const char* layer, const Graph& graph, const BasicInput<Real>& x, std::size_t in);
template <class Real>
void check_arcs(const char* layer, const Graph& graph, const BasicArcs<Real>& arcs, std::size_t features, std::size_t types);
}  // namespace detail

EDGEWISE_API_END
}  // namespace edgewise::nn
