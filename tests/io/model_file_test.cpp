#include <bit>
#include <cmath>
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/model_file.hpp>
#include <edgewise/io/node_table.hpp>
#include <edgewise/io/output_file.hpp>
#include <edgewise/io/results.hpp>
#include <edgewise/io/safetensors.hpp>
#include <limits>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/memory_files.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;

namespace {

/// Six nodes, weighted and typed edges, two features, three classes.
const MemoryFiles kSix{{{"e", "source,target,weight,type\na,b,1,x\nb,c,2,y\nc,d,0.5,x\nd,e,1,x\na,e,3,y\n"},
                        {"f", "node,p,q\na,1,0\nb,0,1\nc,1,1\nd,0.5,2\ne,-1,0\nf,3,1\n"},
                        {"l", "a,red\nb,green\nc,blue\nd,red\ne,green\n"}}};

NodeFiles six() {
  NodeFiles files;
  files.edges = "e", files.features = "f", files.labels = "l", files.edge_type = "type", files.split = "random:100/0/0";
  return files;
}
NodeData six_nodes() { return load_node_data(six(), 0, kSix.open()); }

models::NodeModelOptions options_for(const NodeData& data, const std::string& model) {
  models::NodeModelOptions options;
  options.model = model;
  options.in = data.schema.feature_columns.size();
  options.out = data.schema.outputs.size();
  options.hidden = 8;
  options.heads = 2;
  if (model != "mlp") options.edge_features = 1;
  if (model != "mlp" && model != "gcn") options.edge_types = arc_types(data.schema);
  return options;
}
Tensor run(const models::NodeModel& model, const NodeData& data) {
  return train::predict(model, data.data.graph, data.data.features, data.data.arcs);
}
bool same_bits(const Tensor& a, const Tensor& b) {
  return a.rows() == b.rows() && std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end(),
                                            [](float x, float y) { return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); });
}
TrainedNodeModel parse(const std::string& bytes) { return parse_node_model(bytes, "m"); }
/// A model file after `edit` has seen its content.
template <class Edit>
std::string edited(const std::string& bytes, Edit edit) {
  SafeTensors content = parse_safetensors(bytes, "m");
  edit(content);
  return to_safetensors(content);
}
std::string replaced(const std::string& bytes, const std::string& from, const std::string& to) {
  return edited(bytes, [&](SafeTensors& content) {
    std::string& text = content.metadata["edgewise"];
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  });
}
std::string gat_bytes() {
  const NodeData data = six_nodes();
  return node_model_bytes(*models::make_node_model<float>(options_for(data, "gat"), 7), data.schema);
}

}  // namespace

TEST_CASE("model file: a loaded model predicts for a graph in memory what the reader's path gives", "[io]") {
  const auto net = models::make_node_model<float>({.model = "gat", .in = 2, .out = 2, .hidden = 8, .heads = 2}, 5);
  NodeSchema schema;
  schema.outputs = {"no", "yes"};
  const TrainedNodeModel model = parse_node_model(node_model_bytes(*net, schema), "memory");
  const Graph bare = Graph::from_undirected(3, std::vector<Edge>{{0, 1}, {1, 2}});
  const Variable x(Tensor::of(3, 2, {1, 0, 0, 1, 0.5F, -1}));
  // What arcs carry depends on their order, so the loops have to be there; without any they come on the way.
  CHECK_THROWS_WITH(model.predict(bare, x, {Variable(Tensor(4, 1)), {}}), Catch::Contains("node 0 has no self-loop") && Catch::Contains("prepare()"));

  const Graph graph = model.prepare(bare);
  CHECK(graph.num_arcs() == 7);
  CHECK(model.prepare(graph).num_arcs() == 7);
  const Tensor scores = model.predict(graph, x);
  const Tensor same = train::probabilities(train::predict(*net, graph, x, {}), train::Task::classification);
  CHECK(std::equal(scores.values().begin(), scores.values().end(), same.values().begin()));
  CHECK(same_bits(model.predict(bare, x), scores));
  CHECK(scores(2, 0) + scores(2, 1) == Approx(1));
  CHECK_THROWS_AS(model.predict(graph, Variable(Tensor(3, 5))), ShapeError);
}

