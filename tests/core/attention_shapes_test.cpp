// The operator on random shapes: every instruction set, forward and backward, against the dense reference in double; the same bytes on
// 1, 2 and 8 threads.
#include <algorithm>
#include <limits>
#include <ostream>

#include "../../graph/rows.hpp"
#include "support/attention_runs.hpp"
#include "support/reference_gradients.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// One drawn problem; what a failure prints.
struct Shape {
  Kind kind;
  NodeId sources, targets;
  std::size_t arcs, hub;  // hub: target 0 hears every source `hub` times, every target hears source 0 as often
  bool square;            // one set of nodes
  std::size_t heads, depth, features;
  bool bias, masked;
  float dropout;
  std::uint64_t seed;
};

std::ostream& operator<<(std::ostream& out, const Shape& s) {
  constexpr const char* kNames[] = {"additive", "dynamic", "dot"};
  return out << kNames[static_cast<int>(s.kind)] << ", " << s.sources << " sources, " << s.targets << " targets" << (s.square ? " (one set)" : "")
             << ", " << s.arcs << " arcs drawn, hub " << s.hub << ", " << s.heads << " heads x " << s.depth << ", " << s.features
             << " edge features, bias " << s.bias << ", masked " << s.masked << ", dropout " << s.dropout << ", seed " << s.seed;
}

/// Up to 300 nodes, 1 to 300 columns, half of the widths those of the fixed kernels; about `work` products in all.
Shape draw(Rng& rng, std::size_t work) {
  Shape s{};
  s.seed = rng.bits();
  s.kind = kKinds[rng.below(3)];
  const auto nodes = [&] { return static_cast<NodeId>(rng.below(3) == 0 ? rng.below(6) : rng.below(301)); };
  s.square = rng.below(3) > 0;
  s.targets = nodes();
  s.sources = s.square ? s.targets : nodes();
  s.heads = 1 + rng.below(8);
  if (rng.below(2) == 0) {
    s.heads = std::size_t{1} << rng.below(4);
    s.depth = std::size_t{8} << rng.below(4);
    while (s.heads * s.depth > 300) s.depth /= 2;
  } else {
    s.depth = 1 + rng.below(300 / s.heads);
  }
  const std::size_t most = work / (s.heads * s.depth);
  s.arcs = rng.below(std::min<std::size_t>(most, 5000) + 1);
  if (rng.below(3) == 0) s.hub = std::min<std::size_t>(1 + rng.below(60), most / (s.sources + s.targets + 1));
  s.features = s.kind == Kind::dynamic ? std::min<std::size_t>(rng.below(6), 3) % 3 : 0;
  s.bias = rng.below(2) == 0;
  s.masked = s.bias && rng.below(2) == 0;
  s.dropout = rng.below(3) == 0 ? 0.4F : 0;
  return s;
}

Graph graph_of(const Shape& s) {
  Rng rng(s.seed);
  std::vector<Edge> list;
  if (s.sources > 0 && s.targets > 0) {
    for (std::size_t k = 0; k < s.arcs; ++k) list.push_back({static_cast<NodeId>(rng.below(s.sources)), static_cast<NodeId>(rng.below(s.targets))});
    for (std::size_t k = 0; k < s.hub; ++k) {
      for (NodeId j = 0; j < s.sources; ++j) list.push_back({j, 0});
      for (NodeId i = 0; i < s.targets; ++i) list.push_back({0, i});
    }
  }
  return s.square ? Graph::from_edges(s.targets, list) : Graph::bipartite(s.targets, s.sources, list);
}

/// Scores are made of few bits, so that float and double agree on the side of zero that leaky relu is on.
template <class Real>
void round_scores(AttentionCase<Real>& c) {
  const auto round = [](BasicVariable<Real>& table, double steps) {
    if (!table) return;
    for (Real& x : table.mutable_value().values()) x = static_cast<Real>(std::round(static_cast<double>(x) * steps) / steps);
  };
  for (auto* table : {&c.source, &c.target, &c.bias}) round(*table, 1024);
  for (auto* table : {&c.x, &c.w}) round(*table, 32);
}

