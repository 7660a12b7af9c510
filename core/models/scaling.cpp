#include "scaling.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/normalize.hpp"
#include "column_scale.hpp"

namespace edgewise::models {
namespace {

constexpr std::size_t kEntries = 1 << 15;  // of a sparse table, that a task takes at a time

/// The buffer of that name, or one that holds nothing.
template <class Real>
BasicVariable<Real> buffer(const BasicNodeModel<Real>& model, const std::string& name) {
  for (const auto& [known, variable] : model.buffers())
    if (known == name) return variable;
  return {};
}

template <class Real>
class ScaledNodeModel : public BasicNodeModel<Real> {
 public:
  explicit ScaledNodeModel(std::unique_ptr<BasicNodeModel<Real>> net) : BasicNodeModel<Real>(net->options()), net_(std::move(net)) {
    const NodeModelOptions& options = this->options();
    this->add_child("net", *net_);
    if (options.input_scale == InputScale::columns) {
      input_mean_ = this->add_buffer("input_scale.mean", BasicTensor<Real>(1, options.in));
      input_deviation_ = this->add_buffer("input_scale.deviation", BasicTensor<Real>::filled(1, options.in, Real(1)));
    }
    if (options.output_scale) {
      output_mean_ = this->add_buffer("output_scale.mean", BasicTensor<Real>(1, options.out));
      output_deviation_ = this->add_buffer("output_scale.deviation", BasicTensor<Real>::filled(1, options.out, Real(1)));
    }
  }

  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const override {
    const BasicVariable<Real> y = net_->forward(graph, entering(x), arcs, pass);
    return output_mean_ ? ops::scale_columns(y, output_deviation_.value(), output_mean_.value()) : y;
  }
  std::vector<BasicTensor<Real>> attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override {
    return net_->attention(graph, entering(x), arcs);
  }

 private:
  static BasicInput<Real> normalized(const BasicInput<Real>& x, ops::RowNorm norm) {
    if (const auto* sparse = std::get_if<BasicSparse<Real>>(&x)) return ops::normalize_rows(*sparse, norm);
    return ops::normalize_rows(dense_of(x), norm);
  }
  BasicInput<Real> entering(const BasicInput<Real>& x) const {
    switch (this->options().input_scale) {
      case InputScale::rows:
        return normalized(x, ops::RowNorm::sum);
      case InputScale::length:
        return normalized(x, ops::RowNorm::length);
      case InputScale::columns:
        return standardized(x, input_mean_.value(), input_deviation_.value());
      case InputScale::none:
        break;
    }
    return x;
  }

  std::unique_ptr<BasicNodeModel<Real>> net_;
  BasicVariable<Real> input_mean_, input_deviation_, output_mean_, output_deviation_;
};

template <class Real>
void sparse_moments(const BasicSparse<Real>& x, BasicTensor<Real>& deviation) {
  std::vector<double> squares(x.cols());
  for (EdgeId e = 0; e < x.pattern().edges(); ++e) {
    const auto value = static_cast<double>(x.values()[e]);
    squares[x.pattern().column()[e]] += value * value;
  }
  for (std::size_t c = 0; c < x.cols(); ++c) deviation(0, c) = deviation_of<Real>(squares[c] / static_cast<double>(x.rows()), 0);
}

/// x / deviation - mean / deviation.
template <class Real>
BasicVariable<Real> standardized(const BasicVariable<Real>& x, const BasicTensor<Real>& mean, const BasicTensor<Real>& deviation) {
  BasicTensor<Real> factor(1, mean.cols()), shift(1, mean.cols());
  for (std::size_t c = 0; c < mean.cols(); ++c) {
    factor(0, c) = 1 / deviation(0, c);
    shift(0, c) = -mean(0, c) / deviation(0, c);
  }
  return ops::scale_columns(x, factor, shift);
}

template <class Real>
BasicSparse<Real> standardized(const BasicSparse<Real>& x, const BasicTensor<Real>&, const BasicTensor<Real>& deviation) {
  if (deviation.cols() != x.cols()) fail<ShapeError>("standardized: x has ", x.cols(), " columns, the scale has ", deviation.cols());
  auto values = BasicTensor<Real>::of(1, x.values().size(), x.values());
  parallel_ranges(values.size(), kEntries, [&](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e) values(0, e) /= deviation(0, x.pattern().column()[e]);
  });
  return x.with_values(std::move(values));
}

}  // namespace

template <class Real>
std::unique_ptr<BasicNodeModel<Real>> scaled(std::unique_ptr<BasicNodeModel<Real>> model) {
  if (model->options().input_scale == InputScale::none && !model->options().output_scale) return model;
  return std::make_unique<ScaledNodeModel<Real>>(std::move(model));
}

template <class Real>
void learn_input_scale(BasicNodeModel<Real>& model, const BasicInput<Real>& features) {
  BasicVariable<Real> mean = buffer(model, "input_scale.mean"), deviation = buffer(model, "input_scale.deviation");
  if (!mean) return;
  if (cols_of(features) != mean.cols()) fail<ShapeError>("input scale: features have ", cols_of(features), " columns, the model takes ", mean.cols());
  if (rows_of(features) == 0) return;
  if (const auto* sparse = std::get_if<BasicSparse<Real>>(&features)) {
    sparse_moments(*sparse, deviation.mutable_value());
    return;
  }
  std::vector<NodeId> rows(rows_of(features));
  std::iota(rows.begin(), rows.end(), NodeId{0});
  column_moments<Real>(dense_of(features).value().view(), rows, mean.mutable_value(), deviation.mutable_value());
}

template <class Real>
void learn_output_scale(BasicNodeModel<Real>& model, BasicView<const Real> values, std::span<const NodeId> nodes) {
  BasicVariable<Real> mean = buffer(model, "output_scale.mean"), deviation = buffer(model, "output_scale.deviation");
  if (!mean) return;
  if (values.cols != mean.cols()) fail<ShapeError>("output scale: targets have ", values.cols, " columns, the model gives ", mean.cols());
  column_moments(values, nodes, mean.mutable_value(), deviation.mutable_value());
}

template <class Real>
OutputScale<Real> output_scale(const BasicNodeModel<Real>& model) {
  const BasicVariable<Real> mean = buffer(model, "output_scale.mean"), deviation = buffer(model, "output_scale.deviation");
  if (mean) return {mean.value(), deviation.value()};
  return {BasicTensor<Real>(1, model.options().out), BasicTensor<Real>::filled(1, model.options().out, Real(1))};
}

template <class Real>
BasicInput<Real> standardized(const BasicInput<Real>& x, const BasicTensor<Real>& mean, const BasicTensor<Real>& deviation) {
  if (const auto* sparse = std::get_if<BasicSparse<Real>>(&x)) return standardized(*sparse, mean, deviation);
  return standardized(dense_of(x), mean, deviation);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                      \
  template EDGEWISE_API std::unique_ptr<BasicNodeModel<Real>> scaled(std::unique_ptr<BasicNodeModel<Real>>);            \
  template EDGEWISE_API void learn_input_scale(BasicNodeModel<Real>&, const BasicInput<Real>&);                         \
  template EDGEWISE_API void learn_output_scale(BasicNodeModel<Real>&, BasicView<const Real>, std::span<const NodeId>); \
  template EDGEWISE_API OutputScale<Real> output_scale(const BasicNodeModel<Real>&);                                    \
  template EDGEWISE_API BasicInput<Real> standardized(const BasicInput<Real>&, const BasicTensor<Real>&, const BasicTensor<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::models
