#include <edgewise/core/models/node_model.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>
#include <set>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::models;
using test::random_leaf;

namespace {

const Graph kGraph = Graph::from_edges(6, {{0, 3}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 0}, {4, 1}, {2, 2}, {5, 4}});

NodeModelOptions small(const std::string& model) {
  NodeModelOptions options;
  options.model = model;
  options.in = 5;
  options.out = 3;
  options.hidden = 8;
  options.heads = 2;
  return options;
}

BasicArcs<double> arcs_of(const NodeModelOptions& options) {
  BasicArcs<double> arcs;
  if (options.edge_features > 0) arcs.features = BasicVariable<double>(random_leaf(kGraph.num_arcs(), options.edge_features, 9).value());
  if (options.edge_types > 0)
    for (EdgeId e = 0; e < kGraph.num_arcs(); ++e) arcs.type.push_back(static_cast<std::uint32_t>(e % options.edge_types));
  return arcs;
}

/// The gradient of the whole model, dropout on, by every parameter and by the features.
void check_model(const NodeModelOptions& options) {
  CAPTURE(options.model, options.layers, static_cast<int>(options.head_mix), options.feed_forward, options.residual, static_cast<int>(options.norm),
          options.input_layer);
  const auto model = make_node_model<double>(options, 1);
  const BasicArcs<double> arcs = arcs_of(options);
  const auto x = random_leaf(6, options.in, 2);
  test::randomize(*model, 3);
  // Half the size keeps sums of several layers in the smooth range of the activations.
  for (auto [name, variable] : model->parameters())
    for (double& value : variable.mutable_value().values()) value *= 0.5;
  test::check_gradients(
      test::leaves_of(*model, {x}),
      [&] {
        nn::Pass pass = nn::Pass::training(1, 4);
        return model->forward(kGraph, x, arcs, pass);
      },
      1e-5);
}

}  // namespace

TEST_CASE("node model: the whole gradient agrees with differences", "[models]") {
  for (const std::string& name : node_model_names()) {
    NodeModelOptions options = small(name);
    options.attention_dropout = 0.25F;
    options.value_dropout = name == "gat" ? 0.25F : 0;
    check_model(options);
    const bool attends = name != "gcn" && name != "mlp";
    if (attends) {
      options.edge_features = 2;
      options.edge_types = 3;
      options.out_heads = 2;
      options.head_mix = HeadMix::mean;
    }
    options.layers = 3;
    options.residual = true;
    options.activation = Activation::gelu;
    check_model(options);
    options.norm = Norm::layer;
    options.feed_forward = true;
    options.head_mix = HeadMix::linear;
    check_model(options);
    options.input_layer = true;
    options.layers = 2;
    check_model(options);
    options.norm_place = NormPlace::inside;
    options.input_dropout = 0.25F;
    options.root_weight = attends;
    options.degree_encoding = true;
    check_model(options);
    options.feed_forward = false;
    options.input_scale = InputScale::length;
    check_model(options);
  }
}

TEST_CASE("node model: gat is the paper's model, its tensors under PyG's names", "[models]") {
  NodeModelOptions options = small("gat");
  const auto model = make_node_model<float>(options, 0);
  std::set<std::string> names;
  for (const auto& [name, value] : model->parameters()) names.insert(name + " " + std::to_string(value.rows()) + "x" + std::to_string(value.cols()));
  CHECK(names == std::set<std::string>{"layers.0.conv.lin.weight 8x5", "layers.0.conv.att_src 1x8", "layers.0.conv.att_dst 1x8",
                                       "layers.0.conv.bias 1x8", "layers.1.conv.lin.weight 3x8", "layers.1.conv.att_src 1x3",
                                       "layers.1.conv.att_dst 1x3", "layers.1.conv.bias 1x3"});
}

