#include "arc_scores.hpp"
#include "arc_softmax.hpp"
#include "shapes.hpp"

namespace edgewise::bench {
namespace {

using Gradients = kernels::AttentionGradients<float>;

/// What the three scores share: the last two passes forward, the first two backward.  n nodes, m arcs.
template <std::size_t H, std::size_t D>
class ThreePass : public Reference {
 public:
  ThreePass(const Graph& graph, const AttentionInputs<float>& in) : graph_(graph), in_(in) { graph.out_edges(); }

 protected:
  static constexpr std::size_t kWidth = H * D;
  Tensor per_arc(std::size_t width) const { return Tensor::uninitialized(graph_.num_arcs(), width); }
  Tensor per_node(std::size_t width) const { return Tensor::uninitialized(graph_.num_targets(), width); }
  /// weight_ holds scores: they become weights, and y the weighted sums.
  Tensor attend() {
    softmax_arcs<H>(graph_, weight_.data());
    return spread(Walk::in(graph_), weight_, in_.value.data);
  }
  /// y[row,h,:] = sum of weight[e,h] * x[other end,h,:]
  Tensor spread(const Walk& walk, const Tensor& weight, const float* x) const {
    Tensor y = per_node(kWidth);
    weighted_sum<H, D>(walk, weight.data(), x, y.data());
    return y;
  }
  /// y[row,:] = sum of x[e,:]
  template <std::size_t Width>
  Tensor summed(const Walk& walk, const Tensor& x) const {
    Tensor y = per_node(Width);
    sum_arcs<Width>(walk, x.data(), y.data());
    return y;
  }
  Tensor score_gradient(const Tensor& grad) const {
    Tensor ds = per_arc(H);
    arc_products<H, D>(graph_, grad.data(), in_.value.data, 1, ds.data());  // forward: y[i] += w[e] * v[j]
    softmax_arcs_backward<H>(graph_, weight_.data(), ds.data());
    return ds;
  }

  const Graph& graph_;
  const AttentionInputs<float> in_;
  Tensor weight_;  // m x H, kept for backward
};

template <std::size_t H, std::size_t D>
class Gat final : public ThreePass<H, D> {
  using Base = ThreePass<H, D>;
  using Base::graph_, Base::in_, Base::weight_;

 public:
  using Base::Base;
  Tensor forward() override {
    weight_ = {};
    weight_ = this->per_arc(H);
    additive_scores<H>(graph_, in_.source.data, in_.target.data, in_.slope, weight_.data());
    return this->attend();
  }

  Gradients backward(const Tensor& grad) override {
    Gradients g;
    Tensor ds = this->score_gradient(grad);
    g.value = this->spread(Walk::out(graph_), weight_, grad.data());
    additive_scores_backward<H>(graph_, in_.source.data, in_.target.data, in_.slope, ds.data());
    g.source = this->template summed<H>(Walk::out(graph_), ds);
    g.target = this->template summed<H>(Walk::in(graph_), ds);
    return g;
  }
};

template <std::size_t H, std::size_t D>
class Dot final : public ThreePass<H, D> {
  using Base = ThreePass<H, D>;
  using Base::graph_, Base::in_, Base::weight_;

 public:
  using Base::Base;
  Tensor forward() override {
    weight_ = {};
    weight_ = this->per_arc(H);
    arc_products<H, D>(graph_, in_.target.data, in_.source.data, in_.scale, weight_.data());
    return this->attend();
  }

  Gradients backward(const Tensor& grad) override {
    Gradients g;
    Tensor ds = this->score_gradient(grad);
    g.value = this->spread(Walk::out(graph_), weight_, grad.data());
    each(ds.size(), [d = ds.data(), scale = in_.scale](std::size_t k) { d[k] *= scale; });  // forward: s = scale * <q, k>
    g.target = this->spread(Walk::in(graph_), ds, in_.source.data);
    g.source = this->spread(Walk::out(graph_), ds, in_.target.data);
    return g;
  }
};

template <std::size_t H, std::size_t D>
class Gatv2 final : public ThreePass<H, D> {
  using Base = ThreePass<H, D>;
  using Base::graph_, Base::in_, Base::weight_, Base::kWidth;

 public:
  using Base::Base;
  Tensor forward() override {
    sum_ = {};
    weight_ = {};
    sum_ = this->per_arc(kWidth);
    const NodeId* const column = graph_.in_edges().column().data();
    for_rows(graph_.in_edges(), [this, column](NodeId i, EdgeId first, EdgeId last) {
      const float* const target = in_.target.data + i * kWidth;
      for (EdgeId e = first; e < last; ++e) {
        if (e + kAhead < graph_.num_arcs()) fetch<kWidth>(in_.value.data + column[e + kAhead] * kWidth);
        const float* const value = in_.value.data + column[e] * kWidth;
        float* const sum = sum_.data() + e * kWidth;
        for (std::size_t c = 0; c < kWidth; c += kLanes) store(sum + c, load<kLanes>(target + c) + load<kLanes>(value + c));
      }
    });
    Tensor hidden = this->per_arc(kWidth);
    weight_ = this->per_arc(H);
    dynamic_scores<H, D>(graph_.num_arcs(), sum_.data(), in_.a.data, in_.slope, hidden.data(), weight_.data());
    return this->attend();
  }

  Gradients backward(const Tensor& grad) override {
    Gradients g;
    const Tensor ds = this->score_gradient(grad);
    g.value = this->spread(Walk::out(graph_), weight_, grad.data());
    Tensor d_sum = this->per_arc(kWidth);
    g.a = dynamic_scores_backward<H, D>(graph_.num_arcs(), sum_.data(), in_.a.data, in_.slope, ds.data(), d_sum.data());
    g.target = this->template summed<kWidth>(Walk::in(graph_), d_sum);
    const Tensor more = this->template summed<kWidth>(Walk::out(graph_), d_sum);
    each(more.size(), [to = g.value.data(), x = more.data()](std::size_t k) { to[k] += x[k]; });
    return g;
  }

 private:
  Tensor sum_;  // m x (H*D): what DGL's u_add_v leaves
};

}  // namespace

std::unique_ptr<Reference> three_pass(const Graph& graph, const AttentionInputs<float>& in) { return make_reference<Gat, Dot, Gatv2>(graph, in); }

}  // namespace edgewise::bench
