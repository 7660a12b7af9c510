#include "encodings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "random_key.hpp"

namespace edgewise {
namespace {

constexpr std::size_t kLanes = 16;  // walkers, or probes, that travel together: one gathered row serves them all
using Table = BasicTensor<double>;  // n x kLanes

/// One step of all walkers: to[i] = sum over the row of i of share(i, j) * from[j].
template <class Share>
Table step(const Csr& rows, const Table& from, Share share) {
  Table to(rows.rows(), kLanes);
  for_row_blocks(rows, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      double* const sum = to.row(i).data();
      for (NodeId j : rows.row(i)) {
        const double weight = share(i, j);
        const double* const row = from.row(j).data();
        for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += weight * row[lane];
      }
    }
  });
  return to;
}

}  // namespace

Tensor degree_encoding(const Graph& graph) {
  Tensor table = Tensor::uninitialized(graph.num_nodes(), 2);
  for (NodeId i = 0; i < graph.num_nodes(); ++i) {
    table(i, 0) = std::log1p(static_cast<float>(graph.in_edges().degree(i)));
    table(i, 1) = std::log1p(static_cast<float>(graph.out_edges().degree(i)));
  }
  return table;
}

Tensor random_walk_encoding(const Graph& graph, std::size_t steps, const RandomWalkOptions& options) {
  const std::size_t nodes = graph.num_nodes();
  Tensor result(nodes, steps);
  const Csr &out = graph.out_edges(), &in = graph.in_edges();
  const double work = static_cast<double>(steps) * static_cast<double>(nodes) * static_cast<double>(graph.num_arcs());
  const bool exact = work <= options.exact_work || options.probes >= nodes;
  const std::size_t columns = exact ? nodes : options.probes;
  const double scale = exact ? 1 : 1 / static_cast<double>(columns);

  // With P the matrix of one step, diag(P^(a+b))[i] = <row i of P^a, row i of (P^T)^b> = sum over c of (P^a r_c)[i] * ((P^T)^b r_c)[i]
  // where the r_c are the unit vectors (exactly) or random signs (in the mean, as r_c[i] * r_c[j] has mean 0).
  const std::size_t half = (steps + 1) / 2;
  for (std::size_t first = 0; first < columns; first += kLanes) {
    const std::size_t lanes = std::min(kLanes, columns - first);
    Table start(nodes, kLanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (exact) {
        start(first + lane, lane) = 1;
        continue;
      }
      const RandomKey key = RandomKey::of(0, 0, first + lane);
      for (std::size_t i = 0; i < nodes; ++i) start(i, lane) = random_bits(key, i) % 2 == 0 ? 1 : -1;
    }
    std::vector<Table> ahead, back;  // P^a r and (P^T)^b r
    ahead.push_back(start);
    back.push_back(std::move(start));
    for (std::size_t a = 0; a < half; ++a) {
      ahead.push_back(step(out, ahead[a], [&](NodeId i, NodeId) { return 1 / static_cast<double>(out.degree(i)); }));
      back.push_back(step(in, back[a], [&](NodeId, NodeId j) { return 1 / static_cast<double>(out.degree(j)); }));
    }
    parallel_ranges(nodes, 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = 1; k <= steps; ++k) {
          const double *const left = ahead[(k + 1) / 2].row(i).data(), *const right = back[k / 2].row(i).data();
          double sum = 0;
          for (std::size_t lane = 0; lane < lanes; ++lane) sum += left[lane] * right[lane];
          result(i, k - 1) += static_cast<float>(scale * sum);
        }
    });
  }
  if (!exact)  // a probability: what the estimate overshoots is noise
    for (float& value : result.values()) value = std::min(1.0F, std::max(0.0F, value));
  return result;
}

Tensor random_walk_encoding(const GraphBatch& batch, std::size_t steps) {
  Tensor result(batch.graph.num_nodes(), steps);
  const Csr& in = batch.graph.in_edges();
  std::vector<double> share(in.columns());  // of a walker, along each arc out of a node
  for (const NodeId j : in.column()) ++share[j];
  for (double& of : share) of = of > 0 ? 1 / of : 0;
  parallel_blocks(batch.graphs(), [&](std::size_t g) {
    const NodeId first = batch.node_begin[g], last = batch.node_begin[g + 1];
    std::vector<double> here(last - first), next(last - first);  // where the walkers from `start` are
    for (NodeId start = first; start < last; ++start) {
      std::fill(here.begin(), here.end(), 0.0);
      here[start - first] = 1;
      for (std::size_t k = 0; k < steps; ++k) {
        for (NodeId i = first; i < last; ++i) {
          double sum = 0;
          for (const NodeId j : in.row(i)) sum += share[j] * here[j - first];
          next[i - first] = sum;
        }
        here.swap(next);
        result(start, k) = static_cast<float>(here[start - first]);
      }
    }
  });
  return result;
}

}  // namespace edgewise
