// A model file of every format version must load for ever and predict what it predicted when it was recorded.
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/io/model_file.hpp>
#include <edgewise/io/node_table.hpp>
#include <edgewise/io/results.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

const std::string kFolder = EDGEWISE_TEST_DATA "/model_v1/";

NodeFiles inputs() {
  NodeFiles files;
  files.edges = kFolder + "edges.csv";
  files.features = kFolder + "features.csv";
  return files;
}

void check_against_record(const std::string& model) {
  const TemporaryFolder folder;
  const TrainedNodeModel trained = load_node_model(kFolder + model + ".safetensors");
  const NodeData data = load_node_data(inputs(), trained.schema);
  save_predictions(folder / "p.csv", data, train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs));
  const NodeTable now = load_node_table(TextFile::open(folder / "p.csv"), {});
  const NodeTable then = load_node_table(TextFile::open(kFolder + model + ".predictions.csv"), {});
  REQUIRE(now.columns == then.columns);
  REQUIRE(now.line.size() == then.line.size());
  for (std::size_t c = 0; c < then.columns.size(); ++c)
    for (std::size_t r = 0; r < then.line.size(); ++r) {
      CAPTURE(then.columns[c], then.ids[static_cast<NodeId>(r)]);
      if (then.columns[c].starts_with("p_"))
        CHECK(std::stod(now.cells[c][r]) == Approx(std::stod(then.cells[c][r])).epsilon(1e-5).margin(1e-6));
      else
        CHECK(now.cells[c][r] == then.cells[c][r]);
    }
}

}  // namespace

TEST_CASE("model format 1: a graph attention network still predicts what it predicted", "[io]") { check_against_record("gat"); }

TEST_CASE("model format 1: a graph transformer still predicts what it predicted", "[io]") { check_against_record("transformer"); }

// Run by hand, once per format version: model_v1_test "[.record]"
TEST_CASE("model format 1: record", "[.record]") {
  NodeFiles files = inputs();
  files.labels = kFolder + "labels.csv";
  files.edge_type = "type";
  files.split = "random:100/0/0";
  const NodeData data = load_node_data(files, 1);
  for (const std::string name : {"gat", "transformer"}) {
    models::NodeModelOptions options;
    options.model = name;
    options.in = data.schema.feature_columns.size();
    options.out = data.schema.outputs.size();
    options.hidden = 8;
    options.heads = 2;
    options.edge_features = data.schema.edge_columns.size();
    options.edge_types = arc_types(data.schema);
    if (name == "transformer") {
      options.input_layer = options.feed_forward = options.residual = true;
      options.norm = models::Norm::layer;
      options.activation = models::Activation::gelu;
      options.head_mix = models::HeadMix::linear;
      options.input_scale = models::InputScale::columns;
    }
    const auto model = models::make_node_model<float>(options, 1);
    train::TrainOptions training;
    training.epochs = 60;
    train::fit(*model, data.data, training);
    save_node_model(kFolder + name + ".safetensors", *model, data.schema);
    const NodeData plain = load_node_data(inputs(), data.schema);
    save_predictions(kFolder + name + ".predictions.csv", plain, train::predict(*model, plain.data.graph, plain.data.features, plain.data.arcs));
  }
}
