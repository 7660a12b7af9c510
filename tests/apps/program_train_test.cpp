#include <algorithm>
#include <sstream>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

/// A ring of two classes: `nodes` nodes, node i knows i+1 and i+2; the class is a word that the feature half gives away.
void write_ring(const TemporaryFolder& folder, int nodes, const std::string& name = "ring") {
  std::filesystem::create_directories(folder / name);
  std::ostringstream edges, features, labels;
  edges << "source,target\n";
  features << "id,height,width\n";
  labels << "id,label\n";
  for (int i = 0; i < nodes; ++i) {
    const bool tall = i < nodes / 2;
    edges << 'n' << i << ",n" << (i + 1) % nodes << "\nn" << i << ",n" << (i + 2) % nodes << '\n';
    features << 'n' << i << ',' << (tall ? 2 : 1) << '.' << i * 7 % 10 << ',' << i * 3 % 5 << '\n';
    labels << 'n' << i << ',' << (tall ? "tall" : "small") << '\n';
  }
  folder.add(name + "/edges.csv", edges.str());
  folder.add(name + "/features.csv", features.str());
  folder.add(name + "/labels.csv", labels.str());
}

std::vector<std::string> ring_run(const TemporaryFolder& folder, const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"node", "train",    "--data", folder / "ring", "--out", folder / out, "--epochs",
                                "30",   "--hidden", "16",     "--heads",       "2"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

}  // namespace

TEST_CASE("train: large scores keep their columns, classes that begin alike are told apart, only labelled nodes are counted", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.csv", "source,target\na,b\nb,c\nc,d\nd,e\ne,f\n");
  const std::string split = folder.add("s.csv", "node,set\na,train\nb,train\nc,train\nd,val\ne,test\nf,test\n");
  const auto train = [&](const std::string& labels, const std::string& task, const std::string& model) {
    return run_program({"node", "train", "--edges", edges, "--labels", folder.add("l.csv", labels), "--split", split, "--task", task, "--model",
                        model, "--epochs", "2", "--out", folder / "out"});
  };
  const Ran revenues = train("node,y\na,1e12\nb,2e12\nc,3e12\nd,1e12\ne,9e12\nf,5e12\n", "regression", "gat");
  REQUIRE(revenues.code == 0);
  for (const std::string& line : lines(revenues.out))
    if (line.starts_with("gat ") || line.starts_with("mean ")) {
      std::istringstream cells(line);
      std::string name;
      double mae = 0, rmse = 0, r2 = 0;
      CHECK((cells >> name >> mae >> rmse >> r2 ? true : false));
    }
  const Ran alike =
      train("node,label\na,a long name of one\nb,a long name of two\nc,a long name of one\nd,a long name of two\ne,a long name of two\n",
            "classification", "gat");
  REQUIRE(alike.code == 0);
  CHECK(alike.out.find("a long name of t a long name of o\n") != std::string::npos);
  CHECK(alike.out.find("; 3 train, 1 validation, 1 test nodes with a label\n") != std::string::npos);
  folder.add("e.csv", "source,target,weight\na,b,1\nb,c,2\nc,d,3\nd,e,1\ne,f,1\n");
  const Ran mlp = train("node,y\na,x\nb,y\nc,x\nd,y\ne,x\nf,y\n", "classification", "mlp");
  CHECK(mlp.err.find("edge weight column (column 3): ignored (mlp has no edges)\n") != std::string::npos);
  CHECK(mlp.err.find("used as edge feature") == std::string::npos);
}

TEST_CASE("train: karate, as the help says it", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = run_program({"node", "train", "--data", "datasets/karate", "--out", folder / "karate", "--epochs", "20"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(ran.out.find("data: 34 nodes, 78 edges (190 arcs with 34 self-loops)") == 0);
  CHECK(ran.out.find("majority") != std::string::npos);
  CHECK(ran.err.find("epoch 1/20  loss ") != std::string::npos);
  CHECK(ran.err.find("no validation set: no early stopping") != std::string::npos);
  CHECK(ran.err.find('\r') == std::string::npos);
  const std::vector<std::string> rows = lines(read_text(folder / "karate/predictions.csv"));
  CHECK(rows.size() == 35);
  CHECK(rows[0] == "node,split,label,predicted,p_0,p_1");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "karate")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"config.json", "history.csv", "metrics.json", "model.safetensors", "predictions.csv", "split.csv"});
}

