// Checkpoints: the trainer's named tensors and numbers in the container of the model file.
#include <charconv>
#include <nlohmann/json.hpp>

#include "../graph/error.hpp"
#include "json_reader.hpp"
#include "model_file.hpp"
#include "number.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
constexpr const char* kDescription = "edgewise";

// Numbers are kept as text: JSON has no infinity, and "no best loss yet" is one.
double read_number(const nlohmann::json& value, const std::string& file) {
  double number = 0;
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  }
  fail<DataError>(file, ": a number of the checkpoint is ", value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}
OrderedJson to_json(const std::optional<double>& value) { return value ? OrderedJson(number_text(*value)) : OrderedJson(nullptr); }
std::optional<double> read_optional(const nlohmann::json& value, const std::string& file) {
  if (value.is_null()) return std::nullopt;
  return read_number(value, file);
}

OrderedJson to_json(const std::vector<train::Epoch>& history) {
  OrderedJson lines = OrderedJson::array();
  for (const train::Epoch& e : history)
    lines.push_back({e.epoch, number_text(e.lr), number_text(e.train_loss), to_json(e.validation_loss), to_json(e.validation_score), e.best});
  return lines;
}

std::vector<train::Epoch> read_history(const nlohmann::json& lines, const std::string& file) {
  if (!lines.is_array()) fail<DataError>(file, ": the history of the checkpoint is not a list");
  std::vector<train::Epoch> history;
  for (const nlohmann::json& line : lines) {
    if (!line.is_array() || line.size() != 6 || !line[0].is_number_unsigned() || !line[5].is_boolean())
      fail<DataError>(file, ": line ", history.size() + 1, " of the checkpoint's history is damaged");
    history.push_back({line[0].get<std::size_t>(), read_number(line[1], file), read_number(line[2], file), read_optional(line[3], file),
                       read_optional(line[4], file), line[5].get<bool>()});
  }
  return history;
}

}  // namespace

void save_checkpoint(const std::string& path, const train::Checkpoint& checkpoint, const std::string& config) {
  OrderedJson numbers = OrderedJson::object();
  for (const auto& [name, value] : checkpoint.numbers) numbers[name] = number_text(value);
  const OrderedJson json = {{"format", kCheckpointFormat},
                            {"kind", "checkpoint"},
                            {"config", bytes_to_json(config)},
                            {"numbers", numbers},
                            {"history", to_json(checkpoint.history)}};
  SafeTensors content;
  content.metadata[kDescription] = json.dump();
  for (const auto& [name, value] : checkpoint.tensors) content.tensors.push_back({name, {}, value});
  save_safetensors(path, content);
}

SavedCheckpoint load_checkpoint(const std::string& path) {
  SafeTensors content = load_safetensors(path);
  const auto text = content.metadata.find(kDescription);
  if (text == content.metadata.end()) fail<DataError>(path, ": holds tensors but no checkpoint of edgewise");
  const nlohmann::json json = parse_description_json(text->second, path, "checkpoint", kCheckpointFormat);
  const JsonReader reader(json, path);
  SavedCheckpoint saved;
  saved.config = reader.bytes("config");
  const nlohmann::json& numbers = reader.at("numbers");
  if (!numbers.is_object()) fail<DataError>(path, ": the numbers of the checkpoint are not an object");
  for (const auto& [name, value] : numbers.items()) saved.checkpoint.numbers[name] = read_number(value, path);
  saved.checkpoint.history = read_history(reader.at("history"), path);
  for (NamedTensor& tensor : content.tensors) saved.checkpoint.tensors.emplace_back(std::move(tensor.name), std::move(tensor.value));
  return saved;
}

}  // namespace edgewise::io
