#include "prepare.hpp"

#include "rdkit.hpp"

#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/MolStandardize/Charge.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "../fields.hpp"
#include "../parse.hpp"
#include "rdkit_log.hpp"

namespace edgewise::mol {
namespace {

using MolPointer = std::unique_ptr<RDKit::RWMol>;

/// One of the two kinds of text that RDKit parses here.
struct Text {
  std::string text;
  bool block;
  MolPointer parse(bool remove_hydrogens) const {
    if (block) return MolPointer(RDKit::MolBlockToMol(text, true, remove_hydrogens, true));
    RDKit::SmilesParserParams params;
    params.parseName = false;
    params.removeHs = remove_hydrogens;
    return MolPointer(RDKit::SmilesToMol(text, params));
  }
};

/// One line, no control characters: reasons end in a CSV cell.
std::string tidy(std::string reason) {
  for (char& c : reason)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  const std::string_view text = io::trimmed(reason);
  constexpr std::size_t kLong = 300;
  return text.size() <= kLong ? std::string(text) : std::string(text.substr(0, kLong)) + "...";
}

/// The molecule, or null with a reason.
MolPointer parse_quietly(const Text& text, bool remove_hydrogens, std::string& reason) {
  MolPointer mol;
  const auto attempt = [&] {
    reason.clear();
    try {
      mol = text.parse(remove_hydrogens);
    } catch (const std::exception& error) {  // RDKit's own, and what boost throws on odd numbers
      reason = error.what();
    }
  };
  quietly(attempt);
  if (!mol && reason.empty()) {  // a syntax error speaks in the log only
    reason = overheard(attempt);
    if (mol) reason.clear();
  }
  reason = tidy(reason);
  if (!mol && reason.empty()) reason = "RDKit gives no reason";
  return mol;
}

/// The piece that stays: most heavy atoms, then heavier, then first by canonical SMILES, so that the order of writing does not matter.
MolPointer largest_piece(const RDKit::RWMol& mol, std::vector<std::uint32_t>& place) {
  std::vector<std::vector<int>> atoms;
  const auto pieces = RDKit::MolOps::getMolFrags(mol, true, nullptr, &atoms);
  const auto rank = [&](std::size_t k) {
    double mass = 0;
    for (const RDKit::Atom* atom : pieces[k]->atoms()) mass += atom->getMass();
    return std::tuple(pieces[k]->getNumHeavyAtoms(), mass);
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k < pieces.size(); ++k)
    if (rank(k) > rank(best) || (rank(k) == rank(best) && RDKit::MolToSmiles(*pieces[k]) < RDKit::MolToSmiles(*pieces[best]))) best = k;
  std::vector<std::uint32_t> kept;
  for (const int a : atoms[best]) kept.push_back(place.empty() ? static_cast<std::uint32_t>(a) : place[static_cast<std::size_t>(a)]);
  place = std::move(kept);
  auto piece = std::make_unique<RDKit::RWMol>(*pieces[best]);
  RDKit::MolOps::assignStereochemistry(*piece, true, true);
  return piece;
}

/// Where the atoms of `mol` stand among those of the input, whose drawn hydrogens were taken off: they keep their order.
std::vector<std::uint32_t> places(const RDKit::RWMol& mol, const RDKit::RWMol& whole) {
  std::vector<std::uint32_t> place;
  unsigned at = 0;
  for (const RDKit::Atom* atom : mol.atoms()) {
    while (at < whole.getNumAtoms() && whole.getAtomWithIdx(at)->getAtomicNum() != atom->getAtomicNum()) ++at;
    place.push_back(at++);
  }
  return place;
}

Prepared failed(Status status, std::string reason) {
  Prepared result;
  result.status = status;
  result.reason = std::move(reason);
  return result;
}

Prepared prepare_text(const Text& text, std::size_t atoms, const Preparation& preparation, bool keep_places) {
  if (atoms > preparation.most_atoms)
    return failed(Status::too_large, std::to_string(atoms) + " atoms by its text, the limit is " + std::to_string(preparation.most_atoms));
  Prepared result;
  MolPointer mol = parse_quietly(text, true, result.reason);
  if (!mol) return failed(Status::unparsable, result.reason);
  if (mol->getNumAtoms() == 0) return failed(Status::no_atoms, "the structure has no atoms");
  std::vector<std::uint32_t> place;
  const auto change = [&] {
    if (keep_places) {
      const MolPointer whole = text.parse(false);
      if (whole) place = places(*mol, *whole);
    }
    if (preparation.salts == Preparation::Salts::largest) {
      std::vector<int> piece;
      if (RDKit::MolOps::getMolFrags(*mol, piece) > 1) {
        mol = largest_piece(*mol, place);
        result.cut = true;
      }
    }
    if (preparation.neutralise) {
      RDKit::MolStandardize::Uncharger uncharger;
      const std::unique_ptr<RDKit::ROMol> neutral(uncharger.uncharge(*mol));
      mol = std::make_unique<RDKit::RWMol>(*neutral);
      RDKit::MolOps::sanitizeMol(*mol);
      RDKit::MolOps::assignStereochemistry(*mol, true, true);
    }
    if (!preparation.stereo) RDKit::MolOps::removeStereochemistry(*mol);
    if (preparation.hydrogens) {
      RDKit::MolOps::addHs(*mol);
      RDKit::MolOps::sanitizeMol(*mol);  // rings and hybridisation of the atoms that came
      if (preparation.stereo) RDKit::MolOps::assignStereochemistry(*mol, true, true);
    }
  };
  try {
    quietly(change);
  } catch (const std::exception& error) {
    return failed(Status::unparsable, tidy(error.what()));
  }
  if (!place.empty() && preparation.hydrogens)  // hydrogens that were not drawn come behind the others
    for (std::uint32_t next = *std::max_element(place.begin(), place.end()) + 1; place.size() < mol->getNumAtoms();) place.push_back(next++);
  result.molecule.impl()->mol = std::move(mol);
  result.molecule.impl()->place = std::move(place);
  return result;
}

}  // namespace

const char* word_of(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::unparsable:
      return "unparsable";
    case Status::too_large:
      return "too_large";
    case Status::no_atoms:
      return "no_atoms";
    case Status::not_finite:
      return "not_finite";
  }
  return "";
}

