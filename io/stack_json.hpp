#pragma once
/// For sources only: the layers of a stack as JSON in model files.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "../core/models/stack_layer.hpp"

namespace edgewise::io {

/// A list with one object a layer; fields that a layer's type does not name stay out.
nlohmann::ordered_json stack_to_json(const std::vector<models::StackLayer>& stack);
/// Throws DataError that opens with `file`.
std::vector<models::StackLayer> stack_from_json(const nlohmann::json& list, const std::string& file);

}  // namespace edgewise::io
