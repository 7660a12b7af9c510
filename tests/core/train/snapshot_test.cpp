/// Buffers that move while training (the running moments of batch_norm) belong to the epoch whose parameters are kept.
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/ops/loss.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>

#include "linear_model.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

/// linear 3 -> 8, batch_norm, relu, linear 8 -> 3.
std::unique_ptr<models::NodeModel> normed(std::uint64_t seed) {
  models::NodeModelOptions options{.model = "stack", .in = 3, .out = 3};
  options.stack = {{.type = "linear", .in = 3, .out = 8}, {.type = "batch_norm", .out = 8}, {.type = "relu"}, {.type = "linear", .in = 8, .out = 3}};
  return models::make_node_model<float>(options, seed);
}

/// Overlapping clouds and large steps: the best epoch comes early, and the moments run on after it.
const TrainOptions kRestless{.epochs = 30, .patience = 0, .monitor = Monitor::loss, .lr = 0.03F, .weight_decay = 0};
Dataset restless() { return clouds(60, 3, 0.9, 8); }

double validation_loss(const models::NodeModel& model, const Dataset& data) {
  const Variable output(predict(model, data.graph, data.features, data.arcs));
  return static_cast<double>(ops::cross_entropy(output, data.targets.classes, data.split.validation).value()(0, 0));
}

/// `data` under `options`, stopped after so many epochs: what was saved, and the model.
Checkpoint stopped(models::NodeModel& model, const Dataset& data, const TrainOptions& options, std::size_t after) {
  Checkpoint saved;
  std::size_t epochs = 0;
  fit(model, data, options,
      {.on_epoch = [&](const Epoch& epoch) { epochs = epoch.epoch; },
       .interrupted = [&] { return epochs == after; },
       .save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; }});
  return saved;
}

void forget_kept_buffers(Checkpoint& checkpoint) {
  std::erase_if(checkpoint.tensors, [](const auto& tensor) { return tensor.first.starts_with("kept.buffer."); });
}

}  // namespace

TEST_CASE("fit: the model scores what the history says of the best epoch, running moments and all", "[train]") {
  const Dataset data = restless();
  const auto model = normed(1);
  const TrainReport report = fit(*model, data, kRestless);
  REQUIRE(report.best_epoch > 1);
  REQUIRE(report.best_epoch < report.history.size());
  CHECK(validation_loss(*model, data) == report.history[report.best_epoch - 1].validation_loss);
}

TEST_CASE("fit: without a validation set the last epoch is kept with its moments", "[train]") {
  Dataset data = restless();
  const auto watched = normed(1), blind = normed(1);
  TrainOptions options = kRestless;
  options.validate_every = options.epochs = 9;
  options.monitor = Monitor::score;
  REQUIRE(fit(*watched, data, options).best_epoch == 9);
  data.split.validation.clear();
  CHECK(fit(*blind, data, options).best_epoch == 9);
  CHECK(bytes_of(*blind) == bytes_of(*watched));
}

TEST_CASE("fit: a run that stops being finite leaves moments that are", "[train]") {
  Dataset data = restless();
  const TrainOptions wild{.epochs = 20, .optimizer = Optimizer::sgd, .lr = 1e30F, .weight_decay = 0};
  for (const bool validation : {true, false}) {
    CAPTURE(validation);
    if (!validation) data.split.validation.clear();
    const auto model = normed(1);
    REQUIRE(fit(*model, data, wild).stopped == Stopped::not_finite);
    for (const float value : bytes_of(*model)) CHECK(std::isfinite(value));
    CHECK(std::isfinite(predict(*model, data.graph, data.features, data.arcs)(0, 0)));
  }
}

TEST_CASE("resume: the moments of the best epoch travel with a checkpoint", "[train]") {
  Dataset data = restless();
  for (const bool validation : {true, false}) {
    if (!validation) data.split.validation.clear();
    const auto whole = normed(1);
    const TrainReport expected = fit(*whole, data, kRestless);
    const std::size_t after = validation ? expected.best_epoch + 3 : 12;
    CAPTURE(validation, after);
    const auto first = normed(1), second = normed(2);
    const Checkpoint saved = stopped(*first, data, kRestless, after);
    REQUIRE(saved.history.size() == after);
    CHECK(fit(*second, data, kRestless, {}, &saved).best_epoch == expected.best_epoch);
    CHECK(bytes_of(*second) == bytes_of(*whole));
  }
}

TEST_CASE("resume: a checkpoint from before kept buffers serves where they stand still, and is refused where they moved", "[train]") {
  const Dataset data = restless();
  const auto whole = normed(1);
  const std::size_t best = fit(*whole, data, kRestless).best_epoch;

  const auto first = normed(1), second = normed(1);
  Checkpoint old = stopped(*first, data, kRestless, best + 3);
  forget_kept_buffers(old);
  const std::vector<float> before = bytes_of(*second);
  CHECK_THROWS_WITH(fit(*second, data, kRestless, {}, &old),
                    Catch::Contains("no tensor 'kept.buffer.layers.1.running_mean'; an older edgewise wrote it"));
  CHECK(bytes_of(*second) == before);

  const auto until_best = normed(1);  // the best epoch is the last: what stands is what is kept
  old = stopped(*until_best, data, kRestless, best);
  forget_kept_buffers(old);
  fit(*second, data, kRestless, {}, &old);
  CHECK(bytes_of(*second) == bytes_of(*whole));

  const models::NodeModelOptions scaled{.model = "mlp", .in = 3, .out = 3, .hidden = 8, .heads = 1, .input_scale = models::InputScale::columns};
  const auto alone = models::make_node_model<float>(scaled, 1), half = models::make_node_model<float>(scaled, 1);
  const auto resumed = models::make_node_model<float>(scaled, 1);
  fit(*alone, data, kRestless);
  old = stopped(*half, data, kRestless, 20);
  forget_kept_buffers(old);
  fit(*resumed, data, kRestless, {}, &old);
  CHECK(bytes_of(*resumed) == bytes_of(*alone));
}
