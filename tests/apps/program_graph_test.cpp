#include <filesystem>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

/// 40 graphs of four or five nodes, rings (class 1) and chains (class -1), all nodes alike.
void add_rings(const TemporaryFolder& folder) {
  std::string arcs, graphs, labels, nodes;
  std::size_t first = 1;
  const auto edge = [&](std::size_t a, std::size_t b) {
    arcs += std::to_string(a) + ", " + std::to_string(b) + "\n" + std::to_string(b) + ", " + std::to_string(a) + "\n";
  };
  for (std::size_t g = 1; g <= 40; ++g) {
    const std::size_t size = 4 + g % 2;
    const bool ring = g % 4 < 2;
    for (std::size_t k = 0; k + 1 < size; ++k) edge(first + k, first + k + 1);
    if (ring) edge(first, first + size - 1);
    for (std::size_t k = 0; k < size; ++k) graphs += std::to_string(g) + "\n", nodes += "6\n";
    labels += ring ? "1\n" : "-1\n";
    first += size;
  }
  folder.add("R_A.txt", arcs);
  folder.add("R_graph_indicator.txt", graphs);
  folder.add("R_graph_labels.txt", labels);
  folder.add("R_node_labels.txt", nodes);
}

}  // namespace

TEST_CASE("graph train: tells rings from chains in cross-validation, and says what counts alone would", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  const Ran ran = run_program({"graph", "train", "--data", data.path(), "--folds", "4", "--epochs", "40", "--batch", "8", "--lr", "0.01", "--hidden",
                               "16", "--out", out / "a"});
  REQUIRE(ran.code == 0);
  CHECK(ran.out.find("data: 40 graphs, 180 nodes, 320 arcs; 1 node columns, 0 edge columns; 2 classes") != std::string::npos);
  CHECK(ran.out.find("gine              1.0000 +- 0.0000") != std::string::npos);
  CHECK(ran.out.find("counts only") != std::string::npos);
  CHECK(std::filesystem::exists(out / "a/metrics.json"));
  CHECK(lines(read_text(out / "a/run-3/predictions.csv")).size() == 41);

  const Ran again = run_program({"graph", "predict", "--model", out / "a/run-0", "--data", data.path(), "--out", out / "again.csv"});
  REQUIRE(again.code == 0);
  CHECK(lines(read_text(out / "again.csv"))[0] == "graph,split,label,predicted,p_-1,p_1");
  CHECK(lines(read_text(out / "again.csv"))[2].starts_with("2,,-1,-1,"));
}

