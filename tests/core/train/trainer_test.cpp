#include <edgewise/core/train/metrics.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear_model.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

models::NodeModelOptions shape(std::size_t in, std::size_t out) { return {.model = "linear", .in = in, .out = out, .dropout = 0}; }

/// One feature, 1 for every node; classes 0 0 0 1.  All train.
Dataset three_to_one() {
  Dataset data;
  data.graph = Graph::from_edges(4, {});
  data.features = Variable(Tensor::filled(4, 1, 1));
  data.targets = {Task::classification, 2, {0, 0, 0, 1}, {}};
  data.split.train = {0, 1, 2, 3};
  return data;
}

float parameter(const models::NodeModel& model, std::size_t k, std::size_t row, std::size_t col) {
  return model.parameters()[k].second.value()(row, col);
}

}  // namespace

TEST_CASE("fit: one epoch of plain SGD, worked by hand", "[train]") {
  // Logits start at zero: p = 1/2 everywhere, d loss / d logit 0 = (3 * (1/2 - 1) + 1/2) / 4 = -1/4.
  LinearModel model(shape(1, 2));
  const TrainReport report = fit(model, three_to_one(), {.epochs = 1, .optimizer = Optimizer::sgd, .lr = 0.4F, .weight_decay = 0, .momentum = 0});
  CHECK(report.history.size() == 1);
  CHECK(report.history[0].train_loss == Approx(std::log(2.0)));
  CHECK(report.history[0].lr == Approx(0.4));
  CHECK_FALSE(report.history[0].validation_loss);
  CHECK(parameter(model, 0, 0, 0) == Approx(0.1));
  CHECK(parameter(model, 1, 0, 1) == Approx(-0.1));
  CHECK(report.best_epoch == 1);
  CHECK(report.stopped == Stopped::finished);
}

TEST_CASE("fit: the validation set is looked at every so many epochs, and at the end", "[train]") {
  Dataset data = three_to_one();
  data.split.train = {0, 3};
  data.split.validation = {1, 2};
  LinearModel model(shape(1, 2));
  const TrainReport report = fit(model, data, {.epochs = 7, .patience = 0, .validate_every = 3});
  REQUIRE(report.history.size() == 7);
  for (const Epoch& epoch : report.history) {
    CAPTURE(epoch.epoch);
    CHECK(epoch.validation_loss.has_value() == (epoch.epoch == 3 || epoch.epoch == 6 || epoch.epoch == 7));
    CHECK((epoch.validation_loss || !epoch.best));
  }
  CHECK((report.best_epoch == 3 || report.best_epoch == 6 || report.best_epoch == 7));
  CHECK_THROWS_WITH(fit(model, data, {.validate_every = 0}), "fit: validate every is 0, expected at least 1");
}

TEST_CASE("fit: gradients of a backward pass of one's own do not enter the first step", "[train]") {
  const Dataset data = three_to_one();
  const TrainOptions options{.epochs = 1, .optimizer = Optimizer::sgd, .lr = 0.4F, .weight_decay = 0, .momentum = 0};
  LinearModel model(shape(1, 2));
  nn::Pass pass;
  model.forward(data.graph, data.features, data.arcs, pass).backward(Tensor::filled(4, 2, 1));
  fit(model, data, options);
  CHECK(parameter(model, 0, 0, 0) == Approx(0.1));  // as in the case worked by hand
}

TEST_CASE("fit: balanced classes pull alike", "[train]") {
  LinearModel model(shape(1, 2));  // weights 4 / (2 * 3) and 4 / (2 * 1): the gradient is zero
  const TrainReport report =
      fit(model, three_to_one(), {.epochs = 1, .optimizer = Optimizer::sgd, .weight_decay = 0, .class_weights = ClassWeights::balanced});
  CHECK(report.history[0].train_loss == Approx(std::log(2.0)));
  CHECK(parameter(model, 0, 0, 0) == Approx(0).margin(1e-7));
}

TEST_CASE("fit: label smoothing pulls half as hard at one half", "[train]") {
  LinearModel model(shape(1, 2));
  fit(model, three_to_one(), {.epochs = 1, .optimizer = Optimizer::sgd, .lr = 0.4F, .weight_decay = 0, .momentum = 0, .label_smoothing = 0.5F});
  CHECK(parameter(model, 0, 0, 0) == Approx(0.05));
}

