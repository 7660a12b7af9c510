#pragma once
/// Random attention problems for the tests of the operator.
#include <set>
#include <utility>

#include "../../core/ops/attention.hpp"
#include "gradcheck.hpp"
#include "reference.hpp"

namespace edgewise::test {

enum class Kind { additive, dynamic, dot };

/// `arcs` random arcs, parallel ones and loops among them; `hub` > 0: node 0 attends to everybody `hub` times over, and everybody to
/// node 1 as often.
inline Graph random_graph(NodeId nodes, std::size_t arcs, std::uint64_t seed, std::size_t hub = 0) {
  Rng rng(seed);
  std::vector<Edge> list;
  if (nodes > 0)
    for (std::size_t k = 0; k < arcs; ++k) list.push_back({static_cast<NodeId>(rng.below(nodes)), static_cast<NodeId>(rng.below(nodes))});
  for (std::size_t k = 0; k < hub; ++k)
    for (NodeId i = 0; i < nodes; ++i) {
      list.push_back({i, 0});
      if (nodes > 1) list.push_back({1, i});
    }
  return Graph::from_edges(nodes, list);
}

template <class Real>
BasicVariable<Real> random_variable(std::size_t rows, std::size_t cols, std::uint64_t seed, double scale = 1) {
  Rng rng(seed, 7);
  auto table = BasicTensor<Real>::uninitialized(rows, cols);
  for (Real& x : table.values()) x = static_cast<Real>(scale * rng.normal());
  return BasicVariable<Real>(std::move(table), true);
}

/// One operator call with all its tables.
template <class Real>
struct AttentionCase {
  Kind kind;
  Graph graph;
  BasicVariable<Real> value, source, target, bias, a, x, w;
  float slope = 0.2F, scale = 0.3F;
  ops::AttentionOptions options;

  AttentionCase(Kind kind_, Graph graph_, std::size_t heads, std::size_t depth, bool with_bias = false, std::size_t features = 0, float dropout = 0)
      : kind(kind_), graph(std::move(graph_)), options{heads, dropout, RandomKey::of(3, 1, 4)} {
    const std::size_t n = graph.num_targets(), s = graph.num_sources(), m = graph.num_arcs(), width = heads * depth;
    const std::size_t score_width = kind == Kind::additive ? heads : width;
    if (kind != Kind::dynamic) value = random_variable<Real>(s, width, 1);
    source = random_variable<Real>(s, score_width, 2);
    target = random_variable<Real>(n, score_width, 3);
    if (with_bias) bias = random_variable<Real>(m, heads, 4);
    if (kind == Kind::dynamic) a = random_variable<Real>(1, width, 5, 0.5);
    if (kind == Kind::dynamic && features > 0) {
      x = random_variable<Real>(m, features, 6);
      w = random_variable<Real>(features, width, 7, 0.5);
    }
  }

  BasicVariable<Real> run() const {
    if (kind == Kind::additive) return ops::additive_attention(graph, value, source, target, bias, slope, options);
    if (kind == Kind::dynamic) return ops::dynamic_attention(graph, source, target, a, x, w, bias, slope, options);
    return ops::dot_attention(graph, target, source, value, bias, scale, options);
  }
  BasicTensor<Real> weights() const {
    const auto view = [](const BasicVariable<Real>& v) { return v ? v.value().view() : BasicView<const Real>{}; };
    if (kind == Kind::additive) return ops::additive_weights(graph, view(source), view(target), view(bias), slope);
    if (kind == Kind::dynamic)
      return ops::dynamic_weights(graph, view(source), view(target), view(a), view(x), view(w), view(bias), slope, options.heads);
    return ops::dot_weights(graph, view(target), view(source), view(bias), scale, options.heads);
  }
  std::vector<BasicVariable<Real>> leaves() const {
    std::vector<BasicVariable<Real>> all;
    for (const auto& leaf : {value, source, target, bias, a, x, w})
      if (leaf) all.push_back(leaf);
    return all;
  }
  ReferenceInputs reference() const {
    const auto table = [](const BasicVariable<Real>& v) { return v ? to_table(v.value()) : Table{}; };
    return {options.heads,
            table(value ? value : source),
            table(source),
            table(target),
            table(bias),
            table(a),
            table(x),
            table(w),
            static_cast<double>(slope),
            static_cast<double>(scale),
            static_cast<double>(options.dropout),
            options.key};
  }
  ScoreOfArc score() const { return kind == Kind::additive ? additive_score : kind == Kind::dynamic ? dynamic_score : dot_score; }
};

}  // namespace edgewise::test
