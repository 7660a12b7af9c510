#include "run_files.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace edgewise::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModel = "model.safetensors";

/// How many runs, and members of each, the settings of a command speak of.
struct Counts {
  std::size_t runs = 0;  // 0: these are no settings of a training command
  std::size_t members = 1;
};

Counts counts_of(const std::string& config) {
  const nlohmann::json settings = nlohmann::json::parse(config, nullptr, false);
  if (!settings.is_object()) return {};
  const auto number = [&](const char* name) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_number_unsigned() ? std::min(found->get<std::size_t>(), std::size_t{100000}) : 0;
  };
  const auto split = settings.find("split");  // of nodes: a list, each with all runs
  const std::size_t splits = split != settings.end() && split->is_array() ? split->size() : 1;
  return {number("folds") > 0 ? number("folds") : number("runs") * splits, std::max(number("ensemble"), std::size_t{1})};
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(path, ignored));
}

}  // namespace

const std::vector<std::string>& run_files() {
  static const std::vector<std::string> names{kModel, "predictions.csv", "metrics.json", "history.csv", "config.json", "split.csv"};
  return names;
}

std::vector<NamedPath> files_of_run(const char* flag, const std::string& folder) {
  const fs::path in(folder);
  std::vector<NamedPath> files{{flag, (in / "checkpoint.safetensors").string()}};
  for (const std::string& name : run_files()) files.push_back({flag, (in / name).string()});
  return files;
}

std::vector<NamedPath> files_of_model(const std::string& model) {
  const fs::path path(model);
  const bool named = path.filename() == kModel;
  std::vector<NamedPath> files = files_of_run("--model", named ? (path.has_parent_path() ? path.parent_path().string() : std::string(".")) : model);
  files.push_back({"--model", model});
  return files;
}

std::vector<NamedPath> files_of_tu_folder(const std::string& data) {
  std::vector<NamedPath> files;
  std::error_code missing;  // the reader says it better
  for (const auto& entry : fs::directory_iterator(data, missing))
    if (entry.path().extension() == ".txt") files.push_back({"--data", entry.path().string()});
  return files;
}

void drop_stale_models(const std::string& out, const std::string& earlier, std::span<const std::string> ours) {
  std::set<fs::path> stay;
  for (const std::string& model : ours) stay.insert(fs::path(model).lexically_normal());
  const Counts then = counts_of(earlier);
  const auto drop = [&](const fs::path& folder) {
    const fs::path model = (folder / kModel).lexically_normal();
    std::error_code error;
    if (stay.count(model) > 0 || !fs::is_regular_file(fs::symlink_status(model, error)) || !fs::remove(model, error)) return;
    std::fprintf(stderr, "removed %s, the model of an earlier run\n", model.c_str());
  };
  const auto drop_run = [&](const fs::path& folder) {
    drop(folder);
    for (std::size_t m = 1; then.members > 1 && m <= then.members; ++m)
      if (const fs::path member = folder / ("member-" + std::to_string(m)); is_folder(member)) drop(member);
  };
  if (then.runs > 0) drop_run(out);
  for (std::size_t k = 0; then.runs > 1 && k < then.runs; ++k)
    if (const fs::path run = fs::path(out) / ("run-" + std::to_string(k)); is_folder(run)) drop_run(run);
}

}  // namespace edgewise::cli
