#include "explain.hpp"
#include "rdkit.hpp"

#include <GraphMol/MolDraw2D/MolDraw2DSVG.h>

#include <algorithm>
#include <cmath>

namespace edgewise::mol {
namespace {

/// From white to red where the share is positive, to blue where it is negative.
RDKit::DrawColour colour_of(double share) {
  const double deep = std::min(1.0, std::abs(share));
  return share >= 0 ? RDKit::DrawColour(1, 1 - 0.75 * deep, 1 - 0.75 * deep) : RDKit::DrawColour(1 - 0.75 * deep, 1 - 0.6 * deep, 1);
}

}  // namespace

std::string draw(const Molecule& molecule, const Explanation& explanation, std::span<const float> atoms, std::span<const float> bonds,
                 const std::string& legend) {
  RDKit::RWMol mol(rdkit_of(molecule));
  mol.clearConformers();  // drawn flat, whatever coordinates came with it
  double most = 1e-12;
  for (const auto values : {atoms, bonds})
    for (const float value : values) most = std::max(most, std::abs(static_cast<double>(value)));
  std::vector<int> marked_atoms, marked_bonds;
  std::map<int, RDKit::DrawColour> atom_colours, bond_colours;
  for (std::size_t a = 0; a < atoms.size(); ++a) {
    marked_atoms.push_back(static_cast<int>(a));
    atom_colours[static_cast<int>(a)] = colour_of(static_cast<double>(atoms[a]) / most);
  }
  for (std::size_t b = 0; b < bonds.size(); ++b) {
    const auto [from, to] = explanation.bond[b];
    const RDKit::Bond* const bond = mol.getBondBetweenAtoms(static_cast<unsigned>(from), static_cast<unsigned>(to));
    if (bond == nullptr) continue;
    marked_bonds.push_back(static_cast<int>(bond->getIdx()));
    bond_colours[marked_bonds.back()] = colour_of(static_cast<double>(bonds[b]) / most);
  }
  RDKit::MolDraw2DSVG drawer(480, 400);
  drawer.drawOptions().legendFontSize = 14;
  drawer.drawOptions().legendFraction = 0.12;
  drawer.drawMolecule(mol, legend, &marked_atoms, &marked_bonds, &atom_colours, &bond_colours);
  drawer.finishDrawing();
  return drawer.getDrawingText();
}

}  // namespace edgewise::mol
