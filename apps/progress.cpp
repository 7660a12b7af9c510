#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace edgewise::cli {

std::string duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<unsigned long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

Progress::Progress(std::string run, const MainScore& score, std::size_t epochs)
    : run_(std::move(run)), score_(score), epochs_(epochs), terminal_(isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (terminal_ && wide_ > 0) std::fputs("\n", stderr);
  if (!terminal_ && !held_.empty()) std::fprintf(stderr, "%s\n", held_.c_str());
}

std::string Progress::line(const train::Epoch& epoch) const {
  std::string text = run_.empty() ? "" : run_ + "  ";
  text += fmt::format("epoch {}/{}  loss {:.4f}", epoch.epoch, epochs_, epoch.train_loss);
  if (epoch.validation_score) text += fmt::format("  validation {} {:.4f}", score_.words, score_.sign * *epoch.validation_score);
  if (best_epoch_ > 0) text += fmt::format(" (best {:.4f}, epoch {})", score_.sign * best_score_, best_epoch_);
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  text += "  " + duration(passed);
  const std::size_t done = epoch.epoch - first_ + 1;
  if (terminal_ && epoch.epoch < epochs_)
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
  if (terminal_) {
    const std::size_t wide = text.size();
    if (wide < wide_) text.append(wide_ - wide, ' ');  // covers what the longer line before left behind
    wide_ = wide;
    std::fprintf(stderr, "\r%s", text.c_str());
    std::fflush(stderr);
    return;
  }
  const std::size_t every = std::max<std::size_t>(epochs_ / 20, 1);
  if (epoch.epoch == first_ || epoch.epoch % every == 0) {
    std::fprintf(stderr, "%s\n", text.c_str());
    held_.clear();
  } else {
    held_ = std::move(text);
  }
}

}  // namespace edgewise::cli
