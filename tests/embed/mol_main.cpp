// A program that reads one molecule, and answers for one that is none.
#include <edgewise/io/mol/prepare.hpp>

#include <cstdio>

int main() {
  const auto caffeine = edgewise::mol::prepare_smiles("Cn1cnc2c1c(=O)n(C)c(=O)n2C");
  const auto broken = edgewise::mol::prepare_smiles("C1CC");
  std::printf("%zu atoms; %s: %s\n", caffeine.molecule.atoms(), edgewise::mol::word_of(broken.status), broken.reason.c_str());
  return caffeine.molecule.atoms() == 14 && broken.status == edgewise::mol::Status::unparsable ? 0 : 1;
}
