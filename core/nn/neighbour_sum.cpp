#include "neighbour_sum.hpp"

#include "../../graph/error.hpp"
#include "../ops/aggregate.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/messages.hpp"

namespace edgewise::nn {

template <class Real>
BasicNeighbourSum<Real>::BasicNeighbourSum(std::size_t in, std::size_t out, std::size_t arc_features, Rng& rng)
    : lin_rel_(in, out, rng), lin_root_(in, out, rng, {.bias = false}) {
  this->add_child("lin_rel", lin_rel_);
  this->add_child("lin_root", lin_root_);
  if (arc_features == 0) return;
  lin_edge_.emplace(arc_features, in, rng, LinearOptions{.bias = false});
  this->add_child("lin_edge", *lin_edge_);
}

template <class Real>
BasicVariable<Real> BasicNeighbourSum<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass&) const {
  detail::check_graph_input("neighbour sum", graph, x, lin_rel_.in());
  detail::check_arcs("neighbour sum", graph, arcs, lin_edge_ ? lin_edge_->in() : 0, 0);
  const BasicVariable<Real> dense = dense_of(x);
  if (!dense) fail<UsageError>("neighbour sum: the input is sparse; put a linear layer in front");
  const BasicVariable<Real> sum = lin_edge_ ? ops::relu_messages(graph, dense, lin_edge_->forward(arcs.features)) : ops::aggregate(graph, dense);
  return ops::add(lin_root_.forward(x), lin_rel_.forward(sum));
}

template class BasicNeighbourSum<float>;
template class BasicNeighbourSum<double>;

}  // namespace edgewise::nn
