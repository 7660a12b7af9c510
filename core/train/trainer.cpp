#include "trainer.hpp"

#include <cmath>

#include "../../graph/error.hpp"
#include "../models/scaling.hpp"
#include "node_problem.hpp"
#include "run.hpp"

namespace edgewise::train {

void check(const TrainOptions& o) {
  const auto range = [](const char* option, auto got, const char* wanted) { fail<UsageError>("fit: ", option, " is ", got, ", expected ", wanted); };
  if (o.epochs == 0) range("epochs", o.epochs, "at least 1");
  if (o.validate_every == 0) range("validate every", o.validate_every, "at least 1");
  if (!(o.lr > 0) || !std::isfinite(o.lr)) range("lr", o.lr, "a number above 0");
  if (!(o.weight_decay >= 0) || !std::isfinite(o.weight_decay)) range("weight decay", o.weight_decay, "a number of at least 0");
  if (!(o.momentum >= 0 && o.momentum < 1)) range("momentum", o.momentum, "a number in [0, 1)");
  if (!(o.clip >= 0)) range("clip", o.clip, "a number of at least 0");
  if (!(o.label_smoothing >= 0 && o.label_smoothing < 1)) range("label smoothing", o.label_smoothing, "a number in [0, 1)");
  if (o.warmup > 0 && o.schedule != Schedule::cosine) range("warmup", o.warmup, "0 unless the schedule is cosine");
  if (o.warmup >= o.epochs) range("warmup", o.warmup, "fewer epochs than the run has");
}

namespace {

void check_model(const models::NodeModelOptions& model, const Dataset& data) {
  const auto fit_or_fail = [](const char* what, std::size_t got, std::size_t wanted) {
    if (got != wanted) fail<DataError>("fit: the data have ", got, " ", what, ", the model was made for ", wanted);
  };
  fit_or_fail("feature columns", cols_of(data.features), model.in);
  fit_or_fail("outputs", data.targets.outputs, model.out);
  fit_or_fail("edge feature columns", data.arcs.features ? data.arcs.features.cols() : 0, model.edge_features);
  if (data.arcs.type.empty() != (model.edge_types == 0) && data.graph.num_arcs() > 0)
    fail<DataError>("fit: the data have ", data.arcs.type.empty() ? "no " : "", "edge types, the model was made for ", model.edge_types);
  for (const std::uint32_t type : data.arcs.type)
    if (type >= model.edge_types) fail<DataError>("fit: an arc has type ", type, ", the model was made for ", model.edge_types);
}

}  // namespace

TrainReport fit(models::NodeModel& model, const Dataset& data, const TrainOptions& options, const Callbacks& callbacks, const Checkpoint* resume) {
  check(options);
  check(data);
  if (data.split.train.empty()) fail<UsageError>("fit: the split has no training nodes");
  check_model(model.options(), data);
  return whole_or_unchanged(model, [&] {
    if (data.targets.task == Task::regression) models::learn_output_scale(model, data.targets.values.view(), data.split.train);
    models::learn_input_scale(model, data.features);
    NodeProblem problem(model, data, options);
    return run(problem, options, callbacks, resume);
  });
}

}  // namespace edgewise::train
