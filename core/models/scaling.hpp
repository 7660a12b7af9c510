#pragma once
/// Features and targets of any scale: what a model does to them on the way in and out, learned once and kept in the model.
#include <memory>
#include <span>

#include "../../graph/api.hpp"
#include "node_model.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// `model` with what its options' input_scale and output_scale ask for around it; `model` itself when they ask for nothing.
/// Its parameters appear under "net."; the scales are the buffers "input_scale.mean", "input_scale.deviation" (1 x in),
/// "output_scale.mean" and "output_scale.deviation" (1 x out), 0 and 1 until they are learned.
template <class Real>
std::unique_ptr<BasicNodeModel<Real>> scaled(std::unique_ptr<BasicNodeModel<Real>> model);

/// Sets the input buffers from the features of the training graph: mean and deviation of each column over all rows; 1 where a
/// column is constant.  A sparse table has no mean taken off: its buffer is 0, and the deviation is the root of the mean square.
/// Without input_scale == columns: nothing.  Throws ShapeError when the columns are not `in`; O(values).
template <class Real>
void learn_input_scale(BasicNodeModel<Real>& model, const BasicInput<Real>& features);

/// Sets the output buffers: mean and deviation of each column of `values` (n x out, NaN where unknown) over `nodes`; 0 and 1
/// where nothing is known, deviation 1 where a column is constant.  Without output_scale: nothing.  Throws ShapeError.
template <class Real>
void learn_output_scale(BasicNodeModel<Real>& model, BasicView<const Real> values, std::span<const NodeId> nodes);

/// What a model does to its values at the end, 1 x out each: deviation 1 and mean 0 without output_scale.
template <class Real>
struct OutputScale {
  BasicTensor<Real> mean;       ///< added last
  BasicTensor<Real> deviation;  ///< multiplied first
};
/// That of `model`, as it was learned.
template <class Real>
OutputScale<Real> output_scale(const BasicNodeModel<Real>& model);

/// (x - mean) / deviation by column, mean and deviation 1 x cols; a sparse table is divided only, so that it stays sparse.
template <class Real>
BasicInput<Real> standardized(const BasicInput<Real>& x, const BasicTensor<Real>& mean, const BasicTensor<Real>& deviation);

EDGEWISE_API_END
}  // namespace edgewise::models
