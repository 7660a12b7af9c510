#pragma once
/// Attention as other frameworks compose it, in plain C++: what the fused operator is measured against.  Vectorised, memory reused from call
/// to call, sums over sorted segments instead of atomics: kinder to them than they are.
#include <memory>

#include "../../core/kernels/attention.hpp"

namespace edgewise::bench {

using kernels::AttentionInputs;
using kernels::Score;

/// One score of one style, for the shapes H x D of shapes.hpp (else UsageError).  Without bias, edge features and dropout.
class Reference {
 public:
  virtual ~Reference() = default;
  /// n x (H*D); keeps what backward needs, in place of what an earlier call kept.
  virtual Tensor forward() = 0;
  /// Of the last forward.  What the score does not have stays empty.
  virtual kernels::AttentionGradients<float> backward(const Tensor& grad) = 0;
};

/// PyTorch Geometric: the rows of both ends are gathered into tables of one row an arc, and everything happens there.
/// Memory  forward keeps up to two tables of arcs x (H*D), backward needs two more.
std::unique_ptr<Reference> materialised(const Graph& graph, const AttentionInputs<float>& in);

/// DGL: scores arc by arc, a softmax over arcs, a sparse product; arcs x H between them.  The score of GATv2 is arcs x (H*D) there as well.
std::unique_ptr<Reference> three_pass(const Graph& graph, const AttentionInputs<float>& in);

}  // namespace edgewise::bench