TEST_CASE("graph train: an ensemble stopped in its second member and resumed gives the bytes of one left alone", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  const std::vector<std::string> args{"graph", "train", "--data", data.path(), "--epochs", "20", "--hidden", "8", "--ensemble", "2", "--out"};
  const auto run = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> all = args;
    all.push_back(out / name);
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  REQUIRE(run("whole", {}).code == 0);
  const Ran stopped = run("parts", {"--stop-after", "30"});
  CHECK(stopped.code == 130);
  CHECK(stopped.err.find("go on with\n  edgewise graph train --data ") != std::string::npos);
  CHECK(std::filesystem::exists(out / "parts/member-2/checkpoint.safetensors"));
  REQUIRE(run("parts", {"--resume"}).code == 0);
  const Ran between = run("apart", {"--stop-after", "20"});  // the first member ends on the last epoch allowed
  CHECK(between.code == 130);
  CHECK(between.err.find("stopped before member 2\ngo on with\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out / "apart/member-2"));
  for (const char* name : {"/member-1/model.safetensors", "/member-2/model.safetensors", "/member-2/history.csv", "/predictions.csv"})
    CHECK(read_text(out / "whole" + name) == read_text(out / "parts" + name));
}

TEST_CASE("graph train: a finished run is taken over, and never trained over under other options", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  const std::vector<std::string> args{"graph", "train", "--data", data.path(), "--hidden", "8", "--out", out / "a", "--epochs"};
  const auto run = [&](std::vector<std::string> all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  REQUIRE(run(args, {"3"}).code == 0);
  const std::string model = read_text(out / "a/model.safetensors"), metrics = read_text(out / "a/metrics.json");
  const Ran again = run(args, {"3", "--resume"});
  CHECK(again.code == 0);
  CHECK(again.err.find("epoch ") == std::string::npos);
  CHECK(read_text(out / "a/metrics.json") == metrics);
  CHECK(run(args, {"4", "--resume"}).code == 2);
  CHECK(read_text(out / "a/model.safetensors") == model);
}

TEST_CASE("graph train: the models of other runs below --out stay, those of its own earlier command go", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  const auto train = [&](const std::string& to, std::vector<std::string> more) {
    std::vector<std::string> args{"graph", "train", "--data", data.path(), "--hidden", "8", "--epochs", "2", "--out", to};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args).code;
  };
  REQUIRE(train(out / "runs/run-baseline", {}) == 0);
  REQUIRE(train(out / "runs", {"--ensemble", "3"}) == 0);
  REQUIRE(train(out / "runs", {"--ensemble", "2"}) == 0);
  CHECK(std::filesystem::exists(out / "runs/member-2/model.safetensors"));
  CHECK_FALSE(std::filesystem::exists(out / "runs/member-3/model.safetensors"));
  REQUIRE(train(out / "runs", {}) == 0);
  CHECK_FALSE(std::filesystem::exists(out / "runs/member-1/model.safetensors"));
  CHECK(std::filesystem::exists(out / "runs/model.safetensors"));
  CHECK(std::filesystem::exists(out / "runs/run-baseline/model.safetensors"));
}

TEST_CASE("graph train: no result takes the place of a file of the data", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  std::filesystem::create_symlink(data / "R_A.txt", out / "predictions.csv");
  const Ran ran = run_program({"graph", "train", "--data", data.path(), "--out", out.path()});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("predictions.csv' is the file of --data, which would be lost") != std::string::npos);
}

TEST_CASE("graph train: what is misused is said before anything is read", "[program]") {
  const TemporaryFolder out;
  const auto err = [&](const std::vector<std::string>& more) {
    std::vector<std::string> args{"graph", "train", "--data", out / "none", "--out", out / "a"};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args).err;
  };
  CHECK(err({"--model", "gin"}).find("unknown model 'gin'; known models: gat, gatv2, transformer, gine, dmpnn") != std::string::npos);
  CHECK(err({"--folds", "2"}).find("--folds: got 2, expected 0 or at least 3") != std::string::npos);
  CHECK(err({"--folds", "5", "--runs", "2"}).find("give one of them") != std::string::npos);
  CHECK(err({}).find("none: no such folder") != std::string::npos);
}

TEST_CASE("graph predict: the folder of an ensemble gives the mean of its members, as the run itself wrote it", "[program]") {
  const TemporaryFolder data, out;
  add_rings(data);
  REQUIRE(run_program({"graph", "train", "--data", data.path(), "--epochs", "2", "--hidden", "8", "--ensemble", "2", "--out", out / "a"}).code == 0);
  const Ran ran = run_program({"graph", "predict", "--model", out / "a", "--data", data.path(), "--out", out / "p.csv"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const std::vector<std::string> trained = lines(read_text(out / "a/predictions.csv")), again = lines(read_text(out / "p.csv"));
  REQUIRE(trained.size() == again.size());
  const auto tail = [](const std::string& line) { return line.substr(line.find(',', line.find(',') + 1)); };  // without graph and split
  for (std::size_t k = 1; k < trained.size(); ++k) CHECK(tail(trained[k]) == tail(again[k]));

  const std::string arcs = read_text(data / "R_A.txt");
  const Ran over = run_program({"graph", "predict", "--model", out / "a", "--data", data.path(), "--out", data / "R_A.txt"});
  CHECK(over.code == 2);
  CHECK(over.err.find("R_A.txt' is the file of --data, which would be lost") != std::string::npos);
  CHECK(read_text(data / "R_A.txt") == arcs);
}
