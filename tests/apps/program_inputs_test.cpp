#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

std::vector<std::string> train(const std::string& edges, const std::string& labels, const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"node", "train", "--edges", edges, "--labels", labels, "--out", out, "--epochs", "3", "--split", "random:50/0/50"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("inputs: ids are names, not positions (N01)", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.txt", "1 11\n1 7\n1 3\n2 4\n2 11\n2 5\n3 4\n3 5\n3 11\n10 11\n");
  const std::string labels = folder.add("l.txt", "1 x\n11 y\n7 x\n3 y\n2 x\n4 y\n5 x\n10 y\n");
  const Ran info = run_program({"graph", "info", "--edges", edges});
  INFO(info.err);
  CHECK(info.code == 0);
  CHECK(says(info.out, "nodes                  8\n"));
  CHECK(says(info.out, "edges (undirected)     10\n"));
  REQUIRE(run_program(train(edges, labels, folder / "run")).code == 0);
  std::string ids;
  for (const std::string& line : lines(read_text(folder / "run/predictions.csv"))) ids += line.substr(0, line.find(',')) + " ";
  CHECK(ids == "node 1 11 7 3 2 4 5 10 ");
}

TEST_CASE("inputs: the header is told, and gzip reads like its contents (N07)", "[program]") {
  const TemporaryFolder folder;
  const std::string plain = folder.add("e.csv", "source,target\na,b\n");
  const Ran info = run_program({"graph", "info", "--edges", plain});
  CHECK(says(info.err, "header: yes"));
  CHECK(says(info.out, "nodes                  2\n"));
  REQUIRE(std::system(("gzip -k " + plain).c_str()) == 0);
  CHECK(run_program({"graph", "info", "--edges", plain + ".gz"}).out == info.out);
}

TEST_CASE("inputs: both counts are told, and who hears nobody (N08)", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.txt", "0 1\n1 2\n");
  const Ran both = run_program({"graph", "info", "--edges", edges});
  CHECK(says(both.err, "2 edges, 4 arcs"));
  const Ran directed = run_program({"graph", "info", "--edges", edges, "--directed"});
  CHECK(says(directed.err, "1 node has no in-neighbour: '0'"));
  CHECK(says(directed.out, "without in-neighbour   1\n"));
  CHECK(says(directed.out, "strong components      3"));
}

TEST_CASE("inputs: an edge to a node without features stops the run, or is dropped and counted (N13)", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.csv", "a,b\nb,zz\n"), features = folder.add("f.csv", "id,x\na,1\nb,2\n");
  const std::string labels = folder.add("l.csv", "a,x\nb,y\n");
  const Ran ran = run_program(train(edges, labels, folder / "run", {"--features", features}));
  CHECK(ran.code == 1);
  CHECK(says(ran.err, "e.csv:2: node 'zz' has no row in "));
  CHECK(says(ran.err, "(1 such node)"));
  CHECK_FALSE(std::filesystem::exists(folder / "run"));
  const Ran dropped = run_program(train(edges, labels, folder / "run", {"--features", features, "--drop-unknown"}));
  CHECK(dropped.code == 0);
  CHECK(says(dropped.err, "dropped 1 edge with 1 node"));
}

TEST_CASE("inputs: class codes with holes are names (N15)", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(train(folder.add("e.csv", "a,b\nb,c\n"), folder.add("l.csv", "a,3\nb,7\nc,10\n"), folder / "run",
                            {"--split", folder.add("s.csv", "a,train\nb,train\nc,train\n")}))
              .code == 0);
  const std::vector<std::string> rows = lines(read_text(folder / "run/predictions.csv"));
  CHECK(says(rows[0], "p_3,"));
  CHECK(says(rows[0], "p_10"));
  CHECK(rows[3].starts_with("c,train,10,"));
}

TEST_CASE("inputs: a weight column is used and said, or silenced (N24)", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.txt", "source target weight\na b 0.9\na c 0.1\n"), labels = folder.add("l.csv", "a,x\nb,y\nc,x\n");
  const Ran used = run_program(train(edges, labels, folder / "run"));
  INFO(used.err);
  CHECK(used.code == 0);
  CHECK(says(used.err, "weight"));
  const Ran silent = run_program(train(edges, labels, folder / "run", {"--no-weights"}));
  CHECK(silent.code == 0);
  CHECK(read_text(folder / "run/model.safetensors").find("edge_columns\\\":[]") != std::string::npos);
}

