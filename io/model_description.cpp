#include "model_description.hpp"

#include <nlohmann/json.hpp>

#include "../graph/error.hpp"
#include "json_reader.hpp"
#include "model_file.hpp"
#include "model_words.hpp"
#include "stack_json.hpp"

namespace edgewise::io {
namespace {

using models::NodeModelOptions;
using models::NormPlace;
using OrderedJson = nlohmann::ordered_json;

const Words<NormPlace> kNormPlaces = {{"before", NormPlace::before}, {"inside", NormPlace::inside}};

OrderedJson to_json(const NodeModelOptions& o) {
  if (o.model == "stack")
    return {{"model", o.model}, {"in", o.in}, {"out", o.out}, {"edge_features", o.edge_features}, {"stack", stack_to_json(o.stack)}};
  return {{"model", o.model},
          {"in", o.in},
          {"out", o.out},
          {"layers", o.layers},
          {"hidden", o.hidden},
          {"heads", o.heads},
          {"out_heads", o.out_heads},
          {"head_mix", word_of(kHeadMixes, o.head_mix)},
          {"feed_forward", o.feed_forward},
          {"residual", o.residual},
          {"norm", word_of(kNorms, o.norm)},
          {"norm_place", word_of(kNormPlaces, o.norm_place)},
          {"root_weight", o.root_weight},
          {"activation", word_of(kActivations, o.activation)},
          {"input_layer", o.input_layer},
          {"degree_encoding", o.degree_encoding},
          {"input_dropout", tidy(o.input_dropout)},
          {"dropout", tidy(o.dropout)},
          {"attention_dropout", tidy(o.attention_dropout)},
          {"value_dropout", tidy(o.value_dropout)},
          {"slope", tidy(o.slope)},
          {"edge_features", o.edge_features},
          {"edge_types", o.edge_types},
          {"edge_types_along", o.edge_types_along},
          {"edge_types_against", o.edge_types_against},
          {"direction_bias", tidy(o.direction_bias)},
          {"input_scale", word_of(kInputScales, o.input_scale)},
          {"output_scale", o.output_scale}};
}

/// Options younger than the format: a file that does not speak of one was made without it.
void read_younger(const JsonReader& json, NodeModelOptions& o) {
  o.norm_place = json.has("norm_place") ? json.choice("norm_place", kNormPlaces) : NormPlace::before;
  o.root_weight = json.has("root_weight") && json.flag("root_weight");
  o.degree_encoding = json.has("degree_encoding") && json.flag("degree_encoding");
  o.input_dropout = json.has("input_dropout") ? json.number("input_dropout") : 0;
  o.value_dropout = json.has("value_dropout") ? json.number("value_dropout") : 0;
  o.edge_types_along = json.has("edge_types_along") ? json.count("edge_types_along") : 0;
  o.edge_types_against = json.has("edge_types_against") ? json.count("edge_types_against") : 0;
  o.direction_bias = json.has("direction_bias") ? json.number("direction_bias") : 0;
}

NodeModelOptions read_options(const JsonReader& json) {
  NodeModelOptions o;
  o.model = json.bytes("model");
  o.in = json.count("in");
  o.out = json.count("out");
  if (o.model == "stack") {
    o.edge_features = json.count("edge_features");
    o.stack = stack_from_json(json.at("stack"), json.file());
    return o;
  }
  o.layers = json.count("layers");
  o.hidden = json.count("hidden");
  o.heads = json.count("heads");
  o.out_heads = json.count("out_heads");
  o.head_mix = json.choice("head_mix", kHeadMixes);
  o.feed_forward = json.flag("feed_forward");
  o.residual = json.flag("residual");
  o.norm = json.choice("norm", kNorms);
  o.activation = json.choice("activation", kActivations);
  o.input_layer = json.flag("input_layer");
  o.dropout = json.number("dropout");
  o.attention_dropout = json.number("attention_dropout");
  o.slope = json.number("slope");
  o.edge_features = json.count("edge_features");
  o.edge_types = json.count("edge_types");
  o.input_scale = json.choice("input_scale", kInputScales);
  o.output_scale = json.flag("output_scale");
  read_younger(json, o);
  return o;
}

OrderedJson to_json(const NodeSchema& s) {
  OrderedJson json = {{"task", word_of(kTasks, s.task)},
                      {"feature_columns", names_to_json(s.feature_columns)},
                      {"sparse", s.sparse},
                      {"encoding", s.encoding},
                      {"outputs", names_to_json(s.outputs)},
                      {"edge_columns", names_to_json(s.edge_columns)},
                      {"edge_type", bytes_to_json(s.edge_type)},
                      {"edge_types", names_to_json(s.edge_types)},
                      {"directed", s.directed},
                      {"self_loops", s.self_loops}};
  if (s.mean_loops) json["mean_loops"] = true;
  if (s.unit_loops) json["unit_loops"] = true;
  return json;
}

NodeSchema read_schema(const JsonReader& json) {
  NodeSchema s;
  s.task = json.choice("task", kTasks);
  s.feature_columns = json.list("feature_columns");
  s.sparse = json.flag("sparse");
  s.encoding = json.bytes("encoding");
  s.outputs = json.list("outputs");
  s.edge_columns = json.list("edge_columns");
  s.edge_type = json.bytes("edge_type");
  s.edge_types = json.list("edge_types");
  s.directed = json.flag("directed");
  s.self_loops = json.flag("self_loops");
  s.mean_loops = json.flag_or("mean_loops", false);
  s.unit_loops = json.flag_or("unit_loops", false);
  return s;
}

}  // namespace

std::string description_text(const NodeModelDescription& description) {
  OrderedJson json = {
      {"format", kModelFormat}, {"kind", "node model"}, {"options", to_json(description.options)}, {"schema", to_json(description.schema)}};
  return json.dump();
}

NodeModelDescription parse_description(const std::string& text, const std::string& file) {
  const nlohmann::json json = parse_description_json(text, file, "node model", kModelFormat);
  const JsonReader reader(json, file);
  NodeModelDescription description{read_options(reader.object("options")), read_schema(reader.object("schema"))};
  const NodeModelOptions& o = description.options;
  const NodeSchema& s = description.schema;
  if (s.encoding.empty()) check_names(file, "feature columns", s.feature_columns.size(), o.in, "in");
  check_names(file, "outputs", s.outputs.size(), o.out, "out");
  check_names(file, "edge columns", s.edge_columns.size(), o.edge_features, "edge_features");
  check_names(file, "arc types", arc_types(s), o.edge_types, "edge_types");
  return description;
}

}  // namespace edgewise::io
