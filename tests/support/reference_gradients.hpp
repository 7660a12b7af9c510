#pragma once
/// The gradients of reference.hpp's attention by the chain rule, arc by arc in double: nothing is recomputed in blocks, and no term is left
/// out because it adds up to zero.
#include "attention_case.hpp"

namespace edgewise::test {

inline Table zeros_like(Table table) {
  for (auto& row : table) row.assign(row.size(), 0.0);
  return table;
}

/// What the score of arc e: j -> i sends back for head h, given its own gradient ds.
struct ScoreBackward {
  const ReferenceInputs& in;
  Table source, target, bias, a, x, w;

  explicit ScoreBackward(const ReferenceInputs& inputs)
      : in(inputs),
        source(zeros_like(in.source)),
        target(zeros_like(in.target)),
        bias(zeros_like(in.bias)),
        a(zeros_like(in.a)),
        x(zeros_like(in.x)),
        w(zeros_like(in.w)) {}

  void additive(std::size_t i, std::size_t j, EdgeId e, std::size_t h, double ds) {
    const double z = in.target[i][h] + in.source[j][h] + (in.bias.empty() ? 0 : in.bias[e][h]);
    const double dz = ds * (z > 0 ? 1 : in.slope);
    target[i][h] += dz;
    source[j][h] += dz;
    if (!bias.empty()) bias[e][h] += dz;
  }
  void dot(std::size_t i, std::size_t j, EdgeId e, std::size_t h, double ds) {
    const std::size_t depth = in.source[j].size() / in.heads;
    for (std::size_t c = h * depth; c < (h + 1) * depth; ++c) {
      target[i][c] += in.scale * ds * in.source[j][c];
      source[j][c] += in.scale * ds * in.target[i][c];
    }
    if (!bias.empty()) bias[e][h] += ds;
  }
  void dynamic(std::size_t i, std::size_t j, EdgeId e, std::size_t h, double ds) {
    const std::size_t depth = in.source[j].size() / in.heads;
    for (std::size_t c = h * depth; c < (h + 1) * depth; ++c) {
      double z = in.source[j][c] + in.target[i][c];
      for (std::size_t f = 0; f < in.w.size(); ++f) z += in.x[e][f] * in.w[f][c];
      const double dz = ds * in.a[0][c] * (z > 0 ? 1 : in.slope);
      a[0][c] += ds * leaky_reference(z, in.slope);
      source[j][c] += dz;
      target[i][c] += dz;
      for (std::size_t f = 0; f < in.w.size(); ++f) {
        w[f][c] += in.x[e][f] * dz;
        x[e][f] += in.w[f][c] * dz;
      }
    }
    if (!bias.empty()) bias[e][h] += ds;
  }
};

/// The gradients of <grad, attention(c)>, one table for each of c.leaves(), in their order.
template <class Real>
std::vector<Table> reference_gradients(const AttentionCase<Real>& c, const Table& grad) {
  const ReferenceInputs in = c.reference();
  const Table weights = reference_weights(c.graph, in, c.score());
  Table d_value = zeros_like(in.value);
  ScoreBackward score(in);
  for (std::size_t i = 0; i < c.graph.num_targets(); ++i)
    for (std::size_t h = 0; h < in.heads; ++h) {
      const EdgeId first = c.graph.in_edges().begin()[i], last = c.graph.in_edges().begin()[i + 1];
      // y[i] = sum of a[e] * keep[e] * v[j]; through the softmax, ds[e] = a[e] * (da[e] - sum of a * da)
      std::vector<double> d_weight(last - first, 0.0);
      double mean = 0;
      for (EdgeId e = first; e < last; ++e) {
        const std::size_t j = c.graph.in_edges().column()[e], depth = in.value[j].size() / in.heads;
        const double keep = reference_keep(in, e, h);
        for (std::size_t k = h * depth; k < (h + 1) * depth; ++k) {
          d_weight[e - first] += keep * grad[i][k] * in.value[j][k];
          d_value[j][k] += weights[e][h] * keep * grad[i][k];
        }
        mean += weights[e][h] * d_weight[e - first];
      }
      for (EdgeId e = first; e < last; ++e) {
        const std::size_t j = c.graph.in_edges().column()[e];
        const double ds = weights[e][h] * (d_weight[e - first] - mean);
        if (c.kind == Kind::additive) score.additive(i, j, e, h, ds);
        if (c.kind == Kind::dynamic) score.dynamic(i, j, e, h, ds);
        if (c.kind == Kind::dot) score.dot(i, j, e, h, ds);
      }
    }
  if (!c.value)  // the values are the sources
    for (std::size_t j = 0; j < d_value.size(); ++j)
      for (std::size_t k = 0; k < d_value[j].size(); ++k) score.source[j][k] += d_value[j][k];
  std::vector<Table> all;
  if (c.value) all.push_back(d_value);
  all.push_back(score.source);
  all.push_back(score.target);
  if (c.bias) all.push_back(score.bias);
  if (c.a) all.push_back(score.a);
  if (c.x) all.push_back(score.x);
  if (c.w) all.push_back(score.w);
  return all;
}

}  // namespace edgewise::test
