#include "arc_scores.hpp"
#include "arc_softmax.hpp"
#include "shapes.hpp"

namespace edgewise::bench {
namespace {

using Gradients = kernels::AttentionGradients<float>;

/// What the three scores share.  n nodes, m arcs.
template <std::size_t H, std::size_t D>
class Materialised : public Reference {
 public:
  Materialised(const Graph& graph, const AttentionInputs<float>& in) : graph_(graph), in_(in), sender_(graph.in_edges().column()) {
    for (NodeId i = 0; i < graph.num_targets(); ++i) receiver_.insert(receiver_.end(), graph.in_edges().degree(i), i);
    graph.out_edges();
  }

 protected:
  static constexpr std::size_t kWidth = H * D;
  Tensor per_arc(std::size_t width) const { return Tensor::uninitialized(graph_.num_arcs(), width); }
  Tensor per_node(std::size_t width) const { return Tensor::uninitialized(graph_.num_targets(), width); }
  std::size_t arcs() const { return graph_.num_arcs(); }
  /// A row an arc, of the node at its end.
  template <std::size_t Width>
  Tensor gathered(std::span<const NodeId> end, const float* from) const {
    Tensor rows = per_arc(Width);
    gather<Width>(end, from, rows.data());
    return rows;
  }
  /// A row a node, the sum over its arcs.
  template <std::size_t Width>
  Tensor summed(const Walk& walk, const Tensor& rows) const {
    Tensor sums = per_node(Width);
    sum_arcs<Width>(walk, rows.data(), sums.data());
    return sums;
  }
  /// into[e,h,:] = weight[e,h] * rows[e,h,:]
  const Tensor& weighed(const Tensor& rows, const Tensor& weight, Tensor& into) const {
    scale_heads<H, D>(arcs(), rows.data(), weight.data(), into.data());
    return into;
  }
  /// rows = x * y, each a row an arc; returns the sums of its heads.
  Tensor multiplied(const Tensor& x, const Tensor& y, Tensor& rows) const {
    Tensor sums = per_arc(H);
    multiply_heads<H, D>(arcs(), x.data(), y.data(), rows.data(), sums.data());
    return sums;
  }
  /// The gradient of the scores under the softmax.  forward: messages = weight * values, to which grads belong.
  Tensor score_gradient(const Tensor& grads, const Tensor& values, Tensor& rows) const {
    Tensor ds = multiplied(grads, values, rows);
    softmax_arcs_backward<H>(graph_, weight_.data(), ds.data());
    return ds;
  }
  Walk in() const { return Walk::in(graph_); }
  Walk out() const { return Walk::out(graph_); }

  const Graph& graph_;
  const AttentionInputs<float> in_;
  std::span<const NodeId> sender_;
  std::vector<NodeId> receiver_;
  Tensor weight_;  // m x H, kept for backward
};

template <std::size_t H, std::size_t D>
class Gat final : public Materialised<H, D> {
  using Base = Materialised<H, D>;
  using Base::in_, Base::sender_, Base::receiver_, Base::weight_, Base::kWidth;

 public:
  using Base::Base;
  Tensor forward() override {
    sum_ = {};
    weight_ = {};
    values_ = {};
    sum_ = this->template gathered<H>(sender_, in_.source.data);
    weight_ = this->template gathered<H>(receiver_, in_.target.data);
    each(sum_.size(), [s = sum_.data(), w = weight_.data(), slope = in_.slope](std::size_t k) {
      s[k] += w[k];
      w[k] = leaky(s[k], slope);
    });
    softmax_arcs<H>(this->graph_, weight_.data());
    values_ = this->template gathered<kWidth>(sender_, in_.value.data);
    Tensor messages = this->per_arc(kWidth);
    return this->template summed<kWidth>(this->in(), this->weighed(values_, weight_, messages));
  }

  Gradients backward(const Tensor& grad) override {
    Gradients g;
    const Tensor grads = this->template gathered<kWidth>(receiver_, grad.data());
    Tensor rows = this->per_arc(kWidth);
    Tensor ds = this->score_gradient(grads, values_, rows);
    g.value = this->template summed<kWidth>(this->out(), this->weighed(grads, weight_, rows));
    each(ds.size(), [d = ds.data(), s = sum_.data(), slope = in_.slope](std::size_t k) { d[k] *= s[k] > 0 ? 1.F : slope; });
    g.source = this->template summed<H>(this->out(), ds);
    g.target = this->template summed<H>(this->in(), ds);
    return g;
  }

