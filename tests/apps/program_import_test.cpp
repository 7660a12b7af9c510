#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

const std::string kGat = EDGEWISE_PROJECT "/tests/data/pyg/gat/";

std::vector<std::string> import(const std::string& golden, const std::string& out) {
  return {"model", "import", "--weights", kGat + "weights.safetensors", "--architecture", kGat + "architecture.json", "--golden",
          golden,  "--out",  out};
}

}  // namespace

TEST_CASE("program: a model from PyTorch Geometric is checked, written, and predicts under its class names", "[apps]") {
  const TemporaryFolder folder;
  const Ran made = run_program(import(kGat + "golden.safetensors", folder / "gat.safetensors"));
  INFO(made.err);
  REQUIRE(made.code == 0);
  CHECK_THAT(made.out, Catch::Contains("golden results met: largest difference"));
  const Ran ran = run_program({"node", "predict", "--model", folder / "gat.safetensors", "--edges", folder.add("e.csv", "p,q\nq,r\n"), "--features",
                               folder.add("f.csv", "p,1,2,3,4,5\nq,0,1,0,1,0\nr,1,0,1,0,1\n"), "--out", folder / "p.csv"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("3 nodes, 2 arcs (5 arcs with 3 self-loops)"));
  CHECK(lines(read_text(folder / "p.csv"))[0] == "node,split,label,predicted,p_a,p_b,p_c");
}

TEST_CASE("program: recorded results of another model fail, and nothing is written", "[apps]") {
  const TemporaryFolder folder;
  const Ran ran = run_program(import(EDGEWISE_PROJECT "/tests/data/pyg/gcn/golden.safetensors", folder / "gat.safetensors"));
  CHECK(ran.code == 1);
  CHECK_THAT(ran.err, Catch::Contains("conv1 (GATConv)"));
  CHECK(folder.files().empty());
}
