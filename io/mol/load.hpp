#pragma once
/// A file of molecules and labels as a training table.
#include <cstdint>
#include <string>
#include <vector>

#include "../../core/train/graph_table.hpp"
#include "../../graph/api.hpp"
#include "featurise.hpp"
#include "prepare.hpp"
#include "records.hpp"
#include "structures.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Which file, and how it becomes a table.
struct LoadOptions {
  std::string path;                            ///< the file; "-": standard input
  RecordOptions records = RecordOptions();     ///< how records are found
  std::vector<std::string> tasks = {};         ///< columns; empty: found by rule
  bool regression = false;                     ///< numbers instead of 0 and 1
  bool labels = true;                          ///< false: no column is looked at
  bool labels_optional = false;                ///< true: no task is fine, where none was named
  std::string split_column = {};               ///< a column of sets to be carried into MoleculeData::sets
  Preparation preparation = Preparation();     ///< what is done to each structure
  FeatureOptions features = FeatureOptions();  ///< which columns the graphs get
  bool graphs = true;                          ///< false: structures and labels only
  bool structures = true;                      ///< false: no keys and scaffolds
  bool fingerprints = false;                   ///< hashed fingerprints for the applicability domain
};

/// A record that gives no molecule.
struct BadRecord {
  std::size_t number = 0, line = 0;    ///< from 1: of the record, and where it begins
  Status status = Status::unparsable;  ///< what kind of fault
  std::string reason;                  ///< why, in RDKit's words or ours
  std::string text;                    ///< the structure, at most 200 bytes
};

/// Row = molecule = a record that could be read, in the order of the file.
struct MoleculeData {
  train::GraphDataset data;                              ///< multilabel (0, 1, NaN) or regression; the split is left empty
  std::vector<std::string> tasks;                        ///< names of the targets
  FeatureOptions features;                               ///< as asked for
  Structures structures;                                 ///< keys and scaffolds
  std::vector<std::size_t> row;                          ///< record number of each molecule
  std::vector<std::string> sets;                         ///< words of the split column
  std::vector<std::size_t> set_line;                     ///< and their lines
  std::vector<std::vector<std::uint64_t>> fingerprints;  ///< 1024 bits, radius 2
  std::vector<std::uint32_t> atoms, fragments, charged;  ///< per molecule
  std::vector<std::vector<std::string>> elements_in;     ///< per molecule, by name
  std::vector<std::string> elements;                     ///< that occur anywhere, by name
  std::vector<std::size_t> molecules_with;               ///< each of them: molecules that hold it
  std::vector<BadRecord> bad;                            ///< those without a molecule
  std::vector<std::string> notes;                        ///< decisions that were taken, a line each
  std::size_t records = 0;                               ///< of the file, bad ones included
};

/// Tasks    Those named; else, for classification, every column that holds only 0, 1 and missing; for regression every column
///          of numbers that are not all the same.  Missing: a blank, NA or nan, in any case.
/// Bad      Records without a molecule are reported in `bad` and left out; a descriptor that is not finite stays NaN, for which models take the
///          mean (see notes).
/// Cost     Everything is held in memory: about 10 kB a molecule.  Parsing and features run on all threads; same result for any number.
/// Throws   DataError `file:line: ...` for a label that is no 0, 1 or number, naming row and column; for a task that is no column; when no
///          column can be a task; when no molecule is left.
MoleculeData load_molecules(const LoadOptions& options);
/// The same from a stream that is open already.
MoleculeData load_molecules(io::ByteStream stream, const LoadOptions& options);

EDGEWISE_API_END
}  // namespace edgewise::mol
