#include "../../core/ops/attention.hpp"
#include "../../graph/error.hpp"
#include "support/check.hpp"

using namespace edgewise;

namespace {

const Graph kGraph = Graph::bipartite(2, 3, std::vector<Edge>{{0, 0}, {1, 0}, {2, 1}, {0, 1}});  // 2 targets, 3 sources, 4 arcs
const ops::AttentionOptions kTwoHeads{.heads = 2, .dropout = 0, .key = {}};

Variable table(std::size_t rows, std::size_t cols) { return Variable(Tensor(rows, cols)); }
auto additive(const Variable& v, const Variable& from, const Variable& to, const Variable& bias = {}, ops::AttentionOptions options = kTwoHeads) {
  return ops::additive_attention(kGraph, v, from, to, bias, 0.2F, options);
}
auto dynamic(const Variable& l, const Variable& r, const Variable& a, const Variable& x = {}, const Variable& w = {}) {
  return ops::dynamic_attention(kGraph, l, r, a, x, w, {}, 0.2F, kTwoHeads);
}
auto dot(const Variable& q, const Variable& k, const Variable& v) { return ops::dot_attention(kGraph, q, k, v, {}, 1, kTwoHeads); }

}  // namespace

TEST_CASE("attention: options out of range", "[attention]") {
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(2, 2), {}, {.heads = 0, .dropout = 0, .key = {}}),
                    "additive_attention: heads is 0, expected at least 1");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(2, 2), {}, {.heads = 2, .dropout = 1, .key = {}}),
                    "additive_attention: dropout is 1, expected 0 or more and less than 1");
  CHECK_THROWS_AS(additive(table(3, 4), table(3, 2), table(2, 2), {}, {.heads = 2, .dropout = -0.1F, .key = {}}), UsageError);
}

TEST_CASE("additive_attention: every shape is named", "[attention]") {
  CHECK_THROWS_WITH(additive(table(2, 4), table(3, 2), table(2, 2)), "additive_attention: v has 2 rows, expected the graph's sources = 3");
  CHECK_THROWS_WITH(additive(table(3, 5), table(3, 2), table(2, 2)), "additive_attention: v has 5 columns, expected a multiple of heads = 2");
  CHECK_THROWS_WITH(additive(table(3, 4), table(2, 2), table(2, 2)), "additive_attention: from has 2 rows, expected the graph's sources = 3");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 1), table(2, 2)), "additive_attention: from has 1 columns, expected heads = 2");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(3, 2)), "additive_attention: to has 3 rows, expected the graph's targets = 2");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(2, 4)), "additive_attention: to has 4 columns, expected heads = 2");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(2, 2), table(3, 2)),
                    "additive_attention: bias has 3 rows, expected the graph's arcs = 4");
  CHECK_THROWS_WITH(additive(table(3, 4), table(3, 2), table(2, 2), table(4, 1)), "additive_attention: bias has 1 columns, expected heads = 2");
  CHECK_THROWS_WITH(additive({}, table(3, 2), table(2, 2)), "additive_attention: v has 0 rows, expected the graph's sources = 3");
}

TEST_CASE("dynamic_attention: every shape is named", "[attention]") {
  CHECK_THROWS_WITH(dynamic(table(2, 4), table(2, 4), table(1, 4)), "dynamic_attention: l has 2 rows, expected the graph's sources = 3");
  CHECK_THROWS_WITH(dynamic(table(3, 3), table(2, 3), table(1, 3)), "dynamic_attention: l has 3 columns, expected a multiple of heads = 2");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(3, 4), table(1, 4)), "dynamic_attention: r has 3 rows, expected the graph's targets = 2");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 6), table(1, 4)), "dynamic_attention: r has 6 columns, expected the columns of l = 4");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(2, 4)), "dynamic_attention: a has 2 rows, expected one row = 1");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 2)), "dynamic_attention: a has 2 columns, expected the columns of l = 4");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 4), table(4, 1)), "dynamic_attention: x is given without w; edge features need both");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 4), {}, table(1, 4)),
                    "dynamic_attention: w is given without x; edge features need both");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 4), table(3, 1), table(1, 4)),
                    "dynamic_attention: x has 3 rows, expected the graph's arcs = 4");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 4), table(4, 1), table(2, 4)),
                    "dynamic_attention: w has 2 rows, expected the columns of x = 1");
  CHECK_THROWS_WITH(dynamic(table(3, 4), table(2, 4), table(1, 4), table(4, 1), table(1, 3)),
                    "dynamic_attention: w has 3 columns, expected the columns of l = 4");
}

TEST_CASE("dot_attention: every shape is named", "[attention]") {
  CHECK_THROWS_WITH(dot(table(3, 4), table(3, 4), table(3, 4)), "dot_attention: q has 3 rows, expected the graph's targets = 2");
  CHECK_THROWS_WITH(dot(table(2, 5), table(3, 5), table(3, 5)), "dot_attention: q has 5 columns, expected a multiple of heads = 2");
  CHECK_THROWS_WITH(dot(table(2, 4), table(2, 4), table(3, 4)), "dot_attention: k has 2 rows, expected the graph's sources = 3");
  CHECK_THROWS_WITH(dot(table(2, 4), table(3, 6), table(3, 4)), "dot_attention: k has 6 columns, expected the columns of q = 4");
  CHECK_THROWS_WITH(dot(table(2, 4), table(3, 4), table(1, 4)), "dot_attention: v has 1 rows, expected the graph's sources = 3");
  CHECK_THROWS_WITH(dot(table(2, 4), table(3, 4), table(3, 2)), "dot_attention: v has 2 columns, expected the columns of q = 4");
}

TEST_CASE("attention: the weights check their shapes under their own names", "[attention]") {
  const Tensor from(3, 2), to(2, 2), wide(3, 4);
  CHECK_THROWS_WITH(ops::additive_weights(kGraph, wide.view(), to.view(), TensorView{}, 0.2F),
                    "additive_weights: to has 2 columns, expected heads = 4");
  CHECK_THROWS_WITH(ops::dot_weights(kGraph, to.view(), wide.view(), TensorView{}, 1, 2),
                    "dot_weights: k has 4 columns, expected the columns of q = 2");
  CHECK_THROWS_WITH(ops::dynamic_weights(kGraph, from.view(), wide.view(), from.view(), TensorView{}, TensorView{}, TensorView{}, 0.2F, 2),
                    "dynamic_weights: r has 3 rows, expected the graph's targets = 2");
}

TEST_CASE("attention: biases must lie tight", "[attention]") {
  const Tensor from(3, 2), to(2, 2), wide(4, 6);
  const TensorView bias{wide.data(), 4, 2, 6};
  CHECK_THROWS_WITH(ops::additive_weights(kGraph, from.view(), to.view(), bias, 0.2F),
                    "additive_weights: the rows of bias lie 6 apart, expected 2; pass a tight copy");
}
