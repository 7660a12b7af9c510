#include <edgewise/io/unfinished.hpp>

#include <optional>
#include <vector>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
namespace fs = std::filesystem;

TEST_CASE("unfinished: files and folders go, outer folders after inner ones, whatever else is there stays", "[io]") {
  const TemporaryFolder folder;
  std::vector<io::Unfinished> notes;
  for (const char* path : {"new", "new/inner", "new/inner/half.csv", "full", "full/half.csv", "never made"}) notes.emplace_back(folder / path);
  fs::create_directories(folder / "new/inner");
  fs::create_directory(folder / "full");
  folder.add("new/inner/half.csv", "a,b");
  folder.add("full/half.csv", "a,b");
  const std::string whole = folder.add("full/whole.csv", "a,b\n");
  const std::string other = folder.add("other.csv", "a,b\n");
  io::remove_unfinished();
  CHECK_FALSE(fs::exists(folder / "new"));
  CHECK_FALSE(fs::exists(folder / "full/half.csv"));
  CHECK(fs::exists(whole));
  CHECK(fs::exists(other));
}

TEST_CASE("unfinished: what is finished stays, and the table is never full for long", "[io]") {
  const TemporaryFolder folder;
  const std::string file = folder.add("a.csv", "a\n");
  for (int k = 0; k < 1000; ++k) io::Unfinished note(file);
  {
    std::vector<io::Unfinished> many;
    for (int k = 0; k < 1000; ++k) many.emplace_back(folder / std::to_string(k));  // beyond the table: without effect
  }
  io::remove_unfinished();
  CHECK(fs::exists(file));
  const io::Unfinished note(file);
  io::remove_unfinished();
  CHECK_FALSE(fs::exists(file));
}