TEST_CASE("node model: norms inside, and what they make unnecessary", "[models]") {
  NodeModelOptions options = small("gat");
  options.input_layer = options.root_weight = true;
  options.norm = Norm::layer;
  options.norm_place = NormPlace::inside;
  options.layers = 1;
  std::set<std::string> names;
  const auto model = make_node_model<float>(options, 0);
  for (const auto& [name, value] : model->parameters())
    if (name.find("norm") != std::string::npos || name.find("res") != std::string::npos)
      names.insert(name + " " + std::to_string(value.rows()) + "x" + std::to_string(value.cols()));
  CHECK(names == std::set<std::string>{"input_norm.weight 1x8", "input_norm.bias 1x8", "layers.0.norm1.weight 1x8", "layers.0.norm1.bias 1x8",
                                       "layers.0.conv.res.weight 8x8"});
  // Without an input layer the last layer gives the logits: they are not normalised.
  options.input_layer = false;
  const auto bare = make_node_model<float>(options, 0);
  for (const auto& [name, value] : bare->parameters()) CHECK(name.find("norm") == std::string::npos);
}

TEST_CASE("node model: every name appears once", "[models]") {
  for (const std::string& name : node_model_names()) {
    NodeModelOptions options = small(name);
    options.input_layer = options.residual = options.feed_forward = true;
    options.norm = Norm::layer;
    options.head_mix = HeadMix::linear;
    std::set<std::string> names;
    const auto model = make_node_model<float>(options, 0);
    for (const auto& [tensor, value] : model->parameters()) CHECK(names.insert(tensor).second);
  }
}

TEST_CASE("node model: sparse features give what their dense twins give", "[models]") {
  const Sparse sparse(Csr(5, {0, 1, 2, 4, 4, 5, 6}, {2, 0, 1, 4, 3, 2}), {1, 2, 3, 4, 5, 6});
  Tensor dense(6, 5);
  for (NodeId i = 0; i < 6; ++i)
    for (EdgeId e = sparse.pattern().begin()[i]; e < sparse.pattern().begin()[i + 1]; ++e)
      dense(i, sparse.pattern().column()[e]) = sparse.values()[e];
  for (const std::string& name : node_model_names()) {
    const auto model = make_node_model<float>(small(name), 4);
    for (int step = 0; step < 2; ++step) {
      nn::Pass one = step > 0 ? nn::Pass::training(1, 1) : nn::Pass(), two = one;
      const Tensor a = model->forward(kGraph, sparse, {}, one).value(), b = model->forward(kGraph, Variable(dense), {}, two).value();
      for (std::size_t k = 0; k < a.size(); ++k) CHECK(a.data()[k] == Approx(b.data()[k]).margin(1e-5));
    }
  }
}

TEST_CASE("node model: attention of every layer adds up to one", "[models]") {
  const Variable x(Tensor::filled(6, 5, 0.5F));
  for (const std::string& name : node_model_names()) {
    NodeModelOptions options = small(name);
    options.out_heads = 3;
    const auto weights = make_node_model<float>(options, 4)->attention(kGraph, x, {});
    if (name == "gcn" || name == "mlp") {
      CHECK(weights.empty());
      continue;
    }
    REQUIRE(weights.size() == 2);
    CHECK(weights[0].cols() == 2);
    CHECK(weights[1].cols() == 3);
    for (const Tensor& layer : weights)
      for (NodeId i = 0; i < 6; ++i) {
        float sum = 0;
        for (EdgeId e = kGraph.in_edges().begin()[i]; e < kGraph.in_edges().begin()[i + 1]; ++e) sum += layer(e, 0);
        CHECK(sum == Approx(kGraph.in_edges().degree(i) > 0 ? 1 : 0));
      }
  }
}

TEST_CASE("node model: scales stand around the model that asks for them", "[models]") {
  NodeModelOptions options = small("gcn");
  CHECK(make_node_model<float>(options, 1)->buffers().empty());
  options.input_scale = InputScale::columns;
  options.output_scale = true;
  CHECK(make_node_model<float>(options, 1)->buffers().size() == 4);
}

TEST_CASE("node model: any graph is an answer, without arcs and without nodes too", "[models]") {
  for (const std::string& name : node_model_names()) {
    const auto model = make_node_model<float>(small(name), 4);
    nn::Pass pass;
    const Tensor edgeless = model->forward(Graph::from_edges(2, {}), Variable(Tensor::filled(2, 5, 1.F)), {}, pass).value();
    for (float value : edgeless.values()) CHECK(std::isfinite(value));
    CHECK(model->forward(Graph::from_edges(0, {}), Variable(Tensor(0, 5)), {}, pass).rows() == 0);
  }
}

