#include <edgewise/core/train/graph_trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/graph_model_file.hpp>
#include <edgewise/io/safetensors.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/graph_tables.hpp"

using namespace edgewise;

namespace {

models::GraphModelOptions options() {
  models::GraphModelOptions o;
  o.model = "dmpnn";
  o.node_columns = 3;
  o.arc_columns = 2;
  o.extra_columns = 2;
  o.out = 2;
  o.layers = 2;
  o.hidden = 8;
  o.walk_steps = 2;
  o.virtual_node = true;
  o.norm = models::Norm::none;
  o.activation = models::Activation::gelu;
  o.readout = models::Readout::recurrent;
  o.readout_rounds = 3;
  o.extra_hidden = 4;
  o.head_hidden = 5;
  o.dropout = 0.3F;
  o.head_dropout = 0.4F;
  o.output_scale = true;
  return o;
}

io::GraphSchema schema() {
  return {.task = train::Task::regression,
          .node_columns = {"C", "N", "\xff"},
          .arc_columns = {"single", "double"},
          .extra_columns = {"a", "b"},
          .outputs = {"x", "y"},
          .sections = {{"molecule", R"({"n":[1,2],"salts":"keep"})"}},
          .tables = {{"seen", Tensor::of(1, 3, {1, 2, 3})}}};
}

std::string message(const std::string& bytes) {
  try {
    io::parse_graph_model(bytes, "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

/// A change on purpose: without the checksum.
std::string changed(std::string bytes, const std::string& from, const std::string& to) {
  REQUIRE(from.size() == to.size());
  bytes[bytes.find("edgewise.crc32")] = 'x';
  std::copy(to.begin(), to.end(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.find(from)));
  return bytes;
}

}  // namespace

TEST_CASE("graph model file: model, words, sections and tables come back, the same predictions to the bit") {
  const auto model = models::make_graph_model<float>(options(), 7);
  const train::GraphTable graphs = test::random_graphs(9, 6, 1);
  const Tensor targets = Tensor::of(2, 2, {1, 2, 3, 9});
  model->learn_scales(take(graphs, std::vector<std::uint32_t>{0, 1}).extras.view(), targets.view(), std::vector<NodeId>{0, 1});
  const TemporaryFolder folder;
  io::save_graph_model(folder / "model.safetensors", *model, schema());
  const io::TrainedGraphModel back = io::load_graph_model(folder.path());
  CHECK(back.schema.task == train::Task::regression);
  CHECK(back.schema.node_columns == schema().node_columns);
  CHECK(back.schema.sections == schema().sections);
  CHECK(back.schema.tables.at("seen")(0, 2) == 3);
  const Tensor then = train::predict(*model, graphs), now = train::predict(*back.model, graphs);
  CHECK(std::equal(then.values().begin(), then.values().end(), now.values().begin()));
  const bool same = io::graph_model_bytes(*back.model, back.schema) == io::graph_model_bytes(*model, schema());
  CHECK(same);
}

TEST_CASE("graph model file: what does not fit is named") {
  const auto model = models::make_graph_model<float>(options(), 7);
  const std::string good = io::graph_model_bytes(*model, schema());
  CHECK(message(good).empty());
  CHECK(message(changed(good, "graph model", "grope model")) == "m: holds a grope model, expected a graph model");
  CHECK(message(changed(good, R"(\"hidden\":8,)", R"(\"hidden\":9,)")).find("the description asks for") != std::string::npos);
  CHECK(message(changed(good, R"(\"layers\":2,)", R"(\"layers\":9,)")).find("is missing") != std::string::npos);
  CHECK(message(changed(good, R"(\"out\":2,)", R"(\"out\":3,)")).find("names 2 outputs, but 'out' is 3") != std::string::npos);
  io::GraphSchema wrong = schema();
  wrong.outputs.pop_back();
  CHECK_THROWS_WITH(io::graph_model_bytes(*model, wrong), "model file: 1 names of outputs for a model of 2");
  wrong = schema();
  wrong.sections.emplace("calibration", "{");
  CHECK_THROWS_WITH(io::graph_model_bytes(*model, wrong), "model file: section 'calibration' is no JSON");
  Variable parameter = model->parameters()[0].second;
  parameter.mutable_value()(0, 0) = std::nanf("");
  CHECK_THROWS_AS(io::graph_model_bytes(*model, schema()), NumericError);
}
