#include <filesystem>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A small network on the solvents of tests/data.
Ran train(const std::string& out, const std::vector<std::string>& more) {
  std::vector<std::string> args{"mol", "train", "--data", project("tests/data/molecules/solvents.csv"), "--hidden", "16", "--fingerprint-bits",
                                "128", "--out", out};
  args.insert(args.end(), more.begin(), more.end());
  return run_program(args);
}

}  // namespace

TEST_CASE("mol train: finds the task, names the baseline, writes a model that predicts", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = train(folder / "a", {"--epochs", "6", "--split", "random:60/20/20"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(holds(ran.out, "data: 38 molecules of 38 records; 1 task"));
  CHECK(holds(ran.err, "mixes_with_water"));  // the choice is said; boils_at holds other numbers than 0 and 1
  CHECK(holds(ran.out, "Morgan + linear"));
  for (const char* name : {"metrics.json", "config.json", "history.csv", "model.safetensors"}) CHECK(std::filesystem::exists(folder / "a/" + name));
  CHECK(holds(ran.out, "calibrated on the validation molecules: expected calibration error 0."));
  CHECK(holds(read_text(folder / "a/metrics.json"), "calibration_error_after/mixes_with_water"));
  CHECK(lines(read_text(folder / "a/split.csv")).size() == 39);
  CHECK(lines(read_text(folder / "a/predictions.csv"))[0] == "row,split,mixes_with_water");
  // The scores of the run come again from its files.
  const Ran scored = run_program({"mol", "evaluate", "--model", folder / "a", "--data", project("tests/data/molecules/solvents.csv"), "--split",
                                  folder / "a/split.csv", "--out", folder / "scores.json"});
  INFO(scored.err);
  REQUIRE(scored.code == 0);
  const std::string then = read_text(folder / "a/metrics.json"), now = read_text(folder / "scores.json");
  CHECK(then.substr(0, then.find("\"validation\"")) == now.substr(0, now.find("\"validation\"")));
  const std::string input = folder.add("m.csv", "smiles\nCCCCO\nC[Si](C)(C)C\n");
  const Ran again = run_program({"mol", "predict", "--model", folder / "a", "--input", input, "--out", folder / "p.csv", "--uncertainty"});
  REQUIRE(again.code == 0);
  CHECK(lines(read_text(folder / "p.csv")).size() == 3);
  CHECK(holds(read_text(folder / "p.csv"), "unseen_element:Si"));
}

TEST_CASE("mol train: an element of the test part alone is a stranger to the model", "[program]") {
  const TemporaryFolder folder;
  const std::string data = folder.add("m.csv", "smiles,toxic,part\nCCO,0,train\nCCN,1,train\nCCC,0,train\nCCCN,1,val\nCCCO,0,val\nCCCl,1,test\n");
  const Ran ran = run_program({"mol", "train", "--data", data, "--split", "column:part", "--epochs", "3", "--hidden", "16", "--fingerprint-bits", "0",
                               "--descriptors", "no", "--out", folder / "run"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  REQUIRE(run_program({"mol", "predict", "--model", folder / "run", "--input", data, "--out", folder / "p.csv"}).code == 0);
  const std::string rows = read_text(folder / "p.csv");
  CHECK(holds(rows, "unseen_element:Cl"));
  CHECK_FALSE(holds(rows, "unseen_element:N"));
}

TEST_CASE("mol train: an ensemble stopped and resumed gives the bytes of one left alone", "[program]") {
  const TemporaryFolder folder;
  const std::vector<std::string> more{"--epochs", "6", "--ensemble", "2", "--split", "random:60/20/20"};
  std::vector<std::string> stop = more, resume = more;
  stop.insert(stop.end(), {"--stop-after", "9"});
  resume.emplace_back("--resume");
  REQUIRE(train(folder / "whole", more).code == 0);
  const Ran stopped = train(folder / "parts", stop);
  CHECK(stopped.code == 130);
  CHECK(holds(stopped.err, "go on with\n  edgewise mol train --data "));
  REQUIRE(train(folder / "parts", resume).code == 0);
  for (const char* name : {"/member-1/model.safetensors", "/member-2/model.safetensors", "/predictions.csv", "/split.csv"}) {
    const bool same = read_text(folder / "whole" + name) == read_text(folder / "parts" + name);
    CHECK(same);
  }
}

TEST_CASE("mol train: a bad record takes no molecule's row, missing labels are no zeros", "[program]") {
  const TemporaryFolder folder;
  std::string text = "smiles,a,b\nC(,1,1\n";  // record 1 gives no molecule
  const std::vector<std::string> ends{"O", "N", "Cl", "C", "S"};
  for (std::size_t k = 0; k < 30; ++k)
    text += std::string(1 + k / 5, 'C') + ends[k % 5] + (k % 5 < 2 ? ",1," : ",0,") + (k % 3 == 0 ? "" : k % 3 == 1 ? "NA" : "1") + "\n";
  const std::string data = folder.add("m.csv", text);
  const Ran ran =
      run_program({"mol", "train", "--data", data, "--epochs", "3", "--hidden", "8", "--class-weights", "balanced", "--out", folder / "a"});
  INFO(ran.err << ran.out);
  REQUIRE(ran.code == 0);
  CHECK(holds(ran.out, "data: 30 molecules of 31 records; 2 tasks"));
  CHECK(holds(ran.out, "undefined"));  // task b knows positives only
  CHECK(holds(ran.out, "means are over 1 of 2 tasks"));
  CHECK(lines(read_text(folder / "a/predictions.csv"))[1].starts_with("2,"));
}

TEST_CASE("mol train: regression in folds, with a mean and R2", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = train(folder / "a", {"--epochs", "5", "--task-type", "regression", "--tasks", "boils_at", "--folds", "3"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(holds(ran.out, "R2"));
  CHECK(holds(ran.out, "mean"));
  CHECK(std::filesystem::exists(folder / "a/run-2/model.safetensors"));
  // The folder of all runs predicts with their mean, and says so.
  const std::string input = folder.add("m.csv", "smiles\nCCCCO\n");
  const Ran mean = run_program({"mol", "predict", "--model", folder / "a", "--input", input, "--out", folder / "p.csv"});
  INFO(mean.err);
  CHECK(mean.code == 0);
  CHECK(holds(mean.err, "the mean over its 3 runs"));
}

TEST_CASE("mol train: a preset sets what is not given, a flag beside it wins", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = train(folder / "a", {"--preset", "sider", "--epochs", "1", "--split", "random:60/20/20"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const std::string config = read_text(folder / "a/config.json");
  CHECK(holds(config, "\"layers\": 2,"));
  CHECK(holds(config, "\"extra-hidden\": 64,"));
  CHECK(holds(config, "\"hidden\": 16,"));
  CHECK(holds(config, "\"fingerprint-bits\": 128,"));
}

TEST_CASE("mol train: what is misused is named", "[program]") {
  const TemporaryFolder folder;
  CHECK(holds(train(folder / "a", {"--preset", "tox12"}).err, "unknown preset 'tox12'; known presets: tox21, sider, tetrahymena"));
  CHECK(holds(train(folder / "a", {"--model", "mpnn"}).err, "unknown model 'mpnn'"));
  CHECK(holds(train(folder / "a", {"--tasks", "sweet"}).err, "sweet"));
  CHECK(holds(train(folder / "a", {"--split", "by-hand"}).err, "by-hand"));
  const Ran shares = train(folder / "a", {"--split", "60/20/20"});
  CHECK(shares.code == 2);
  CHECK(holds(shares.err, "--split: got '60/20/20', expected random:TRAIN/VALIDATION/TEST"));
  CHECK(!holds(shares.err, "data:"));  // known before any molecule is read
  CHECK(holds(train(folder / "a", {"--split", "scaffold-publishd"}).err,
              "--split: scaffold-publishd: No such file, and no rule (random, scaffold, scaffold-balanced, scaffold-published or column:NAME)"));
  CHECK(holds(train(folder / "a", {"--split", "column:"}).err, "--split: got 'column:', expected column:NAME"));
}

TEST_CASE("mol train: few epochs need no other flag, a warm-up that was asked for is checked before any file is read", "[program]") {
  const TemporaryFolder folder;
  for (const char* epochs : {"1", "2"}) {
    const Ran ran = train(folder / epochs, {"--epochs", epochs, "--split", "random:60/20/20", "--descriptors", "no"});
    INFO(ran.err);
    CHECK(ran.code == 0);
  }
  CHECK(train(folder / "c", {"--epochs", "3", "--schedule", "constant", "--split", "random", "--descriptors", "no"}).code == 0);
  const Ran wrong = train(folder / "w", {"--epochs", "3", "--warmup", "3"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("edgewise mol train: --warmup: got 3, expected fewer than the 3 epochs of --epochs") == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "w"));
}

TEST_CASE("mol train: no result takes the place of the molecules or of the split", "[program]") {
  const TemporaryFolder folder;
  const std::string molecules = folder.add("predictions.csv", read_text(project("tests/data/molecules/solvents.csv")));
  std::filesystem::create_directories(folder / "many/run-1");
  const std::string split = folder.add("many/run-1/split.csv", "row,set\n1,train\n");
  const auto refused = [](const std::vector<std::string>& args, const std::string& message) {
    const Ran ran = run_program(args);
    INFO(ran.err);
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, message));
  };
  refused({"mol", "train", "--data", molecules, "--out", folder.path()}, "predictions.csv' is the file of --data, which would be lost");
  refused({"mol", "train", "--data", molecules, "--split", split, "--runs", "2", "--out", folder / "many"},
          "run-1/split.csv' is the file of --split, which would be lost");
  CHECK(lines(read_text(split)).size() == 2);
}

TEST_CASE("mol train: models of an earlier run in the same folder do not pass for this one's", "[program]") {
  const TemporaryFolder folder;
  const std::vector<std::string> quick{"--epochs", "2", "--split", "random:60/20/20", "--descriptors", "no"};
  const auto again = [&](const char* members) {
    std::vector<std::string> more = quick;
    more.insert(more.end(), {"--ensemble", members});
    return train(folder / "a", more);
  };
  REQUIRE(again("1").code == 0);
  const Ran more = again("3");
  CHECK(more.err.find("a/model.safetensors, the model of an earlier run") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "a/model.safetensors"));
  REQUIRE(again("2").code == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "a/member-3/model.safetensors"));
  CHECK(std::filesystem::exists(folder / "a/member-2/model.safetensors"));
  REQUIRE(again("1").code == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "a/member-1/model.safetensors"));
  CHECK(std::filesystem::exists(folder / "a/model.safetensors"));
}
