#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

namespace {

/// Every command that has a help, from the overview: "node train" as two words; nothing for the overview itself.
std::vector<std::vector<std::string>> verbs() {
  std::vector<std::vector<std::string>> verbs(1);
  for (const std::string& line : lines(run_program({"--help"}).out)) {
    if (!line.starts_with("  edgewise ")) continue;
    std::istringstream words(line.substr(0, line.find("  ", 2)));
    std::string program, word;
    words >> program;
    for (verbs.emplace_back(); words >> word;) verbs.back().push_back(word);
  }
  return verbs;
}

}  // namespace

TEST_CASE("help: every verb explains itself on one screen and closes with an example", "[program]") {
  CHECK(verbs().size() > 8);
  for (const std::vector<std::string>& verb : verbs()) {
    std::vector<std::string> args = verb;
    args.emplace_back("--help");
    const Ran ran = run_program(args);
    if (ran.err.find("built without RDKit") != std::string::npos) continue;
    INFO(ran.out);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    const std::vector<std::string> text = lines(ran.out);
    REQUIRE(text.size() > 2);
    CHECK(text.size() <= 46);
    CHECK(text.front().starts_with("usage: edgewise"));
    CHECK(text.back().starts_with("example: edgewise "));
    for (const std::string& line : text) CHECK((line.size() <= 100 || line == text.back()));
  }
  const std::string overview = run_program({"--help"}).out;
  CHECK(overview.find("Environment: EDGEWISE_ISA=generic|avx2|avx512") != std::string::npos);
  CHECK(overview.find("EDGEWISE_MEMORY=fast|least") != std::string::npos);
  CHECK(overview.find("EDGEWISE_VALUES=float32|bf16") != std::string::npos);
  CHECK(run_program({"help", "node", "train"}).out == run_program({"node", "train", "--help"}).out);
  CHECK(run_program({"node", "train", "--help-all"}).out.find("--label-smoothing X") != std::string::npos);
}

TEST_CASE("version: one line", "[program]") {
  const Ran ran = run_program({"--version"});
  CHECK(ran.code == 0);
  CHECK(ran.out.starts_with("edgewise 0."));
  CHECK(lines(ran.out).size() == 1);
  CHECK(run_program({"version"}).out == ran.out);
}

TEST_CASE("version: --verbose says on what it runs", "[program]") {
  const Ran ran = run_program({"version", "--verbose"});
  CHECK(ran.code == 0);
  const std::vector<std::string> text = lines(ran.out);
  CHECK(text.front() == lines(run_program({"version"}).out).front());
  const auto value_of = [&](const std::string& name) -> std::string {
    for (const std::string& line : text)
      if (line.starts_with(name + " ")) return line.substr(line.find_first_not_of(' ', name.size()));
    return "";
  };
  for (const char* library : {"Boost", "cxxopts", "Eigen", "fmt", "nlohmann-json", "oneTBB", "Spectra", "zlib", "zstd"}) {
    INFO(library);
    const std::string version = value_of(library);
    CHECK(std::count(version.begin(), version.end(), '.') >= 1);
    CHECK(version.find_first_not_of("0123456789.") == std::string::npos);
  }
  CHECK(value_of("threads").find_first_not_of("0123456789") > 0);
  CHECK(value_of("compiler").find_first_of("0123456789") != std::string::npos);
  const std::string set = value_of("instruction set");
  CHECK(set.substr(set.find("available:")).find(set.substr(0, set.find(' '))) != std::string::npos);  // the chosen one is available
  CHECK(set.find("available: generic") != std::string::npos);
}

TEST_CASE("version: an unknown instruction set is misuse, answered with the known ones", "[program]") {
  ::setenv("EDGEWISE_ISA", "mmx", 1);
  const Ran ran = run_program({"version", "--verbose"});
  ::unsetenv("EDGEWISE_ISA");
  CHECK(ran.code == 2);
  CHECK(ran.err.find("EDGEWISE_ISA is 'mmx'") != std::string::npos);
}

TEST_CASE("verbs: the near one is suggested, a family lists its members, nothing at all is misuse", "[program]") {
  const Ran typo = run_program({"node", "trian"});
  CHECK(typo.code == 2);
  CHECK(typo.err.find("edgewise: unknown verb 'node trian' (did you mean 'node train'?)") == 0);
  CHECK(run_program({"predcit"}).err.find("unknown verb 'predcit' (did you mean 'node predict' or 'graph predict' or 'mol predict'?)") !=
        std::string::npos);
  const Ran family = run_program({"node"});
  CHECK(family.code == 2);
  CHECK(family.err.find("edgewise node attention") != std::string::npos);
  CHECK(family.err.find("graph info") == std::string::npos);
  CHECK(run_program({}).code == 2);
  CHECK(run_program({"xyzzy"}).code == 2);
}
