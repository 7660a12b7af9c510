#pragma once
/// Medians of interleaved rounds: what runs beside the benchmark disturbs all candidates alike.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace edgewise::bench {

struct Candidate {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds;

  double quantile(double q) const {
    auto sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
  }
  double median() const { return quantile(0.5); }
};

/// Processor time of this process: on one thread it does not count what other programs took; on several use wall time.
enum class Clock { wall, processor };

inline double now(Clock clock) {
  if (clock == Clock::processor) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One warm-up each, then `rounds` rounds, each starting with another candidate.
inline void interleave(std::vector<Candidate>& candidates, std::size_t rounds, Clock clock) {
  for (auto& candidate : candidates) candidate.run();
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      Candidate& candidate = candidates[(k + round) % candidates.size()];
      const double start = now(clock);
      candidate.run();
      candidate.seconds.push_back(now(clock) - start);
    }
}

/// Median over the rounds of a / b.
inline double ratio(const Candidate& a, const Candidate& b) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < a.seconds.size(); ++k) ratios.push_back(a.seconds[k] / b.seconds[k]);
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
  return ratios[ratios.size() / 2];
}

}  // namespace edgewise::bench
