#pragma once
/// What a molecule model knows besides its weights: how structures are prepared and featurised, what was seen, how far to trust it.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../../core/models/graph_model.hpp"
#include "../../core/train/calibration.hpp"
#include "../../core/train/dataset.hpp"
#include "../../graph/api.hpp"
#include "../graph_model_file.hpp"
#include "featurise.hpp"
#include "prepare.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Hashed fingerprints of the training molecules: `words` 64-bit words each, one behind the other.
struct Domain {
  std::size_t radius = 2;  ///< bonds around an atom
  std::size_t words = 16;
  std::vector<std::uint64_t> bits;  ///< all of them

  /// How many there are.
  std::size_t molecules() const { return bits.size() / words; }
  /// One more; as long as the others.
  void add(const std::vector<std::uint64_t>& fingerprint) { bits.insert(bits.end(), fingerprint.begin(), fingerprint.end()); }
  friend bool operator==(const Domain&, const Domain&) = default;
};
/// As JSON text for a model file (the bits in hexadecimal), and back.  Throws DataError that opens with `file` for any damage:
std::string to_json(const Domain& domain);
Domain domain_from_json(const std::string& text, const std::string& file);

/// Answers how near the nearest training molecule is: a list of molecules for each bit, so that only common bits cost time.
/// Threads  Const and shared.
class DomainIndex {
 public:
  explicit DomainIndex(const Domain& domain);
  /// What it was made from, and how many bits a fingerprint has:
  std::size_t molecules() const { return bits_of_.size(); }
  std::size_t radius() const { return radius_; }
  std::size_t bits() const { return begin_.size() - 1; }
  /// Tanimoto similarity, from 0 to 1; 0 for an empty domain.  `fingerprint` is as long as those of the domain.
  double nearest(std::span<const std::uint64_t> fingerprint) const;

 private:
  std::size_t radius_;
  std::vector<std::uint32_t> begin_, molecule_;  // of bit b: molecule_[begin_[b]] .. molecule_[begin_[b + 1] - 1]
  std::vector<std::uint32_t> bits_of_;           // set bits of each molecule
};

/// Everything about structures and columns that prediction must find again.
struct MoleculeSchema {
  train::Task task = train::Task::multilabel;   ///< or regression
  std::vector<std::string> tasks;               ///< names of the outputs
  Preparation preparation;                      ///< what is done to each structure
  FeatureOptions features;                      ///< which columns the graphs get
  std::vector<std::string> elements;            ///< of the training molecules; anything else is flagged
  std::vector<train::Calibration> calibration;  ///< one per task, or none
  friend bool operator==(const MoleculeSchema&, const MoleculeSchema&) = default;
};
/// As JSON text for the metadata of a model file, and back.  Throws DataError that opens with `file` for any damage:
std::string to_json(const MoleculeSchema& schema);
MoleculeSchema schema_from_json(const std::string& text, const std::string& file);

/// A model or an ensemble: members agree on everything in the schema, predictions are the mean of their probabilities (values).
struct MoleculeModel {
  std::vector<std::unique_ptr<models::GraphModel>> members;  ///< at least one
  MoleculeSchema schema;                                     ///< the same for all members
  Domain domain;                                             ///< may be empty
  std::vector<std::string> notes;                            ///< what a reader should be told about it
};

/// What a model file of molecules says besides its weights: columns of the featuriser, tasks, sections "molecules" and "domain".
io::GraphSchema graph_schema(const MoleculeSchema& schema, const Domain& domain);
/// One member into a file.
void save_molecule_model(const std::string& path, const models::GraphModel& model, const MoleculeSchema& schema, const Domain& domain = {});
/// `path`: a .safetensors file, or a folder as training writes it, with one model, an ensemble or runs (io/ensemble_files.hpp).
/// Throws   DataError for any damage, for a model of plain graphs, for models that do not belong together.
MoleculeModel load_molecule_model(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::mol
