#include "molecule.hpp"

#include "rdkit.hpp"

#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

namespace edgewise::mol {

Molecule::Molecule() : impl_(std::make_unique<Impl>()) {}
Molecule::~Molecule() = default;
Molecule::Molecule(Molecule&&) noexcept = default;
Molecule& Molecule::operator=(Molecule&&) noexcept = default;

std::size_t Molecule::atoms() const { return impl_->mol ? impl_->mol->getNumAtoms() : 0; }
std::size_t Molecule::bonds() const { return impl_->mol ? impl_->mol->getNumBonds() : 0; }

std::size_t Molecule::fragments() const {
  std::vector<int> piece;
  return RDKit::MolOps::getMolFrags(*impl_->mol, piece);
}

std::size_t Molecule::charged_atoms() const {
  std::size_t count = 0;
  for (const RDKit::Atom* atom : impl_->mol->atoms()) count += atom->getFormalCharge() != 0 ? 1U : 0U;
  return count;
}

std::vector<std::string> Molecule::elements() const {
  std::vector<std::string> symbols;
  symbols.reserve(atoms());
  for (const RDKit::Atom* atom : impl_->mol->atoms()) symbols.push_back(atom->getSymbol());
  return symbols;
}

std::size_t Molecule::place_in_input(std::size_t a) const { return impl_->place.empty() ? a : impl_->place[a]; }

std::string Molecule::canonical() const { return RDKit::MolToSmiles(*impl_->mol); }

std::string Molecule::scaffold() const {
  const std::unique_ptr<RDKit::ROMol> rings(RDKit::MurckoDecompose(*impl_->mol));
  return rings && rings->getNumAtoms() > 0 ? RDKit::MolToSmiles(*rings, false) : std::string();
}

}  // namespace edgewise::mol
