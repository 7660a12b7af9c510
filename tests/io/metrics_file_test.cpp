#include <edgewise/io/results.hpp>
#include <limits>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;

TEST_CASE("metrics_file: two runs, mean and deviation by hand", "[io]") {
  RunScores first;
  first.test = {{"accuracy", 0.5}, {"roc_auc", 0.25}};
  first.baselines["majority"] = {{"accuracy", 0.5}};
  first.seconds = 1.5;
  RunScores second;
  second.test = {{"accuracy", 1.0}};  // roc_auc is undefined here
  second.seconds = 2;
  const std::vector<RunScores> runs = {first, second};
  CHECK(metrics_json(runs) == R"({
  "test": {
    "accuracy": {
      "mean": 0.75,
      "std": 0.3535533905932738,
      "values": [
        0.5,
        1.0
      ]
    },
    "roc_auc": {
      "mean": 0.25,
      "std": 0.0,
      "values": [
        0.25,
        null
      ]
    }
  },
  "validation": {},
  "train": {},
  "baselines": {
    "majority": {
      "accuracy": {
        "mean": 0.5,
        "std": 0.0,
        "values": [
          0.5,
          null
        ]
      }
    }
  },
  "runs": 2,
  "seconds": 3.5
}
)");
}

TEST_CASE("metrics_file: the end of a run reads back, of another file it does not", "[io]") {
  const TemporaryFolder folder;
  RunScores run;
  run.seconds = 1.25;
  run.outcome = "stopped early";
  save_metrics(folder / "m.json", std::span(&run, 1));
  CHECK(load_run_end(folder / "m.json").seconds == 1.25);
  CHECK(load_run_end(folder / "m.json").outcome == "stopped early");
  CHECK_THAT(metrics_json(std::vector{run, RunScores()}), Catch::Matchers::Contains("\"outcomes\": [\n    \"stopped early\",\n    \"\"\n  ]"));
  for (const char* text : {"", "[]", "{}", R"({"seconds": "1"})", R"({"seconds": 1, "outcomes": 3})"})
    CHECK_THROWS_WITH(load_run_end(folder.add("bad.json", text)), Catch::Contains("bad.json: not the metrics.json of a run; remove it"));
}

TEST_CASE("metrics_file: a score that is no number is null, and no run is an empty shape", "[io]") {
  RunScores run;
  run.train = {{"r2", std::numeric_limits<double>::quiet_NaN()}};
  CHECK_THAT(metrics_json(std::vector{run}), Catch::Matchers::Contains("\"mean\": null"));
  CHECK_THAT(metrics_json({}), Catch::Matchers::Contains("\"test\": {},"));
}

TEST_CASE("config: settings in their order, with their types", "[io]") {
  const Config config = {{"model", std::string("gat")},
                         {"epochs", std::int64_t{200}},
                         {"lr", 0.005},
                         {"directed", false},
                         {"edge_columns", std::vector<std::string>{"a"}}};
  CHECK(config_json(config) ==
        "{\n  \"model\": \"gat\",\n  \"epochs\": 200,\n  \"lr\": 0.005,\n  \"directed\": false,\n  \"edge_columns\": [\n    \"a\"\n  ]\n}\n");
  CHECK(config_json({{"path", std::string("caf\xe9")}}).find("caf") != std::string::npos);
}