 private:
  Tensor sum_, values_;
};

template <std::size_t H, std::size_t D>
class Dot final : public Materialised<H, D> {
  using Base = Materialised<H, D>;
  using Base::in_, Base::sender_, Base::receiver_, Base::weight_, Base::kWidth;

 public:
  using Base::Base;
  Tensor forward() override {
    queries_ = {};
    keys_ = {};
    weight_ = {};
    queries_ = this->template gathered<kWidth>(receiver_, in_.target.data);
    keys_ = this->template gathered<kWidth>(sender_, in_.source.data);
    Tensor rows = this->per_arc(kWidth);
    weight_ = this->multiplied(queries_, keys_, rows);
    each(weight_.size(), [w = weight_.data(), scale = in_.scale](std::size_t k) { w[k] *= scale; });
    softmax_arcs<H>(this->graph_, weight_.data());
    const Tensor values = this->template gathered<kWidth>(sender_, in_.value.data);
    return this->template summed<kWidth>(this->in(), this->weighed(values, weight_, rows));
  }

  /// Values are gathered anew, which keeps the peak at four tables.
  Gradients backward(const Tensor& grad) override {
    Gradients g;
    Tensor rows = this->template gathered<kWidth>(sender_, in_.value.data);
    Tensor ds;
    {
      const Tensor grads = this->template gathered<kWidth>(receiver_, grad.data());
      ds = this->score_gradient(grads, rows, rows);
      g.value = this->template summed<kWidth>(this->out(), this->weighed(grads, weight_, rows));
    }
    each(ds.size(), [d = ds.data(), scale = in_.scale](std::size_t k) { d[k] *= scale; });
    g.target = this->template summed<kWidth>(this->in(), this->weighed(keys_, ds, rows));
    g.source = this->template summed<kWidth>(this->out(), this->weighed(queries_, ds, rows));
    return g;
  }

 private:
  Tensor queries_, keys_;
};

template <std::size_t H, std::size_t D>
class Gatv2 final : public Materialised<H, D> {
  using Base = Materialised<H, D>;
  using Base::in_, Base::sender_, Base::receiver_, Base::weight_, Base::kWidth;

 public:
  using Base::Base;
  Tensor forward() override {
    sum_ = {};
    values_ = {};
    weight_ = {};
    values_ = this->template gathered<kWidth>(sender_, in_.value.data);
    Tensor rows = this->template gathered<kWidth>(receiver_, in_.target.data);
    sum_ = this->per_arc(kWidth);
    each(rows.size(), [to = sum_.data(), x = rows.data(), y = values_.data()](std::size_t k) { to[k] = x[k] + y[k]; });
    weight_ = this->per_arc(H);
    dynamic_scores<H, D>(this->arcs(), sum_.data(), in_.a.data, in_.slope, rows.data(), weight_.data());
    softmax_arcs<H>(this->graph_, weight_.data());
    return this->template summed<kWidth>(this->in(), this->weighed(values_, weight_, rows));
  }

  Gradients backward(const Tensor& grad) override {
    Gradients g;
    Tensor grads = this->template gathered<kWidth>(receiver_, grad.data());
    Tensor rows = this->per_arc(kWidth);
    const Tensor ds = this->score_gradient(grads, values_, rows);
    this->weighed(grads, weight_, rows);
    g.a = dynamic_scores_backward<H, D>(this->arcs(), sum_.data(), in_.a.data, in_.slope, ds.data(), grads.data());
    g.target = this->template summed<kWidth>(this->in(), grads);
    each(rows.size(), [to = rows.data(), x = grads.data()](std::size_t k) { to[k] += x[k]; });
    g.value = this->template summed<kWidth>(this->out(), rows);
    return g;
  }

 private:
  Tensor sum_, values_;
};

}  // namespace

std::unique_ptr<Reference> materialised(const Graph& graph, const AttentionInputs<float>& in) { return make_reference<Gat, Dot, Gatv2>(graph, in); }

}  // namespace edgewise::bench
