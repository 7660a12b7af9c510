/// Stands in for the verbs of `edgewise mol` where RDKit was not found.
#include "../graph/error.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

[[noreturn]] int absent() {
  fail<Error>(
      "this program was built without RDKit, which does the chemistry; install it (Debian: apt-get install librdkit-dev librdkit1 libboost-dev) and "
      "build again (./run build)");
}

}  // namespace

int mol_train(Args) { absent(); }
int mol_evaluate(Args) { absent(); }
int mol_info(Args) { absent(); }
int mol_split(Args) { absent(); }
int mol_predict(Args) { absent(); }
int mol_explain(Args) { absent(); }

}  // namespace edgewise::cli