TEST_CASE("fit: clipping bounds the first step", "[train]") {
  LinearModel model(shape(1, 2));  // four gradients of size 1/4: length 1/2
  fit(model, three_to_one(), {.epochs = 1, .optimizer = Optimizer::sgd, .lr = 1, .weight_decay = 0, .momentum = 0, .clip = 0.1F});
  CHECK(parameter(model, 0, 0, 0) == Approx(0.05).epsilon(1e-4));
}

TEST_CASE("fit: learns clouds, stops early, keeps the best epoch", "[train]") {
  const Dataset data = clouds(400, 4, 0.3, 2);
  LinearModel model(shape(4, 4));
  std::vector<std::size_t> seen;
  const TrainReport report =
      fit(model, data, {.epochs = 500, .patience = 20, .lr = 0.05F}, {.on_epoch = [&](const Epoch& epoch) { seen.push_back(epoch.epoch); }});
  CHECK(report.stopped == Stopped::early);
  CHECK(report.history.size() == report.best_epoch + 20);
  CHECK(seen.size() == report.history.size());
  CHECK(report.history[report.best_epoch - 1].best);
  const Tensor output = predict(model, data.graph, data.features, data.arcs);
  CHECK(evaluate(output.view(), data.targets, data.split.test).at("accuracy") > 0.9);
  CHECK(evaluate(output.view(), data.targets, data.split.validation).at("accuracy") == *report.history[report.best_epoch - 1].validation_score);
}

TEST_CASE("fit: patience longer than the run, and no patience at all, never stop it", "[train]") {
  const Dataset data = clouds(40, 2, 2.0, 2);
  for (const std::size_t patience : {0U, 1000U}) {
    LinearModel model(shape(2, 2));
    const TrainReport report = fit(model, data, {.epochs = 30, .patience = patience});
    CHECK(report.stopped == Stopped::finished);
    CHECK(report.history.size() == 30);
  }
}

TEST_CASE("fit: no validation set, or none with labels: every epoch runs and the last is kept", "[train]") {
  Dataset data = clouds(40, 2, 2.0, 2);
  for (const NodeId node : data.split.validation) data.targets.classes[node] = kNoLabel;
  LinearModel model(shape(2, 2)), same(shape(2, 2));
  const TrainReport report = fit(model, data, {.epochs = 30, .patience = 1, .lr = 0.1F});
  CHECK(report.best_epoch == 30);
  CHECK(report.stopped == Stopped::finished);
  CHECK_FALSE(report.history.back().validation_score);
  data.split.validation.clear();
  fit(same, data, {.epochs = 30, .patience = 1, .lr = 0.1F});
  CHECK(bytes_of(model) == bytes_of(same));
}

TEST_CASE("fit: training nodes without a label do not count", "[train]") {
  Dataset data = three_to_one();
  data.targets.classes = {0, kNoLabel, 0, 1};
  Dataset fewer = data;
  fewer.split.train = {0, 2, 3};
  LinearModel one(shape(1, 2)), other(shape(1, 2));
  fit(one, data, {.epochs = 3});
  fit(other, fewer, {.epochs = 3});
  CHECK(bytes_of(one) == bytes_of(other));
}

TEST_CASE("fit: a validation set of one class has a score for classes and a loss for labels", "[train]") {
  Dataset data = three_to_one();
  data.split = {{0, 3}, {1, 2}, {}};
  LinearModel model(shape(1, 2));
  CHECK(fit(model, data, {.epochs = 3}).history[0].validation_score == 1.0);
  data.targets = {Task::multilabel, 1, {}, Tensor::of(4, 1, {0, 1, 1, 1})};
  LinearModel labels(shape(1, 1));
  const TrainReport report = fit(labels, data, {.epochs = 3, .optimizer = Optimizer::sgd, .lr = 0.5F});
  CHECK_FALSE(report.history[0].validation_score);  // ROC-AUC needs both kinds
  CHECK(report.history[0].validation_loss);
}

TEST_CASE("fit: missing cells of labels are left out of the loss", "[train]") {
  const float na = std::numeric_limits<float>::quiet_NaN();
  Dataset data = three_to_one();
  data.targets = {Task::multilabel, 2, {}, Tensor::of(4, 2, {1, na, 1, na, na, na, 0, na})};
  LinearModel model(shape(1, 2));
  // Label 0: p = 1/2 on 1 1 0, gradient (-1/2 - 1/2 + 1/2) / 3 = -1/6.  Label 1 is never seen.
  const TrainReport report = fit(model, data, {.epochs = 1, .optimizer = Optimizer::sgd, .lr = 0.6F, .weight_decay = 0, .momentum = 0});
  CHECK(report.history[0].train_loss == Approx(std::log(2.0)));
  CHECK(parameter(model, 0, 0, 0) == Approx(0.1));
  CHECK(parameter(model, 0, 1, 0) == 0);
}

