// metrics.json and config.json.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "../graph/error.hpp"
#include "output_file.hpp"
#include "results.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using Json = nlohmann::ordered_json;

/// {"mean": ..., "std": ..., "values": [...]} of one score over the runs that define it.
Json summary(const std::vector<std::optional<double>>& values) {
  Json list = Json::array();
  double sum = 0;
  double count = 0;
  for (const auto& value : values) {
    const bool defined = value && std::isfinite(*value);
    list.push_back(defined ? Json(*value) : Json(nullptr));
    if (defined) sum += *value, count += 1;
  }
  if (count == 0) return {{"mean", nullptr}, {"std", nullptr}, {"values", list}};
  const double mean = sum / count;
  double squares = 0;
  for (const auto& value : values)
    if (value && std::isfinite(*value)) squares += (*value - mean) * (*value - mean);
  return {{"mean", mean}, {"std", count > 1 ? std::sqrt(squares / (count - 1)) : 0.0}, {"values", list}};
}

/// Every score that any run has; `pick` says where a run keeps them.
template <class Pick>
Json summaries(std::span<const RunScores> runs, Pick pick) {
  std::set<std::string> names;
  for (const RunScores& run : runs)
    for (const auto& [name, value] : pick(run)) names.insert(name);
  Json json = Json::object();
  for (const std::string& name : names) {
    std::vector<std::optional<double>> values;
    for (const RunScores& run : runs) {
      const Scores scores = pick(run);
      const auto found = scores.find(name);
      values.push_back(found == scores.end() ? std::nullopt : std::optional(found->second));
    }
    json[name] = summary(values);
  }
  return json;
}

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string metrics_json(std::span<const RunScores> runs) {
  Json json = Json::object();
  json["test"] = summaries(runs, [](const RunScores& run) { return run.test; });
  json["validation"] = summaries(runs, [](const RunScores& run) { return run.validation; });
  json["train"] = summaries(runs, [](const RunScores& run) { return run.train; });
  std::set<std::string> baselines;
  double seconds = 0;
  for (const RunScores& run : runs) {
    seconds += run.seconds;
    for (const auto& [name, scores] : run.baselines) baselines.insert(name);
  }
  if (!baselines.empty()) json["baselines"] = Json::object();
  for (const std::string& name : baselines)
    json["baselines"][name] = summaries(runs, [&](const RunScores& run) {
      const auto found = run.baselines.find(name);
      return found == run.baselines.end() ? Scores() : found->second;
    });
  json["runs"] = runs.size();
  if (std::any_of(runs.begin(), runs.end(), [](const RunScores& run) { return !run.outcome.empty(); })) {
    json["outcomes"] = Json::array();
    for (const RunScores& run : runs) json["outcomes"].push_back(run.outcome);
  }
  json["seconds"] = seconds;
  return pretty(json);
}

void save_metrics(const std::string& path, std::span<const RunScores> runs) { write_file(path, metrics_json(runs)); }

RunScores load_run_end(const std::string& path) {
  const Json json = Json::parse(read_bytes(path), nullptr, false);
  RunScores run;
  try {
    run.seconds = json.at("seconds").get<double>();
    const std::vector<std::string> outcomes = json.value("outcomes", std::vector<std::string>());
    if (outcomes.size() == 1) run.outcome = outcomes[0];
  } catch (const Json::exception&) {
    fail<DataError>(path, ": not the metrics.json of a run; remove it to have the run made again");
  }
  return run;
}

std::string config_json(const Config& config) {
  Json json = Json::object();
  for (const auto& [name, value] : config) std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  return pretty(json);
}

void save_config(const std::string& path, const Config& config) { write_file(path, config_json(config)); }

}  // namespace edgewise::io
