#include "model_state.hpp"

#include <cmath>
#include <filesystem>
#include <optional>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

/// Parameters and buffers: all that a model must find again.
nn::NamedParameters<float> state_of(const nn::Module& model) {
  nn::NamedParameters<float> state = model.parameters();
  for (auto& buffer : model.buffers()) state.push_back(std::move(buffer));
  return state;
}

std::optional<std::size_t> not_finite(std::span<const float> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return i;
  return std::nullopt;
}

}  // namespace

void put_state(const nn::Module& model, SafeTensors& content) {
  for (auto& [name, variable] : state_of(model)) {
    if (const auto place = not_finite(variable.value().values()))
      fail<NumericError>("model file: '", name, "' is not finite at place ", *place, "; nothing was written");
    content.tensors.push_back({name, {}, variable.value()});
  }
}

void take_state(const nn::Module& model, const SafeTensors& content, const std::string& file) {
  std::size_t used = 0;
  for (auto& [name, variable] : state_of(model)) {
    const NamedTensor* const stored = content.find(name);
    if (stored == nullptr) fail<DataError>(file, ": tensor '", name, "' is missing");
    const Tensor& from = stored->value;
    if (from.rows() != variable.rows() || from.cols() != variable.cols())
      fail<DataError>(file, ": tensor '", name, "' is ", from.rows(), " x ", from.cols(), ", the description asks for ", variable.rows(), " x ",
                      variable.cols());
    if (const auto place = not_finite(from.values())) fail<DataError>(file, ": tensor '", name, "' is not finite at place ", *place);
    variable.mutable_value() = from;
    ++used;
  }
  if (used == content.tensors.size()) return;
  for (const NamedTensor& tensor : content.tensors) {
    bool known = false;
    for (const auto& [name, variable] : state_of(model)) known = known || name == tensor.name;
    if (!known) fail<DataError>(file, ": tensor '", tensor.name, "' belongs to no part of the model");
  }
}

const std::string& description_of(const SafeTensors& content, const std::string& file, const char* verb) {
  const auto text = content.metadata.find(kDescriptionKey);
  if (text == content.metadata.end())
    fail<DataError>(file, ": holds tensors but no edgewise model (no '", kDescriptionKey, "' in __metadata__); give a file that 'edgewise ", verb,
                    "' wrote");
  return text->second;
}

std::string model_path(const std::string& path, const char* verb) {
  if (!std::filesystem::is_directory(path)) return path;
  std::string file = (std::filesystem::path(path) / "model.safetensors").string();
  if (!std::filesystem::exists(file))
    fail<DataError>(path, ": no model.safetensors in this folder; a finished 'edgewise ", verb, " --out ", path, "' puts it there");
  return file;
}

}  // namespace edgewise::io
