#include <edgewise/io/output_file.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <edgewise/graph/error.hpp>
#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

TEST_CASE("output_file: nothing is there before the commit, all of it afterwards", "[io]") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  {
    OutputFile out(path);
    out.write("x,y\n");
    CHECK_FALSE(fs::exists(path));
    out.write(std::string(200'000, 'z'));
    out.commit();
  }
  CHECK(folder.files() == std::vector<std::string>{"a.csv"});
  CHECK(read_text(path) == "x,y\n" + std::string(200'000, 'z'));
}

TEST_CASE("output_file: an error on the way leaves the old file and no other", "[io]") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  write_file(path, "old");
  try {
    OutputFile out(path);
    out.write(std::string(100'000, 'n'));
    throw std::runtime_error("bad line");
  } catch (const std::runtime_error&) {
  }
  CHECK(read_text(path) == "old");
  CHECK(folder.files() == std::vector<std::string>{"a.csv"});
}

TEST_CASE("output_file: a link stays a link, its target is replaced", "[io]") {
  const TemporaryFolder folder;
  write_file(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  write_file(folder / "link", "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text(folder / "real") == "new");
}

TEST_CASE("output_file: what is no plain file is written to directly", "[io]") { CHECK_NOTHROW(write_file("/dev/null", "gone")); }

TEST_CASE("output_file: messages name path, folder and the way out", "[io]") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(OutputFile(folder / "no/such/p.csv"), Contains("p.csv': folder '") && Contains("no/such' does not exist; create it first"));
  CHECK_THROWS_WITH(OutputFile(folder.path()), Contains("it is a folder; give the name of a file"));
  CHECK_THROWS_WITH(OutputFile(""), Contains("without a name"));
  write_file(folder / "plain", "");
  CHECK_THROWS_WITH(OutputFile(folder / "plain/p.csv"), Contains("is not a folder"));
  for (const char* const path : {"plain", "plain/", "plain/sub", "plain/sub/more/"})
    CHECK_THROWS_WITH(make_folder(folder / path),
                      "cannot make folder '" + folder / path + "': '" + folder / "plain" + "' is a file; choose another --out");
  CHECK_THROWS_AS(write_file("/dev/full", "x"), DataError);
  CHECK_NOTHROW(make_folder(folder / "a/b/c"));
  CHECK_NOTHROW(make_folder(folder / "a/b/c"));
}
