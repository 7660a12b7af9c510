#include "graph_trainer.hpp"

#include <algorithm>
#include <numeric>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "graph_problem.hpp"
#include "run.hpp"

namespace edgewise::train {
namespace {

void check_model(const models::GraphModelOptions& model, const GraphDataset& data) {
  const auto fit_or_fail = [](const char* what, std::size_t got, std::size_t wanted) {
    if (got != wanted) fail<DataError>("fit: the data have ", got, " ", what, ", the model was made for ", wanted);
  };
  fit_or_fail("node columns", data.graphs.nodes.cols(), model.node_columns);
  fit_or_fail("arc columns", data.graphs.arcs.cols(), model.arc_columns);
  fit_or_fail("extra columns", data.graphs.extras.cols(), model.extra_columns);
  fit_or_fail("outputs", data.targets.outputs, model.out);
}

}  // namespace

void check(const GraphDataset& data) {
  const GraphTable& table = data.graphs;
  const auto rows_or_fail = [](const char* what, const Tensor& rows, std::size_t wanted, const char* of) {
    if (rows.cols() > 0 && rows.rows() != wanted) fail<DataError>("dataset: ", what, " for ", rows.rows(), " ", of, ", the table has ", wanted);
  };
  rows_or_fail("node features", table.nodes, table.batch.graph.num_nodes(), "nodes");
  rows_or_fail("arc features", table.arcs, table.batch.graph.num_arcs(), "arcs");
  rows_or_fail("extras", table.extras, table.graphs(), "graphs");
  check_targets(data.targets, table.graphs(), {"graph", "the table"});
  check_split(data.split, table.graphs(), {"graph", "the table"});
}

Variable forward(const models::GraphModel& model, const GraphTable& table, nn::Pass& pass) {
  return model.forward(table.batch, Variable(table.nodes), Variable(table.arcs), Variable(table.extras), pass);
}

Tensor predict(const models::GraphModel& model, const GraphTable& table) {
  std::vector<std::uint32_t> all(table.graphs());
  std::iota(all.begin(), all.end(), std::uint32_t{0});
  return predict(model, table, all);
}

Tensor predict(const models::GraphModel& model, const GraphTable& table, std::span<const std::uint32_t> graphs) {
  constexpr std::size_t kGraphs = 16;  // a few hundred atoms: the tables of one task stay in its core's cache
  Tensor output = Tensor::uninitialized(graphs.size(), model.options().out);
  parallel_ranges(graphs.size(), kGraphs, [&](std::size_t first, std::size_t last) {
    const NoGrad nothing_recorded;
    nn::Pass pass;
    const Variable some = forward(model, take(table, graphs.subspan(first, last - first)), pass);
    std::copy(some.value().values().begin(), some.value().values().end(), output.row(first).begin());
  });
  return output;
}

TrainReport fit(models::GraphModel& model, const GraphDataset& data, const TrainOptions& options, const Callbacks& callbacks,
                const Checkpoint* resume) {
  check(options);
  check(data);
  if (data.split.train.empty()) fail<UsageError>("fit: the split has no training graphs");
  check_model(model.options(), data);
  return whole_or_unchanged(model, [&] {
    model.learn_scales(data.graphs.extras.view(), data.targets.values.view(), data.split.train);
    GraphProblem problem(model, data, options);
    return run(problem, options, callbacks, resume);
  });
}

}  // namespace edgewise::train
