#include <edgewise/graph/error.hpp>
#include <edgewise/io/node_data.hpp>

#include "support/check.hpp"
#include "support/memory_files.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

const models::NodeModelOptions kGcn{.model = "gcn", .in = 1, .out = 2, .hidden = 4, .heads = 1, .edge_features = 1};

NodeData load(const std::string& edges, const std::string& features = "a,1\nb,2\nc,3\n", bool drop_unknown = false) {
  const MemoryFiles files{{{"e.csv", edges}, {"f.csv", features}, {"l.csv", "a,x\nb,y\n"}}};
  return load_node_data({.edges = "e.csv", .features = "f.csv", .labels = "l.csv", .split = "random:50/0/50", .drop_unknown = drop_unknown}, 0,
                        files.open());
}

}  // namespace

TEST_CASE("check_arcs: the first weight below 0 is told by its line before a gcn meets it", "[io]") {
  const NodeData data = load("source,target,weight\na,b,0\n\nb,c,-1\na,c,-2\n");
  CHECK_THROWS_WITH(
      check_arcs(data, kGcn),
      "e.csv:4: column 'weight' is -1, a gcn takes weights of at least 0; mend it, or train a gat, gatv2 or transformer, which read any "
      "number, or without weights (--no-weights)");
  models::NodeModelOptions stack{.model = "stack", .in = 1, .out = 2, .edge_features = 1};
  stack.stack = {{.type = "gcn", .in = 1, .out = 2, .edge_features = 1}};
  CHECK_THROWS_WITH(check_arcs(data, stack), Catch::Contains("e.csv:4: "));
  stack.stack[0].edge_features = 0;
  CHECK_NOTHROW(check_arcs(data, stack));
  models::NodeModelOptions other = kGcn;
  for (const char* model : {"gat", "gatv2", "transformer", "mlp"}) {
    other.model = model;
    CHECK_NOTHROW(check_arcs(data, other));
  }
}

TEST_CASE("check_arcs: weights of 0 and above, and edges without any, pass", "[io]") {
  CHECK_NOTHROW(check_arcs(load("source,target,weight\na,b,0\nb,c,0.5\n"), kGcn));
  CHECK_NOTHROW(check_arcs(load("a,b\nb,c\n"), kGcn));
}

TEST_CASE("check_arcs: lines are those of the file where edges to unknown nodes were dropped", "[io]") {
  const std::string edges = "source,target,weight\nz,b,-5\na,b,1\nb,z,-4\nz,a,2\nb,c,-3\n";
  CHECK_THROWS_WITH(check_arcs(load(edges, "a,1\nb,2\nc,3\n", true), kGcn), Catch::Contains("e.csv:6: column 'weight' is -3"));
  CHECK_NOTHROW(check_arcs(load("source,target,weight\na,z,-1\na,b,1\n", "a,1\nb,2\nc,3\n", true), kGcn));
}

TEST_CASE("line index: of kept edges, runs and gaps alike", "[io]") {
  LineIndex lines;
  lines.add(0, 2);  // 2 3 4 | 9 10
  lines.add(3, 9);
  const LineIndex some = lines.kept({false, true, true, false, true});
  CHECK(some[0] == 3);
  CHECK(some[1] == 4);
  CHECK(some[2] == 10);
  CHECK(lines.kept({false, false, false, false, false})[0] == 0);
  CHECK(LineIndex().kept({true})[0] == 0);
}