TEST_CASE("fit: balanced labels weigh a positive by negatives over positives, of those that are known (M17)", "[train]") {
  // 1 positive, 3 negatives, 4 unknown: weight 3, so at p = 1/2 the gradient 3 * 1/2 - 3 * 1/2 is zero.
  const float na = std::numeric_limits<float>::quiet_NaN();
  Dataset data;
  data.graph = Graph::from_edges(8, {});
  data.features = Variable(Tensor::filled(8, 1, 1));
  data.split.train = {0, 1, 2, 3, 4, 5, 6, 7};
  data.targets = {Task::multilabel, 1, {}, Tensor::of(8, 1, {0, na, 0, na, 0, na, 1, na})};
  LinearModel model(shape(1, 1));
  fit(model, data, {.epochs = 1, .optimizer = Optimizer::sgd, .weight_decay = 0, .class_weights = ClassWeights::balanced});
  CHECK(parameter(model, 0, 0, 0) == Approx(0).margin(1e-7));
}

TEST_CASE("fit: a loss that stops being a number ends the run with the last good model", "[train]") {
  const Dataset good = clouds(40, 2, 0.5, 2);
  Dataset bad = good;
  Tensor x = std::get<Variable>(good.features).value();
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, 0) *= 1e30F;
  bad.features = Variable(std::move(x));
  for (const bool validation : {true, false}) {
    if (!validation) bad.split.validation.clear();
    LinearModel model(shape(2, 2));
    const TrainReport report = fit(model, bad, {.epochs = 20, .optimizer = Optimizer::sgd, .lr = 1e20F, .weight_decay = 0});
    CAPTURE(validation);
    CHECK(report.stopped == Stopped::not_finite);
    CHECK(report.not_finite_epoch >= 1);
    CHECK(report.best_epoch < report.not_finite_epoch);
    for (const float value : bytes_of(model)) CHECK(std::isfinite(value));
    const Tensor output = predict(model, bad.graph, bad.features, bad.arcs);
    for (const float value : output.values()) CHECK(std::isfinite(value));
  }
}

TEST_CASE("fit: interrupted before a checkpoint is asked for, the model holds the best so far", "[train]") {
  const Dataset data = clouds(40, 2, 0.5, 2);
  LinearModel model(shape(2, 2));
  const TrainReport report = fit(model, data, {.epochs = 20}, {.interrupted = [] { return true; }});
  CHECK(report.stopped == Stopped::interrupted);
  CHECK(report.history.size() == 1);
  CHECK(report.best_epoch == 1);
}

TEST_CASE("fit: checkpoints come every so many epochs", "[train]") {
  const Dataset data = clouds(40, 2, 0.5, 2);
  LinearModel model(shape(2, 2));
  std::vector<std::size_t> saved;
  fit(model, data, {.epochs = 10, .patience = 0},
      {.save_checkpoint = [&](const Checkpoint& c) { saved.push_back(c.history.size()); }, .checkpoint_every = 3});
  CHECK(saved == std::vector<std::size_t>{3, 6, 9});
}

