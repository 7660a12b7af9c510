#include <cmath>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/features.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;
using Strings = std::vector<std::string>;

namespace {

Features load(const std::string& text, const TableFormat& format = {}) { return load_features(TextFile::from_memory("f", text), format); }
const Tensor& dense(const Features& features) { return std::get<Variable>(features.values).value(); }
const Sparse& sparse(const Features& features) { return std::get<Sparse>(features.values); }
std::vector<float> numbers(std::span<const float> values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("features: a dense table with a header", "[io]") {
  const Features f = load("node,age,height\na,31,1.75\nb,-2,+3e1\n");
  CHECK(f.rows == 2);
  CHECK(f.columns == Strings{"age", "height"});
  CHECK(f.nodes[0] == "a");
  CHECK(numbers(dense(f).values()) == std::vector<float>{31, 1.75F, -2, 30});
  CHECK_THAT(f.notes[0], Contains("header: yes"));
  CHECK(f.notes[1] == "f: 2 nodes, 2 features");
}

TEST_CASE("features: without a header columns are called 1, 2, ...", "[io]") {
  const Features f = load("7\t0\t1\n007\t2\t3\n");
  CHECK(f.columns == Strings{"1", "2"});
  CHECK(f.nodes[0] == "7");
  CHECK(f.nodes[1] == "007");
  CHECK(numbers(dense(f).row(1)) == std::vector<float>{2, 3});
}

TEST_CASE("features: the id column is found by its name", "[io]") {
  const Features f = load("x,node\n1,a\n2,b\n");
  CHECK(f.columns == Strings{"x"});
  CHECK(f.nodes[1] == "b");
}

TEST_CASE("features: sparse lines, whatever separates the id", "[io]") {
  for (const char* text : {"a\tgame:1 real:2\nb\nc\tgame:0.5\n", "a game:1 real:2\nb\nc game:0.5\n", "a\tgame:1\treal:2\nb\t\nc\tgame:0.5\n"}) {
    const Features f = load(text);
    REQUIRE(f.sparse());
    CHECK(f.rows == 3);
    CHECK(f.columns == Strings{"game", "real"});
    CHECK(sparse(f).pattern().degree(0) == 2);
    CHECK(sparse(f).pattern().degree(1) == 0);
    CHECK(numbers(sparse(f).values()) == std::vector<float>{1, 2, 0.5F});
  }
}

TEST_CASE("features: the order of sparse lines does not change the columns", "[io]") {
  CHECK(load("a 10:1 9:1\nb 2:1\n").columns == Strings{"2", "9", "10"});
  CHECK(load("b 2:1\na 9:1 10:1\n").columns == Strings{"2", "9", "10"});
  CHECK(load("a std::x:1 b:1\n").columns == Strings{"b", "std::x"});
}

TEST_CASE("features: what is no finite number is refused with line and column", "[io]") {
  CHECK_THROWS_WITH(load("a,1,nan\n"), Contains("f:1: column 3 is 'nan', expected a finite number"));
  CHECK_THROWS_WITH(load("node,x,y\na,1,2\nb,inf,2\n"), Contains("f:3: column 2 'x' is 'inf'"));
  CHECK_THROWS_WITH(load("node,x,y\na,1,2\nb,,2\n"), Contains("f:3: column 2 'x' is blank"));
  CHECK_THROWS_WITH(load("node,x,y\na,1,2\nb,red,2\n"), Contains("f:3: column 2 'x' is 'red', expected a number"));
  CHECK_THROWS_WITH(load("a,1e39\n"), Contains("beyond the range of float"));
  CHECK(dense(load("a,1e30\n"))(0, 0) == 1e30F);
  CHECK_THROWS_WITH(load("a x:1\nb x:nan\n"), Contains("f:2: column 2 'x' is 'nan'"));
  CHECK_THROWS_WITH(load("a x:1\nb y\n"), Contains("f:2: got 'y', expected column:value"));
  CHECK_THROWS_WITH(load("a x:1 y:2 x:3\n"), Contains("f:1: column 'x' stands twice"));
}

TEST_CASE("features: rows of other length, ids blank or twice", "[io]") {
  CHECK_THROWS_WITH(load("a,1,2\nc,1,2\nd,1,2\nb,1\n"), Contains("f:4: got 2 fields, expected 3 as in the first row"));
  CHECK_THROWS_WITH(load("a,1\nb,2\n\na,3\n"), Contains("f:4: node 'a' has a row already, on line 1"));
  CHECK_THROWS_WITH(load("a x:1\na y:1\n"), Contains("f:2: node 'a' has a row already, on line 1"));
  CHECK_THROWS_WITH(load(",1\n"), Contains("f:1: the node id is blank"));
  CHECK_THROWS_WITH(load("node,x,x\na,1,2\n"), Contains("two columns are called 'x'"));
}

TEST_CASE("features: one bad cell is named, not the header above it", "[io]") {
  CHECK_THROWS_WITH(load("id,f1\na,1\nb,2\nc,red\n"), Contains("f:4: column 2 'f1' is 'red', expected a number"));
  CHECK_THROWS_WITH(load("id,f1\na,1\nb,NA\nc,3\n"), Contains("f:3: column 2 'f1' is 'NA', expected a number"));
  CHECK_THROWS_WITH(load("a,red\nb,blue\n"), Contains("f:1: column 2 is 'red', expected a number"));  // no header at all
  CHECK_THROWS_WITH(load("a\t0,5\nb\t1,5\n"), Contains("f:1: column 2 is '0,5', expected a number with a decimal point; write 0.5"));
}

TEST_CASE("features: no rows, and no columns", "[io]") {
  CHECK(load("node,weight\n").rows == 0);
  CHECK_THROWS_WITH(load(""), Contains("f: the file is empty, expected a node and its numbers on each line"));
  CHECK_THROWS_WITH(load("a\nb\n"), Contains("f: only node ids, expected numbers behind them"));
}

TEST_CASE("match_columns: by name, in the order of the model", "[io]") {
  const Features f = match_columns(load("node,height,extra,age\na,1.75,9,31\n"), {"age", "height"}, false);
  CHECK(numbers(dense(f).values()) == std::vector<float>{31, 1.75F});
  CHECK(f.columns == Strings{"age", "height"});
  CHECK(f.notes.back() == "f: 1 column is unknown to the model, and ignored: extra");
}

TEST_CASE("match_columns: a missing column is named", "[io]") {
  CHECK_THROWS_WITH(match_columns(load("node,age\na,31\n"), {"age", "height", "weight"}, false),
                    Contains("f: column 'height' of the model is missing (2 of 3 are)"));
  CHECK_THROWS_WITH(match_columns(load("a,31\n"), {"age"}, false), Contains("give it a header line"));
  CHECK_THROWS_WITH(match_columns(load("node,age\na,31\n"), {"1"}, false), Contains("trained on columns without names"));
  CHECK_THROWS_WITH(match_columns(load("a game:1\n"), {"x", "y"}, true), Contains("column 'x' of the model is missing (2 of 2 are)"));
}

TEST_CASE("match_columns: in sparse lines, words that do not occur are zero and new ones are ignored", "[io]") {
  const Features f = match_columns(load("a new:7 game:2\nb real:1\n"), {"real", "zoo", "game"}, true);
  REQUIRE(f.sparse());
  CHECK(numbers(sparse(f).values()) == std::vector<float>{2, 1});
  CHECK(sparse(f).pattern().row(0)[0] == 2);
  CHECK(sparse(f).pattern().row(1)[0] == 0);
  CHECK(sparse(f).cols() == 3);
}

TEST_CASE("match_columns: sparse and dense files serve either kind of model", "[io]") {
  const Features to_dense = match_columns(load("a x:2\nb y:1\n"), {"x", "y"}, false);
  CHECK(numbers(dense(to_dense).values()) == std::vector<float>{2, 0, 0, 1});
  const Features to_sparse = match_columns(load("node,x,y\na,2,0\nb,0,1\n"), {"y", "x"}, true);
  CHECK(sparse(to_sparse).pattern().edges() == 2);
  CHECK(sparse(to_sparse).pattern().row(0)[0] == 1);
}
