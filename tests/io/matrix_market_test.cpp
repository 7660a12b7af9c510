#include <edgewise/graph/error.hpp>
#include <edgewise/io/matrix_market.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

MatrixMarket read(const std::string& text) { return read_matrix_market(TextFile::from_memory("m.mtx", text)); }
std::string error_of(const std::string& text) {
  try {
    sparse_of(read(text));
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}
const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";

}  // namespace

TEST_CASE("matrix_market: features, rows and columns counted from 1", "[io]") {
  const Sparse x = sparse_of(read(kReal + "% a comment\n3 4 3\n3 1 0.5\n1 4 2\n1 2 -1e1\n"));
  REQUIRE(x.rows() == 3);
  REQUIRE(x.cols() == 4);
  CHECK(x.pattern().row(0).size() == 2);
  CHECK(x.pattern().row(1).empty());
  CHECK(std::vector<NodeId>(x.pattern().column().begin(), x.pattern().column().end()) == std::vector<NodeId>{1, 3, 0});
  CHECK(std::vector<float>(x.values().begin(), x.values().end()) == std::vector<float>{-10, 2, 0.5F});
}

TEST_CASE("matrix_market: symmetric, pattern and array", "[io]") {
  const MatrixMarket m = read("%%MatrixMarket matrix coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3");
  CHECK(sparse_of(m).pattern().edges() == 3);  // 2-1 twice, 3-3 once
  const Sparse dense = sparse_of(read("%%MatrixMarket MATRIX Array Integer general\n2 2\n1\n0\n3\n4\n"));
  CHECK(std::vector<float>(dense.values().begin(), dense.values().end()) == std::vector<float>{1, 3, 4});
  CHECK(dense.pattern().row(0).size() == 2);
  CHECK(sparse_of(read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n")).pattern().edges() == 4);
}

TEST_CASE("matrix_market: as a graph, every row is a node", "[io]") {
  Names names;
  const EdgeList list = edges_of(read(kReal + "4 4 2\n1 2 0.5\n3 1 1\n"), names);
  CHECK(names.size() == 4);
  CHECK(names[3] == "3");
  CHECK(list.edges == std::vector<Edge>{{0, 1}, {2, 0}});
  CHECK(list.weight->values == std::vector<float>{0.5F, 1});
  CHECK(list.directed == true);
  CHECK(list.where(1) == "m.mtx:4");
  Names words;
  edges_of(read("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n"), words, {"anna", "ben"});
  CHECK(words[1] == "ben");
  CHECK_THROWS_WITH(edges_of(read(kReal + "2 3 0\n"), names), "m.mtx: a matrix of 2 x 3, expected a square one for a graph");
  CHECK_THROWS_WITH(edges_of(read(kReal + "2 2 0\n"), names, {"a"}), "m.mtx: 2 rows, but 1 node ids are given");
}

TEST_CASE("matrix_market: malformed files name line and reason", "[io]") {
  CHECK(error_of("") == "m.mtx:1: got '', expected a line that begins with '%%MatrixMarket'");
  CHECK_THAT(error_of("1 2\n"), Catch::StartsWith("m.mtx:1: got '1 2', expected a line"));
  CHECK_THAT(error_of("%%MatrixMarket matrix coordinate complex general\n"), Catch::StartsWith("m.mtx:1: got 'complex', expected 'real'"));
  CHECK_THAT(error_of("%%MatrixMarket matrix coordinate real hermitian\n"), Catch::StartsWith("m.mtx:1: got 'hermitian', expected 'general'"));
  CHECK(error_of(kReal) == "m.mtx:1: no size line, expected 'rows columns entries'");
  CHECK(error_of(kReal + "2 2\n") == "m.mtx:2: expected 3 fields (rows, columns, entries), got 2 ('2 2')");
  CHECK(error_of(kReal + "2 2 1\n0 1 1\n") == "m.mtx:3: row is '0', expected 1 to 2");
  CHECK(error_of(kReal + "2 2 1\n1 3 1\n") == "m.mtx:3: column is '3', expected 1 to 2");
  CHECK(error_of(kReal + "2 2 1\n1 2 nan\n") == "m.mtx:3: got 'nan', expected a finite number");
  CHECK(error_of(kReal + "2 2 2\n1 2 1\n") == "m.mtx:3: expected 2 entries, got 1; the file is cut short or its size line is wrong");
  CHECK(error_of(kReal + "2 2 2\n1 2 1\n1 2 4\n") == "m.mtx:4: row 1, column 2 was already given in line 3; keep one of them");
  CHECK_THAT(error_of(kReal + "5000000000 2 2\n"), Catch::StartsWith("m.mtx:2: got '5000000000', expected a size from 0 to"));
  CHECK_THAT(error_of("%%MatrixMarket matrix array real general\n1 1\n1\n2\n"), Catch::StartsWith("m.mtx:4: more than the 1 values"));
}
