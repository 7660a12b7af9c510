#include "../../graph/row_grid.hpp"

#include "../../graph/graph.hpp"
#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("row_grid: short rows share a span, a long row is cut", "[graph]") {
  // degrees 2, 0, 7, 1 under a work of 3
  const Csr csr(7, {0, 2, 2, 9, 10}, {0, 1, 0, 1, 2, 3, 4, 5, 6, 0});
  const RowGrid grid = row_grid(csr, 3);
  REQUIRE(grid.spans.size() == 6);
  CHECK(grid.spans[0].last == 1);  // 2 edges + 1 row fill the span
  CHECK(grid.spans[1].first == 1);
  CHECK(grid.spans[1].slot == kWhole);
  for (std::uint32_t part = 0; part < 3; ++part) {
    const RowSpan& span = grid.spans[2 + part];
    CHECK(span.first == 2);
    CHECK(span.slot == part);
    CHECK(span.begin == 2 + 3 * part);
  }
  CHECK(grid.spans[4].end == 9);
  CHECK(grid.spans[5].first == 3);
  REQUIRE(grid.long_rows.size() == 1);
  CHECK(grid.long_rows[0].row == 2);
  CHECK(grid.long_rows[0].last_slot == 3);
  CHECK(grid.slots == 3);
}

TEST_CASE("row_grid: spans cover every row and place once", "[graph]") {
  std::vector<Edge> arcs;
  for (NodeId k = 0; k < 500; ++k) arcs.push_back({k % 37, k * k % 41});
  const Graph graph = Graph::from_edges(41, arcs);
  for (const std::size_t work : {1U, 5U, 64U, 100000U}) {
    EdgeId place = 0;
    NodeId row = 0;
    for (const RowSpan& span : row_grid(graph.in_edges(), work).spans) {
      CHECK(span.begin == place);
      CHECK((span.first == row || (span.slot != kWhole && span.first + 1 == row)));
      place = span.end;
      row = span.last;
    }
    CHECK(place == graph.num_arcs());
    CHECK(row == 41);
  }
}

TEST_CASE("row_grid: nothing to cut", "[graph]") {
  CHECK(row_grid(Csr()).spans.empty());
  const RowGrid grid = row_grid(Graph::from_edges(3, {}).in_edges());
  REQUIRE(grid.spans.size() == 1);
  CHECK(grid.spans[0].last == 3);
}
