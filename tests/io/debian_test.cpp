/// The set that comes with the project, trained on as the demo does, in fewer epochs.
#include <edgewise/core/train/metrics.hpp>
#include <edgewise/core/train/presets.hpp>
#include <edgewise/io/node_data.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

// Under a sanitizer every step costs ten times as much: there one epoch has to do, and says nothing about accuracy.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kEpochs = 1;
#else
constexpr std::size_t kEpochs = 16;
#endif

TEST_CASE("debian: a quarter of the demo's epochs tell the sections of four packages in five", "[io]") {
  NodeFiles files;
  const std::string folder = EDGEWISE_DEBIAN "/";
  files.edges = folder + "edges.tsv.gz", files.features = folder + "features.txt.gz", files.labels = folder + "labels.csv.gz";
  files.split = folder + "split.csv.gz", files.edge_type = "type";
  const NodeData data = load_node_data(files, 0);
  CHECK(data.data.graph.num_nodes() == 63681);
  CHECK(data.data.graph.num_arcs() == 2 * 275767 + 63681);

  train::Preset recipe = train::preset("debian");
  recipe.model.in = cols_of(data.data.features);
  recipe.model.out = data.schema.outputs.size();
  recipe.model.edge_types = arc_types(data.schema);
  recipe.model.edge_types_along = recipe.model.edge_types_against = data.schema.edge_types.size();
  recipe.training.epochs = kEpochs;
  recipe.training.warmup = kEpochs > 1 ? recipe.training.warmup : 0;
  recipe.training.validate_every = kEpochs;
  const auto model = models::make_node_model<float>(recipe.model, 0);
  train::fit(*model, data.data, recipe.training);

  const Tensor output = train::predict(*model, data.data.graph, data.data.features, data.data.arcs);
  const double accuracy = train::evaluate(output.view(), data.data.targets, data.data.split.test).at("accuracy");
  CAPTURE(accuracy);
  if (kEpochs > 1) CHECK(accuracy >= 0.80);
}