TEST_CASE("fit: what cannot be trained is refused by name", "[train]") {
  const Dataset data = three_to_one();
  LinearModel model(shape(1, 2));
  const auto refuses = [&](const TrainOptions& options, const char* text) { CHECK_THROWS_WITH(fit(model, data, options), Catch::Contains(text)); };
  refuses({.epochs = 0}, "epochs is 0");
  refuses({.lr = 0}, "lr is 0");
  refuses({.lr = std::numeric_limits<float>::quiet_NaN()}, "lr is nan");
  refuses({.weight_decay = -1}, "weight decay is -1");
  refuses({.momentum = 1}, "momentum is 1");
  refuses({.schedule = Schedule::plateau, .warmup = 3}, "warmup is 3");
  refuses({.epochs = 3, .schedule = Schedule::cosine, .warmup = 3}, "warmup is 3");
  refuses({.clip = -1}, "clip is -1");
  refuses({.label_smoothing = 1}, "label smoothing is 1");

  Dataset none = data;
  none.split.train.clear();
  CHECK_THROWS_WITH(fit(model, none, {}), Catch::Contains("no training nodes"));
  none = data;
  none.targets.classes.assign(4, kNoLabel);
  CHECK_THROWS_WITH(fit(model, none, {}), Catch::Contains("none of the 4 training rows (nodes or graphs) has a target"));
  CHECK_THROWS_AS(fit(model, Dataset{}, {}), Error);  // a graph without nodes has nothing to train on
  LinearModel wide(shape(3, 2));
  CHECK_THROWS_WITH(fit(wide, data, {}), "fit: the data have 1 feature columns, the model was made for 3");
  Dataset values = data;
  values.targets = {Task::regression, 2, {}, Tensor(4, 2)};
  CHECK_THROWS_WITH(fit(model, values, {.label_smoothing = 0.1F}), Catch::Contains("label smoothing is for classification"));
  CHECK_THROWS_WITH(fit(model, values, {.class_weights = ClassWeights::balanced}), Catch::Contains("class weights are for"));
  CHECK_THROWS_WITH(fit(model, values, {.monitor = Monitor::roc_auc}), Catch::Contains("monitor roc-auc is for two classes"));
}

TEST_CASE("fit: what is refused leaves the model as it was, scales included", "[train]") {
  Dataset data = three_to_one();
  data.features = Variable(Tensor::of(4, 1, {1, 2, 3, 4}));
  data.targets = {Task::regression, 1, {}, Tensor::of(4, 1, {10, 20, 30, 50})};
  const auto model = models::make_node_model<float>(
      {.model = "mlp", .in = 1, .out = 1, .hidden = 4, .heads = 1, .input_scale = models::InputScale::columns, .output_scale = true}, 1);
  const std::vector<float> before = bytes_of(*model);
  CHECK_THROWS_AS(fit(*model, data, {.label_smoothing = 0.1F}), UsageError);
  CHECK(bytes_of(*model) == before);
  const Checkpoint foreign;
  CHECK_THROWS_AS(fit(*model, data, {}, {}, &foreign), DataError);
  CHECK(bytes_of(*model) == before);
  // A callback that throws, epochs later:
  CHECK_THROWS_WITH(fit(*model, data, {.epochs = 5},
                        {.on_epoch =
                             [](const Epoch& epoch) {
                               if (epoch.epoch == 3) fail<DataError>("enough");
                             }}),
                    "enough");
  CHECK(bytes_of(*model) == before);
  fit(*model, data, {.epochs = 1});
  CHECK(bytes_of(*model) != before);
}

TEST_CASE("fit: monitor roc-auc watches the ranking of two classes, where accuracy sees no difference", "[train]") {
  Dataset data;
  data.graph = Graph::from_edges(6, {});
  data.features = Variable(Tensor::of(6, 1, {-1, 1, -1, 1, -1, 1}));
  data.targets = {Task::classification, 2, {0, 1, 0, 1, 0, 1}, {}};
  data.split = {{0, 1}, {2, 3, 4, 5}, {}};
  LinearModel model({.model = "linear", .in = 1, .out = 2, .dropout = 0});
  const TrainReport report = fit(model, data, {.epochs = 20, .patience = 0, .monitor = Monitor::roc_auc, .lr = 0.1F});
  CHECK(report.history.back().validation_score == 1.0);
  const Tensor output = predict(model, data.graph, data.features, data.arcs);
  CHECK(evaluate(output.view(), data.targets, data.split.validation).at("roc_auc") == 1);
}

TEST_CASE("fit: one positive, three negatives, four missing weigh the positive 3, missing cells count nowhere", "[train]") {
  const float nan = std::nanf("");
  Dataset data;
  data.graph = Graph::from_edges(8, {});
  data.features = Variable(Tensor(8, 1));
  data.targets = {Task::multilabel, 1, {}, Tensor::of(8, 1, {1, 0, 0, 0, nan, nan, nan, nan})};
  data.split.train = {0, 1, 2, 3, 4, 5, 6, 7};
  LinearModel model({.model = "linear", .in = 1, .out = 1, .dropout = 0});  // says 0 everywhere: every cell costs log 2
  const TrainReport report = fit(model, data, {.epochs = 1, .class_weights = ClassWeights::balanced});
  CHECK(report.history[0].train_loss == Approx((3 + 3) * std::log(2.0) / 4));
}
