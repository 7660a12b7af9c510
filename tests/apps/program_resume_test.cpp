#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

std::vector<std::string> run(const std::string& out, const std::string& epochs, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"node", "train", "--data", "datasets/karate", "--split", "random:40/30/30", "--out", out, "--epochs", epochs};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

/// metrics.json but for the seconds, which differ between two runs of the same bytes.
std::vector<std::string> scores_in(const std::string& folder) {
  std::vector<std::string> rest;
  for (const std::string& line : lines(read_text(folder + "/metrics.json")))
    if (line.find("\"seconds\"") == std::string::npos) rest.push_back(line);
  return rest;
}

}  // namespace

TEST_CASE("resume: stopped after 10 of 20 epochs and resumed gives the bytes of a run left alone, under every schedule", "[program]") {
  const TemporaryFolder folder;
  for (const std::string& schedule : std::vector<std::string>{"constant", "cosine", "plateau"}) {
    const std::vector<std::string> more{"--schedule", schedule, "--attention-dropout", "0.2"};
    const std::string alone = folder / (schedule + "-alone"), parts = folder / (schedule + "-parts");
    REQUIRE(run_program(run(alone, "20", more)).code == 0);
    std::vector<std::string> first = more, second = more;
    first.insert(first.end(), {"--stop-after", "10"});
    second.emplace_back("--resume");
    const Ran stopped = run_program(run(parts, "20", first));
    CHECK(stopped.code == 130);
    CHECK(stopped.err.find("stopped after epoch 10") != std::string::npos);
    CHECK(stopped.err.find("--resume\n") != std::string::npos);
    CHECK(stopped.err.find("--stop-after") == std::string::npos);
    CHECK_FALSE(std::filesystem::exists(parts + "/model.safetensors"));
    REQUIRE(run_program(run(parts, "20", second)).code == 0);
    for (const char* name : {"/model.safetensors", "/predictions.csv", "/history.csv"}) CHECK(read_text(alone + name) == read_text(parts + name));
    CHECK(scores_in(alone) == scores_in(parts));
    CHECK_FALSE(std::filesystem::exists(parts + "/checkpoint.safetensors"));
  }
}

TEST_CASE("resume: Ctrl-C finishes the epoch, saves, says how to go on, the result is that of a run left alone", "[program]") {
  const TemporaryFolder folder;
  const std::string epochs = "3000";
  const std::vector<std::string> patient{"--patience", "0"};
  const Ran stopped = run_program(run(folder / "a", epochs, patient), "epoch 150/");
  REQUIRE(stopped.code == 130);
  CHECK(stopped.err.find("interrupted: finishing what is under way") != std::string::npos);
  CHECK(stopped.err.find("go on with\n  edgewise node train --data datasets/karate") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "a/checkpoint.safetensors"));
  REQUIRE(run_program(run(folder / "a", epochs, {"--patience", "0", "--resume"})).code == 0);
  REQUIRE(run_program(run(folder / "b", epochs, patient)).code == 0);
  CHECK(read_text(folder / "a/model.safetensors") == read_text(folder / "b/model.safetensors"));
  CHECK(read_text(folder / "a/predictions.csv") == read_text(folder / "b/predictions.csv"));
}

TEST_CASE("resume: a closed terminal saves as Ctrl-C does", "[program]") {
  const TemporaryFolder folder;
  CHECK(run_program(run(folder / "a", "100000", {"--patience", "0"}), "epoch ", SIGHUP).code == 130);
  CHECK(std::filesystem::exists(folder / "a/checkpoint.safetensors"));
}

TEST_CASE("resume: under other options is refused by the first that differs", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(run(folder / "a", "20", {"--stop-after", "5"})).code == 130);
  const Ran other = run_program(run(folder / "a", "20", {"--lr", "0.1", "--resume"}));
  CHECK(other.code == 2);
  CHECK(other.err.find("made under other options: there \"lr\": 0.005, here \"lr\": 0.1") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "a/checkpoint.safetensors"));
}