TEST_CASE("model_file: every model comes back with its bits, and predicts the same", "[io]") {
  for (const std::string& name : models::node_model_names()) {
    CAPTURE(name);
    NodeData data = six_nodes();
    models::NodeModelOptions options = options_for(data, name);
    if (name == "transformer") options.input_layer = options.feed_forward = options.residual = true, options.norm = models::Norm::layer;
    options.input_scale = models::InputScale::columns;
    if (name == "gat") {
      options.input_layer = options.root_weight = options.degree_encoding = true, options.norm = models::Norm::layer,
      options.norm_place = models::NormPlace::inside;
      options.input_scale = models::InputScale::length, options.input_dropout = 0.3F;
      options.edge_types_along = options.edge_types_against = 2, options.direction_bias = 3;
    }
    drop_unused_arcs(data, options);
    const auto model = models::make_node_model<float>(options, 7);
    const std::string bytes = node_model_bytes(*model, data.schema);
    const TrainedNodeModel loaded = parse(bytes);
    CHECK(node_model_bytes(*loaded.model, loaded.schema) == bytes);
    CHECK(same_bits(run(*loaded.model, data), run(*model, data)));
    CHECK(loaded.schema.outputs == data.schema.outputs);
    CHECK(loaded.schema.edge_types == data.schema.edge_types);
    CHECK(arc_types(loaded.schema) == options.edge_types);
    CHECK(loaded.model->options().input_dropout == options.input_dropout);
    CHECK(loaded.model->options().direction_bias == options.direction_bias);
  }
}

TEST_CASE("model_file: what a model does not read is taken out before it is saved", "[io]") {
  NodeData data = six_nodes();
  const models::NodeModelOptions options = options_for(data, "mlp");
  const auto model = models::make_node_model<float>(options, 0);
  CHECK_THROWS_WITH(node_model_bytes(*model, data.schema), Contains("1 edge columns and 5 arc types, the model 0 and 0; see drop_unused_arcs"));
  drop_unused_arcs(data, options);
  CHECK_NOTHROW(node_model_bytes(*model, data.schema));
  CHECK(data.notes.back() == "edge types are not used by mlp");
}

TEST_CASE("model_file: one layer and few numbers are a model too", "[io]") {
  for (const std::string& name : models::node_model_names()) {
    models::NodeModelOptions options;
    options.model = name, options.in = 1, options.out = 2, options.layers = 1;
    CAPTURE(name);
    CHECK_NOTHROW(parse(node_model_bytes(*models::make_node_model<float>(options, 0), {})));
  }
}

TEST_CASE("model_file: names are kept byte for byte", "[io]") {
  models::NodeModelOptions options;
  options.in = 2, options.out = 2, options.hidden = 4, options.heads = 1;
  NodeSchema schema;
  schema.outputs = {"caf\xe9", "caf\xc3\xa9 \"x\""};
  schema.feature_columns = {std::string("\x01\xff\x80"), ""};
  const TrainedNodeModel loaded = parse(node_model_bytes(*models::make_node_model<float>(options, 0), schema));
  CHECK(loaded.schema.outputs == schema.outputs);
  CHECK(loaded.schema.feature_columns == schema.feature_columns);
}

TEST_CASE("model_file: without names outputs and columns are numbered", "[io]") {
  models::NodeModelOptions options;
  options.in = 2, options.out = 2, options.hidden = 4, options.heads = 1;
  const TrainedNodeModel loaded = parse(node_model_bytes(*models::make_node_model<float>(options, 0), {}));
  CHECK(loaded.schema.outputs == std::vector<std::string>{"0", "1"});
  CHECK(loaded.schema.feature_columns == std::vector<std::string>{"1", "2"});
}

TEST_CASE("model_file: a file or the run folder that holds it", "[io]") {
  const TemporaryFolder folder;
  const NodeData data = six_nodes();
  const auto model = models::make_node_model<float>(options_for(data, "gat"), 7);
  save_node_model(folder / "model.safetensors", *model, data.schema);
  CHECK(folder.files() == std::vector<std::string>{"model.safetensors"});
  CHECK(same_bits(run(*load_node_model(folder.path()).model, data), run(*model, data)));
  CHECK(same_bits(run(*load_node_model(folder / "model.safetensors").model, data), run(*model, data)));
  make_folder(folder / "empty");
  CHECK_THROWS_WITH(load_node_model(folder / "empty"), Contains("no model.safetensors in this folder"));
  CHECK_THROWS_WITH(load_node_model(folder / "none"), Contains("none: cannot be opened"));
}

TEST_CASE("model_file: a trained model predicts on another graph", "[io]") {  // N26
  const NodeData data = six_nodes();
  const auto model = models::make_node_model<float>(options_for(data, "gat"), 7);
  train::TrainOptions training;
  training.epochs = 3;
  train::fit(*model, data.data, training);
  const TrainedNodeModel loaded = parse(node_model_bytes(*model, data.schema));
  const MemoryFiles other{{{"e", "source,target,type,weight\nu,v,y,1\n"}, {"f", "node,q,extra,p\nu,1,9,0\nv,0,9,2\n"}}};
  NodeFiles files;
  files.edges = "e", files.features = "f";
  const NodeData two = load_node_data(files, loaded.schema, other.open());
  const Tensor output = run(*loaded.model, two);
  CHECK(output.rows() == 2);
  CHECK(output.cols() == 3);
  CHECK(same_bits(output, run(*model, two)));  // N28: the same again
}

