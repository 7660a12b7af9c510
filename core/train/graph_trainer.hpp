#pragma once
/// Training and prediction of graph models, in mini-batches.
#include "../../graph/api.hpp"
#include "../models/graph_model.hpp"
#include "graph_table.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// As `fit` of trainer.hpp, with graphs for nodes: every epoch goes once through the training graphs, options.batch of them a step, in an order drawn
/// from seed and epoch; cosine moves the rate step by step.  A run resumed from a checkpoint gives the bytes of one left alone.
/// Learns the model's scales from the training graphs before the first step.
TrainReport fit(models::GraphModel& model, const GraphDataset& data, const TrainOptions& options, const Callbacks& callbacks = {},
                const Checkpoint* resume = nullptr);
/// Throws DataError when sizes do not fit, a class or value is out of range, or a split names a graph twice or one that is not there.
void check(const GraphDataset& data);

/// Graphs x out, on the tape where `pass` trains.
Variable forward(const models::GraphModel& model, const GraphTable& table, nn::Pass& pass);
/// Raw output (logits or values), graphs x out, with nothing recorded and nothing dropped; of the named graphs, in the order given.
/// A graph's row does not depend on the others.  Handfuls of graphs go side by side, so memory is that of a few of them on each thread.
Tensor predict(const models::GraphModel& model, const GraphTable& table);
Tensor predict(const models::GraphModel& model, const GraphTable& table, std::span<const std::uint32_t> graphs);

EDGEWISE_API_END
}  // namespace edgewise::train
