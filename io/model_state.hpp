#pragma once
/// For sources only: what a model file holds besides its description: the tensors of a module, by name.
#include <string>

#include "../core/nn/module.hpp"
#include "safetensors.hpp"

namespace edgewise::io {

inline constexpr const char* kDescriptionKey = "edgewise";  ///< in __metadata__

/// Appends parameters and buffers.  Throws NumericError naming the tensor and place of a value that is not finite.
void put_state(const nn::Module& module, SafeTensors& content);
/// Fills them from the file.  Throws DataError when a tensor is missing, of another shape, not finite, or belongs to no part of the module.
void take_state(const nn::Module& module, const SafeTensors& content, const std::string& file);
/// The description of a model file.  Throws DataError when there is none.
const std::string& description_of(const SafeTensors& content, const std::string& file, const char* verb);
/// path itself, or the model.safetensors of the run folder that it names.  Throws DataError when the folder has none.
std::string model_path(const std::string& path, const char* verb);

}  // namespace edgewise::io
