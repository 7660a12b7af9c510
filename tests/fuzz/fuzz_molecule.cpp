#include "../../io/mol/featurise.hpp"
#include "../../io/mol/prepare.hpp"
#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::mol;

/// Any text as a SMILES and as a mol block: a molecule whose features are whole, or a status with a reason.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Featuriser featuriser{FeatureOptions()};
  return fuzz::run(data, size, [](std::string bytes) {
    Preparation small;
    small.most_atoms = 60;
    for (const bool block : {false, true}) {
      const Prepared prepared = block ? prepare_block(bytes, small) : prepare_smiles(bytes, small);
      if (prepared.status != Status::ok) {
        if (prepared.reason.empty()) __builtin_trap();
        continue;
      }
      const MoleculeGraph graph = featuriser(prepared.molecule);
      if (graph.nodes == 0 || graph.atoms.size() != graph.nodes * featuriser.atom_columns().size()) __builtin_trap();
      (void)prepared.molecule.canonical();
    }
  });
}
