#include "outcome.hpp"

#include <cstdio>

namespace edgewise::cli {

std::string outcome_of(train::Stopped stopped) {
  switch (stopped) {
    case train::Stopped::finished:
      return "finished";
    case train::Stopped::early:
      return "stopped early";
    case train::Stopped::not_finite:
      return "not finite";
    case train::Stopped::interrupted:
      return "";
  }
  return "";
}

std::string worse_outcome(const std::string& a, const std::string& b) {
  for (const train::Stopped stopped : {train::Stopped::not_finite, train::Stopped::early})
    if (std::string word = outcome_of(stopped); a == word || b == word) return word;
  return a.empty() ? b : a;
}

void say_how_it_ended(const std::string& name, const train::TrainReport& report) {
  if (report.history.empty()) return;  // finished in an earlier session
  const std::string who = name.empty() ? "" : name + ": ";
  if (report.stopped == train::Stopped::not_finite)
    std::fprintf(stderr, "%sthe loss was not a finite number in epoch %zu; the model of epoch %zu was kept\n", who.c_str(), report.not_finite_epoch,
                 report.best_epoch);
  else if (report.stopped == train::Stopped::early)
    std::fprintf(stderr, "%sstopped early after epoch %zu; the model of epoch %zu is kept\n", who.c_str(), report.history.back().epoch,
                 report.best_epoch);
}

}  // namespace edgewise::cli
