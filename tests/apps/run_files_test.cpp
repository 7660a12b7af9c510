#include "../../apps/run_files.hpp"

#include <edgewise/io/output_file.hpp>
#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
namespace fs = std::filesystem;

namespace {

/// A folder with models in it; each name is that of a folder, "." the outer one.
struct Models {
  explicit Models(std::initializer_list<const char*> folders) {
    for (const char* folder : folders) {
      fs::create_directories(scratch / folder);
      io::write_file(path(folder), "m");
    }
  }
  std::string path(const std::string& folder) const { return scratch / (folder + "/model.safetensors"); }
  bool has(const std::string& folder) const { return fs::exists(path(folder)); }
  void drop(const std::string& earlier, std::vector<std::string> ours) const {
    for (std::string& folder : ours) folder = path(folder);
    cli::drop_stale_models(scratch / ".", earlier, ours);
  }
  TemporaryFolder scratch;
};

}  // namespace

TEST_CASE("stale models: only what the earlier settings account for goes") {
  const Models models{".", "run-0", "run-1", "run-2", "run-7", "run-baseline", "member-1", "run-1/member-1"};
  models.drop(R"({"runs": 3, "folds": 0, "ensemble": 1})", {"run-0", "run-1"});
  CHECK_FALSE(models.has("."));
  CHECK_FALSE(models.has("run-2"));
  for (const char* folder : {"run-0", "run-1", "run-7", "run-baseline", "member-1", "run-1/member-1"}) CHECK(models.has(folder));
}

TEST_CASE("stale models: members, folds, and every split of a list count") {
  const Models members{"member-1", "member-2", "member-3", "run-0/member-1", "run-0/member-2"};
  members.drop(R"({"runs": 1, "ensemble": 3})", {"member-1"});
  CHECK(members.has("member-1"));
  CHECK_FALSE(members.has("member-2"));
  CHECK_FALSE(members.has("member-3"));
  CHECK(members.has("run-0/member-1"));
  members.drop(R"({"runs": 1, "folds": 3, "ensemble": 2})", {"run-0/member-1"});
  CHECK(members.has("run-0/member-1"));
  CHECK_FALSE(members.has("run-0/member-2"));
  const Models splits{"run-0", "run-1", "run-2", "run-3", "run-4"};
  splits.drop(R"({"runs": 2, "split": ["a.csv", "b.csv"]})", {"run-0"});
  CHECK(splits.has("run-0"));
  CHECK_FALSE(splits.has("run-3"));
  CHECK(splits.has("run-4"));
}

TEST_CASE("stale models: nothing goes without settings, or through a link") {
  const Models models{".", "run-0", "mine"};
  for (const char* earlier : {"", "no json", "[]", "{}", R"({"runs": -1})", R"({"runs": "2"})"}) models.drop(earlier, {});
  CHECK(models.has("."));
  CHECK(models.has("run-0"));
  fs::create_directory_symlink(models.scratch / "mine", models.scratch / "run-1");
  models.drop(R"({"runs": 2})", {"."});
  CHECK_FALSE(models.has("run-0"));
  CHECK(models.has("mine"));
}
