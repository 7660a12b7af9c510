#pragma once
/// Centrality encoding: a learned row for how many arcs a node has.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../arcs.hpp"
#include "../sparse.hpp"
#include "module.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// Attention takes means, and a mean forgets how many it was taken of.  With c1 and c2 the two counts of node i,
///   y[i,:] = weight[:, step(c1)] + weight[:, steps + step(c2)],   step(c) = min(floor(2 * log2(1 + c)), steps - 1)
/// Counts      Where types tell directions (against > 0): its incoming arcs of the first `along` types, and of the next `against`.
///             Else its incoming and its outgoing arcs.
/// Shapes      y: n x width.  Parameters  weight: width x 64, starts at 0.
/// Cost        O(arcs + n * width).  Source  Ying et al. 2021, arXiv:2106.05234, eq. 5; steps of half an octave, so that any degree has one.
template <class Real>
class BasicDegreeEncoding : public BasicModule<Real> {
 public:
  BasicDegreeEncoding(std::size_t width, std::size_t along, std::size_t against);
  /// n x width: a row for every node of the graph.
  BasicVariable<Real> forward(const Graph& graph, const BasicArcs<Real>& arcs) const;

 private:
  std::size_t along_;
  std::size_t against_;
  BasicVariable<Real> weight_;
};

extern template class BasicDegreeEncoding<float>;
extern template class BasicDegreeEncoding<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
