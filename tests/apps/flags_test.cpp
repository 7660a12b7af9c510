#include "../../apps/flags.hpp"

#include <edgewise/graph/error.hpp>
#include <sstream>

#include "support/check.hpp"

using namespace edgewise;
using cli::Flags;

namespace {

struct Bench {
  std::string edges;
  std::vector<std::string> splits;
  std::size_t heads = 8;
  float lr = 0.005F;
  bool loops = true;
  bool directed = false;
  int mix = 0;
  Flags flags{"node train", "Trains."};

  Bench() {
    flags.text("edges", "FILE", edges, "edge list").required();
    flags.texts("split", "FILE[,FILE...]", splits, "splits");
    flags.whole("heads", heads, {1, 64}, "heads");
    flags.number("lr", lr, {.least = 0, .above = true}, "rate");
    flags.yes_no("self-loops", loops, "loops").rare();
    flags.on("directed", directed, "one way");
    flags.choice("mix", mix, {{"concat", 0}, {"mean", 1}}, "mix").session();
    flags.example("node train --edges e");
  }
  bool read(const std::vector<std::string>& args) { return flags.read(args); }
};

std::string refusal(const std::vector<std::string>& args) {
  Bench bench;
  try {
    bench.read(args);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("flags: every kind of value, with and without an equals sign") {
  Bench bench;
  REQUIRE(bench.read({"--edges", "a b.tsv", "--split=x,y", "--heads", "4", "--lr=1e-3", "--self-loops", "no", "--directed", "--mix", "mean"}));
  CHECK(bench.edges == "a b.tsv");
  CHECK(bench.splits == std::vector<std::string>{"x", "y"});
  CHECK(bench.heads == 4);
  CHECK(bench.lr == 1e-3F);
  CHECK_FALSE(bench.loops);
  CHECK(bench.directed);
  CHECK(bench.mix == 1);
}

TEST_CASE("flags: what was not given keeps its value, so a preset may fill it in between") {
  Bench bench;
  REQUIRE(bench.flags.parse(std::vector<std::string>{"--edges", "e", "--heads", "2"}));
  bench.heads = 16;
  bench.lr = 0.1F;
  bench.flags.apply();
  CHECK(bench.heads == 2);
  CHECK(bench.lr == 0.1F);
  CHECK(bench.flags.given("heads") != nullptr);
  CHECK(bench.flags.given("lr") == nullptr);
}

TEST_CASE("flags: a mistake is answered by the flag, what it got, what it takes, and the way out") {
  CHECK(refusal({"--edges", "e", "--head", "4"}) == "unknown flag '--head' (did you mean '--heads'?)");
  CHECK(refusal({"--edges", "e", "--xyzzy=4"}) == "unknown flag '--xyzzy'");
  CHECK(refusal({"--edges", "e", "--heads", "four"}) == "--heads: got 'four', expected a whole number from 1 to 64");
  CHECK(refusal({"--edges", "e", "--heads", "0"}) == "--heads: got '0', expected a whole number from 1 to 64");
  CHECK(refusal({"--edges", "e", "--heads", "-1"}) == "--heads: got '-1', expected a whole number from 1 to 64");
  CHECK(refusal({"--edges", "e", "--lr", "0"}) == "--lr: got '0', expected a number above 0");
  CHECK(refusal({"--edges", "e", "--lr", "nan"}) == "--lr: got 'nan', expected a number above 0");
  CHECK(refusal({"--edges", "e", "--lr", "0,5"}) == "--lr: got '0,5', expected a number above 0");
  CHECK(refusal({"--edges", "e", "--self-loops", "y"}) == "--self-loops: got 'y', expected yes, no (did you mean 'yes'?)");
  CHECK(refusal({"--edges", "e", "--mix", "maen"}) == "--mix: got 'maen', expected concat, mean (did you mean 'mean'?)");
  CHECK(refusal({"--edges", "e", "--split", "a,,b"}) == "--split: got 'a,,b', expected names with one comma between them");
  CHECK(refusal({"--heads", "4"}) == "--edges FILE is missing: edge list");
  CHECK(refusal({"--edges"}) == "--edges: its value (FILE) is missing");
  CHECK(refusal({"--edges", "--heads", "4"}) == "--edges: got the flag '--heads' where its value (FILE) should stand");
  CHECK(refusal({"--edges", "e", "--directed=no"}) == "--directed: got 'no', but it is a switch and takes no value");
  CHECK(refusal({"e.tsv"}) == "unexpected argument 'e.tsv'; values follow their flags, as in --edges VALUE");
}

TEST_CASE("flags: settings are what the variables hold, session flags left out") {
  Bench bench;
  REQUIRE(bench.read({"--edges", "e", "--lr", "0.0005"}));
  CHECK(io::config_json(bench.flags.settings()).find("mix") == std::string::npos);
  CHECK(io::config_json(bench.flags.settings()).find("\"lr\": 0.0005,") != std::string::npos);
}

TEST_CASE("flags: help shows defaults and closes with the example, rare flags are only named") {
  const Bench bench;
  const std::string text = bench.flags.help(false);
  CHECK(text.starts_with("usage: edgewise node train --edges FILE [options]\nTrains.\n"));
  CHECK(text.find("(required)") != std::string::npos);
  CHECK(text.find("[0.005]") != std::string::npos);
  CHECK(text.find("More, explained by --help-all:\n  --self-loops\n") != std::string::npos);
  CHECK(text.ends_with("example: edgewise node train --edges e\n"));
  CHECK(bench.flags.help(true).find("--self-loops yes|no") != std::string::npos);
}
