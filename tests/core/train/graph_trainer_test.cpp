#include <edgewise/core/train/graph_trainer.hpp>
#include <edgewise/core/train/metrics.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include "support/check.hpp"
#include "support/graph_tables.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

/// Chains of 3 to 8 nodes of two kinds, known by their marks: the class says whether a graph has an even number of marked nodes, the value how
/// many there are.  Every node also has a noisy column.
GraphDataset marked_chains(std::size_t graphs, Task task, std::uint64_t seed) {
  Rng rng(seed);
  GraphTableBuilder builder({2, 0, 1});
  GraphDataset data;
  data.targets = {task, task == Task::classification ? 2U : 1U, {}, Tensor(graphs, 1)};
  for (std::size_t g = 0; g < graphs; ++g) {
    const auto nodes = static_cast<NodeId>(3 + rng.below(6));
    std::vector<Edge> arcs;
    std::vector<float> columns;
    float marked = 0;
    for (NodeId i = 0; i < nodes; ++i) {
      if (i > 0) arcs.insert(arcs.end(), {Edge{i, i - 1}, Edge{i - 1, i}});
      const bool mark = rng.below(3) == 0;
      marked += mark ? 1.0F : 0.0F;
      columns.insert(columns.end(), {mark ? 1.0F : 0.0F, static_cast<float>(rng.normal())});
    }
    const std::vector<float> extra{static_cast<float>(rng.normal())};
    builder.add(nodes, arcs, columns, {}, extra);
    data.targets.classes.push_back(marked >= 2 ? 1 : 0);
    data.targets.values(g, 0) = task == Task::regression ? 100 + 10 * marked : marked >= 2 ? 1.0F : 0.0F;
  }
  data.graphs = builder.finish();
  if (task == Task::classification) data.targets.values = {};
  if (task != Task::classification) data.targets.classes = {};
  data.split = random_split(data.targets, 0.7, 0.15, 0.15, seed);
  return data;
}

models::GraphModelOptions shape(Task task) {
  models::GraphModelOptions options;
  options.model = "gine";
  options.node_columns = 2;
  options.extra_columns = 1;
  options.out = task == Task::classification ? 2 : 1;
  options.layers = 2;
  options.hidden = 16;
  options.extra_hidden = 4;
  options.head_hidden = 16;
  options.readout = models::Readout::sum;
  options.output_scale = task == Task::regression;
  return options;
}

std::vector<float> bytes_of(const nn::Module& model) {
  std::vector<float> all;
  for (const auto& [name, tensor] : model.parameters()) all.insert(all.end(), tensor.value().values().begin(), tensor.value().values().end());
  for (const auto& [name, tensor] : model.buffers()) all.insert(all.end(), tensor.value().values().begin(), tensor.value().values().end());
  return all;
}

TrainOptions brief(std::size_t epochs) {
  return {.epochs = epochs,
          .patience = 0,
          .optimizer = Optimizer::adamw,
          .lr = 0.01F,
          .weight_decay = 1e-3F,
          .schedule = Schedule::cosine,
          .warmup = 2,
          .clip = 1,
          .batch = 32,
          .seed = 5};
}

}  // namespace

TEST_CASE("graph fit: learns each task in mini-batches", "[train]") {
  for (const Task task : {Task::classification, Task::multilabel, Task::regression}) {
    const GraphDataset data = marked_chains(300, task, 1);
    const auto model = models::make_graph_model<float>(shape(task), 1);
    const TrainReport report = fit(*model, data, brief(30));
    CHECK(report.history.size() == 30);
    const auto scores = evaluate(predict(*model, data.graphs).view(), data.targets, data.split.test);
    if (task == Task::classification) CHECK(scores.at("accuracy") > 0.95);
    if (task == Task::multilabel) CHECK(scores.at("roc_auc") > 0.97);
    if (task == Task::regression) CHECK(scores.at("r2") > 0.9);
  }
}