TEST_CASE("resume: on data of the same sizes but other contents is refused", "[program]") {
  const TemporaryFolder folder;
  const std::string edges = folder.add("e.tsv", "a\tb\nb\tc\nc\td\nd\ta\n");
  const std::string labels = folder.add("l.csv", "node,label\na,x\nb,x\nc,y\nd,y\n");
  const std::string split = folder.add("s.csv", "node,set\na,train\nc,train\nb,val\nd,test\n");
  const auto train = [&](std::vector<std::string> more) {
    std::vector<std::string> args{"node", "train", "--edges", edges, "--labels", labels, "--split", split, "--out", folder / "out", "--epochs", "20"};
    args.insert(args.end(), more.begin(), more.end());
    return run_program(args);
  };
  REQUIRE(train({"--stop-after", "5"}).code == 130);
  const auto refused = [&] {
    const Ran ran = train({"--resume"});
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains("was made from other data: there \"data checksum\": ") && Catch::Contains("give the data of the first run"));
  };
  folder.add("l.csv", "node,label\na,x\nb,y\nc,y\nd,y\n");
  refused();
  folder.add("l.csv", "node,label\na,x\nb,x\nc,y\nd,y\n");
  folder.add("s.csv", "node,set\na,train\nc,val\nb,train\nd,test\n");
  refused();
  folder.add("s.csv", "node,set\na,train\nc,train\nb,val\nd,test\n");
  folder.add("e.tsv", "a\tb\nb\tc\nc\td\na\tc\n");
  refused();
  folder.add("e.tsv", "a\tb\nb\tc\nc\td\nd\ta\n");
  folder.add("l.csv", "node,label\na,x\nb,x\nc,z\nd,z\n");  // a class by another name
  refused();
  folder.add("l.csv", "node,label\na,x\nb,x\nc,y\nd,y\n");
  folder.add("e.tsv", "a,b\nb,c\nc,d\nd,a\n");  // the same edges, written otherwise
  CHECK(train({"--resume"}).code == 0);
}

TEST_CASE("resume: the command that is printed goes on over runs that an older command left", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(run(folder / "a", "5", {"--runs", "2"})).code == 0);
  REQUIRE(run_program(run(folder / "a", "5", {"--runs", "2", "--lr", "0.05", "--stop-after", "2"})).code == 130);
  const Ran ran = run_program(run(folder / "a", "5", {"--runs", "2", "--lr", "0.05", "--resume"}));
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK(ran.err.find("run-1/config.json: of an older command under other settings; this run is trained anew") != std::string::npos);
  REQUIRE(run_program(run(folder / "b", "5", {"--runs", "2", "--lr", "0.05"})).code == 0);
  for (const char* name : {"/run-0/model.safetensors", "/run-1/model.safetensors"})
    CHECK(read_text(folder / "a" + name) == read_text(folder / "b" + name));
}

TEST_CASE("resume: a finished run is taken over, never trained over under other options, with a result missing it is made again", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(run(folder / "a", "20")).code == 0);
  const std::string model = read_text(folder / "a/model.safetensors"), predictions = read_text(folder / "a/predictions.csv"),
                    metrics = read_text(folder / "a/metrics.json");
  const Ran again = run_program(run(folder / "a", "20", {"--resume"}));
  CHECK(again.code == 0);
  CHECK(again.err.find("epoch ") == std::string::npos);
  CHECK(read_text(folder / "a/metrics.json") == metrics);  // the seconds of the session that trained it, too
  const Ran longer = run_program(run(folder / "a", "30", {"--resume"}));
  CHECK(longer.code == 2);
  CHECK(longer.err.find("a/config.json was made under other options: there \"epochs\": 20, here \"epochs\": 30; repeat") != std::string::npos);
  CHECK(read_text(folder / "a/model.safetensors") == model);
  std::filesystem::remove(folder / "a/predictions.csv");
  CHECK(run_program(run(folder / "a", "20", {"--resume"})).code == 0);
  CHECK(read_text(folder / "a/predictions.csv") == predictions);
}

