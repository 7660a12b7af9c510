#include <bit>
#include <cmath>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/model_file.hpp>
#include <edgewise/io/safetensors.hpp>
#include <limits>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;

TEST_CASE("checkpoint_file: every number comes back with its bits", "[io]") {
  const TemporaryFolder folder;
  train::Checkpoint checkpoint;
  checkpoint.tensors.emplace_back("w", Tensor::of(2, 2, {0.1F, -0.0F, 3.0F, std::numeric_limits<float>::denorm_min()}));
  checkpoint.tensors.emplace_back("adam.m/w", Tensor(2, 2));
  checkpoint.numbers = {
      {"step", 12}, {"best", std::numeric_limits<double>::infinity()}, {"lr", 0.1 + 0.2}, {"worst", -std::numeric_limits<double>::infinity()}};
  checkpoint.history = {{1, 0.005, 1.9, std::nullopt, 0.5, false}, {2, 0.004, 1.0 / 3, 1.25, std::nullopt, true}};
  const std::string config = "--lr 0.005 --out \"caf\xe9\"";  // not UTF-8
  save_checkpoint(folder / "c.safetensors", checkpoint, config);

  const SavedCheckpoint saved = load_checkpoint(folder / "c.safetensors");
  CHECK(saved.config == config);
  CHECK(saved.checkpoint.numbers == checkpoint.numbers);
  REQUIRE(saved.checkpoint.tensors.size() == 2);
  CHECK(saved.checkpoint.tensors[0].first == "w");
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::bit_cast<std::uint32_t>(saved.checkpoint.tensors[0].second.values()[i]) ==
          std::bit_cast<std::uint32_t>(checkpoint.tensors[0].second.values()[i]));
  REQUIRE(saved.checkpoint.history.size() == 2);
  CHECK(saved.checkpoint.history[1].train_loss == 1.0 / 3);
  CHECK(saved.checkpoint.history[1].validation_loss == 1.25);
  CHECK_FALSE(saved.checkpoint.history[1].validation_score.has_value());
  CHECK_FALSE(saved.checkpoint.history[0].validation_loss.has_value());
  CHECK(saved.checkpoint.history[1].best);
}

TEST_CASE("checkpoint_file: another kind, another format and damage are named", "[io]") {
  const TemporaryFolder folder;
  const std::string path = folder / "c.safetensors";
  const auto load = [&](const std::string& description) {
    SafeTensors content;
    if (!description.empty()) content.metadata["edgewise"] = description;
    save_safetensors(path, content);
    return load_checkpoint(path);
  };
  CHECK_THROWS_WITH(load(""), Contains("c.safetensors: holds tensors but no checkpoint"));
  CHECK_THROWS_WITH(load("{"), Contains("not a JSON object"));
  CHECK_THROWS_WITH(load(R"({"format":1,"kind":"node model"})"), Contains("holds a node model, expected a checkpoint"));
  CHECK_THROWS_WITH(load(R"({"format":2,"kind":"checkpoint"})"),
                    Contains("checkpoint format 2, this edgewise reads 1 to 1; a newer edgewise wrote it"));
  CHECK_THROWS_WITH(load(R"({"format":0,"kind":"checkpoint"})"), Contains("format 0"));
  CHECK_THROWS_WITH(load(R"({"format":1,"kind":"checkpoint"})"), Contains("has no 'config'"));
  CHECK_THROWS_WITH(load(R"({"format":1,"kind":"checkpoint","config":"","numbers":{"a":"x"},"history":[]})"),
                    Contains("a number of the checkpoint is \"x\""));
  CHECK_THROWS_WITH(load(R"({"format":1,"kind":"checkpoint","config":"","numbers":{},"history":[[1]]})"),
                    Contains("line 1 of the checkpoint's history"));
  CHECK_NOTHROW(load(R"({"format":1,"kind":"checkpoint","config":"","numbers":{},"history":[]})"));
}
