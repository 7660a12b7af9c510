#include "../../apps/run_folder.hpp"

#include <edgewise/graph/error.hpp>
#include <edgewise/io/output_file.hpp>
#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using cli::RunFolder;
namespace fs = std::filesystem;

TEST_CASE("run folder: files appear together, at the commit") {
  const TemporaryFolder scratch;
  const std::string path = scratch / "runs/a";
  {
    RunFolder folder(path + "/");
    io::write_file(folder.stage("one.csv"), "1\n");
    io::write_file(folder.checkpoint(), "c");
    CHECK_FALSE(folder.has("one.csv"));
    folder.commit();
    CHECK(folder.has("one.csv"));
    CHECK(folder.read("one.csv") == "1\n");
    CHECK_FALSE(fs::exists(folder.checkpoint()));
  }
  CHECK(fs::exists(path + "/one.csv"));
  CHECK(std::distance(fs::directory_iterator(path), fs::directory_iterator()) == 1);
}

TEST_CASE("run folder: a failed run leaves nothing behind, not even the folder, and what was there stays") {
  const TemporaryFolder scratch;
  { RunFolder(scratch / "runs/a").stage("one.csv"); }
  CHECK_FALSE(fs::exists(scratch / "runs"));
  fs::create_directories(scratch / "b");
  io::write_file(scratch / "b/old.csv", "old");
  { RunFolder(scratch / "b").stage("old.csv"); }
  CHECK(fs::exists(scratch / "b/old.csv"));
}

TEST_CASE("run folder: a checkpoint outlives an interrupted run") {
  const TemporaryFolder scratch;
  const std::string path = scratch / "a";
  { io::write_file(RunFolder(path).checkpoint(), "c"); }
  CHECK(fs::exists(path + "/checkpoint.safetensors"));
}

TEST_CASE("run folder: a folder in the way of one name is seen before any name changes") {
  const TemporaryFolder scratch;
  fs::create_directories(scratch / "a/split.csv");
  io::write_file(scratch / "a/model", "old");
  RunFolder folder(scratch / "a");
  const std::vector<std::string> names{"model", "split.csv"};
  CHECK_THROWS_AS(folder.check_free(names), DataError);
  for (const std::string& name : names) io::write_file(folder.stage(name), "new");
  CHECK_THROWS_WITH(folder.commit(), Catch::Contains("a/split.csv: a folder of this name is in the way; move it"));
  CHECK(folder.read("model") == "old");
}

TEST_CASE("run folder: a file that cannot be read is no empty one") {
  const TemporaryFolder scratch;
  CHECK_THROWS_AS(RunFolder(scratch / "a").read("model.safetensors"), DataError);
}

TEST_CASE("run folder: the settings of the run before are those it was opened with") {
  const TemporaryFolder scratch;
  CHECK(RunFolder(scratch / "a").earlier_config().empty());
  fs::create_directories(scratch / "a");
  io::write_file(scratch / "a/config.json", "old");
  RunFolder folder(scratch / "a");
  io::write_file(folder.stage("config.json"), "new");
  folder.commit();
  CHECK(folder.earlier_config() == "old");
}

TEST_CASE("run folder: a file in the way is named") {
  const TemporaryFolder scratch;
  io::write_file(scratch / "file", "x");
  CHECK_THROWS_AS(RunFolder(scratch / "file/a"), DataError);
  CHECK_THROWS_WITH(RunFolder(scratch / "file"), Catch::Contains("/file: this is a file, and results need a folder; choose another --out"));
  CHECK_THROWS_AS(RunFolder(""), UsageError);
}
