#include <edgewise/graph/error.hpp>
#include <edgewise/io/split_file.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;

namespace {

std::vector<Set> read(const std::string& text, const std::string& column = "") {
  return read_split(load_node_table(TextFile::from_memory("s", text), {}), column);
}

}  // namespace

TEST_CASE("split_file: the words for the sets", "[io]") {
  CHECK(read("node,set\na,train\nb,val\nc,validation\nd,Test\ne,\n") ==
        std::vector<Set>{Set::train, Set::validation, Set::validation, Set::test, Set::none});
  CHECK_THROWS_WITH(read("node,set\na,train\nb,dev\n"), Contains("s:3: set 'dev', expected train, val, validation or test"));
}

TEST_CASE("split_file: one of several columns", "[io]") {
  const std::string text = "id,split_0,split_1\n0,val,train\n1,train,test\n";
  CHECK(read(text, "split_1") == std::vector<Set>{Set::train, Set::test});
  CHECK_THROWS_WITH(read(text), Contains("s:1: 2 columns (split_0, split_1); name one as s:split_0"));
  CHECK_THROWS_WITH(read(text, "split_2"), "s:1: no column 'split_2'; there are: split_0, split_1");
  CHECK_THROWS_WITH(read("0,val,train\n1,train,test\n", "x"),
                    "s: no column 'x'; there are: 1, 2 (no header was seen; --header yes, if line 1 names the columns)");
  CHECK(read("node,set,label\na,test,x\n") == std::vector<Set>{Set::test});
}

TEST_CASE("split_file: shares", "[io]") {
  CHECK_FALSE(random_shares("split.csv").has_value());
  const auto shares = random_shares("random:60/20/20");
  REQUIRE(shares.has_value());
  CHECK(shares->train == Approx(0.6));
  CHECK(shares->validation == Approx(0.2));
  CHECK(random_shares("random:0.5/0/0.5")->test == Approx(0.5));
  for (const char* bad :
       {"random:", "random:60/20", "random:60/20/30", "random:0/50/50", "random:a/b/c", "random:-10/60/50", "random:60/20/20/0", "random:nan/1/1"})
    CHECK_THROWS_AS(random_shares(bad), UsageError);
}

TEST_CASE("split_file: shares without their rule are refused with it, files are not", "[io]") {
  const std::string way_out = "', expected random:TRAIN/VALIDATION/TEST with shares that add up to 100, like random:60/20/20";
  for (const std::string bad : {"60/20/20", "60/60/20", ".6/.2/.2", "60,20,20", "random:60,20,20", "random"})
    CHECK_THROWS_WITH(random_shares(bad), "--split: got '" + bad + way_out);
  CHECK_THROWS_WITH(random_shares("scaffold:60/20", "scaffold"), Contains("got 'scaffold:60/20', expected scaffold:TRAIN/VALIDATION/TEST"));
  for (const char* const file : {"", "7", "../60/20", "/60/20/20", "60/20/a.csv", "randomly"}) CHECK_FALSE(random_shares(file).has_value());
}

TEST_CASE("split_file: FILE:COLUMN, unless such a file exists", "[io]") {
  const TemporaryFolder folder;
  CHECK(split_path("a/s.csv").file == "a/s.csv");
  CHECK(split_path("a/s.csv:split_3").column == "split_3");
  CHECK(split_path("a/s.csv:split_3").file == "a/s.csv");
  const std::string odd = folder.add("s:1", "");
  CHECK(split_path(odd).file == odd);
}
