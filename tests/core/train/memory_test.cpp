/// Training keeps nothing from one epoch to the next.
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/generate.hpp>

#include "support/check.hpp"
#include "support/resident.hpp"

using namespace edgewise;
using namespace edgewise::train;
using namespace edgewise::test;

TEST_CASE("memory: after 200 epochs as much as after 5", "[train]") {
  const PlantedPartition plan = planted_partition(3000, 4, 12000, 0.8, 1);
  Dataset data;
  data.graph = build_graph(3000, plan.edges, {.self_loops = true}).graph;
  data.features = Variable(Tensor::filled(3000, 16, 1));
  data.targets = {Task::classification, 4, plan.classes, {}};
  data.split = random_split(data.targets, 0.5, 0.25, 0.25, 1);
  const auto model = models::make_node_model<float>({.model = "gat", .in = 16, .out = 4, .hidden = 16, .heads = 4, .attention_dropout = 0.5F}, 1);
  std::size_t early = 0, late = 0;
  Checkpoint kept;
  fit(*model, data, {.epochs = 200, .patience = 0},
      {.on_epoch =
           [&](const Epoch& epoch) {
             if (epoch.epoch == 5) early = resident_pages();
             if (epoch.epoch == 200) late = resident_pages();
           },
       .save_checkpoint = [&](const Checkpoint& checkpoint) { kept = checkpoint; },
       .checkpoint_every = 10});
  CHECK(kept.history.size() == 200);
  if (kPagesTell) CHECK(static_cast<double>(late) <= 1.05 * static_cast<double>(early));
}
