#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace edgewise::cli {

Progress::Progress(std::string run, const MainScore& score, std::size_t epochs) : run_(std::move(run)), score_(score), epochs_(epochs) {}

Progress::~Progress() {
  if (!held_.empty()) status_.show(std::move(held_));
}

std::string Progress::line(const train::Epoch& epoch) const {
  std::string text = run_.empty() ? "" : run_ + "  ";
  text += fmt::format("epoch {}/{}  loss {:.4f}", epoch.epoch, epochs_, epoch.train_loss);
  if (epoch.validation_score) text += fmt::format("  validation {} {:.4f}", score_.words, score_.sign * *epoch.validation_score);
  if (best_epoch_ > 0) text += fmt::format(" (best {:.4f}, epoch {})", score_.sign * best_score_, best_epoch_);
  const double passed = status_.seconds();
  text += "  " + duration(passed);
  const std::size_t done = epoch.epoch - first_ + 1;
  if (status_.renews() && epoch.epoch < epochs_)
    text += fmt::format(", at most {} more", duration(passed / static_cast<double>(done) * static_cast<double>(epochs_ - epoch.epoch)));
  return text;
}

void Progress::show(const train::Epoch& epoch) {
  if (first_ == 0) first_ = epoch.epoch;
  if (epoch.best && epoch.validation_score) {
    best_score_ = *epoch.validation_score;
    best_epoch_ = epoch.epoch;
  }
  std::string text = line(epoch);
  const std::size_t every = std::max<std::size_t>(epochs_ / 20, 1);
  if (status_.renews() || epoch.epoch == first_ || epoch.epoch % every == 0) {
    status_.show(std::move(text));
    held_.clear();
  } else {
    held_ = std::move(text);
  }
}

}  // namespace edgewise::cli
