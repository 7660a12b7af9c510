// Flags that do not go together are named as flags, before any file is read: the files of these commands do not exist.
#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;
using Catch::Contains;

namespace {

Ran node_train(const std::vector<std::string>& more) {
  std::vector<std::string> args{"node", "train", "--edges", "none.csv", "--labels", "none.csv", "--out", "/tmp/never/made"};
  args.insert(args.end(), more.begin(), more.end());
  return run_program(args);
}

void refuses(const std::vector<std::string>& more, const std::string& message) {
  const Ran ran = node_train(more);
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("edgewise node train: " + message));
}

/// Goes on to read the files, which are not there.
void notes(const std::vector<std::string>& more, const std::string& message) {
  const Ran ran = node_train(more);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.err, Contains("none.csv"));
  if (message.empty())
    CHECK_THAT(ran.err, !Contains("without effect"));
  else
    CHECK_THAT(ran.err, Contains(message));
}

}  // namespace

TEST_CASE("options: contradictions are refused by the names of the flags", "[program]") {
  refuses({"--hidden", "10", "--heads", "3"},
          "--heads: 3 heads do not divide --hidden 10; choose a multiple of the heads for --hidden, or --head-mix mean");
  refuses({"--degree-encoding", "yes"}, "--degree-encoding yes: it is added to the input layer, and there is none; add --input-layer yes");
  refuses({"--value-dropout", ".5", "--model", "gatv2"},
          "--value-dropout: got 0.5, and gatv2 drops no values; choose --model gat, or --value-dropout 0");
  refuses({"--input-dropout", ".5"}, "--input-dropout: got 0.5, and there is no input layer; add --input-layer yes, or use --dropout");
  refuses({"--root-weight", "yes", "--model", "gcn"}, "--root-weight yes: gcn has no such weight");
  refuses({"--warmup", "1"}, "--warmup: got 1, and only --schedule cosine warms up; add it, or leave --warmup out");
  refuses({"--edge-type", "kind", "--model", "gcn"},
          "--edge-type: gcn cannot use edge types; leave it out, or choose --model gat, gatv2 or transformer");
  refuses({"--edge-columns", "w", "--model", "mlp"}, "--edge-columns: mlp has no edges; leave it out");
  refuses({"--label-smoothing", ".1", "--task", "regression"}, "--label-smoothing: got 0.1, which is for --task classification");
  refuses({"--class-weights", "balanced", "--task", "regression"}, "--class-weights balanced: --task regression has no classes");
  refuses({"--monitor", "roc-auc", "--task", "regression"}, "--monitor roc-auc: --task regression has no such score");
  refuses({"--features", "x.csv", "--encoding", "laplacian"},
          "--encoding: it takes the place of features, and there is x.csv; leave --encoding or --features");
  refuses({"--direction-bias", "1"}, "--direction-bias: it belongs to edge types; name their column with --edge-type, or leave it out");
  refuses({"--out", ""}, "--out: got '', expected the name of a folder");
}

TEST_CASE("options: flags that change nothing are said", "[program]") {
  notes({"--momentum", "0.5"}, "--momentum: without effect, it is of --optimizer sgd\n");
  notes({"--momentum", "0.5", "--optimizer", "sgd"}, "");
  notes({"--head-mix", "linear", "--layers", "1"},
        "--head-mix: without effect, --layers 1 is a last layer alone, which averages the heads of --out-heads\n");
  notes({"--head-mix", "linear", "--layers", "1", "--input-layer", "yes"}, "");
  notes({"--heads", "3", "--hidden", "10", "--model", "gcn"}, "--heads: without effect, gcn has no attention heads\n");
  notes({"--norm-place", "inside"}, "--norm-place: without effect, there is no --norm\n");
}

TEST_CASE("options: what the data decide is said by flags, too", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.csv", "source,target,x,y\na,b,1,2\nb,c,1,2\nc,d,1,2\n");
  const std::string labels = folder.add("l.csv", "node,label\na,r\nb,g\nc,b\nd,r\n");
  const auto train = [&](std::vector<std::string> more) {
    std::vector<std::string> args{"node", "train", "--edges", edges, "--labels", labels, "--out", folder / "out", "--epochs", "1"};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args);
  };
  const Ran auc = train({"--monitor", "roc-auc"});
  CHECK(auc.code == 2);
  CHECK_THAT(auc.err, Contains("--monitor roc-auc: it is for two classes or --task multilabel, and the labels have 3 classes"));
  const Ran gcn = train({"--model", "gcn", "--edge-columns", "x,y"});
  CHECK(gcn.code == 2);
  CHECK_THAT(gcn.err, Contains("--edge-columns: gcn takes one column, as the weight of an edge, and there are 2"));
}

