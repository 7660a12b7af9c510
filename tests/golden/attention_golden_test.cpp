/// The three attention operators against PyG's GATConv, GATv2Conv and TransformerConv: outputs, weights and every gradient.
#include <edgewise/core/ops/attention.hpp>

#include <cmath>

#include "golden/plain.hpp"
#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// Every leaf of a case by name, its gradient checked once backward has run.
template <class Real>
struct Leaves {
  explicit Leaves(const GoldenCase& golden_case) : recorded(golden_case) {
    values["x"] = recorded.leaf<Real>("inputs/x");
    values["edge_attr"] = recorded.leaf<Real>(fills_loops() ? "inputs/arc_attr" : "inputs/edge_attr");
    for (const std::string& name : recorded.names("parameters")) values[name] = recorded.leaf<Real>("parameters/" + name);
  }
  BasicVariable<Real> operator[](const std::string& name) const {
    const auto found = values.find(name);
    return found == values.end() ? BasicVariable<Real>() : found->second;
  }
  BasicVariable<Real> linear(const std::string& name) const { return plus(times((*this)["x"], (*this)[name + ".weight"]), (*this)[name + ".bias"]); }
  void check_gradients() const {
    for (const std::string& name : recorded.names("gradients"))
      if (name != "edge_attr" || !fills_loops()) check_gradient((*this)[name], recorded.table("gradients/" + name), recorded.name + ": " + name);
  }
  /// The attributes of added loops are means of others: we start from the filled table, whose gradient is not recorded.
  bool fills_loops() const { return recorded.has("inputs/arc_attr"); }

  const GoldenCase& recorded;
  std::map<std::string, BasicVariable<Real>> values;
};

/// Head mix, residual, bias; then the comparison of everything recorded.
template <class Real>
void finish(const GoldenCase& c, const Leaves<Real>& leaves, BasicVariable<Real> y, const BasicTensor<Real>& weights) {
  if (!c.flag("concat")) y = mean_heads(y, c.count("heads"));
  if (c.flag("residual")) y = plus(y, times(leaves["x"], leaves["res.weight"]));
  if (c.flag("root_weight")) y = plus(y, leaves.linear("lin_skip"));
  y = plus(y, leaves["bias"]);
  check_golden(y.value(), c.table("outputs/y"), c.name + ": y");
  check_golden(weights, c.table("outputs/attention"), c.name + ": attention");
  if (!c.has("inputs/loss_weights")) return;
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  leaves.check_gradients();
}

Graph graph_of(const GoldenCase& c) { return Graph::from_edges(c.nodes, c.arcs); }

template <class Real>
BasicView<const Real> view(const BasicVariable<Real>& variable) {
  return variable ? variable.value().view() : BasicView<const Real>{};
}

template <class Real>
void run_gat(const GoldenCase& c) {
  const Leaves<Real> leaves(c);
  const std::size_t heads = c.count("heads");
  const auto v = times(leaves["x"], leaves["lin.weight"]);
  const auto from = dot_heads(v, leaves["att_src"], heads), to = dot_heads(v, leaves["att_dst"], heads);
  const auto bias =
      leaves["edge_attr"] ? dot_heads(times(leaves["edge_attr"], leaves["lin_edge.weight"]), leaves["att_edge"], heads) : BasicVariable<Real>();
  const auto slope = static_cast<float>(c.number("slope"));
  const auto weights = ops::additive_weights<Real>(graph_of(c), view(from), view(to), view(bias), slope);
  finish(c, leaves, ops::additive_attention(graph_of(c), v, from, to, bias, slope, {.heads = heads, .dropout = 0, .key = {}}), weights);
}

template <class Real>
void run_gatv2(const GoldenCase& c) {
  const Leaves<Real> leaves(c);
  const std::size_t heads = c.count("heads");
  const auto l = leaves.linear("lin_l");
  const auto r = c.flag("share_weights") ? l : leaves.linear("lin_r");
  const auto a = leaves["att"], x = leaves["edge_attr"];
  const auto w = x ? flipped(leaves["lin_edge.weight"]) : BasicVariable<Real>();
  const auto slope = static_cast<float>(c.number("slope"));
  const auto weights = ops::dynamic_weights<Real>(graph_of(c), view(l), view(r), view(a), view(x), view(w), {}, slope, heads);
  finish(c, leaves, ops::dynamic_attention(graph_of(c), l, r, a, x, w, BasicVariable<Real>(), slope, {.heads = heads, .dropout = 0, .key = {}}),
         weights);
}

template <class Real>
void run_transformer(const GoldenCase& c) {
  const Leaves<Real> leaves(c);
  const std::size_t heads = c.count("heads");
  const auto q = leaves.linear("lin_query"), k = leaves.linear("lin_key"), v = leaves.linear("lin_value");
  const auto scale = static_cast<float>(1 / std::sqrt(c.number("head_dim")));
  const auto weights = ops::dot_weights<Real>(graph_of(c), view(q), view(k), {}, scale, heads);
  finish(c, leaves, ops::dot_attention(graph_of(c), q, k, v, BasicVariable<Real>(), scale, {.heads = heads, .dropout = 0, .key = {}}), weights);
}

}  // namespace

TEST_CASE("golden: additive attention is PyG's GATConv") {
  for (const GoldenCase& c : golden("gat")) run_gat<float>(c), run_gat<double>(c);
}

TEST_CASE("golden: dynamic attention is PyG's GATv2Conv") {
  for (const GoldenCase& c : golden("gatv2")) run_gatv2<float>(c), run_gatv2<double>(c);
}

TEST_CASE("golden: dot attention is PyG's TransformerConv") {
  for (const GoldenCase& c : golden("transformer"))
    if (!c.has("inputs/edge_attr"))
      run_transformer<float>(c), run_transformer<double>(c);  // PyG adds edge features to keys and values; we have no such score
}

TEST_CASE("golden: the examples that users asked about, as PyG answers them") {
  for (const GoldenCase& c : golden("reports")) run_gat<float>(c), run_gat<double>(c);
}
