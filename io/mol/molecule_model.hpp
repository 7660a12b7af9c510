#pragma once
/// What a molecule model knows besides its weights: how structures are prepared and featurised, what was seen, how far to trust it.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../core/models/graph_model.hpp"
#include "../../core/train/calibration.hpp"
#include "../../core/train/dataset.hpp"
#include "featurise.hpp"
#include "prepare.hpp"

namespace edgewise::mol {

/// Hashed fingerprints of the training molecules: `words` 64-bit words each, one behind the other.
struct Domain {
  std::size_t radius = 2;
  std::size_t words = 16;
  std::vector<std::uint64_t> bits;

  std::size_t molecules() const { return bits.size() / words; }
  void add(const std::vector<std::uint64_t>& fingerprint) { bits.insert(bits.end(), fingerprint.begin(), fingerprint.end()); }
  friend bool operator==(const Domain&, const Domain&) = default;
};
/// Tanimoto similarity to the nearest training molecule, from 0 to 1; 0 for an empty domain.
double nearest_similarity(const Domain& domain, std::span<const std::uint64_t> fingerprint);
/// As a table of floats for a model file, 16 bits in each number, and back.  Throws DataError that opens with `file` for other numbers.
Tensor to_tensor(const Domain& domain);
Domain domain_from_tensor(const Tensor& table, std::size_t radius, const std::string& file);

struct MoleculeSchema {
  train::Task task = train::Task::multilabel;  ///< or regression
  std::vector<std::string> tasks;              ///< names of the outputs
  Preparation preparation;
  FeatureOptions features;
  std::vector<std::string> elements;            ///< of the training molecules; anything else is flagged
  std::vector<train::Calibration> calibration;  ///< one per task, or none
  std::size_t fingerprint_radius = 2;           ///< of the domain
  friend bool operator==(const MoleculeSchema&, const MoleculeSchema&) = default;
};
/// As JSON text for the metadata of a model file, and back.  Throws DataError that opens with `file` for any damage.
std::string to_json(const MoleculeSchema& schema);
MoleculeSchema schema_from_json(const std::string& text, const std::string& file);

/// A model or an ensemble: members agree on everything in the schema, predictions are the mean of their probabilities (values).
struct MoleculeModel {
  std::vector<std::unique_ptr<models::GraphModel>> members;
  MoleculeSchema schema;
  Domain domain;  ///< may be empty
};

}  // namespace edgewise::mol
