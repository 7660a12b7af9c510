#include <edgewise/core/models/graph_model.hpp>
#include <edgewise/core/train/graph_trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <numeric>

#include "support/gradcheck.hpp"
#include "support/graph_tables.hpp"

using namespace edgewise;
using models::GraphModelOptions;
using models::Readout;
using test::Variable64;

namespace {

/// One setting per model and readout, so that each option stands in some of them.
std::vector<GraphModelOptions> settings() {
  GraphModelOptions base;
  base.node_columns = 3;
  base.arc_columns = 2;
  base.extra_columns = 2;
  base.out = 2;
  base.layers = 2;
  base.hidden = 8;
  base.heads = 2;
  base.readout_heads = 4;
  base.extra_hidden = 3;
  base.head_hidden = 5;
  base.activation = models::Activation::elu;
  std::vector<GraphModelOptions> all(5, base);
  all[0].model = "gat";
  all[0].readout = Readout::attention;
  all[0].virtual_node = true;
  all[1].model = "gatv2";
  all[1].readout = Readout::max;
  all[1].walk_steps = 3;
  all[1].norm = models::Norm::none;
  all[2].model = "transformer";
  all[2].readout = Readout::recurrent;
  all[2].feed_forward = true;
  all[2].extra_hidden = 0;
  all[3].model = "gine";
  all[3].readout = Readout::sum;
  all[3].arc_sums = false;
  all[3].head_layers = 0;
  all[4].model = "dmpnn";
  all[4].readout = Readout::mean;
  all[4].virtual_node = true;
  return all;
}

template <class Real>
BasicVariable<Real> table(const Tensor& from, bool leaf) {
  BasicTensor<Real> to = BasicTensor<Real>::uninitialized(from.rows(), from.cols());
  std::copy(from.values().begin(), from.values().end(), to.values().begin());
  return BasicVariable<Real>(std::move(to), leaf);
}

std::vector<float> bytes(const Tensor& output) { return {output.values().begin(), output.values().end()}; }

}  // namespace

TEST_CASE("graph model: gradients of inputs and parameters agree with differences", "[models]") {
  const train::GraphTable graphs = test::random_graphs(4, 4, 1);
  for (const GraphModelOptions& options : settings()) {
    CAPTURE(options.model);
    const auto model = models::make_graph_model<double>(options, 3);
    const Variable64 nodes = table<double>(graphs.nodes, true), arcs = table<double>(graphs.arcs, true), extras = table<double>(graphs.extras, false);
    std::vector<Variable64> leaves{nodes, arcs};
    for (const auto& [name, parameter] : model->parameters())
      if (parameter.value().size() < 40) leaves.push_back(parameter);
    test::check_gradients(leaves, [&] {
      nn::Pass pass;
      return model->forward(graphs.batch, nodes, arcs, extras, pass);
    });
  }
}

TEST_CASE("graph model: a graph's output is the same bytes alone, in any batch, order and number of threads", "[models]") {
  const train::GraphTable graphs = test::random_graphs(150, 30, 2);
  for (GraphModelOptions options : settings()) {
    options.hidden = 40;  // neither panels nor vectors fit evenly
    CAPTURE(options.model);
    const auto model = models::make_graph_model<float>(options, 3);
    nn::Pass pass;
    const Tensor together = train::forward(*model, graphs, pass).value();
    std::vector<std::uint32_t> order(graphs.graphs());
    std::iota(order.begin(), order.end(), 0U);
    std::reverse(order.begin(), order.end());
    const Tensor backwards = train::forward(*model, take(graphs, order), pass).value();
    for (std::uint32_t g = 0; g < graphs.graphs(); ++g) {
      const std::vector<std::uint32_t> one{g};
      const Tensor alone = train::forward(*model, take(graphs, one), pass).value();
      for (std::size_t c = 0; c < 2; ++c) {
        REQUIRE(alone(0, c) == together(g, c));
        REQUIRE(backwards(graphs.graphs() - 1 - g, c) == together(g, c));
      }
    }
    for (const std::size_t threads : {1U, 2U, 8U}) {
      const ThreadLimit limit(threads);
      CHECK(bytes(train::predict(*model, graphs)) == bytes(together));
    }
  }
}

TEST_CASE("graph model: the numbering of atoms does not matter", "[models]") {
  const std::vector<float> atoms{1, 0, 2, 0, 1, -1, 3, 1, 0}, moved{3, 1, 0, 1, 0, 2, 0, 1, -1};  // node i becomes i + 1
  const std::vector<Edge> bonds{{0, 1}, {1, 0}, {1, 2}, {2, 1}}, moved_bonds{{1, 2}, {2, 1}, {2, 0}, {0, 2}};
  const std::vector<float> kinds{1, 0, 1, 0, 0, 1, 0, 1}, extras{0.5F, 2};
  train::GraphTableBuilder builder({3, 2, 2});
  builder.add(3, bonds, atoms, kinds, extras);
  builder.add(3, moved_bonds, moved, kinds, extras);
  const train::GraphTable both = builder.finish();
  for (const GraphModelOptions& options : settings()) {
    const Tensor y = train::predict(*models::make_graph_model<float>(options, 1), both);
    CHECK(y(0, 0) == Approx(y(1, 0)).margin(1e-6));
  }
}