TEST_CASE("resume: a damaged checkpoint is named with the way out, and stays", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(run(folder / "a", "20", {"--stop-after", "5"})).code == 130);
  const std::string whole = read_text(folder / "a/checkpoint.safetensors");
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{100}, whole.size() - 1}) {
    const std::string cut = folder.add("a/checkpoint.safetensors", whole.substr(0, size));
    const Ran ran = run_program(run(folder / "a", "20", {"--resume"}));
    INFO(ran.err);
    CHECK(ran.code == 1);
    CHECK(ran.err.find("\n" + cut + ": ") != std::string::npos);
    CHECK(ran.err.find("this checkpoint cannot be used: train anew without --resume") != std::string::npos);
    CHECK(read_text(cut).size() == size);
  }
}

TEST_CASE("resume: several runs go on where they stopped", "[program]") {
  const TemporaryFolder folder;
  REQUIRE(run_program(run(folder / "alone", "20", {"--runs", "3"})).code == 0);
  CHECK(run_program(run(folder / "parts", "20", {"--stop-after", "20"})).code == 0);  // what ends by itself is not interrupted
  std::filesystem::remove_all(folder / "parts");
  const Ran between = run_program(run(folder / "parts", "20", {"--runs", "3", "--stop-after", "20"}));
  CHECK(between.code == 130);
  CHECK(between.err.find("stopped before run 2/3; go on with\n  edgewise node train") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "parts/run-0/model.safetensors"));
  CHECK_FALSE(std::filesystem::exists(folder / "parts/run-1"));
  std::filesystem::remove_all(folder / "parts");
  CHECK(run_program(run(folder / "parts", "8", {"--runs", "3", "--stop-after", "12"})).code == 130);  // counted over the runs
  CHECK(std::filesystem::exists(folder / "parts/run-1/checkpoint.safetensors"));
  std::filesystem::remove_all(folder / "parts");
  CHECK(run_program(run(folder / "parts", "20", {"--runs", "3", "--stop-after", "12"})).code == 130);
  CHECK(run_program(run(folder / "parts", "20", {"--runs", "3", "--resume", "--stop-after", "12"})).code == 130);  // run 1 done, run 2 begun
  CHECK(run_program(run(folder / "parts", "20", {"--runs", "3", "--resume"})).code == 0);
  for (const char* name : {"/run-0/model.safetensors", "/run-1/model.safetensors", "/run-2/model.safetensors", "/predictions.csv"})
    CHECK(read_text(folder / "alone" + name) == read_text(folder / "parts" + name));
  CHECK(scores_in(folder / "alone") == scores_in(folder / "parts"));
}

TEST_CASE("resume: a run whose loss was not finite fails when it is taken over, as it did when it was trained", "[program]") {
  const TemporaryFolder folder;
  const std::vector<std::string> wild{"--lr", "1e12", "--optimizer", "sgd", "--model", "mlp"};
  const Ran first = run_program(run(folder / "a", "20", wild));
  INFO(first.err);
  REQUIRE(first.code == 1);
  REQUIRE(first.err.find("the loss was not a finite number in epoch") != std::string::npos);
  REQUIRE(std::filesystem::exists(folder / "a/model.safetensors"));
  CHECK_THAT(read_text(folder / "a/metrics.json"), Catch::Contains("\"not finite\""));
  std::vector<std::string> again = wild;
  again.emplace_back("--resume");
  CHECK(run_program(run(folder / "a", "20", again)).code == 1);
}

TEST_CASE("resume: nothing there to resume", "[program]") {
  const TemporaryFolder folder;
  const Ran ran = run_program(run(folder / "a", "20", {"--resume"}));
  CHECK(ran.code == 2);
  CHECK(ran.err.find("nothing to resume") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "a"));
}
