#include "ensemble_files.hpp"

#include <algorithm>
#include <filesystem>

#include "../graph/error.hpp"

namespace edgewise::io {

namespace fs = std::filesystem;

std::vector<std::string> ensemble_files(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  const auto model_in = [](const fs::path& folder) { return folder / "model.safetensors"; };
  if (fs::exists(model_in(path))) return {model_in(path).string()};
  std::vector<std::string> files, loose;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_directory() && fs::exists(model_in(entry.path()))) files.push_back(model_in(entry.path()).string());
    if (entry.is_regular_file() && entry.path().extension() == ".safetensors" && entry.path().stem() != "checkpoint")
      loose.push_back(entry.path().string());
  }
  if (files.empty()) files = std::move(loose);
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {  // member 10 behind member 9
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  if (files.empty())
    fail<DataError>(path,
                    ": no model.safetensors in it; give the folder of a finished run (--out of mol train or graph train), or a .safetensors file");
  return files;
}

}  // namespace edgewise::io