TEST_CASE("node model: the seed decides, and one seed is one model", "[models]") {
  for (const std::string& name : node_model_names()) {
    const auto a = make_node_model<float>(small(name), 4), b = make_node_model<float>(small(name), 4), c = make_node_model<float>(small(name), 5);
    const Tensor &x = a->parameters()[0].second.value(), &y = b->parameters()[0].second.value(), &z = c->parameters()[0].second.value();
    CHECK(std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0);
    CHECK(std::memcmp(x.data(), z.data(), x.size() * sizeof(float)) != 0);
  }
}

TEST_CASE("node model: thread counts give the same bytes, gradients included", "[models]") {
  const NodeId nodes = 3000;
  Rng rng(1);
  std::vector<Edge> arcs;
  for (std::size_t e = 0; e < 20000; ++e) {
    const auto target = static_cast<NodeId>(rng.below(nodes));
    arcs.push_back({static_cast<NodeId>(rng.below(nodes)), e % 4 == 0 ? 7 : target});  // node 7 is a hub of 5,000 arcs
  }
  const Graph graph = Graph::from_edges(nodes, arcs);
  Tensor features(nodes, 12);
  for (float& value : features.values()) value = static_cast<float>(rng.normal());
  for (const std::string& name : node_model_names()) {
    NodeModelOptions options = small(name);
    options.in = 12;
    options.hidden = 16;
    options.attention_dropout = 0.3F;
    options.norm = Norm::layer;
    options.residual = options.feed_forward = options.input_layer = true;
    auto run = [&](std::size_t threads) {
      const ThreadLimit limit(threads);
      const auto model = make_node_model<float>(options, 2);
      nn::Pass pass = nn::Pass::training(3, 1);
      Variable y = model->forward(graph, Variable(features), {}, pass);
      y.backward(Tensor::filled(y.rows(), y.cols(), 1.F));
      std::vector<float> all(y.value().values().begin(), y.value().values().end());
      for (const auto& [tensor, parameter] : model->parameters())
        all.insert(all.end(), parameter.grad().values().begin(), parameter.grad().values().end());
      return all;
    };
    const auto one = run(1), two = run(2), eight = run(8);
    CAPTURE(name);
    CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof(float)) == 0);
    CHECK(std::memcmp(one.data(), eight.data(), one.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("node model: wrong options are named with what is allowed", "[models]") {
  auto message = [](auto change) {
    NodeModelOptions options = small("gat");
    change(options);
    try {
      make_node_model<float>(options, 0);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(message([](auto& o) { o.model = "gta"; }) == "node model: unknown model 'gta'; known models: gat, gatv2, transformer, gcn, mlp");
  CHECK(message([](auto& o) { o.heads = 3; }) ==
        "node model: heads = 3 does not divide hidden = 8; choose a multiple of heads for hidden, or head_mix mean");
  CHECK(message([](auto& o) { o.heads = 3, o.head_mix = HeadMix::mean; }) == "accepted");
  CHECK(message([](auto& o) { o.layers = 0; }) == "node model: layers is 0, expected at least 1");
  CHECK(message([](auto& o) { o.in = 0; }) == "node model: in is 0, expected at least 1");
  CHECK(message([](auto& o) { o.dropout = 1; }) == "node model: dropout is 1, expected 0 <= dropout < 1");
  CHECK(message([](auto& o) { o.model = "mlp", o.edge_features = 1; }) ==
        "node model: mlp cannot use 1 arc feature columns, at most 0; choose gat, gatv2 or transformer");
  CHECK(message([](auto& o) { o.input_dropout = 0.5F; }) ==
        "node model: input_dropout is 0.5 without an input layer; set input_layer, or use dropout");
  CHECK(message([](auto& o) { o.degree_encoding = true; }) ==
        "node model: degree_encoding is added to the input layer, and there is none; set input_layer");
  CHECK(message([](auto& o) { o.direction_bias = std::nanf(""); }) == "node model: direction_bias is nan, expected a finite number");
  CHECK(message([](auto& o) { o.edge_types = 2, o.edge_types_along = 3; }) ==
        "gat: 3 types along and 0 against edges, expected at most edge_types = 2");
  CHECK(message([](auto& o) { o.model = "gcn", o.root_weight = true; }) == "node model: gcn has no root_weight; choose gat, gatv2 or transformer");
  CHECK(message([](auto& o) { o.model = "gcn", o.edge_types = 2; }) == "node model: gcn cannot use arc types; choose gat, gatv2 or transformer");
}
