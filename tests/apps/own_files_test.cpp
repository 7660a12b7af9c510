#include "../../apps/own_files.hpp"

#include <edgewise/graph/error.hpp>

#include <filesystem>
#include <vector>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::cli;

namespace {

void check_apart(const std::string& input, const std::string& out, const std::string& second = "") {
  const std::vector<NamedPath> inputs{{"--input", input}}, outputs{{"--out", out}, {"--rejects", second}};
  keep_apart(inputs, outputs);
}

}  // namespace

TEST_CASE("keep_apart: an output that is the input, under any name", "[apps]") {
  const TemporaryFolder folder;
  const std::string data = folder.add("data.csv", "smiles\nCCO\n");
  CHECK_THROWS_AS(check_apart(data, data), UsageError);
  CHECK_THROWS_WITH(check_apart(data, folder / "out.csv", data),
                    "--rejects: '" + data + "' is the file of --input, which would be lost; give another name");
  std::filesystem::create_directory(folder / "sub");
  CHECK_THROWS_AS(check_apart(data, folder / "sub/../data.csv"), UsageError);
  std::filesystem::create_symlink(data, folder / "link.csv");
  CHECK_THROWS_AS(check_apart(data, folder / "link.csv"), UsageError);
  std::filesystem::create_hard_link(data, folder / "hard.csv");
  CHECK_THROWS_AS(check_apart(folder / "hard.csv", data), UsageError);
  CHECK_NOTHROW(check_apart(data, folder / "out.csv", folder / "rejects.csv"));
}

TEST_CASE("keep_apart: two outputs in one file, streams and devices", "[apps]") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(check_apart("-", folder / "a.csv", folder / "a.csv"),
                    "--rejects: '" + (folder / "a.csv") + "' is written by --out too; give another name");
  CHECK_THROWS_AS(check_apart("x.csv", "-", "-"), UsageError);
  CHECK_NOTHROW(check_apart("-", "-"));
  CHECK_NOTHROW(check_apart("x.csv", "/dev/null", "/dev/null"));
  CHECK_NOTHROW(check_apart("nowhere/x.csv", "nowhere/y.csv"));
}
