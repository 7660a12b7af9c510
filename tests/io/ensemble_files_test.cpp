#include <edgewise/io/ensemble_files.hpp>
#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using edgewise::io::ensemble_files;

namespace {

/// An empty model in folder/name, and the settings it was trained under.
void add_model(const TemporaryFolder& folder, const std::string& name, const std::string& config = "") {
  std::filesystem::create_directories(folder / name);
  folder.add(name + "/model.safetensors", "");
  if (!config.empty()) folder.add(name + "/config.json", config);
}
std::vector<std::string> names(const TemporaryFolder& folder) {
  std::vector<std::string> found;
  for (const std::string& file : ensemble_files(folder.path()).files) found.push_back(file.substr(folder.path().size() + 1));
  return found;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("ensemble files: a file is itself, a folder its model, else its members, member-10 behind member-9") {
  const TemporaryFolder folder;
  CHECK(ensemble_files("anything.safetensors").files == Names{"anything.safetensors"});
  for (std::size_t k = 1; k <= 10; ++k) add_model(folder, "member-" + std::to_string(k));
  const Names found = names(folder);
  REQUIRE(found.size() == 10);
  CHECK(found[1] == "member-2/model.safetensors");
  CHECK(found[9] == "member-10/model.safetensors");
  add_model(folder, ".");
  CHECK(names(folder) == Names{"model.safetensors"});
}

TEST_CASE("ensemble files: what is no member stays out, and is named") {
  const TemporaryFolder folder;
  add_model(folder, "member-1");
  add_model(folder, "member-2");
  add_model(folder, "older");
  add_model(folder, "member-02");
  folder.add("extra.safetensors", "");
  folder.add("checkpoint.safetensors", "");
  const io::EnsembleFiles found = ensemble_files(folder.path());
  CHECK(found.files.size() == 2);
  REQUIRE(found.notes.size() == 1);
  CHECK_THAT(found.notes[0], Catch::Contains("left out extra.safetensors, member-02/model.safetensors, older/model.safetensors, no member"));
}

TEST_CASE("ensemble files: a folder of models that training did not lay there is refused, and they are named") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("no model.safetensors in it; give the folder of a finished run"));
  folder.add("b.safetensors", "");
  add_model(folder, "aspirin");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("here are aspirin/model.safetensors, b.safetensors; name one of them"));
}

TEST_CASE("ensemble files: a gap, or fewer members than the training had") {
  const TemporaryFolder folder;
  add_model(folder, "member-1");
  add_model(folder, "member-3");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("an ensemble of 3 without member-2/model.safetensors"));
  add_model(folder, "member-2");
  CHECK(names(folder).size() == 3);
  folder.add("config.json", R"({"ensemble": 4})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("an ensemble of 4 without member-4"));
  folder.add("config.json", R"({"ensemble": 2})");
  CHECK(names(folder).size() == 2);
  folder.add("config.json", "{");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("config.json: no JSON object"));
}

TEST_CASE("ensemble files: an ensemble in training, and one that a later training overwrote in part") {
  const TemporaryFolder folder;
  add_model(folder, "member-1", R"({"epochs": 4, "seed": 0, "ensemble": 1, "graphs": 9})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("training of this ensemble has not come to its end") &&
                                                       Catch::Contains("--resume") && Catch::Contains("member-1"));
  add_model(folder, "member-2", R"({"epochs": 4, "seed": 77, "ensemble": 1, "graphs": 9})");
  folder.add("config.json", R"({"epochs": 4, "seed": 0, "ensemble": 2})");
  CHECK(names(folder).size() == 2);
  folder.add("member-1/config.json", R"({"epochs": 5, "seed": 0, "ensemble": 1, "graphs": 9})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("do not belong together: epochs is 5 in ") && Catch::Contains("4 in "));
  folder.add("member-1/config.json", R"({"epochs": 4, "seed": 1, "ensemble": 1, "graphs": 9})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("do not belong together: the seed is 1 in ") && Catch::Contains("0 by "));
  folder.add("member-1/config.json", R"({"epochs": 4, "seed": 0, "ensemble": 1, "graphs": 8})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("do not belong together: graphs is 9 in ") && Catch::Contains("8 in "));
}

TEST_CASE("ensemble files: runs of one training are averaged, and that is said, a folder of runs from anywhere is refused") {
  const TemporaryFolder folder;
  for (std::size_t k = 0; k < 3; ++k)
    add_model(folder, "run-" + std::to_string(k), R"({"epochs": 4, "runs": 1, "seed": )" + std::to_string(5 + k) + "}");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("has runs, and no config.json of a training") && Catch::Contains("run-2"));
  folder.add("config.json", R"({"epochs": 4, "runs": 3, "seed": 5, "ensemble": 1})");
  const io::EnsembleFiles found = ensemble_files(folder.path());
  CHECK(found.runs);
  CHECK(found.files.size() == 3);
  REQUIRE(found.notes.size() == 1);
  CHECK_THAT(found.notes[0], Catch::Contains("the mean over its 3 runs"));
  folder.add("run-2/config.json", R"({"epochs": 4, "runs": 1, "seed": 9})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("do not belong together: the seed is 9 in "));
  folder.add("config.json", R"({"epochs": 4, "folds": 4, "runs": 1, "seed": 5, "ensemble": 1})");
  folder.add("run-2/config.json", R"({"epochs": 4, "folds": 4, "runs": 1, "seed": 7})");
  CHECK_THROWS_WITH(ensemble_files(folder.path()), Catch::Contains("4 runs, and no model in run-3"));
}

TEST_CASE("ensemble files: runs of ensembles give all their members, and one such run its own") {
  const TemporaryFolder folder;
  folder.add("config.json", R"({"epochs": 4, "runs": 2, "seed": 5, "ensemble": 2})");
  for (const char* name : {"run-0/member-1", "run-0/member-2", "run-1/member-1", "run-1/member-2"})
    add_model(folder, name, std::string(R"({"epochs": 4, "seed": )") + (name[4] == '0' ? "5}" : "6}"));
  for (const char* name : {"run-0/predictions.csv", "run-1/predictions.csv"}) folder.add(name, "");
  CHECK(names(folder) == Names{"run-0/member-1/model.safetensors", "run-0/member-2/model.safetensors", "run-1/member-1/model.safetensors",
                               "run-1/member-2/model.safetensors"});
  CHECK(ensemble_files(folder / "run-1").files.size() == 2);
  CHECK_FALSE(ensemble_files(folder / "run-1").runs);
}
