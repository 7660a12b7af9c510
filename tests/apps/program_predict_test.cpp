#include <map>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

const char* const kEdges = "a,b\nb,c\nc,d\nd,e\ne,a\n";
const char* const kFeatures = "id,x,y\na,1,0\nb,2,1\nc,3,0\nd,4,1\ne,5,0\n";
const char* const kLabels = "id,label\na,red\nb,red\nc,blue\nd,blue\n";

/// A model trained on five nodes, one of them without a label.
void train_five(const TemporaryFolder& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"node",       "train",
                                "--edges",    folder.add("edges.csv", kEdges),
                                "--features", folder.add("features.csv", kFeatures),
                                "--labels",   folder.add("labels.csv", kLabels),
                                "--split",    folder.add("split.csv", "node,set\na,train\nb,train\nc,train\nd,test\n"),
                                "--out",      folder / "run",
                                "--epochs",   "20",
                                "--hidden",   "8",
                                "--heads",    "2"};
  args.insert(args.end(), more.begin(), more.end());
  const Ran ran = run_program(args);
  INFO(ran.err);
  REQUIRE(ran.code == 0);
}

std::vector<std::string> predict(const TemporaryFolder& folder, const std::string& edges, const std::string& features, const std::string& out) {
  return {"node", "predict", "--model", folder / "run", "--edges", edges, "--features", features, "--out", out};
}

/// Columns node, predicted, probabilities of a predictions file.
std::vector<std::string> told(const std::string& path) {
  std::vector<std::string> rows;
  for (const std::string& line : lines(read_text(path))) {
    std::vector<std::string> cells{""};
    for (const char c : line) c == ',' ? cells.emplace_back() : cells.back() += c;
    rows.push_back(cells[0] + " " + cells[3] + " " + cells[4] + " " + cells[5]);
  }
  return rows;
}

}  // namespace

TEST_CASE("predict: what training predicted, and twice the same bytes (N28)", "[program]") {
  const TemporaryFolder folder;
  train_five(folder, {"--dropout", "0.5", "--attention-dropout", "0.5"});
  REQUIRE(run_program(predict(folder, folder / "edges.csv", folder / "features.csv", folder / "p1.csv")).code == 0);
  REQUIRE(run_program(predict(folder, folder / "edges.csv", folder / "features.csv", folder / "p2.csv")).code == 0);
  CHECK(read_text(folder / "p1.csv") == read_text(folder / "p2.csv"));
  CHECK(told(folder / "p1.csv") == told(folder / "run/predictions.csv"));
}

TEST_CASE("predict: the unlabelled node stays and is predicted, classes keep their names (N14)", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  const std::vector<std::string> rows = lines(read_text(folder / "run/predictions.csv"));
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] == "node,split,label,predicted,p_blue,p_red");
  CHECK(rows[5].starts_with("e,,,"));
}

TEST_CASE("predict: a graph of another size, columns in another order (N26)", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  const std::string edges = folder.add("other.csv", "p,q\n");
  const Ran ran = run_program(predict(folder, edges, folder.add("other_x.csv", "id,y,x\np,0,1\nq,1,2\n"), folder / "p.csv"));
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(lines(read_text(folder / "p.csv")).size() == 3);
  REQUIRE(run_program(predict(folder, edges, folder.add("same_x.csv", "id,x,y\np,1,0\nq,2,1\n"), folder / "q.csv")).code == 0);
  CHECK(read_text(folder / "p.csv") == read_text(folder / "q.csv"));

  const Ran missing = run_program(predict(folder, edges, folder.add("less.csv", "id,x\np,1\nq,2\n"), folder / "none.csv"));
  CHECK(missing.code == 1);
  CHECK(missing.err.find("'y'") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "none.csv"));
}

TEST_CASE("predict: a model file alone serves, without the rest of its folder", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  std::filesystem::rename(folder / "run/model.safetensors", folder / "m.safetensors");
  std::filesystem::remove_all(folder / "run");
  CHECK(run_program({"node", "predict", "--model", folder / "m.safetensors", "--edges", folder / "edges.csv", "--features", folder / "features.csv",
                     "--out", folder / "p.csv"})
            .code == 0);
}

TEST_CASE("predict, evaluate, attention: features beyond the model give an error that names the node, never a NaN", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  const std::string huge = folder.add("huge.csv", "id,x,y\na,1,0\nb,3e38,-3e38\nc,1,0\nd,0,1\ne,0,1\n");
  for (const char* verb : {"predict", "evaluate", "attention"}) {
    std::vector<std::string> args{"node",       verb, "--model", folder / "run", "--edges", folder / "edges.csv",
                                  "--features", huge, "--out",   folder / "o"};
    if (verb == std::string("evaluate")) args.insert(args.end(), {"--labels", folder / "labels.csv"});
    const Ran ran = run_program(args);
    INFO(ran.err);
    CHECK(ran.code == 1);
    CHECK(ran.err.find("is not a finite number (the first of ") != std::string::npos);
    CHECK(ran.err.find("node 'a'") != std::string::npos);
    CHECK(ran.out.find("accuracy") == std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "o"));
  }
}

