/// A 20-epoch run that is stopped after 10 epochs and taken up again gives the bytes of one left alone.
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>

#include "linear_model.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

models::NodeModelOptions shape(std::size_t classes) { return {.model = "linear", .in = classes, .out = classes, .dropout = 0.5F}; }

bool same(const Epoch& a, const Epoch& b) {
  return a.epoch == b.epoch && a.lr == b.lr && a.train_loss == b.train_loss && a.validation_loss == b.validation_loss &&
         a.validation_score == b.validation_score && a.best == b.best;
}

void stop_and_go_on(const Dataset& data, const TrainOptions& options, std::size_t stop_after) {
  LinearModel whole(shape(data.targets.outputs));
  const TrainReport expected = fit(whole, data, options);

  Checkpoint saved;
  LinearModel first(shape(data.targets.outputs));
  std::size_t epochs = 0;
  const TrainReport half = fit(first, data, options,
                               {.on_epoch = [&](const Epoch& epoch) { epochs = epoch.epoch; },
                                .interrupted = [&] { return epochs == stop_after; },
                                .save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; }});
  REQUIRE(half.stopped == Stopped::interrupted);
  REQUIRE(half.history.size() == stop_after);

  LinearModel second(shape(data.targets.outputs));
  const TrainReport report = fit(second, data, options, {}, &saved);
  CHECK(bytes_of(second) == bytes_of(whole));
  CHECK(report.best_epoch == expected.best_epoch);
  CHECK(report.stopped == expected.stopped);
  REQUIRE(report.history.size() == expected.history.size());
  for (std::size_t k = 0; k < report.history.size(); ++k) CHECK(same(report.history[k], expected.history[k]));
}

}  // namespace

TEST_CASE("resume: the same bytes under every schedule and optimiser", "[train]") {
  const Dataset data = clouds(120, 3, 0.6, 5);
  for (const Schedule schedule : {Schedule::constant, Schedule::cosine, Schedule::plateau})
    for (const Optimizer optimizer : {Optimizer::adam, Optimizer::adamw, Optimizer::sgd})
      for (const Monitor monitor : {Monitor::score, Monitor::loss, Monitor::loss_and_score}) {
        CAPTURE(static_cast<int>(schedule), static_cast<int>(optimizer), static_cast<int>(monitor));
        stop_and_go_on(data,
                       {.epochs = 20,
                        .patience = 0,
                        .monitor = monitor,
                        .optimizer = optimizer,
                        .lr = 0.1F,
                        .schedule = schedule,
                        .warmup = schedule == Schedule::cosine ? std::size_t{5} : 0,
                        .clip = 0.05F},
                       10);
      }
}

TEST_CASE("resume: a plateau that has waited for some epochs goes on waiting", "[train]") {
  Dataset data = clouds(60, 2, 3.0, 9);  // hardly anything to learn: the rate falls within 40 epochs
  const TrainOptions options{.epochs = 60, .patience = 0, .lr = 0.5F, .schedule = Schedule::plateau};
  LinearModel model(shape(2));
  REQUIRE(fit(model, data, options).history.back().lr < 0.5);
  for (const std::size_t after : {7U, 25U, 59U}) stop_and_go_on(data, options, after);
}

TEST_CASE("resume: early stopping counts on, and without a validation set the last epoch is kept", "[train]") {
  Dataset data = clouds(60, 2, 1.5, 3);
  const TrainOptions options{.epochs = 200, .patience = 12, .lr = 0.2F};
  LinearModel model(shape(2));
  const TrainReport report = fit(model, data, options);
  REQUIRE(report.stopped == Stopped::early);
  stop_and_go_on(data, options, report.history.size() - 3);
  data.split.validation.clear();
  stop_and_go_on(data, {.epochs = 20, .lr = 0.1F}, 10);
}

TEST_CASE("resume: a model with attention, dropout and scales of its own", "[train]") {
  Dataset data = clouds(60, 3, 0.8, 5);
  const Graph ring = Graph::from_undirected(60, [] {
    std::vector<Edge> edges;
    for (NodeId i = 0; i < 60; ++i) edges.push_back({i, (i + 3) % 60});
    return edges;
  }());
  data.graph = ring;
  const models::NodeModelOptions options{.model = "transformer",
                                         .in = 3,
                                         .out = 3,
                                         .hidden = 8,
                                         .heads = 2,
                                         .feed_forward = true,
                                         .norm = models::Norm::layer,
                                         .dropout = 0.3F,
                                         .attention_dropout = 0.3F,
                                         .input_scale = models::InputScale::columns};
  const TrainOptions training{.epochs = 20, .patience = 0, .seed = 4};
  const auto whole = models::make_node_model<float>(options, 1), first = models::make_node_model<float>(options, 1);
  const auto second = models::make_node_model<float>(options, 2);  // its own start is overwritten
  fit(*whole, data, training);
  Checkpoint saved;
  std::size_t epochs = 0;
  fit(*first, data, training,
      {.on_epoch = [&](const Epoch& epoch) { epochs = epoch.epoch; },
       .interrupted = [&] { return epochs == 10; },
       .save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; }});
  fit(*second, data, training, {}, &saved);
  CHECK(bytes_of(*second) == bytes_of(*whole));
}

TEST_CASE("resume: a finished run has nothing to add", "[train]") {
  const Dataset data = clouds(60, 2, 1.0, 3);
  const TrainOptions options{.epochs = 4, .lr = 0.1F};
  Checkpoint saved;
  LinearModel first(shape(2)), second(shape(2));
  Checkpoint last;
  fit(first, data, options,
      {.save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; },
       .checkpoint_every = 2,
       .ended = [&](Checkpoint checkpoint) { last = std::move(checkpoint); }});
  CHECK(saved.history.size() == 4);
  CHECK(last.history.size() == 4);
  CHECK(last.numbers == saved.numbers);
  const TrainReport report = fit(second, data, options, {}, &saved);
  CHECK(report.stopped == Stopped::finished);
  CHECK(report.history.size() == 4);
  CHECK(bytes_of(first) == bytes_of(second));
}

TEST_CASE("resume: a checkpoint of another model is refused and the model stays", "[train]") {
  const Dataset data = clouds(60, 2, 1.0, 3);
  const TrainOptions options{.epochs = 2, .lr = 0.1F};
  Checkpoint saved;
  LinearModel first(shape(2)), second(shape(2));
  fit(first, data, options, {.save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; }, .checkpoint_every = 1});
  const std::vector<float> before = bytes_of(second);
  Checkpoint wrong = saved;
  wrong.tensors[0].second = Tensor(3, 3);
  CHECK_THROWS_WITH(fit(second, data, options, {}, &wrong), Catch::Contains("'parameter.weight' of the checkpoint is 3 x 3, the model has 2 x 2"));
  wrong = saved;
  wrong.tensors.erase(wrong.tensors.begin() + 1);
  CHECK_THROWS_WITH(fit(second, data, options, {}, &wrong), Catch::Contains("no tensor 'kept.weight'"));
  wrong = saved;
  wrong.numbers.erase("stopping.waited");
  CHECK_THROWS_WITH(fit(second, data, options, {}, &wrong), Catch::Contains("no number 'stopping.waited'"));
  TrainOptions other = options;
  other.optimizer = Optimizer::sgd;
  CHECK_THROWS_AS(fit(second, data, other, {}, &saved), DataError);
  CHECK(bytes_of(second) == before);
}