TEST_CASE("graph fit: the same bytes on 1, 2 and 8 threads", "[train]") {
  const GraphDataset data = marked_chains(200, Task::multilabel, 2);
  std::vector<float> first;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    const auto model = models::make_graph_model<float>(shape(Task::multilabel), 1);
    fit(*model, data, brief(3));
    if (first.empty()) first = bytes_of(*model);
    CHECK(bytes_of(*model) == first);
  }
}

TEST_CASE("graph fit: 20 epochs stopped at 10 and taken up again give the bytes of a run left alone", "[train]") {
  const GraphDataset data = marked_chains(100, Task::regression, 3);
  const auto make = [] { return models::make_graph_model<float>(shape(Task::regression), 1); };
  const auto whole = make(), half = make(), rest = make();
  const TrainReport expected = fit(*whole, data, brief(20));
  Checkpoint saved;
  std::size_t epochs = 0;
  fit(*half, data, brief(20),
      {.on_epoch = [&](const Epoch& epoch) { epochs = epoch.epoch; },
       .interrupted = [&] { return epochs == 10; },
       .save_checkpoint = [&](const Checkpoint& checkpoint) { saved = checkpoint; }});
  REQUIRE(saved.history.size() == 10);
  const TrainReport report = fit(*rest, data, brief(20), {}, &saved);
  CHECK(bytes_of(*rest) == bytes_of(*whole));
  CHECK(report.best_epoch == expected.best_epoch);
  CHECK(report.history.back().train_loss == expected.history.back().train_loss);
}

TEST_CASE("graph fit: batches are new in every epoch, and one batch of all is a full step", "[train]") {
  const GraphDataset data = marked_chains(60, Task::classification, 4);
  const auto losses = [&](std::size_t batch, std::uint64_t seed) {
    TrainOptions options = brief(2);
    options.warmup = 0;
    options.lr = 1e-12F;  // the parameters stand still
    options.batch = batch;
    options.seed = seed;
    models::GraphModelOptions still = shape(Task::classification);
    still.dropout = still.head_dropout = still.extra_dropout = 0;
    const auto model = models::make_graph_model<float>(still, 1);
    const TrainReport report = fit(*model, data, options);
    return std::pair(report.history[0].train_loss, report.history[1].train_loss);
  };
  const auto all = losses(0, 1);
  CHECK(losses(1000, 2).first == Approx(all.first));
  CHECK(losses(7, 1).first == Approx(all.first).epsilon(1e-4));  // the last batch is short and counts for what it holds
  CHECK(losses(7, 1) == losses(7, 1));
}

TEST_CASE("graph fit: what does not fit is named", "[train]") {
  GraphDataset data = marked_chains(20, Task::classification, 5);
  models::GraphModelOptions other = shape(Task::classification);
  other.node_columns = 3;
  CHECK_THROWS_WITH(fit(*models::make_graph_model<float>(other, 0), data, brief(3)), "fit: the data have 2 node columns, the model was made for 3");
  const auto model = models::make_graph_model<float>(shape(Task::classification), 0);
  data.split.test.push_back(20);
  CHECK_THROWS_WITH(fit(*model, data, brief(3)), "dataset: the test set names graph 20, the table has 20");
  data.split = {};
  CHECK_THROWS_WITH(fit(*model, data, brief(3)), "fit: the split has no training graphs");
  data.targets.classes.pop_back();
  CHECK_THROWS_WITH(check(data), "dataset: targets for 19 graphs, the table has 20");
}

TEST_CASE("graph fit: what is refused leaves the model as it was, scales included", "[train]") {
  const GraphDataset data = marked_chains(20, Task::regression, 6);
  const auto model = models::make_graph_model<float>(shape(Task::regression), 1);
  const std::vector<float> before = bytes_of(*model);
  TrainOptions options = brief(3);
  options.label_smoothing = 0.1F;
  CHECK_THROWS_AS(fit(*model, data, options), UsageError);
  CHECK(bytes_of(*model) == before);
  const Checkpoint foreign;
  CHECK_THROWS_AS(fit(*model, data, brief(3), {}, &foreign), DataError);
  CHECK(bytes_of(*model) == before);
  fit(*model, data, brief(3));
  CHECK(bytes_of(*model) != before);
}
