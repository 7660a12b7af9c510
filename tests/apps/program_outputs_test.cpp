// Where results go: never over what was read, never to a place that turns out wrong after the work, never half.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;
namespace fs = std::filesystem;

namespace {

/// A folder with a data set of its own and a model of it in run/.
class Trained {
 public:
  Trained() {
    fs::create_directory(folder_ / "data");
    folder_.add("data/edges.csv", "source,target\na,b\nb,c\nc,d\n");
    folder_.add("data/labels.csv", "id,label\na,red\nb,blue\nc,red\nd,blue\n");
    folder_.add("data/split.csv", "node,set,type\na,train,x\nb,train,x\nc,val,x\nd,test,x\n");
    REQUIRE(run_program({"node", "train", "--data", folder_ / "data", "--epochs", "2", "--out", folder_ / "run"}).code == 0);
  }
  /// Runs the verb with the model and the data; the file of `out` must not change.
  void refuses(const std::string& verb, const std::string& out, const std::string& flag) const {
    const std::string before = read_text(folder_ / out);
    const Ran ran = run_program({"node", verb, "--model", folder_ / "run", "--data", folder_ / "data", "--out", folder_ / out});
    INFO(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.err.find("is the file of " + flag + ", which would be lost; give another name") != std::string::npos);
    CHECK(read_text(folder_ / out) == before);
  }
  std::string operator/(const std::string& path) const { return folder_ / path; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("outputs: an output that is an input is refused, and the input stays", "[program]") {
  const Trained trained;
  trained.refuses("predict", "data/edges.csv", "--edges");
  trained.refuses("predict", "run/model.safetensors", "--model");
  trained.refuses("attention", "data/labels.csv", "--labels");
  trained.refuses("evaluate", "data/split.csv", "--split");
  const std::string split = read_text(trained / "data/split.csv");
  const Ran train = run_program({"node", "train", "--data", trained / "data", "--epochs", "2", "--out", trained / "data"});
  CHECK(train.code == 2);
  CHECK(train.err.find("split.csv' is the file of --split") != std::string::npos);
  CHECK(read_text(trained / "data/split.csv") == split);
  CHECK_FALSE(fs::exists(trained / "data/model.safetensors"));
  // A split of its own on the command line leaves that of the folder the user's.
  const Ran drawn =
      run_program({"node", "train", "--data", trained / "data", "--split", "random:50/25/25", "--epochs", "2", "--out", trained / "data"});
  CHECK(drawn.code == 2);
  CHECK(drawn.err.find("split.csv' is the file of --data, which would be lost") != std::string::npos);
  CHECK(read_text(trained / "data/split.csv") == split);
}

TEST_CASE("outputs: a run's other files, and the inputs in the way of its runs, are refused too", "[program]") {
  const Trained trained;
  for (const char* name : {"config.json", "metrics.json", "history.csv", "split.csv", "predictions.csv"})
    trained.refuses("predict", std::string("run/") + name, "--model");
  fs::create_directories(trained / "many/run-1");
  fs::rename(trained / "data/split.csv", trained / "many/run-1/split.csv");
  const Ran ran = run_program({"node", "train", "--data", trained / "data", "--split", trained / "many/run-1/split.csv", "--epochs", "2", "--runs",
                               "2", "--out", trained / "many"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("run-1/split.csv' is the file of --split") != std::string::npos);
}

TEST_CASE("outputs: a folder in the way of one result is known before training, and no other result changes", "[program]") {
  const Trained trained;
  fs::remove(trained / "run/split.csv");
  fs::create_directory(trained / "run/split.csv");
  const std::string model = read_text(trained / "run/model.safetensors");
  const Ran ran = run_program({"node", "train", "--data", trained / "data", "--epochs", "3", "--out", trained / "run"});
  CHECK(ran.code == 1);
  CHECK(ran.err.find("run/split.csv: a folder of this name is in the way") != std::string::npos);
  CHECK(ran.err.find("epoch ") == std::string::npos);
  CHECK(read_text(trained / "run/model.safetensors") == model);
}

TEST_CASE("outputs: fewer runs leave no model of the earlier ones behind, and other folders alone", "[program]") {
  const Trained trained;
  const auto train = [&](const char* runs, const std::string& out) {
    return run_program({"node", "train", "--data", trained / "data", "--epochs", "2", "--runs", runs, "--out", out}).code;
  };
  REQUIRE(train("1", trained / "runs/run-baseline") == 0);
  REQUIRE(train("3", trained / "runs") == 0);
  REQUIRE(train("2", trained / "runs") == 0);
  CHECK(fs::exists(trained / "runs/run-1/model.safetensors"));
  CHECK_FALSE(fs::exists(trained / "runs/run-2/model.safetensors"));
  REQUIRE(train("1", trained / "runs") == 0);
  CHECK_FALSE(fs::exists(trained / "runs/run-0/model.safetensors"));
  CHECK(fs::exists(trained / "runs/model.safetensors"));
  CHECK(fs::exists(trained / "runs/run-baseline/model.safetensors"));
}

TEST_CASE("outputs: results that do not fit on the disk leave the training in a checkpoint, and the way on is said", "[program]") {
  const TemporaryFolder folder;
  std::string edges, labels = "node,label\n";
  for (int i = 0; i < 3000; ++i) {
    const std::string node = "a-node-with-a-long-name-" + std::to_string(i);
    edges.append(node).append(",a-node-with-a-long-name-").append(std::to_string(i + 1)).append("\n");
    labels.append(node).append(i % 2 == 0 ? ",even\n" : ",odd\n");
  }
  const std::string command = std::string("'") + EDGEWISE_PROGRAM + "' node train --edges " + folder.add("edges.csv", edges) + " --labels " +
                              folder.add("labels.csv", labels) + " --model mlp --hidden 4 --encoding degree --epochs 2 --out " + (folder / "out");
  const auto run = [&](const std::string& before, const std::string& after) {
    return WEXITSTATUS(std::system(("{ " + before + command + after + "; } > /dev/null 2> " + (folder / "err")).c_str()));
  };
  CHECK(run("trap '' XFSZ; ulimit -f 64; ", "") == 1);
  const std::string said = read_text(folder / "err");
  INFO(said);
  CHECK(said.find("predictions.csv': ") != std::string::npos);
  CHECK(said.find("the training is saved in " + (folder / "out/checkpoint.safetensors") + ": make room, then go on with\n  edgewise node train") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(folder / "out/model.safetensors"));
  CHECK(run("", " --resume") == 0);
  CHECK(read_text(folder / "err").find("epoch 1") == std::string::npos);
  CHECK(fs::exists(folder / "out/predictions.csv"));
}

TEST_CASE("outputs: a place where nothing can be written is known before the data are read", "[program]") {
  const Trained trained;
  for (const char* verb : {"predict", "attention", "evaluate"})
    for (const std::string& out : {trained / "nowhere/out.csv", trained / "data", std::string("/dev/full")}) {
      const Ran ran = run_program({"node", verb, "--model", trained / "run", "--data", trained / "data", "--out", out});
      INFO(ran.err);
      CHECK(ran.code == 1);
      CHECK(ran.err.find("cannot write '" + out + "': ") != std::string::npos);
      if (out != "/dev/full") CHECK(ran.err.find("separator") == std::string::npos);
    }
}

TEST_CASE("outputs: standard output that is full or closed fails, help too", "[program]") {
  const std::string program = std::string("'") + EDGEWISE_PROGRAM + "'";
  for (const char* command : {" --help", " node train --help", " version"})
    CHECK(WEXITSTATUS(std::system((program + command + " > /dev/full 2> /dev/null").c_str())) == 1);
}

TEST_CASE("outputs: Ctrl-C outside of training ends at once with 130 and leaves nothing", "[program]") {
  const TemporaryFolder folder;
  const std::vector<std::string> args{"node", "train", "--data", "datasets/debian", "--epochs", "1", "--out", folder / "runs/a"};
  const Ran ran = run_program(args, "baseline: a linear model");
  INFO(ran.err);
  CHECK(ran.code == 130);
  CHECK(ran.err.find("interrupted") != std::string::npos);
  CHECK_FALSE(fs::exists(folder / "runs"));
}

TEST_CASE("outputs: --reorder trains under other numbers, what is written keeps the order as given", "[program]") {
  const TemporaryFolder folder;
  // Two squares with both diagonals, tied by one edge, their nodes dealt in turn: both orders are others than the one as given.
  fs::create_directory(folder / "data");
  folder.add("data/edges.csv", "source,target\n0,2\n1,3\n0,4\n1,5\n0,6\n1,7\n2,4\n3,5\n2,6\n3,7\n4,6\n5,7\n6,1\n");
  folder.add("data/labels.csv", "id,label\n0,a\n1,b\n2,a\n3,b\n4,a\n5,b\n6,a\n7,b\n");
  folder.add("data/split.csv", "node,set\n0,train\n1,train\n2,train\n3,train\n4,val\n5,val\n6,test\n7,test\n");
  // node and predictions of each line: set and label in between are known to training alone
  const auto said = [](const std::string& path) {
    std::istringstream lines(read_text(path));
    std::string text;
    for (std::string line, node, set, label, rest; std::getline(lines, line); text += node + ',' + rest + '\n') {
      std::istringstream cells(line);
      for (std::string* cell : {&node, &set, &label}) std::getline(cells, *cell, ',');
      std::getline(cells, rest);
    }
    return text;
  };
  for (const char* order : {"none", "rcm", "community"}) {
    const Ran train = run_program({"node", "train", "--data", folder / "data", "--epochs", "50", "--reorder", order, "--out", folder / order});
    INFO(train.err);
    REQUIRE(train.code == 0);
    // The model knows no numbers: on the data as given it says, to the last digit, what the run wrote.
    const std::string again = folder / std::string(order).append(".csv");
    REQUIRE(run_program({"node", "predict", "--model", folder / order, "--data", folder / "data", "--out", again}).code == 0);
    CHECK(said(folder / order + "/predictions.csv") == said(again));
    CHECK(said(again).substr(0, 16) == "node,predicted,p");
  }
  // Other numbers draw other masks of dropout: it was another training.
  CHECK(said(folder / "rcm.csv") != said(folder / "none.csv"));
  CHECK(said(folder / "community.csv") != said(folder / "none.csv"));
}
