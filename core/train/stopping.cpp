#include "stopping.hpp"

#include <algorithm>

namespace edgewise::train {

bool EarlyStopping::observe(double loss, std::optional<double> score) {
  if (monitor_ == Monitor::loss_and_score && score) {
    const bool lower = loss <= state_.loss, higher = *score >= state_.score;
    state_.loss = std::min(state_.loss, loss);
    state_.score = std::max(state_.score, *score);
    state_.waited = lower || higher ? 0 : state_.waited + 1;
    return lower && higher;
  }
  const bool by_score = (monitor_ == Monitor::score || monitor_ == Monitor::roc_auc) && score;
  const bool better = by_score && *score != state_.score ? *score > state_.score : loss < state_.loss;
  if (better) state_ = {loss, score.value_or(state_.score), 0};
  if (!better) ++state_.waited;
  return better;
}

}  // namespace edgewise::train
