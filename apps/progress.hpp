#pragma once
/// How far a training run is.
#include <string>

#include "../core/train/trainer.hpp"
#include "status_line.hpp"
#include "summary.hpp"

namespace edgewise::cli {

/// Writes to stderr.  In a log about twenty lines appear for a run, whatever its length, and always the first and last.
class Progress {
 public:
  /// `run` opens each line ("run 2/5"), empty for a single run; `score` is what is watched on the validation set.
  Progress(std::string run, const MainScore& score, std::size_t epochs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const train::Epoch& epoch);

 private:
  std::string line(const train::Epoch& epoch) const;

  std::string run_;
  MainScore score_;
  std::size_t epochs_;
  std::size_t first_ = 0;  // epoch that this session began with; 0 before it
  double best_score_ = 0;
  std::size_t best_epoch_ = 0;
  std::string held_;  // the last line, where a log has not seen it yet
  StatusLine status_;
};

}  // namespace edgewise::cli
