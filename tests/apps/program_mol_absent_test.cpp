#include "support/check.hpp"
#include "support/program.hpp"

using namespace edgewise::test;

TEST_CASE("mol: a program without RDKit says what to install", "[program]") {
  for (const char* verb : {"train", "predict", "evaluate", "explain", "info", "split"}) {
    const Ran ran = run_program({"mol", verb, "--data", "m.csv"});
    CHECK(ran.code == 1);
    CHECK(ran.err.find("apt-get install librdkit-dev librdkit1 libboost-dev") != std::string::npos);
  }
}