TEST_CASE("model_file: weights that are no numbers are neither written nor read", "[io]") {  // N17
  const NodeData data = six_nodes();
  const auto model = models::make_node_model<float>(options_for(data, "gat"), 7);
  model->parameters()[0].second.mutable_value().values()[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(node_model_bytes(*model, data.schema), NumericError);
  const std::string bad =
      edited(gat_bytes(), [](SafeTensors& content) { content.tensors[0].value.values()[0] = std::numeric_limits<float>::infinity(); });
  CHECK_THROWS_WITH(parse(bad), Contains("is not finite at place 0"));
}

TEST_CASE("model_file: damage is named", "[io]") {
  const std::string good = gat_bytes();
  CHECK_THROWS_WITH(parse(edited(good, [](SafeTensors& c) { c.metadata.clear(); })), Contains("m: holds tensors but no edgewise model"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"format\":1", "\"format\":2")),
                    Contains("m: node model format 2, this edgewise reads 1 to 1; a newer edgewise wrote it: update"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"format\":1", "\"format\":0")), Contains("node model format 0"));
  CHECK_THROWS_WITH(parse(replaced(good, "node model", "checkpoint")), Contains("holds a checkpoint, expected a node model"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"hidden\":8,", "")), Contains("has no 'hidden'"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"hidden\":8", "\"hidden\":\"8\"")),
                    Contains("'hidden' in the description is \"8\", expected a whole number"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"hidden\":8", "\"hidden\":4000000000000")), Contains("larger model than the"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"hidden\":8", "\"hidden\":6")), Contains("the description asks for"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"gat\"", "\"gta\"")), Contains("cannot be built") && Contains("gta"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"concat\"", "\"both\"")),
                    Contains("'head_mix' in the description is \"both\", expected concat, mean, linear"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"green\"", "\"green\",\"grey\"")), Contains("names 4 outputs, but 'out' is 3"));
  CHECK_THROWS_WITH(parse(replaced(good, "\"directed\":false", "\"directed\":0")), Contains("expected true or false"));
  CHECK_THROWS_WITH(parse(edited(good, [](SafeTensors& c) { c.tensors.pop_back(); })), Contains("is missing"));
  CHECK_THROWS_WITH(parse(edited(good,
                                 [](SafeTensors& c) {
                                   c.tensors.push_back({"extra", {}, Tensor(1, 1)});
                                 })),
                    Contains("'extra' belongs to no part"));
}

TEST_CASE("model_file: no changed byte does harm", "[io]") {
  const std::string good = gat_bytes();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); at += at < 3000 ? 1 : 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
    try {
      parse(bad);
    } catch (const DataError&) {
      ++refused;
    }
  }
  CHECK(refused > 1000);
  for (std::size_t size = 0; size < good.size(); size += 61) CHECK_THROWS_AS(parse(good.substr(0, size)), DataError);
}

TEST_CASE("results: attention in the user's ids, loops marked, each target's weights add up to 1", "[io]") {  // N27
  const TemporaryFolder folder;
  MemoryFiles memory{{{"e", "zero,two\none,two\n"}, {"f", "zero,1\none,2\ntwo,0\n"}, {"l", "zero,0\none,1\n"}}};
  NodeFiles files;
  files.edges = "e", files.features = "f", files.labels = "l", files.split = "random:100/0/0", files.directed = true;
  files.task = train::Task::regression;
  const NodeData data = load_node_data(files, 0, memory.open());
  models::NodeModelOptions options;
  options.in = options.out = options.layers = 1;
  const auto model = models::make_node_model<float>(options, 0);
  for (auto& [name, value] : model->parameters()) {
    const bool one = name.ends_with("lin.weight") || name.ends_with("att_src");
    value.mutable_value() = Tensor::filled(value.rows(), value.cols(), one ? 1.0F : 0.0F);
  }
  save_attention(folder / "a.csv", data, model->attention(data.data.graph, data.data.features, data.data.arcs));
  const NodeTable table = [&] {
    std::string text = read_text(folder / "a.csv");
    CHECK(text.starts_with("layer,head,source,target,weight,is_loop\n"));
    std::string rows;  // source>target as the id of a row
    for (std::size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
      std::string line = text.substr(at, text.find('\n', at) - at);
      CHECK(line.starts_with("0,0,"));
      line = line.substr(4);
      line[line.find(',')] = '>';
      rows += line + "\n";
    }
    return load_node_table(TextFile::from_memory("a", rows), {.header = Header::no});
  }();
  const auto weight = [&](const char* arc) { return std::stod(table.cells[0][*table.ids.find(arc)]); };
  CHECK(table.line.size() == 5);
  CHECK(weight("zero>two") == Approx(0.24472847));
  CHECK(weight("one>two") == Approx(0.66524096));
  CHECK(weight("two>two") == Approx(0.09003057));
  CHECK(table.cells[1][*table.ids.find("two>two")] == "1");
  CHECK(table.cells[1][*table.ids.find("one>two")] == "0");
}