std::size_t atoms_in_smiles(std::string_view smiles) {
  smiles = smiles.substr(0, smiles.find_first_of(" \t"));
  std::size_t count = 0;
  for (std::size_t k = 0; k < smiles.size(); ++k) {
    const char c = smiles[k];
    if (c == '[') {
      ++count;
      while (k < smiles.size() && smiles[k] != ']') ++k;
    } else if (c == '*' || (c >= 'A' && c <= 'Z') || c == 'b' || c == 'c' || c == 'n' || c == 'o' || c == 'p' || c == 's') {
      ++count;  // outside brackets the second letters are l of Cl and r of Br only
    }
  }
  return count;
}

std::size_t atoms_in_block(std::string_view block) {
  io::LineWalk walk(block);
  std::size_t count = 0;
  for (io::Line line; walk.next(line);) {
    if (line.number == 4) {
      if (line.text.find("V3000") == std::string_view::npos) return io::parse<std::size_t>(io::trimmed(line.text.substr(0, 3))).value_or(0);
    } else if (line.number > 4 && line.text.starts_with("M  V30 COUNTS ")) {
      const std::string_view rest = io::trimmed(line.text.substr(14));
      count = io::parse<std::size_t>(rest.substr(0, rest.find(' '))).value_or(0);
      return count;
    }
  }
  return count;
}

Prepared prepare_smiles(std::string_view smiles, const Preparation& preparation, bool keep_places) {
  smiles = io::trimmed(smiles);
  if (smiles.empty()) return failed(Status::no_atoms, "the structure is empty");
  for (const char c : smiles)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t') return failed(Status::unparsable, "a control character or line break in the SMILES");
  const std::size_t blank = smiles.find_first_of(" \t");
  if (blank != std::string_view::npos && !io::trimmed(smiles.substr(blank)).starts_with('|'))
    return failed(Status::unparsable, "text behind the SMILES: " + io::shown(io::trimmed(smiles.substr(blank))));
  return prepare_text({std::string(smiles), false}, atoms_in_smiles(smiles), preparation, keep_places);
}

Prepared prepare_block(const std::string& block, const Preparation& preparation, bool keep_places) {
  if (block.find("M  END") == std::string::npos) return failed(Status::unparsable, "no line 'M  END': the mol block is cut short, or is none");
  return prepare_text({block, true}, atoms_in_block(block), preparation, keep_places);
}

Prepared prepare(const Record& record, const Preparation& preparation, bool keep_places) {
  if (record.oversized) return failed(Status::too_large, "the record is longer than the limit on its text");
  if (!record.fault.empty()) return failed(Status::unparsable, record.fault);
  return record.block ? prepare_block(record.structure, preparation, keep_places) : prepare_smiles(record.structure, preparation, keep_places);
}

}  // namespace edgewise::mol