TEST_CASE("predict: '-' is no file, and a column too many is named", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  const Ran ran = run_program(predict(folder, folder / "edges.csv", folder / "features.csv", "-"));
  CHECK(ran.code == 2);
  CHECK(ran.err.find("--out: got '-', expected the name of a file") != std::string::npos);
  const Ran more = run_program(predict(folder, folder.add("kinds.csv", "source,target,kind\np,q,x\n"),
                                       folder.add("more.csv", "id,x,y,age\np,1,0,3\nq,2,1,4\n"), folder / "p.csv"));
  CHECK(more.code == 0);
  CHECK(more.err.find("more.csv: 1 column is unknown to the model, and ignored: age\n") != std::string::npos);
  CHECK(more.err.find("columns not used: kind\n") != std::string::npos);  // no advice to use a flag that this verb has not
}

TEST_CASE("evaluate: a file whose name begins with random is a file", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  std::filesystem::copy_file(folder / "split.csv", folder / "random_split.csv");
  const auto evaluate = [&](const std::string& split) {
    return run_program({"node", "evaluate", "--model", folder / "run", "--edges", folder / "edges.csv", "--features", folder / "features.csv",
                        "--labels", folder / "labels.csv", "--split", split});
  };
  CHECK(evaluate(folder / "random_split.csv").code == 0);
  const Ran drawn = evaluate("random:60/20/20");
  CHECK(drawn.code == 2);
  CHECK(drawn.err.find("a random split would mix training nodes into the test") != std::string::npos);
}

TEST_CASE("evaluate: all labelled nodes, or those of a split, scores as JSON", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  std::vector<std::string> args{"node",     "evaluate",           "--model",    folder / "run",
                                "--edges",  folder / "edges.csv", "--features", folder / "features.csv",
                                "--labels", folder / "labels.csv"};
  const Ran all = run_program(args);
  INFO(all.err);
  CHECK(all.code == 0);
  CHECK(all.out.find("all labelled") != std::string::npos);
  args.insert(args.end(), {"--split", folder / "split.csv", "--out", folder / "m.json"});
  const Ran test = run_program(args);
  CHECK(test.code == 0);
  CHECK(read_text(folder / "m.json").find("\"accuracy\"") != std::string::npos);
  const Ran strange = run_program({"node", "evaluate", "--model", folder / "run", "--edges", folder / "edges.csv", "--features",
                                   folder / "features.csv", "--labels", folder.add("green.csv", "a,green\n")});
  CHECK(strange.code == 1);
  CHECK(strange.err.find("'green'") != std::string::npos);
}

TEST_CASE("attention: the user's ids, one row per layer, head and arc, loops marked, each target's weights add up to 1 (N27)", "[program]") {
  const TemporaryFolder folder;
  train_five(folder);
  const Ran ran = run_program({"node", "attention", "--model", folder / "run", "--edges", folder / "edges.csv", "--features", folder / "features.csv",
                               "--out", folder / "attention.csv"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const std::vector<std::string> rows = lines(read_text(folder / "attention.csv"));
  CHECK(rows[0] == "layer,head,source,target,weight,is_loop");
  CHECK(rows.size() == 1 + (2 + 1) * 15);  // two heads, then one; ten arcs and five loops
  std::map<std::string, double> sums;
  std::size_t loops = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    std::vector<std::string> cells{""};
    for (const char c : rows[k]) c == ',' ? cells.emplace_back() : cells.back() += c;
    REQUIRE(cells.size() == 6);
    sums[cells[0] + cells[1] + cells[3]] += std::stod(cells[4]);
    CHECK((cells[2] == cells[3]) == (cells[5] == "1"));
    loops += cells[5] == "1" ? 1U : 0U;
  }
  CHECK(loops == 15);
  CHECK(sums.size() == 15);
  for (const auto& [target, sum] : sums) CHECK(sum == Approx(1).margin(1e-5));
}

TEST_CASE("attention: a model without any says so", "[program]") {
  const TemporaryFolder folder;
  train_five(folder, {"--model", "mlp"});
  const Ran ran = run_program({"node", "attention", "--model", folder / "run", "--edges", folder / "edges.csv", "--features", folder / "features.csv",
                               "--out", folder / "attention.csv"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("is a mlp, which has no attention") != std::string::npos);
}
