#pragma once
/// Text to molecule: what is done to every structure before it becomes a graph, at training and at prediction alike.
#include <cstdint>
#include <string>
#include <string_view>

#include "../../graph/api.hpp"
#include "molecule.hpp"
#include "records.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Travels in the model file and rules prediction.
struct Preparation {
  /// What is done to a structure of several pieces.
  enum class Salts { keep, largest };
  Salts salts = Salts::keep;     ///< largest: only the piece with most heavy atoms stays (of equals the heavier, then the first canonical SMILES)
  bool neutralise = false;       ///< charges that a proton can carry away are neutralised
  bool stereo = true;            ///< false: stereo centres and double bonds lose their marks
  bool hydrogens = false;        ///< true: hydrogens become atoms of the graph
  std::size_t most_atoms = 500;  ///< a structure whose text names more (hydrogens of a mol block too) is not parsed: parsing time explodes
  friend bool operator==(const Preparation&, const Preparation&) = default;
};

/// As JSON text for model files, and back.  `file` opens the DataError for an unknown word or a missing key:
std::string to_json(const Preparation& preparation);
Preparation preparation_from_json(const std::string& text, const std::string& file);

/// Whether a structure became a molecule, and the molecule a prediction (not_finite: the model's answer is no number; `prepare` never gives it).
enum class Status : std::uint8_t { ok, unparsable, too_large, no_atoms, not_finite };
/// "ok", "unparsable", "too_large", "no_atoms", "not_finite".
const char* word_of(Status status);

/// A molecule, or why there is none.
struct Prepared {
  Status status = Status::ok;  ///< ok, or why not
  std::string reason;          ///< of a failure: RDKit's own words where it had some
  Molecule molecule;           ///< empty unless ok
  bool cut = false;            ///< salts were taken off
};

/// Prepares the structure of a record; a faulty or oversized record gives its status.  Never throws for what a file may hold.
/// keep_places   also finds where each atom stood in the input (a second parse).
/// Threads       May be called from many threads at once, each result belonging to its caller.  RDKit's log goes into `reason`; nothing
///               reaches the terminal.
Prepared prepare(const Record& record, const Preparation& preparation, bool keep_places = false);
/// The same for a SMILES (an extension |...| behind a blank is understood) or a mol block in memory:
Prepared prepare_smiles(std::string_view smiles, const Preparation& preparation = {}, bool keep_places = false);
Prepared prepare_block(const std::string& block, const Preparation& preparation = {}, bool keep_places = false);

/// Atoms that the text names, without parsing: never fewer than there are:
std::size_t atoms_in_smiles(std::string_view smiles);
std::size_t atoms_in_block(std::string_view block);

EDGEWISE_API_END
}  // namespace edgewise::mol
