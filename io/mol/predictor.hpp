#pragma once
/// Molecules in, probabilities out: a model ready to be asked, from memory.
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "molecule_model.hpp"
#include "records.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// What became of one record.
struct Prediction {
  Status status = Status::ok;       ///< or why there is no prediction
  std::string reason;               ///< where status is not ok
  std::vector<std::string> unseen;  ///< elements that no training molecule had, by name; predicted all the same
  bool cut = false;                 ///< only the largest piece was looked at
  std::vector<float> value;         ///< a probability (or value) per task; empty where status is not ok
  std::vector<float> calibrated;    ///< where asked for and the model knows how
  std::vector<float> spread;        ///< standard deviation over the members, where asked for and there are several
  float similarity = 0;             ///< to the nearest training molecule, where asked for and the model knows them
};
/// "ok", "unparsable", ..., or "unseen_element:Se" ("unseen_element:Se+Te").
std::string status_text(const Prediction& prediction);

/// Busy seconds by stage (prepare, featurise, predict, uncertainty), added up over threads.
struct StageSeconds {
  std::atomic<double> prepare = 0, featurise = 0, predict = 0, uncertainty = 0;
};

/// Threads  Const and shared; the work of one call may run on all threads of the arena.
class Predictor {
 public:
  /// Takes the model over.
  explicit Predictor(MoleculeModel model);
  /// What it was made from:
  const MoleculeSchema& schema() const { return model_.schema; }
  const MoleculeModel& model() const { return model_; }
  const Featuriser& featuriser() const { return featuriser_; }
  /// What the model can add to a prediction: calibrated values, the spread of its members, similarity to what it was trained on:
  bool calibrates() const { return !schema().calibration.empty(); }
  bool spreads() const { return model_.members.size() > 1; }
  bool knows_domain() const { return domain_.molecules() > 0; }

  /// One prediction per record, in their order.  A row is the same bytes alone, in any company and on any number of threads.
  std::vector<Prediction> predict(std::span<const Record> records, bool uncertainty = false, StageSeconds* seconds = nullptr) const;
  /// The same for SMILES in memory.
  std::vector<Prediction> predict(std::span<const std::string> smiles, bool uncertainty = false) const;

 private:
  MoleculeModel model_;
  Featuriser featuriser_;
  DomainIndex domain_;
  std::vector<std::string> elements_;  // seen, sorted
};

EDGEWISE_API_END
}  // namespace edgewise::mol
