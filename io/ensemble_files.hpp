#pragma once
/// The model files that a path to a trained graph model stands for.
#include <string>
#include <vector>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A file: itself.  A folder: its model.safetensors; else those of the folders in it (members, runs), by name with member-10 behind
/// member-9; else every .safetensors file in it that is no checkpoint.
/// Throws   DataError when a folder holds none.
std::vector<std::string> ensemble_files(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::io