TEST_CASE("inputs: a line that is not an edge gives file, line and count (N25)", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = run_program({"graph", "info", "--edges", folder.add("e.tsv", "1\t2\n3\n4\t5\n")});
  CHECK(ran.code == 1);
  CHECK(says(ran.err, "e.tsv:2: "));
  CHECK(says(ran.err, "got 1"));
  CHECK(ran.out.empty());
}

TEST_CASE("graph info: labels that teach nothing do not stop it, no split is drawn, one file of it is read", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.csv", "source,target,kind\na,b,x\nb,c,y\n");
  const auto info = [&](std::vector<std::string> more) {
    std::vector<std::string> args{"graph", "info", "--edges", edges};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args);
  };
  for (const char* labels : {"node,label\na,red\nb,red\n", "node,one,two\na,x,y\nb,y,x\n"}) {
    const Ran ran = info({"--labels", folder.add("l.csv", labels)});
    INFO(ran.err);
    CHECK(ran.code == 0);
    CHECK(ran.out.find("components") != std::string::npos);
    CHECK(ran.err.find("\nthe labels are passed over\n") != std::string::npos);
  }
  CHECK(info({"--labels", folder / "none.csv"}).code == 1);
  const Ran good = info({"--labels", folder.add("l.csv", "node,label\na,red\nb,blue\nc,red\n")});
  CHECK(good.code == 0);
  CHECK(good.out.find("edge homophily         0.0000") != std::string::npos);
  CHECK(good.err.find("split") == std::string::npos);
  CHECK(good.err.find("columns not used: kind\n") != std::string::npos);
  const Ran two = info({"--split", "a.csv,b.csv"});
  CHECK(two.code == 2);
  CHECK(two.err.find("--split: got 2 files, expected one") != std::string::npos);
}

TEST_CASE("graph info: karate, with labels", "[program]") {
  const Ran ran = run_program({"graph", "info", "--data", "datasets/karate"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(says(ran.out, "nodes                  34\n"));
  CHECK(says(ran.out, "edges (undirected)     78\n"));
  CHECK(says(ran.out, "arcs                   156\n"));
  CHECK(says(ran.out, "isolated nodes         0\n"));
  CHECK(says(ran.out, "components             1 (largest 34 nodes)\n"));
  CHECK(says(ran.out, "max 17, mean 4.59\n"));
  CHECK(says(ran.out, "edge homophily         0.8590\n"));
}

TEST_CASE("inputs: a weight column does not stop a model without arcs, asking for it does", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.csv", "source,target,weight\na,b,0.5\nb,c,1\nc,d,2\n");
  const std::string labels = folder.add("l.csv", "node,label\na,x\nb,y\nc,x\nd,y\n");
  const Ran ran = run_program(train(edges, labels, folder / "run", {"--model", "mlp"}));
  INFO(ran.err);
  CHECK(ran.code == 0);
  CHECK(says(ran.err, "ignored (mlp has no edges)"));
  CHECK(run_program({"node", "predict", "--model", folder / "run", "--edges", edges, "--out", folder / "p.csv"}).code == 0);
  CHECK(run_program(train(edges, labels, folder / "asked", {"--model", "mlp", "--edge-columns", "weight"})).code == 2);
}

TEST_CASE("inputs: a gcn's weight below 0 is told by its line, before anything is trained or predicted", "[program]") {
  const TemporaryFolder folder;
  const std::string good = folder.add("good.csv", "source,target,weight\na,b,1\nb,c,2\nc,d,0\n");
  const std::string bad = folder.add("bad.csv", "source,target,weight\na,b,1\nb,c,-2\nc,d,0\n");
  const std::string labels = folder.add("l.csv", "a,x\nb,y\nc,x\nd,y\n");
  const std::vector<std::string> gcn{"--model", "gcn", "--hidden", "4"};
  const Ran refused = run_program(train(bad, labels, folder / "none", gcn));
  CHECK(refused.code == 1);
  CHECK(says(refused.err, "bad.csv:3: column 'weight' is -2, a gcn takes weights of at least 0"));
  REQUIRE(run_program(train(bad, labels, folder / "plain", {"--model", "gcn", "--hidden", "4", "--no-weights"})).code == 0);
  REQUIRE(run_program(train(good, labels, folder / "run", gcn)).code == 0);
  const Ran predicted = run_program({"node", "predict", "--model", folder / "run", "--edges", bad, "--out", folder / "p.csv"});
  CHECK(predicted.code == 1);
  CHECK(says(predicted.err, "bad.csv:3: column 'weight' is -2"));
}
