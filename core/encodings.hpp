#pragma once
/// Features made from the structure alone, for graphs that bring none and beside those that do.
#include <cstddef>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/batch.hpp"
#include "tensor.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// log(1 + in-degree), log(1 + out-degree): n x 2.  O(nodes).  All three here throw ShapeError for a rectangular graph.
Tensor degree_encoding(const Graph& graph);

/// How `random_walk_encoding` may spend its time.
struct RandomWalkOptions {
  /// Multiply-adds up to which the result is exact; beyond, it is an estimate from `probes` random signs per node whose standard
  /// error is about sqrt(2 / probes) of the value itself on an undirected graph.
  double exact_work = 4e9;
  std::size_t probes = 256;  ///< random vectors that estimate the diagonal, on graphs too large to walk from every node
};
/// Column k-1: the probability that a walker who leaves node i along a random out-arc each time is back at i after k steps,
/// k = 1 .. steps.  A walker without an out-arc is lost.  Parallel arcs count once each.
/// Shapes   n x steps.
/// Cost     exact: O(steps * arcs * nodes) time; estimate: O(steps * arcs * probes).  O(nodes * steps * 16) numbers at any time.
/// Threads  The same bytes for any thread count; the signs are a function of node and probe.
/// Source   Dwivedi et al. 2022, arXiv:2110.07875 (the encoding).
Tensor random_walk_encoding(const Graph& graph, std::size_t steps, const RandomWalkOptions& options = {});

/// The same for every graph of a batch by itself, always exact: O(steps * arcs * nodes) of each graph.  A graph's rows are the same bytes
/// alone and in any batch.
Tensor random_walk_encoding(const GraphBatch& batch, std::size_t steps);

/// The lowest frequencies of a graph.
struct LaplacianEncoding {
  Tensor vectors;              ///< n x count, each column of mean square 1; columns that the graph does not have are zero
  std::vector<double> values;  ///< their eigenvalues, ascending, at most count
};
/// Eigenvectors of I - D^-1/2 A D^-1/2 with the smallest eigenvalues, the constants of the components (eigenvalue 0) left out.
/// Directions are forgotten (A = half of both), loops too, parallel arcs count once each.
/// Edges    An isolated node has zeros.  A graph of n nodes in c components has n - c such vectors: further columns are zero.
/// Signs    The entry of largest size is positive, the first of equal ones.  Within an eigenvalue of multiplicity two or more any
///          rotation is as good as another; the one given is a function of the graph alone.
/// Cost     Up to 256 nodes by a dense solver; else Lanczos on the shifted matrix, O(restarts * count * (arcs + nodes * count)).
/// Throws   NumericError when Lanczos does not settle.
/// Source   Belkin & Niyogi 2003, doi:10.1162/089976603321780317; as encoding Dwivedi et al. 2020, arXiv:2003.00982.
LaplacianEncoding laplacian_encoding(const Graph& graph, std::size_t count);

EDGEWISE_API_END
}  // namespace edgewise