TEST_CASE("graph model: attention weights of every layer and of the readout sum to 1", "[models]") {
  const train::GraphTable graphs = test::random_graphs(5, 6, 4);
  const std::vector<GraphModelOptions> all = settings();
  const auto weights_of = [&](const GraphModelOptions& options) {
    return models::make_graph_model<float>(options, 1)
        ->attention(graphs.batch, Variable(graphs.nodes), Variable(graphs.arcs), Variable(graphs.extras));
  };
  const auto gat = weights_of(all[0]);
  REQUIRE(gat.layers.size() == 2);
  CHECK(gat.layers[1].rows() == graphs.batch.graph.num_arcs());
  CHECK(gat.readout.cols() == 4);
  float sum = 0;
  for (NodeId i = graphs.batch.node_begin[0]; i < graphs.batch.node_begin[1]; ++i) sum += gat.readout(i, 1);
  CHECK(sum == Approx(1));
  CHECK(weights_of(all[2]).readout.cols() == 1);
  CHECK(weights_of(all[3]).layers.empty());
  CHECK(weights_of(all[4]).readout.empty());
}

TEST_CASE("graph model: no graphs, and graphs without bonds", "[models]") {
  for (const GraphModelOptions& options : settings()) {
    const auto model = models::make_graph_model<float>(options, 1);
    train::GraphTableBuilder builder({3, 2, 2});
    CHECK(train::predict(*model, builder.finish()).rows() == 0);
    const std::vector<float> atom{1, 2, 3}, extras{0, 0};
    builder.add(1, {}, atom, {}, extras);
    builder.add(0, {}, {}, {}, extras);
    const Tensor output = train::predict(*model, builder.finish());
    for (const float y : output.values()) CHECK(std::isfinite(y));
  }
}

TEST_CASE("graph model: extras are scaled by what was learned, bits are left alone and tails are bent", "[models]") {
  GraphModelOptions options = settings()[0];
  options.output_scale = true;
  const auto model = models::make_graph_model<float>(options, 1);
  const Tensor extras = Tensor::of(4, 2, {0, 10, 1, 30, 1, std::nanf(""), 0, 1e30F}), targets = Tensor::of(4, 2, {1, 5, 3, 5, 0, 0, 0, 0});
  model->learn_scales(extras.view(), targets.view(), std::vector<NodeId>{0, 1, 2});
  CHECK(model->output_mean()(0, 1) == Approx(5.0 * 2 / 3));
  for (const auto& [name, buffer] : model->buffers()) {
    if (name == "extra_scale.mean") CHECK(buffer.value()(0, 0) == 0);
    if (name == "extra_scale.mean") CHECK(buffer.value()(0, 1) == 20);
    if (name == "extra_scale.deviation") CHECK(buffer.value()(0, 1) == 10);
  }
  const train::GraphTable graphs = take(test::random_graphs(4, 3, 1), std::vector<std::uint32_t>{0, 1, 2, 3});
  nn::Pass pass;
  const Tensor y = model->forward(graphs.batch, Variable(graphs.nodes), Variable(graphs.arcs), Variable(extras), pass).value();
  for (const float value : y.values()) CHECK(std::isfinite(value));
}

TEST_CASE("graph model: options and tables that do not fit are named", "[models]") {
  const auto message = [](auto change) {
    GraphModelOptions options = settings()[0];
    change(options);
    try {
      models::make_graph_model<float>(options, 0);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message([](auto& o) { o.model = "gin"; }) == "graph model: unknown model 'gin'; known models: gat, gatv2, transformer, gine, dmpnn");
  CHECK(message([](auto& o) { o.heads = 3; }) == "graph model: heads = 3 does not divide hidden = 8");
  CHECK(message([](auto& o) { o.layers = 0; }) == "graph model: layers is 0, expected at least 1");
  CHECK(message([](auto& o) { o.head_dropout = 1; }) == "graph model: head_dropout is 1, expected 0 <= head_dropout < 1");
  CHECK(message([](auto& o) { o.node_columns = 0; }).find("give node features or walk_steps") != std::string::npos);
  const train::GraphTable graphs = test::random_graphs(2, 3, 1, {.node_columns = 4});
  const auto model = models::make_graph_model<float>(settings()[0], 0);
  CHECK_THROWS_WITH(train::predict(*model, graphs), Catch::Contains("graph model: node features are ") && Catch::Contains(" x 4, expected "));
}
