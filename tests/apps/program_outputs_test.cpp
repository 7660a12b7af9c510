// Where results go: never over what was read, never to a place that turns out wrong after the work, never half.
#include <cstdlib>
#include <filesystem>

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
