#include "stack_json.hpp"

#include <nlohmann/json.hpp>

#include "../graph/error.hpp"
#include "json_reader.hpp"
#include "model_words.hpp"

namespace edgewise::io {

using models::StackLayer;

nlohmann::ordered_json stack_to_json(const std::vector<StackLayer>& stack) {
  const StackLayer plain;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const StackLayer& layer : stack) {
    nlohmann::ordered_json json = {{"type", layer.type}};
    const auto put = [&](const char* key, const auto& value, const auto& usual) {
      if (value != usual) json[key] = value;
    };
    const auto put_number = [&](const char* key, float value, float usual) {
      if (value != usual) json[key] = tidy(value);
    };
    put("in", layer.in, plain.in);
    put("out", layer.out, plain.out);
    put("heads", layer.heads, plain.heads);
    put("concat", layer.concat, plain.concat);
    put("bias", layer.bias, plain.bias);
    put("shared", layer.shared, plain.shared);
    put("skip", layer.skip, plain.skip);
    put("gated", layer.gated, plain.gated);
    put("normalize", layer.normalize, plain.normalize);
    put("edge_features", layer.edge_features, plain.edge_features);
    put_number("slope", layer.slope, plain.slope);
    put_number("dropout", layer.dropout, plain.dropout);
    put_number("epsilon", layer.epsilon, plain.epsilon);
    put("of", layer.of, plain.of);
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<StackLayer> stack_from_json(const nlohmann::json& list, const std::string& file) {
  if (!list.is_array()) fail<DataError>(file, ": 'stack' in the description is no list; the file is damaged");
  std::vector<StackLayer> stack;
  for (const nlohmann::json& object : list) {
    const JsonReader json(object, file);
    StackLayer layer;
    layer.type = json.bytes("type");
    layer.in = json.count_or("in", layer.in);
    layer.out = json.count_or("out", layer.out);
    layer.heads = json.count_or("heads", layer.heads);
    layer.concat = json.flag_or("concat", layer.concat);
    layer.bias = json.flag_or("bias", layer.bias);
    layer.shared = json.flag_or("shared", layer.shared);
    layer.skip = json.flag_or("skip", layer.skip);
    layer.gated = json.flag_or("gated", layer.gated);
    layer.normalize = json.flag_or("normalize", layer.normalize);
    layer.edge_features = json.count_or("edge_features", layer.edge_features);
    layer.slope = json.number_or("slope", layer.slope);
    layer.dropout = json.number_or("dropout", layer.dropout);
    layer.epsilon = json.number_or("epsilon", layer.epsilon);
    if (object.contains("of")) layer.of = json.counts("of");
    stack.push_back(std::move(layer));
  }
  return stack;
}

}  // namespace edgewise::io
