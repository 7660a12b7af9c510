#include <edgewise/core/models/layer_stack.hpp>

#include "support/check.hpp"
#include "support/gradcheck.hpp"

using namespace edgewise;
using namespace edgewise::models;

namespace {

Graph path() { return Graph::from_undirected(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}); }

NodeModelOptions with_joins() {
  return {.model = "stack",
          .in = 3,
          .out = 2,
          .stack = {{.type = "linear", .in = 3, .out = 4},
                    {.type = "gelu"},
                    {.type = "gat", .in = 4, .out = 4, .heads = 2},
                    {.type = "add", .of = {2, 3}},
                    {.type = "layer_norm", .out = 4},
                    {.type = "gatv2", .in = 4, .out = 3, .heads = 2, .concat = false, .skip = true},
                    {.type = "concat", .of = {5, 6}},
                    {.type = "transformer", .in = 7, .out = 2, .skip = true}}};
}

}  // namespace

TEST_CASE("layer stack: a linear layer and a sum, worked by hand", "[models]") {
  Rng rng(1);
  const LayerStack model({.model = "stack", .in = 1, .out = 1, .stack = {{.type = "linear", .in = 1, .out = 1}, {.type = "add", .of = {0, 1}}}}, rng);
  Variable weight = model.parameters()[0].second, bias = model.parameters()[1].second;
  CHECK(model.parameters()[0].first == "layers.0.weight");
  weight.mutable_value()(0, 0) = 3;
  bias.mutable_value()(0, 0) = 1;
  nn::Pass pass;
  const Tensor y = model.forward(path(), Variable(Tensor::of(4, 1, {0, 1, 2, -1})), {}, pass).value();
  CHECK(y(0, 0) == 1);  // x + 3 x + 1
  CHECK(y(2, 0) == 9);
  CHECK(y(3, 0) == -3);
}

TEST_CASE("layer stack: gradients reach every parameter through sums and concatenations", "[models]") {
  Rng rng(2);
  const BasicLayerStack<double> model(with_joins(), rng);
  const BasicVariable<double> x(BasicTensor<double>::of(4, 3, {0.1, 0.5, -0.3, 0.7, -0.2, 0.4, 0.3, 0.9, -0.8, -0.6, 0.2, 0.1}), true);
  std::vector<BasicVariable<double>> all = {x};
  for (const auto& [name, parameter] : model.parameters()) all.push_back(parameter);
  test::check_gradients(all, [&] {
    nn::Pass pass;
    return model.forward(path(), x, {}, pass);
  });
}

TEST_CASE("layer stack: what it says of its layers is what it does", "[models]") {
  Rng rng(3);
  const LayerStack model(with_joins(), rng);
  const Variable x(Tensor::filled(4, 3, 0.5F));
  const std::vector<Tensor> results = model.results(path(), x, {});
  REQUIRE(results.size() == 8);
  CHECK(results[6].cols() == 7);
  nn::Pass pass;
  const Tensor last = model.forward(path(), x, {}, pass).value();
  CHECK(std::equal(last.values().begin(), last.values().end(), results.back().values().begin()));
  const std::vector<Tensor> weights = model.attention(path(), x, {});
  REQUIRE(weights.size() == 3);
  CHECK(weights[0].rows() == 6);
  CHECK(weights[0](0, 0) == 1);  // node 0 has one neighbour
}

TEST_CASE("layer stack: sparse features enter the first product, and nothing else", "[models]") {
  Rng rng(4);
  const Sparse x(Csr(2, {0, 1, 2}, {0, 1}), {1, 2});
  const Graph pair = Graph::from_undirected(2, std::vector<Edge>{{0, 1}});
  const LayerStack fine({.model = "stack", .in = 2, .out = 2, .stack = {{.type = "dropout", .dropout = 0.5F}, {.type = "gat", .in = 2, .out = 2}}},
                        rng);
  nn::Pass pass;
  CHECK(fine.forward(pair, x, {}, pass).rows() == 2);
  const LayerStack dense({.model = "stack", .in = 2, .out = 2, .stack = {{.type = "relu"}}}, rng);
  CHECK_THROWS_WITH(dense.forward(pair, x, {}, pass), Catch::Contains("layer 1 of the stack (relu) cannot read sparse features"));
}

TEST_CASE("layer stack: a wrong description is answered by layer and rule", "[models]") {
  const auto refuses = [](std::vector<StackLayer> stack, const char* words) {
    CHECK_THROWS_WITH(make_node_model<float>({.model = "stack", .in = 3, .out = 2, .stack = std::move(stack)}, 0), Catch::Contains(words));
  };
  refuses({}, "no layers");
  refuses({{.type = "gta"}}, "layer 1 of the stack (gta): unknown type");
  refuses({{.type = "linear", .in = 4, .out = 2}}, "in is 4, it gets 3 columns");
  refuses({{.type = "linear", .in = 3, .out = 5}}, "ends with 5 columns, out is 2");
  refuses({{.type = "gat", .in = 3, .out = 2, .heads = 3}}, "heads = 3 does not divide out = 2");
  refuses({{.type = "relu", .of = {1}}}, "reads result 1, expected at most 0");
  refuses({{.type = "add", .of = {0}}}, "reads 1 results, expected two or more");
  refuses({{.type = "linear", .in = 3, .out = 2}, {.type = "add", .of = {0, 1}}}, "adds tables of 3 and 2 columns");
  refuses({{.type = "layer_norm", .out = 2}}, "out is 2, it gets 3 columns");
}
