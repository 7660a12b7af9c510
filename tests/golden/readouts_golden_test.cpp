/// Readouts against PyTorch Geometric's aggregations, the GRU against torch's cell: values and gradients.
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/ops/readout.hpp>
#include <edgewise/core/ops/recurrent.hpp>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

Graph members(const GoldenCase& c) {
  std::vector<Edge> arcs;
  const std::vector<double>& sizes = c.table("inputs/sizes").values;
  for (std::size_t g = 0; g < sizes.size(); ++g)
    for (std::size_t k = 0; k < static_cast<std::size_t>(sizes[g]); ++k) arcs.push_back({static_cast<NodeId>(arcs.size()), static_cast<NodeId>(g)});
  return Graph::bipartite(static_cast<NodeId>(sizes.size()), static_cast<NodeId>(arcs.size()), arcs);
}

template <class Real>
void run(const std::string& name) {
  const GoldenCase& c = golden("readouts", name);
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x"), score = c.leaf<Real>("inputs/score");
  BasicVariable<Real> y = name == "sum"    ? ops::sum_readout(members(c), x)
                          : name == "mean" ? ops::mean_readout(members(c), x)
                          : name == "max"  ? ops::max_readout(members(c), x)
                                           : ops::attention_readout(members(c), x, score);
  check_golden(y.value(), c.table("outputs/y"), name);
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  check_gradient(x, c.table("gradients/x"), name + ": x");
  if (score) check_gradient(score, c.table("gradients/score"), name + ": score");
}

template <class Real>
void run_gru() {
  const GoldenCase& c = golden("readouts", "gru");
  const auto leaf = [&](const std::string& path) { return c.leaf<Real>(path); };
  const BasicVariable<Real> news = leaf("inputs/news"), state = leaf("inputs/state"), weight_ih = leaf("parameters/weight_ih"),
                            weight_hh = leaf("parameters/weight_hh"), bias_ih = leaf("parameters/bias_ih"), bias_hh = leaf("parameters/bias_hh");
  BasicVariable<Real> y = ops::gru(ops::linear(news, weight_ih, bias_ih), ops::linear(state, weight_hh, bias_hh), state);
  check_golden(y.value(), c.table("outputs/y"), "gru");
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  check_gradient(news, c.table("gradients/news"), "gru: news");
  check_gradient(state, c.table("gradients/state"), "gru: state");
  check_gradient(weight_hh, c.table("gradients/weight_hh"), "gru: weight_hh");
  check_gradient(bias_ih, c.table("gradients/bias_ih"), "gru: bias_ih");
}

}  // namespace

TEST_CASE("golden: readouts are PyTorch Geometric's, a graph without nodes included") {
  for (const std::string name : {"sum", "mean", "max", "attention"}) {
    run<float>(name);
    run<double>(name);
  }
}

TEST_CASE("golden: the GRU is torch's cell") {
  run_gru<float>();
  run_gru<double>();
}
