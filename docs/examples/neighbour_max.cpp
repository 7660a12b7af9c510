// An op of your own, with its own backward: for every node and column, the largest value among its neighbours.
// The program works one case by hand and shows that backward is right, in double, against central differences.
#include <edgewise/core/gradient_check.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/graph.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

using namespace edgewise;

/// y[i,c] = max over arcs j -> i of x[j,c].
/// Shapes   x: s x c (s sources).  y: n x c (n targets).
/// Edges    A target without in-edges gets a zero row.  The gradient goes to the largest value, of equal ones to the first.
/// Cost     O(m * c); keeps which arc won, n x c numbers, for backward.
/// Threads  One task owns a row: no locks, and the same bytes for any thread count.
template <class Real>
BasicVariable<Real> neighbour_max(const Graph& graph, const BasicVariable<Real>& x) {
  if (x.rows() != graph.num_sources()) fail<ShapeError>("neighbour_max: x has ", x.rows(), " rows, expected ", graph.num_sources());
  constexpr EdgeId kNobody = std::numeric_limits<EdgeId>::max();
  const std::size_t cols = x.cols();
  BasicTensor<Real> y(graph.num_targets(), cols);
  const auto winner = std::make_shared<std::vector<EdgeId>>(y.size(), kNobody);

  const Csr& in = graph.in_edges();  // row i: the arcs into i, and who sends along them
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i)
      for (EdgeId e = in.begin()[i]; e < in.begin()[i + std::size_t{1}]; ++e)
        for (std::size_t c = 0; c < cols; ++c) {
          const Real value = x.value()(in.column()[e], c);
          EdgeId& best = (*winner)[i * cols + c];
          if (best != kNobody && !(value > y(i, c))) continue;
          best = e;
          y(i, c) = value;
        }
  });

  // What backward needs is captured; x says where the gradient goes.  Sending grad[i] to whoever won would let two tasks write one
  // row, so every source pulls instead: along its out-arcs it asks where it was the winner.
  return record<Real>(std::move(y), {x}, [graph, x, winner, cols](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    const Csr& out = graph.out_edges();  // row j: who listens to j
    const std::span<const EdgeId> arc = graph.arc_of_out_edge();
    BasicTensor<Real> dx(x.rows(), cols);
    for_row_blocks(out, [&](RowBlock block) {
      for (NodeId j = block.first; j < block.last; ++j)
        for (EdgeId p = out.begin()[j]; p < out.begin()[j + std::size_t{1}]; ++p) {
          const NodeId i = out.column()[p];
          for (std::size_t c = 0; c < cols; ++c)
            if ((*winner)[i * cols + c] == arc[p]) dx(j, c) += grad(i, c);  // forward: y[i,c] = x[j,c]
        }
    });
    x.accumulate(std::move(dx));
  });
}

int main() {
  // Nodes 0 and 1 speak to 2, each by one number; 2 speaks to 0.  Nobody speaks to 1.
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}, {2, 0}});
  const Variable y = neighbour_max(graph, Variable(Tensor::of(3, 1, {5, 7, -1})));
  std::cout << "largest values: " << y.value()(0, 0) << ' ' << y.value()(1, 0) << ' ' << y.value()(2, 0) << '\n';
  if (y.value()(0, 0) != -1 || y.value()(1, 0) != 0 || y.value()(2, 0) != 7) return 1;

  Rng rng(1);
  auto table = BasicTensor<double>::uninitialized(4, 3);
  for (double& value : table.values()) value = rng.normal();
  const BasicVariable<double> x(std::move(table), true);
  const Graph parallel = Graph::from_edges(4, {{0, 1}, {0, 1}, {2, 1}, {3, 1}, {1, 2}, {3, 3}});  // one arc twice, one loop
  const GradientCheck check = gradient_check({x}, [&] { return neighbour_max(parallel, x); });
  std::cout << "gradients: " << check.values << " values, largest error " << check.error << '\n';
  return check.error < 1e-6 ? 0 : 1;
}
