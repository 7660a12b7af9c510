#include "ensemble_files.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "../graph/error.hpp"
#include "listed.hpp"
#include "parse.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kModel = "model.safetensors";
constexpr const char* kConfig = "config.json";

bool has_model(const fs::path& folder) { return fs::is_regular_file(folder / kModel); }

/// What N is in the names "word-N" of the folders in it, smallest first.
std::vector<std::size_t> numbers_of(const fs::path& folder, const std::string& word) {
  std::vector<std::size_t> numbers;
  if (!fs::is_directory(folder)) return numbers;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(word) || !entry.is_directory()) continue;
    const auto number = parse<std::size_t>(name.substr(word.size()));
    if (number && name == word + std::to_string(*number)) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// The settings that a folder was trained under; null where they do not lie there.
Json config_of(const fs::path& folder) {
  const fs::path path = folder / kConfig;
  if (!fs::is_regular_file(path)) return {};
  Json json = Json::parse(read_bytes(path.string()), nullptr, false);
  if (!json.is_object()) fail<DataError>(path.string(), ": no JSON object; the file is damaged: remove it to use the models beside it unchecked");
  return json;
}

std::size_t count_in(const Json& config, const char* key, std::size_t standard) {
  const auto found = config.find(key);
  return found != config.end() && found->is_number_unsigned() ? found->get<std::size_t>() : standard;
}

/// What a finished training says about itself: `config` is null where nothing does.
struct Training {
  fs::path folder;
  Json config;
};

/// Settings that both name are the same, but for those that tell one model of a training from another.
void check_same(const Training& first, const Training& second, const fs::path& folder) {
  const auto refuse = [&](const std::string& name, const Json& ours, const Json& theirs) {
    fail<DataError>(folder.string(), ": its models do not belong together: ", name, " is ", ours.dump(), " in ", (second.folder / kConfig).string(),
                    ", ", theirs.dump(), " in ", (first.folder / kConfig).string(),
                    "; where a later training was interrupted, --resume finishes it; else name one model, as in ", second.folder.string());
  };
  for (const auto& [name, value] : first.config.items()) {
    if (name == "seed" || name == "runs" || name == "ensemble") continue;
    const auto found = second.config.find(name);
    if (found != second.config.end() && *found != value) refuse(name, *found, value);
  }
}

/// The first model of run number `run` has the seed of the training and that number: a later training under another seed shows here.
void check_seed(const Training& whole, std::size_t run, const Training& model) {
  const std::size_t got = count_in(model.config, "seed", 0), wanted = count_in(whole.config, "seed", 0) + run;
  if (!whole.config.is_null() && !model.config.is_null() && got != wanted)
    fail<DataError>(whole.folder.string(), ": its models do not belong together: the seed is ", got, " in ", (model.folder / kConfig).string(), ", ",
                    wanted, " by ", (whole.folder / kConfig).string(),
                    "; where a later training was interrupted, --resume finishes it; else name one", " model, as in ", model.folder.string());
}

/// member-1 to member-N of run number `run` of a training.
std::vector<std::string> members_in(const fs::path& folder, const Training& whole, std::size_t run) {
  const auto member = [&](std::size_t number) { return folder / ("member-" + std::to_string(number)); };
  std::size_t last = 0;
  for (const std::size_t number : numbers_of(folder, "member-"))
    if (number > 0 && has_model(member(number))) last = number;
  if (last == 0) return {};
  const Training first{member(1), config_of(member(1))};
  if (!first.config.is_null() && !fs::exists(folder / kConfig) && !fs::exists(folder / "predictions.csv"))  // training ends with them
    fail<DataError>(folder.string(),
                    ": training of this ensemble has not come to its end; the command that began it and --resume finishes it, or name",
                    " one model, as in ", member(last).string());
  const std::size_t count = count_in(whole.config, "ensemble", last);
  std::vector<std::string> files;
  for (std::size_t number = 1; number <= count; ++number) {
    if (!has_model(member(number)))
      fail<DataError>(folder.string(), ": an ensemble of ", count, " without ", member(number).filename().string(), "/", kModel,
                      "; members are numbered from 1 without a gap: bring it back, or name one model, as in ", member(last).string());
    const Training one{member(number), config_of(member(number))};
    check_same(whole, one, folder);
    check_same(first, one, folder);
    files.push_back((member(number) / kModel).string());
  }
  check_seed(whole, run, first);
  return files;
}

/// The models of run-0, run-1, ...
EnsembleFiles runs_in(const Training& whole) {
  EnsembleFiles found{.files = {}, .notes = {}, .runs = true};
  const auto run = [&](std::size_t number) { return whole.folder / ("run-" + std::to_string(number)); };
  std::vector<std::size_t> numbers = numbers_of(whole.folder, "run-");
  std::erase_if(numbers, [&](std::size_t number) { return !has_model(run(number)) && !has_model(run(number) / "member-1"); });
  if (numbers.empty()) return found;
  const std::string one = run(numbers.back()).string(), path = whole.folder.string();
  if (whole.config.is_null()) fail<DataError>(path, ": has runs, and no ", kConfig, " of a training that came to its end; name one, as in ", one);
  const std::size_t count = std::max(count_in(whole.config, "folds", 0), count_in(whole.config, "runs", 1));
  for (std::size_t number = 0; number < count; ++number) {
    const bool alone = has_model(run(number));
    const std::vector<std::string> files = alone ? std::vector<std::string>{(run(number) / kModel).string()} : members_in(run(number), whole, number);
    if (files.empty())
      fail<DataError>(path, ": ", count, " runs, and no model in ", run(number).filename().string(), "; bring it back, or name one, as in ", one);
    if (alone) {
      const Training model{run(number), config_of(run(number))};
      check_same(whole, model, whole.folder);
      check_seed(whole, number, model);
    }
    found.files.insert(found.files.end(), files.begin(), files.end());
  }
  found.notes.push_back(path + ": the mean over its " + std::to_string(count) +
                        " runs; each saw what others were tested on: scores on that data flatter");
  return found;
}

/// Models in the folder that are none of `ours`, as paths below it.
std::vector<std::string> strangers(const fs::path& folder, const std::vector<std::string>& ours) {
  const std::set<std::string> known(ours.begin(), ours.end());
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (entry.is_regular_file() && path.extension() == ".safetensors" && path.stem() != "checkpoint") names.insert(path.filename().string());
    if (entry.is_directory() && has_model(path) && known.count((path / kModel).string()) == 0) names.insert((path.filename() / kModel).string());
  }
  return {names.begin(), names.end()};
}

}  // namespace

EnsembleFiles ensemble_files(const std::string& path) {
  if (!fs::is_directory(path)) return {.files = {path}, .notes = {}};
  const fs::path folder(path);
  if (has_model(folder)) return {.files = {(folder / kModel).string()}, .notes = {}};
  const Training whole{folder, config_of(folder)};
  EnsembleFiles found{.files = members_in(folder, whole, 0), .notes = {}};
  if (found.files.empty()) found = runs_in(whole);
  const std::vector<std::string> others = strangers(folder, found.files);
  if (!found.files.empty()) {
    if (!found.runs && !others.empty()) found.notes.push_back(path + ": left out " + listed(others) + ", no member of this ensemble");
    return found;
  }
  if (!others.empty())
    fail<DataError>(path, ": no folder of a run: ", kModel, " or member-1, member-2, ... would be its models, here are ", listed(others),
                    "; name one of them");
  fail<DataError>(path,
                  ": no model.safetensors in it; give the folder of a finished run (--out of mol train or graph train), or a .safetensors file");
}

}  // namespace edgewise::io