template <class Real>
AttentionCase<Real> case_of(const Shape& s) {
  AttentionCase<Real> c(s.kind, graph_of(s), s.heads, s.depth, s.bias, s.features, s.dropout);
  if (s.kind == Kind::dot) c.scale = 1 / std::sqrt(static_cast<float>(s.depth));
  if (s.kind == Kind::dynamic)  // scores of about one at every width
    for (Real& x : c.a.mutable_value().values()) x *= 2 / std::sqrt(static_cast<Real>(s.depth));
  round_scores(c);
  Rng rng(s.seed, 1);
  if (s.masked)
    for (Real& x : c.bias.mutable_value().values())
      if (rng.below(4) == 0) x = -std::numeric_limits<Real>::infinity();
  return c;
}

/// Result and gradients as step() lists them, and the weights.
struct Expected {
  std::vector<Table> step;
  Table weights;
};

template <class Real>
Expected expected_of(const AttentionCase<Real>& c) {
  Expected expected{{reference_attention(c.graph, c.reference(), c.score())}, reference_weights(c.graph, c.reference(), c.score())};
  const Table& y = expected.step[0];
  for (Table& table : reference_gradients(c, to_table(step_gradient<Real>(y.size(), y.empty() ? 0 : y[0].size()))))
    expected.step.push_back(std::move(table));
  return expected;
}

/// Once against the reference, then byte against byte on more threads.
template <class Real>
void check_against(const AttentionCase<Real>& c, const Expected& expected, double tolerance) {
  std::vector<BasicTensor<Real>> first;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    auto got = step(c);
    if (first.empty()) {
      REQUIRE(got.size() == expected.step.size());
      for (std::size_t k = 0; k < got.size(); ++k) {
        INFO("table " << k);
        if (got[0].empty() && got[k].empty()) continue;  // an empty result sends nothing back
        REQUIRE(got[k].rows() == expected.step[k].size());
        CHECK(worst_error(got[k], expected.step[k]) <= tolerance);
      }
      first = std::move(got);
    } else {
      INFO(threads << " threads");
      for (std::size_t k = 0; k < got.size(); ++k) CHECK(same_bytes(first[k], got[k]));
    }
  }
  CHECK(worst_error(c.weights(), expected.weights) <= tolerance);
}

/// Rounding grows with the terms of a sum, and those of a long row nearly cancel.
double tolerance_of(const Graph& graph) {
  std::size_t longest = 0;
  for (NodeId i = 0; i < graph.num_targets(); ++i) longest = std::max<std::size_t>(longest, graph.in_edges().degree(i));
  for (NodeId j = 0; j < graph.num_sources(); ++j) longest = std::max<std::size_t>(longest, graph.out_edges().degree(j));
  return std::min(5e-5, 1e-5 + 2e-8 * static_cast<double>(longest));
}

void check_shape(const Shape& shape) {
  INFO(shape);
  const auto c = case_of<float>(shape);
  const Expected expected = expected_of(c);
  on_every_isa([&] { check_against(c, expected, tolerance_of(c.graph)); });
}

}  // namespace

TEST_CASE("attention: random shapes, forward and backward, on every instruction set", "[attention]") {
  Rng rng(20);
  for (int round = 0; round < 150; ++round) check_shape(draw(rng, 100000));
}

TEST_CASE("attention: random shapes whose rows are cut into parts", "[attention]") {
  Rng rng(21);
  for (int round = 0; round < 9; ++round) {
    Shape shape = draw(rng, 100000);
    shape.kind = kKinds[round % 3];
    shape.features = 0;
    shape.square = true;
    shape.sources = shape.targets = 200;
    shape.hub = 90;  // 18000 arcs into node 0, and out of it
    shape.heads = std::size_t{1} << rng.below(4);
    shape.depth = 1 + rng.below(8);
    check_shape(shape);
  }
}

TEST_CASE("attention: random shapes in double", "[attention]") {
  Rng rng(22);
  for (int round = 0; round < 60; ++round) {
    const Shape shape = draw(rng, 60000);
    INFO(shape);
    const auto c = case_of<double>(shape);
    check_against(c, expected_of(c), 1e-11);
  }
}
