#include "../../apps/run_folder.hpp"

#include <edgewise/graph/error.hpp>
#include <edgewise/io/output_file.hpp>
#include <filesystem>

#include "support/check.hpp"

using namespace edgewise;
using cli::RunFolder;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for each case, removed at the end.
struct Scratch {
  fs::path path = fs::temp_directory_path() / ("edgewise_run_folder_" + std::to_string(std::rand()));
  Scratch() { fs::create_directories(path); }
  ~Scratch() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("run folder: files appear together, at the commit") {
  const Scratch scratch;
  const std::string path = (scratch.path / "runs" / "a").string();
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
  const Scratch scratch;
  { RunFolder(scratch.path / "runs" / "a").stage("one.csv"); }
  CHECK_FALSE(fs::exists(scratch.path / "runs"));
  fs::create_directories(scratch.path / "b");
  io::write_file((scratch.path / "b" / "old.csv").string(), "old");
  { RunFolder(scratch.path / "b").stage("old.csv"); }
  CHECK(fs::exists(scratch.path / "b" / "old.csv"));
}

TEST_CASE("run folder: a checkpoint outlives an interrupted run") {
  const Scratch scratch;
  const std::string path = (scratch.path / "a").string();
  { io::write_file(RunFolder(path).checkpoint(), "c"); }
  CHECK(fs::exists(path + "/checkpoint.safetensors"));
}

TEST_CASE("run folder: a file in the way is named") {
  const Scratch scratch;
  io::write_file((scratch.path / "file").string(), "x");
  CHECK_THROWS_AS(RunFolder(scratch.path / "file" / "a"), DataError);
  CHECK_THROWS_AS(RunFolder(scratch.path / "file"), DataError);
}