TEST_CASE("train: features, a drawn split and baselines, the ring is learned", "[program]") {
  const TemporaryFolder folder;
  write_ring(folder, 60);
  const Ran ran = run_program(ring_run(folder, "a"));
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(ran.out.find("features only") != std::string::npos);
  CHECK(lines(read_text(folder / "a/split.csv")).size() == 61);
  // The split that was drawn reads back as a file and gives the same run.
  const Ran again = run_program(ring_run(folder, "b", {"--split", folder / "a/split.csv"}));
  REQUIRE(again.code == 0);
  CHECK(read_text(folder / "a/model.safetensors") == read_text(folder / "b/model.safetensors"));
}

TEST_CASE("train: the same bytes on 1, 2 and 8 threads, every model (N21)", "[program]") {
  const TemporaryFolder folder;
  write_ring(folder, 60);
  for (const std::string& model : std::vector<std::string>{"gat", "gatv2", "transformer", "gcn", "mlp"}) {
    std::vector<std::string> bytes;
    for (const std::string& threads : std::vector<std::string>{"1", "2", "8"}) {
      const std::string out = model + threads;
      REQUIRE(run_program(ring_run(folder, out, {"--model", model, "--threads", threads, "--attention-dropout", "0.3"})).code == 0);
      bytes.push_back(read_text(folder / out + "/model.safetensors") + read_text(folder / out + "/predictions.csv"));
    }
    CHECK(bytes[0] == bytes[1]);
    CHECK(bytes[0] == bytes[2]);
  }
}

TEST_CASE("train: runs and splits multiply, metrics hold every value, the folder serves prediction", "[program]") {
  const TemporaryFolder folder;
  write_ring(folder, 40);
  REQUIRE(run_program(ring_run(folder, "a")).code == 0);
  REQUIRE(run_program(ring_run(folder, "b", {"--seed", "7"})).code == 0);
  const std::string splits = folder / "a/split.csv" + "," + folder / "b/split.csv";
  const Ran ran = run_program(ring_run(folder, "many", {"--split", splits, "--runs", "2"}));
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(ran.out.find("+-") != std::string::npos);
  CHECK(ran.err.find("run 4/4  epoch") != std::string::npos);
  CHECK(read_text(folder / "many/metrics.json").find("\"runs\": 4") != std::string::npos);
  CHECK(read_text(folder / "many/run-0/model.safetensors") == read_text(folder / "a/model.safetensors"));
  CHECK(std::filesystem::exists(folder / "many/run-3/predictions.csv"));
  CHECK(run_program({"node", "predict", "--model", folder / "many", "--data", folder / "ring", "--out", folder / "p.csv"}).code == 0);
}

TEST_CASE("train: a preset fills in, flags override, config.json says what was used", "[program]") {
  const TemporaryFolder folder;
  write_ring(folder, 40);
  std::vector<std::string> args{"node", "train", "--data", folder / "ring", "--out", folder / "a", "--preset", "gat-cora", "--epochs", "2"};
  REQUIRE(run_program(args).code == 0);
  const std::string config = read_text(folder / "a/config.json");
  CHECK(config.find("\"dropout\": 0.6,") != std::string::npos);
  CHECK(config.find("\"feature-scale\": \"rows\"") != std::string::npos);
  CHECK(config.find("\"epochs\": 2,") != std::string::npos);
}

TEST_CASE("train: multilabel and regression report their own scores", "[program]") {
  const TemporaryFolder folder;
  write_ring(folder, 40);
  std::ostringstream labels, many;
  labels << "id,y\n";
  many << "id,a,b\n";
  for (int i = 0; i < 40; ++i) {
    labels << 'n' << i << ',' << 1000 + 10 * i << '\n';
    many << 'n' << i << ',' << (i < 20) << ',' << (i % 2 == 0) << '\n';
  }
  const Ran regression = run_program(ring_run(folder, "r", {"--task", "regression", "--labels", folder.add("y.csv", labels.str())}));
  INFO(regression.err);
  CHECK(regression.code == 0);
  CHECK(regression.out.find("RMSE") != std::string::npos);
  CHECK(regression.out.find("mean ") != std::string::npos);
  const Ran multilabel = run_program(ring_run(folder, "m", {"--task", "multilabel", "--labels", folder.add("ab.csv", many.str())}));
  INFO(multilabel.err);
  CHECK(multilabel.code == 0);
  CHECK(multilabel.out.find("ROC-AUC") != std::string::npos);
}