TEST_CASE("options: graph train names its flags", "[program]") {
  const auto refused = [](std::vector<std::string> more, const std::string& message) {
    std::vector<std::string> args{"graph", "train", "--data", "nowhere", "--out", "/tmp/never/made", "--hidden", "10"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = run_program(args);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains("edgewise graph train: " + message));
  };
  refused({"--model", "gat", "--heads", "3"}, "--heads: 3 heads do not divide --hidden 10; choose a multiple of the heads for --hidden");
  refused({"--readout", "attention", "--readout-heads", "4"}, "--readout-heads: 4 heads do not divide --hidden 10");
  refused({"--schedule", "constant", "--warmup", "2"}, "--warmup: got 2, and only --schedule cosine warms up");
}

TEST_CASE("options: a bad EDGEWISE_ISA, EDGEWISE_MEMORY or EDGEWISE_VALUES is misuse for every verb, help is there all the same", "[program]") {
  for (const char* const variable : {"EDGEWISE_ISA", "EDGEWISE_MEMORY", "EDGEWISE_VALUES"}) {
    setenv(variable, "foo", 1);
    const Ran info = run_program({"graph", "info", "--data", "datasets/karate"}), help = run_program({"graph", "info", "--help"});
    unsetenv(variable);
    CHECK(info.code == 2);
    CHECK_THAT(info.err, Contains("foo"));
    CHECK(help.code == 0);
  }
}

TEST_CASE("options: --values is a setting, and wins over EDGEWISE_VALUES", "[program]") {
  const TemporaryFolder folder;
  const auto trained = [&](const char* name, std::vector<std::string> more) {
    std::vector<std::string> args{"node", "train", "--data", "datasets/karate", "--epochs", "2", "--out", folder / name};
    args.insert(args.end(), more.begin(), more.end());
    REQUIRE(run_program(args).code == 0);
    return read_text(folder / name + "/config.json");
  };
  const std::string given = trained("given", {"--values", "bf16"});
  CHECK_THAT(given, Contains("\"values\": \"bf16\""));
  CHECK_THAT(trained("neither", {}), Contains("\"values\": \"float32\""));
  setenv("EDGEWISE_VALUES", "bf16", 1);
  CHECK(trained("environment", {}) == given);
  const Ran stopped = run_program({"node", "train", "--data", "datasets/karate", "--epochs", "8", "--stop-after", "2", "--out", folder / "stopped"});
  CHECK_THAT(stopped.err, Contains("--resume --values bf16"));  // goes on in a shell without the variable
  CHECK_THAT(trained("both", {"--values", "float32"}), Contains("\"values\": \"float32\""));
  CHECK_THAT(run_program({"version", "--verbose"}).out, Contains("bf16 (--values"));
  unsetenv("EDGEWISE_VALUES");
  // Karate's tables are small: nothing changes.
  CHECK(read_text(folder / "given/predictions.csv") == read_text(folder / "neither/predictions.csv"));
  const auto predicted = [&](const char* values) {
    return run_program(
        {"node", "predict", "--model", folder / "given", "--data", "datasets/karate", "--values", values, "--out", folder / "again.csv"});
  };
  CHECK(predicted("bf16").code == 0);
  const Ran wrong = predicted("half");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("--values"));
}

TEST_CASE("options: the presets stand in the help, and the largest seed is written as it was given", "[program]") {
  CHECK_THAT(run_program({"node", "train", "--help"}).out, Contains("gat-citeseer, gat-pubmed"));
  const TemporaryFolder folder;
  REQUIRE(
      run_program({"node", "train", "--data", "datasets/karate", "--epochs", "1", "--seed", "18446744073709551615", "--out", folder / "a"}).code ==
      0);
  CHECK_THAT(read_text(folder / "a/config.json"), Contains("\"seed\": 18446744073709551615"));
}
