#pragma once
/// Attention as the papers write it, in double and over all pairs: n x s tables, three plain loops, no code shared with the
/// kernels that it judges.
#include <cmath>
#include <limits>
#include <vector>

#include "../../core/random_key.hpp"
#include "../../core/tensor.hpp"
#include "../../graph/graph.hpp"

namespace edgewise::test {

using Table = std::vector<std::vector<double>>;

template <class Real>
Table to_table(const BasicTensor<Real>& t) {
  Table table(t.rows(), std::vector<double>(t.cols()));
  for (std::size_t i = 0; i < t.rows(); ++i)
    for (std::size_t c = 0; c < t.cols(); ++c) table[i][c] = static_cast<double>(t(i, c));
  return table;
}

/// Everything one attention needs: leave empty what the score does not have.
struct ReferenceInputs {
  std::size_t heads = 1;
  Table value, source, target, bias, a, x, w;  // roles as in core/ops/attention.hpp: v from to, l l r, v k q
  double slope = 0.2, scale = 1, dropout = 0;
  RandomKey key;
};

inline double leaky_reference(double x, double slope) { return x > 0 ? x : slope * x; }

inline double additive_score(const ReferenceInputs& in, std::size_t i, std::size_t j, EdgeId e, std::size_t h) {
  return leaky_reference(in.target[i][h] + in.source[j][h] + (in.bias.empty() ? 0 : in.bias[e][h]), in.slope);
}
inline double dynamic_score(const ReferenceInputs& in, std::size_t i, std::size_t j, EdgeId e, std::size_t h) {
  const std::size_t depth = in.source[j].size() / in.heads;
  double score = in.bias.empty() ? 0 : in.bias[e][h];
  for (std::size_t d = 0; d < depth; ++d) {
    const std::size_t c = h * depth + d;
    double z = in.source[j][c] + in.target[i][c];
    for (std::size_t f = 0; f < in.w.size(); ++f) z += in.x[e][f] * in.w[f][c];
    score += in.a[0][c] * leaky_reference(z, in.slope);
  }
  return score;
}
inline double dot_score(const ReferenceInputs& in, std::size_t i, std::size_t j, EdgeId e, std::size_t h) {
  const std::size_t depth = in.source[j].size() / in.heads;
  double product = 0;
  for (std::size_t d = 0; d < depth; ++d) product += in.target[i][h * depth + d] * in.source[j][h * depth + d];
  return in.scale * product + (in.bias.empty() ? 0 : in.bias[e][h]);
}

using ScoreOfArc = double (*)(const ReferenceInputs&, std::size_t, std::size_t, EdgeId, std::size_t);

/// m x H: softmax over each target's row of the n x s table of scores (an arc that stands k times counts k times).
inline Table reference_weights(const Graph& graph, const ReferenceInputs& in, ScoreOfArc score) {
  Table weights(graph.num_arcs(), std::vector<double>(in.heads, 0));
  for (std::size_t i = 0; i < graph.num_targets(); ++i)
    for (std::size_t h = 0; h < in.heads; ++h) {
      const EdgeId first = graph.in_edges().begin()[i], last = graph.in_edges().begin()[i + 1];
      double highest = -std::numeric_limits<double>::infinity(), total = 0;
      for (EdgeId e = first; e < last; ++e) highest = std::max(highest, score(in, i, graph.in_edges().column()[e], e, h));
      if (std::isinf(highest)) continue;  // nothing, or only what is masked: the row weighs nothing
      for (EdgeId e = first; e < last; ++e) total += weights[e][h] = std::exp(score(in, i, graph.in_edges().column()[e], e, h) - highest);
      for (EdgeId e = first; e < last; ++e) weights[e][h] /= total;
    }
  return weights;
}

/// What dropout makes of weight (e, h): 0, or 1 / (1 - dropout) of it.
inline double reference_keep(const ReferenceInputs& in, EdgeId e, std::size_t h) {
  const bool keep = in.dropout == 0 || random_bits(in.key, e * in.heads + h) >= in.dropout * 4294967296.0;
  return keep ? 1 / (1 - in.dropout) : 0;
}

/// n x (H * D), by way of one dense n x s table per head.
inline Table reference_attention(const Graph& graph, const ReferenceInputs& in, ScoreOfArc score) {
  const std::size_t width = in.value.empty() ? 0 : in.value[0].size(), depth = width / in.heads;
  const Table weights = reference_weights(graph, in, score);
  Table y(graph.num_targets(), std::vector<double>(width, 0));
  for (std::size_t h = 0; h < in.heads; ++h) {
    Table dense(graph.num_targets(), std::vector<double>(graph.num_sources(), 0));
    for (std::size_t i = 0; i < graph.num_targets(); ++i)
      for (EdgeId e = graph.in_edges().begin()[i]; e < graph.in_edges().begin()[i + 1]; ++e)
        dense[i][graph.in_edges().column()[e]] += weights[e][h] * reference_keep(in, e, h);
    for (std::size_t i = 0; i < graph.num_targets(); ++i)
      for (std::size_t j = 0; j < graph.num_sources(); ++j)
        for (std::size_t d = 0; d < depth; ++d) y[i][h * depth + d] += dense[i][j] * in.value[j][h * depth + d];
  }
  return y;
}

/// Largest |got - expected| / max(1, largest |expected|).
template <class Real>
double worst_error(const BasicTensor<Real>& got, const Table& expected) {
  double worst = 0, scale = 1;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t c = 0; c < expected[i].size(); ++c) {
      const double difference = std::abs(static_cast<double>(got(i, c)) - expected[i][c]);
      worst = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(worst, difference);
      scale = std::max(scale, std::abs(expected[i][c]));
    }
  return worst / scale;
}

}  // namespace edgewise::test
