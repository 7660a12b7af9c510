#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

/// A folder with a small right data set, and the one mistake that a case makes in it.
class Mistake {
 public:
  Mistake() {
    folder_.add("edges.csv", "source,target\na,b\nb,c\nc,d\n");
    folder_.add("features.csv", "id,x,y\na,1,2\nb,3,4\nc,5,6\nd,7,8\n");
    folder_.add("labels.csv", "id,label\na,red\nb,blue\nc,red\nd,blue\n");
    folder_.add("split.csv", "node,set\na,train\nb,train\nc,val\nd,test\n");
  }
  Mistake& file(const std::string& name, const std::string& text) {
    folder_.add(name, text);
    return *this;
  }
  /// Trains with these flags added; checks the code, one message that holds the parts, and that nothing was written.
  void answers(const std::vector<std::string>& more, int code, const std::vector<std::string>& parts) const {
    std::vector<std::string> args{"node", "train", "--data", folder_.path(), "--epochs", "2", "--out", folder_ / "run"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = run_program(args);
    INFO(ran.err);
    CHECK(ran.code == code);
    for (const std::string& part : parts) CHECK(ran.err.find(part) != std::string::npos);
    CHECK(ran.err.find("terminate called") == std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder_ / "run"));
  }
  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("mistakes: files", "[program]") {
  Mistake().answers({"--edges", "none.csv"}, 1, {"none.csv", "No such file"});
  Mistake().answers({"--labels", "none.csv"}, 1, {"none.csv"});
  Mistake().answers({"--data", "nowhere"}, 1, {"nowhere: no such folder"});
  Mistake().file("labels.csv", "id,label\na,red\nzz,blue\n").answers({}, 1, {"labels.csv:3: ", "'zz'"});
  Mistake().file("split.csv", "node,set\na,train\nb,trian\n").answers({}, 1, {"split.csv:3: ", "trian"});
  Mistake().file("features.csv", "id,x,y\na,1,2\nb,3,nan\nc,5,6\nd,7,8\n").answers({}, 1, {"features.csv:3: ", "nan"});
  Mistake().file("features.csv", "id,x,y\na,1,2\nb,3\n").answers({}, 1, {"features.csv:3: "});
  Mistake().file("split.csv", "node,set\n").answers({}, 1, {"split.csv: no training node, expected lines like NODE,train"});
  Mistake().file("labels.csv", "id,label\nc,red\nd,blue\n").answers({}, 1, {"labels.csv: no label for any of the 2 training nodes of "});
  Mistake().file("labels.csv", "id,label,Label\na,red,x\n").answers({}, 1, {"labels.csv: columns 2 and 3 are both called 'label'; rename one"});
  Mistake().file("split.csv", "node,set,set\na,train,test\n").answers({}, 1, {"split.csv: columns 2 and 3 are both called 'set'; rename one"});
  Mistake().file("labels.csv", "id,label\na,r\x1b[2J\nb,r\x1b[2J\n").answers({}, 1, {"one class only ('r?[2J')"});
  Mistake().file("edges.txt", "a b\n").answers({}, 1, {"edges.csv", "edges.txt", "say which with --edges"});
}

TEST_CASE("mistakes: flags", "[program]") {
  Mistake().answers({"--edge", "x"}, 2, {"edgewise node train: unknown flag '--edge' (did you mean '--edges'?)", "See edgewise node train --help"});
  Mistake().answers({"--model", "gta"}, 2, {"unknown model 'gta'; known models: gat, gatv2, transformer, gcn, mlp (did you mean 'gat'?)"});
  Mistake().answers({"--preset", "gat-coar"}, 2, {"unknown preset 'gat-coar'", "(did you mean 'gat-cora'?)"});
  Mistake().answers({"--heads", "many"}, 2, {"--heads: got 'many', expected a whole number from 1 to 256"});
  Mistake().answers({"--dropout", "1"}, 2, {"--dropout: got '1', expected a number not below 0 and below 1"});
  Mistake().answers({"--hidden", "10", "--heads", "4"}, 2, {"10", "4"});
  Mistake().answers({"--epochs"}, 2, {"--epochs: its value (N) is missing"});
  Mistake().answers({"--task", "clasification"}, 2, {"--task: got 'clasification'", "(did you mean 'classification'?)"});
  Mistake().answers({"--split", "random"}, 2, {"--split: got 'random', expected random:TRAIN/VALIDATION/TEST"});
  Mistake().answers({"--model", "gta", "--model", "gtv"}, 2, {"--model: given twice; 'gtv' counts, 'gta' does not"});
  Mistake().answers({"--split", "random:60/60/20"}, 2, {"random:60/60/20"});
  for (const char* const shares : {"60/20/20", "60/60/20", "60,20,20", "random:60,20,20"})
    Mistake().answers({"--split", shares}, 2,
                      {std::string("--split: got '").append(shares).append("', expected random:TRAIN/VALIDATION/TEST"), "like random:60/20/20"});
  Mistake().answers({"stray"}, 2, {"unexpected argument 'stray'"});
  Mistake().answers({"--separator", "dots"}, 2, {"dots"});
}

TEST_CASE("mistakes: nothing given", "[program]") {
  const Ran train = run_program({"node", "train"});
  CHECK(train.code == 2);
  CHECK(train.err.find("--out DIR is missing") != std::string::npos);
  const Ran info = run_program({"graph", "info"});
  CHECK(info.code == 2);
  CHECK(info.err.find("an edge list is missing: pass --edges FILE, or --data DIR") != std::string::npos);
  const Ran predict =
      run_program({"node", "predict", "--model", "none.safetensors", "--edges", "datasets/karate/edges.tsv", "--out", "/tmp/never.csv"});
  CHECK(predict.code == 1);
  CHECK(predict.err.find("none.safetensors") != std::string::npos);
}

TEST_CASE("mistakes: an output folder that cannot be is refused before training", "[program]") {
  const Mistake mistake;
  const Ran ran = run_program({"node", "train", "--data", "datasets/karate", "--out", mistake.path("labels.csv") + "/run"});
  CHECK(ran.code == 1);
  CHECK(ran.err.find(mistake.path("labels.csv").append("' is a file; choose another --out")) != std::string::npos);
  CHECK(ran.err.find("epoch") == std::string::npos);
}

TEST_CASE("mistakes: a loss that leaves the numbers stops the run by its epoch, the last good model is kept, never a NaN (N17)", "[program]") {
  const Mistake mistake;
  std::vector<std::string> args{"node", "train", "--data", mistake.path("."), "--epochs", "50", "--lr", "1e30", "--out", mistake.path("run")};
  const Ran ran = run_program(args);
  INFO(ran.err);
  CHECK(ran.code == 1);
  CHECK(ran.err.find("the loss was not a finite number in epoch ") != std::string::npos);
  if (std::filesystem::exists(mistake.path("run"))) CHECK(read_text(mistake.path("run/predictions.csv")).find("nan") == std::string::npos);
}
