// Several --split files: all are read and checked before the first epoch.
#include <filesystem>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;
using Catch::Contains;

namespace {

constexpr const char* kSplit = "node,set\na,train\nb,train\nc,val\nd,test\n";

struct Folder : TemporaryFolder {
  Folder() {
    add("edges.csv", "source,target\na,b\nb,c\nc,d\n");
    add("labels.csv", "id,label\na,red\nb,blue\nc,red\nd,blue\n");
    add("k1.csv", kSplit);
  }
  Ran train(const std::string& splits, std::vector<std::string> more = {}) const {
    std::vector<std::string> args{"node",     "train", "--edges", *this / "edges.csv", "--labels", *this / "labels.csv", "--split", splits,
                                  "--epochs", "3",     "--out",   *this / "out"};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args);
  }
};

}  // namespace

TEST_CASE("splits: a mistake in a later file is found before the first run", "[program]") {
  const Folder folder;
  const std::string first = folder / "k1.csv", second = folder / "k2.csv";
  const auto refused = [&](const std::string& why) {
    const Ran ran = folder.train(first + "," + second);
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, Contains(second) && Contains(why) && !Contains("epoch "));
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
  };
  refused("No such file");
  folder.add("k2.csv", "node,set\na,train\nb,tarin\nc,val\n");
  refused("tarin");
  folder.add("k2.csv", "node\na\nb\n");
  refused("k2.csv");
  folder.add("k2.csv", "node,set\nc,val\nd,test\n");
  refused("no training node");
}

TEST_CASE("splits: notes of later files are said, and each run has the sets of its own", "[program]") {
  const Folder folder;
  folder.add("k2.csv", "node,set\nb,train\nd,train\na,test\nc,test\n");
  const Ran ran = folder.train((folder / "k1.csv") + "," + (folder / "k2.csv"));
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.err, Contains("split: 2 train, 1 validation, 1 test") && Contains("under " + (folder / "k2.csv") + ":\n") &&
                          Contains("split: 2 train, 0 validation, 2 test") && Contains("no validation set: no early stopping"));
  CHECK_THAT(read_text(folder / "out/run-0/split.csv"), Contains("a,train"));
  CHECK_THAT(read_text(folder / "out/run-1/split.csv"), Contains("a,test"));
}

TEST_CASE("splits: without features a file may bring nodes of its own, and the runs are those of each file alone", "[program]") {
  const Folder folder;
  folder.add("k2.csv", std::string(kSplit) + "e,none\n");
  const std::string both = (folder / "k1.csv") + "," + (folder / "k2.csv") + "," + (folder / "k1.csv");
  const Ran ran = folder.train(both);
  REQUIRE(ran.code == 0);
  CHECK(lines(read_text(folder / "out/run-0/predictions.csv")).size() == 5);
  CHECK(lines(read_text(folder / "out/run-1/predictions.csv")).size() == 6);
  CHECK(read_text(folder / "out/run-0/model.safetensors") == read_text(folder / "out/run-2/model.safetensors"));
}

TEST_CASE("splits: without validation data no run is called the best on it", "[program]") {
  const Folder folder;
  folder.add("k1.csv", "node,set\na,train\nb,train\nd,test\n");
  const Ran ran = folder.train(folder / "k1.csv", {"--runs", "2"});
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, Contains("those of run-0, the first: there is no validation data to choose by"));
}
