#pragma once
/// The layer between nodes and graphs.
#include <optional>

#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// sum, mean, max: of each column.  attention: H softmax-weighted means, the scores linear in a node's row.
/// recurrent: a state per graph, at first the sum of its nodes, asks the nodes `rounds` times and takes the answer in through a GRU.
enum class Readout { sum, mean, max, attention, recurrent };

/// What shapes a readout.
struct GraphReadoutOptions {
  Readout kind = Readout::mean;  ///< how rows become one
  std::size_t heads = 1;         ///< of attention, divides the width
  std::size_t rounds = 2;        ///< of recurrent, >= 1
  float slope = 0.2F;            ///< of the LeakyReLU in the scores of recurrent
};

/// Shapes      members: graphs x nodes (graph/batch.hpp).  x: nodes x width.  Result: graphs x width.  A graph without nodes gives a zero row
///             (recurrent: what the cell makes of nothing; the same for all of them).
///   recurrent g = sum x;  per round  c = elu(sum_i softmax_i(leaky_relu(<a, x[i]> + <b, g>)) * lin(x[i])),  g = gru(c, g)
/// Parameters  attention: score.weight: H x width, score.bias.  recurrent: lin.*, att_node, att_graph: 1 x width, gru_news.*, gru_state.*.
/// Source      attention: arXiv:1511.05493, eq. 7.  recurrent: Xiong et al. 2020, doi:10.1021/acs.jmedchem.9b00959 (AttentiveFP's molecule
/// embedding).
template <class Real>
class BasicGraphReadout : public BasicModule<Real> {
 public:
  BasicGraphReadout(std::size_t width, const GraphReadoutOptions& options, Rng& rng);
  /// When `weights` is given, the attention weights are put there, nodes x H (recurrent: of the last round); for others nothing.
  BasicVariable<Real> forward(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights = nullptr) const;

 private:
  BasicVariable<Real> attend(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights) const;
  BasicVariable<Real> recur(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights) const;

  GraphReadoutOptions options_;
  std::optional<BasicLinear<Real>> score_, lin_, gru_news_, gru_state_;
  BasicVariable<Real> att_node_, att_graph_;
};

extern template class BasicGraphReadout<float>;
extern template class BasicGraphReadout<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
