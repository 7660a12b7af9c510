#include "graph_model_file.hpp"

#include <new>

#include "model_state.hpp"
#include "model_words.hpp"
#include "output_file.hpp"

namespace edgewise::io {
namespace {

using models::GraphModelOptions;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kVerb = "graph train";
const std::string kTable = "table.";

OrderedJson to_json(const GraphModelOptions& o) {
  return {{"model", o.model},
          {"node_columns", o.node_columns},
          {"arc_columns", o.arc_columns},
          {"extra_columns", o.extra_columns},
          {"out", o.out},
          {"layers", o.layers},
          {"hidden", o.hidden},
          {"heads", o.heads},
          {"arc_sums", o.arc_sums},
          {"walk_steps", o.walk_steps},
          {"virtual_node", o.virtual_node},
          {"feed_forward", o.feed_forward},
          {"residual", o.residual},
          {"norm", word_of(kNorms, o.norm)},
          {"activation", word_of(kActivations, o.activation)},
          {"readout", word_of(kReadouts, o.readout)},
          {"readout_heads", o.readout_heads},
          {"readout_rounds", o.readout_rounds},
          {"extra_hidden", o.extra_hidden},
          {"head_layers", o.head_layers},
          {"head_hidden", o.head_hidden},
          {"dropout", tidy(o.dropout)},
          {"attention_dropout", tidy(o.attention_dropout)},
          {"head_dropout", tidy(o.head_dropout)},
          {"extra_dropout", tidy(o.extra_dropout)},
          {"slope", tidy(o.slope)},
          {"output_scale", o.output_scale}};
}

GraphModelOptions read_options(const JsonReader& json) {
  GraphModelOptions o;
  o.model = json.bytes("model");
  o.node_columns = json.count("node_columns");
  o.arc_columns = json.count("arc_columns");
  o.extra_columns = json.count("extra_columns");
  o.out = json.count("out");
  o.layers = json.count("layers");
  o.hidden = json.count("hidden");
  o.heads = json.count("heads");
  o.arc_sums = json.flag("arc_sums");
  o.walk_steps = json.count("walk_steps");
  o.virtual_node = json.flag("virtual_node");
  o.feed_forward = json.flag("feed_forward");
  o.residual = json.flag("residual");
  o.norm = json.choice("norm", kNorms);
  o.activation = json.choice("activation", kActivations);
  o.readout = json.choice("readout", kReadouts);
  o.readout_heads = json.count("readout_heads");
  o.readout_rounds = json.count("readout_rounds");
  o.extra_hidden = json.count("extra_hidden");
  o.head_layers = json.count("head_layers");
  o.head_hidden = json.count("head_hidden");
  o.dropout = json.number("dropout");
  o.attention_dropout = json.number("attention_dropout");
  o.head_dropout = json.number("head_dropout");
  o.extra_dropout = json.number("extra_dropout");
  o.slope = json.number("slope");
  o.output_scale = json.flag("output_scale");
  return o;
}

OrderedJson to_json(const GraphSchema& s) {
  OrderedJson sections = OrderedJson::object();
  for (const auto& [name, text] : s.sections) {
    nlohmann::json section = nlohmann::json::parse(text, nullptr, false);
    if (section.is_discarded()) fail<UsageError>("model file: section '", name, "' is no JSON");
    sections[name] = section;
  }
  return {{"task", word_of(kTasks, s.task)},
          {"node_columns", names_to_json(s.node_columns)},
          {"arc_columns", names_to_json(s.arc_columns)},
          {"extra_columns", names_to_json(s.extra_columns)},
          {"outputs", names_to_json(s.outputs)},
          {"sections", std::move(sections)}};
}

GraphSchema read_schema(const JsonReader& json, const std::string& file) {
  GraphSchema s;
  s.task = json.choice("task", kTasks);
  s.node_columns = json.list("node_columns");
  s.arc_columns = json.list("arc_columns");
  s.extra_columns = json.list("extra_columns");
  s.outputs = json.list("outputs");
  const nlohmann::json& sections = json.at("sections");
  if (!sections.is_object()) fail<DataError>(file, ": 'sections' of the description is no object; the file is damaged");
  for (const auto& [name, section] : sections.items()) s.sections[name] = section.dump();
  return s;
}

void check_schema(const GraphSchema& s, const GraphModelOptions& o) {
  const auto same = [](const char* what, std::size_t names, std::size_t columns) {
    if (names != columns) fail<ShapeError>("model file: ", names, " names of ", what, " for a model of ", columns);
  };
  same("node columns", s.node_columns.size(), o.node_columns);
  same("arc columns", s.arc_columns.size(), o.arc_columns);
  same("extra columns", s.extra_columns.size(), o.extra_columns);
  same("outputs", s.outputs.size(), o.out);
}

/// A few changed digits in a description must not make us reserve terabytes: every count that sizes a tensor is at most the numbers in the file, and
/// so is every product of two that stand for one tensor.
void check_size(const GraphModelOptions& o, std::size_t numbers, const std::string& file) {
  const auto fits = [&](std::size_t a, std::size_t b) { return a == 0 || b <= numbers / a; };
  const std::size_t head = o.head_layers == 0 ? 1 : o.head_hidden;
  const bool whole = fits(o.hidden, o.hidden) && fits(o.layers, 1) && fits(o.hidden, o.node_columns) && fits(o.hidden, o.walk_steps) &&
                     fits(o.arc_columns, 1) && fits(o.heads, 1) && fits(o.extra_columns, std::max<std::size_t>(1, o.extra_hidden)) &&
                     fits(head, o.out) && fits(o.head_layers, 1) && (o.head_layers < 2 || fits(head, head)) && fits(o.readout_heads, 1);
  if (!whole)
    fail<DataError>(file, ": the description asks for a larger model than the ", numbers, " numbers in the file can fill; the file is damaged");
}

std::unique_ptr<models::GraphModel> make_model(const GraphModelOptions& options, const std::string& file) {
  try {
    return models::make_graph_model<float>(options, 0);
  } catch (const UsageError& error) {
    fail<DataError>(file, ": the description asks for a model that cannot be built: ", error.what());
  } catch (const std::bad_alloc&) {
    fail<DataError>(file, ": the model does not fit into memory");
  }
}

}  // namespace

std::string graph_model_bytes(const models::GraphModel& model, const GraphSchema& schema) {
  check_schema(schema, model.options());
  SafeTensors content;
  const OrderedJson description = {
      {"format", kGraphModelFormat}, {"kind", "graph model"}, {"options", to_json(model.options())}, {"schema", to_json(schema)}};
  content.metadata[kDescriptionKey] = description.dump();
  put_state(model, content);
  for (const auto& [name, table] : schema.tables) content.tensors.push_back({kTable + name, {}, table});
  return to_safetensors(content);
}

TrainedGraphModel parse_graph_model(std::span<const char> bytes, const std::string& name) {
  SafeTensors content = parse_safetensors(bytes, name);
  const nlohmann::json json = parse_description_json(description_of(content, name, kVerb), name, "graph model", kGraphModelFormat);
  const JsonReader reader(json, name);
  const GraphModelOptions o = read_options(reader.object("options"));
  GraphSchema s = read_schema(reader.object("schema"), name);
  check_names(name, "node columns", s.node_columns.size(), o.node_columns, "node_columns");
  check_names(name, "arc columns", s.arc_columns.size(), o.arc_columns, "arc_columns");
  check_names(name, "extra columns", s.extra_columns.size(), o.extra_columns, "extra_columns");
  check_names(name, "outputs", s.outputs.size(), o.out, "out");
  for (const NamedTensor& tensor : content.tensors)
    if (tensor.name.starts_with(kTable)) s.tables[tensor.name.substr(kTable.size())] = tensor.value;
  std::erase_if(content.tensors, [](const NamedTensor& tensor) { return tensor.name.starts_with(kTable); });
  std::size_t numbers = 0;
  for (const NamedTensor& tensor : content.tensors) numbers += tensor.value.size();
  check_size(o, numbers, name);
  TrainedGraphModel trained{make_model(o, name), std::move(s)};
  take_state(*trained.model, content, name);
  return trained;
}

void save_graph_model(const std::string& path, const models::GraphModel& model, const GraphSchema& schema) {
  write_file(path, graph_model_bytes(model, schema));
}

TrainedGraphModel load_graph_model(const std::string& path) {
  const std::string file = model_path(path, kVerb);
  return parse_graph_model(read_bytes(file), file);
}

}  // namespace edgewise::io
