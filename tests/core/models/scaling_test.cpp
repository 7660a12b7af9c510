#include <edgewise/core/models/scaling.hpp>
#include <edgewise/core/ops/sparse_product.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::models;

namespace {

/// Gives its input back: what comes out shows what went in.
class Echo : public NodeModel {
 public:
  explicit Echo(NodeModelOptions options) : BasicNodeModel<float>(std::move(options)) { add_parameter("weight", Tensor(1, 1)); }
  Variable forward(const Graph&, const Input& x, const Arcs&, nn::Pass&) const override {
    if (const auto* dense = std::get_if<Variable>(&x)) return *dense;
    const Sparse& sparse = std::get<Sparse>(x);
    return Variable(multiply<float>(sparse, Tensor::of(sparse.cols(), 2, {1, 0, 0, 1}).view()));  // 2 columns
  }
  std::vector<Tensor> attention(const Graph&, const Input& x, const Arcs&) const override { return {std::get<Variable>(x).value()}; }
};

std::unique_ptr<NodeModel> echo(InputScale in, bool out) {
  return scaled<float>(std::make_unique<Echo>(NodeModelOptions{.in = 2, .out = 2, .input_scale = in, .output_scale = out}));
}

std::vector<float> run(const NodeModel& model, const Input& x) {
  nn::Pass pass;
  const Tensor y = model.forward(Graph(), x, {}, pass).value();
  return {y.values().begin(), y.values().end()};
}

}  // namespace

TEST_CASE("scaled: asked for nothing, the model stays itself", "[models]") {
  const auto model = echo(InputScale::none, false);
  CHECK(model->parameters()[0].first == "weight");
  CHECK(model->buffers().empty());
  CHECK(run(*model, Variable(Tensor::of(1, 2, {3, 4}))) == std::vector<float>{3, 4});
  CHECK(output_scale(*model).deviation(0, 1) == 1);
}

TEST_CASE("scaled: rows of sum one, and a row of zeros stays", "[models]") {
  const auto model = echo(InputScale::rows, false);
  CHECK(model->parameters()[0].first == "net.weight");
  CHECK(run(*model, Variable(Tensor::of(2, 2, {1, -3, 0, 0}))) == std::vector<float>{0.25F, -0.75F, 0, 0});
  const Sparse words(Csr(2, {0, 1, 3}, {1, 0, 1}), {5, 1, 3});
  CHECK(run(*model, words) == std::vector<float>{0, 1, 0.25F, 0.75F});
}

TEST_CASE("scaled: columns lose their mean and deviation, and the graph of prediction uses those of training", "[models]") {
  const auto model = echo(InputScale::columns, false);
  learn_input_scale<float>(*model, Variable(Tensor::of(2, 2, {1000001, 7, 1000003, 7})));
  CHECK(run(*model, Variable(Tensor::of(2, 2, {1000001, 7, 1000005, 9}))) == std::vector<float>{-1, 0, 3, 2});
  CHECK(model->attention(Graph(), Variable(Tensor::of(1, 2, {1000002, 7})), {})[0](0, 0) == 0);  // the same door
  CHECK(model->buffers()[0].first == "input_scale.mean");
  CHECK_THROWS_AS(learn_input_scale<float>(*model, Variable(Tensor(2, 3))), ShapeError);
  learn_input_scale<float>(*model, Variable(Tensor(0, 2)));  // nothing to learn from: nothing changes
  CHECK(model->buffers()[0].second.value()(0, 0) == 1000002);
}

TEST_CASE("scaled: sparse columns are divided by their root mean square and stay sparse", "[models]") {
  const auto model = echo(InputScale::columns, false);
  const Sparse x(Csr(2, {0, 1, 2}, {0, 0}), {3, 4});
  learn_input_scale<float>(*model, x);
  const float deviation = std::sqrt(12.5F);
  const std::vector<float> y = run(*model, x);
  CHECK(y[0] == Approx(3 / deviation));
  CHECK(y[2] == Approx(4 / deviation));
  CHECK(model->buffers()[0].second.value()(0, 0) == 0);
  CHECK(model->buffers()[1].second.value()(0, 1) == 1);  // an empty column
}

TEST_CASE("scaled: values come out in the units of the targets, learned where they are known", "[models]") {
  const auto model = echo(InputScale::none, true);
  const Tensor targets = Tensor::of(4, 2, {100, 5, 300, std::nanf(""), 9999, 5, std::nanf(""), 5});
  learn_output_scale<float>(*model, targets.view(), std::vector<NodeId>{0, 1, 3});  // mean 200, deviation 100; a constant 5
  CHECK(run(*model, Variable(Tensor::of(1, 2, {0.5F, 2}))) == std::vector<float>{250, 7});
  CHECK(output_scale(*model).mean(0, 0) == 200);
  CHECK_THROWS_AS(learn_output_scale<float>(*model, Tensor(4, 1).view(), std::vector<NodeId>{0}), ShapeError);
}

TEST_CASE("scaled: gradients pass the scales", "[models]") {
  const auto model = echo(InputScale::columns, true);
  learn_input_scale<float>(*model, Variable(Tensor::of(2, 2, {0, 0, 4, 8})));                            // deviations 2 and 4
  learn_output_scale<float>(*model, Tensor::of(2, 2, {0, 0, 20, 2}).view(), std::vector<NodeId>{0, 1});  // deviations 10 and 1
  Variable x(Tensor::of(1, 2, {1, 1}), true);
  nn::Pass pass;
  model->forward(Graph(), x, {}, pass).backward(Tensor::filled(1, 2, 1));
  CHECK(x.grad()(0, 0) == Approx(5));
  CHECK(x.grad()(0, 1) == Approx(0.25));
}
