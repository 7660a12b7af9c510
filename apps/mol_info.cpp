#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../graph/rows.hpp"
#include "mol_flags.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

void line(const char* name, const std::string& value) { std::printf("%-22s %s\n", name, value.c_str()); }
void line(const char* name, std::size_t value) { line(name, fmt::format("{}", value)); }

std::string sizes(std::vector<std::uint32_t> atoms) {
  std::sort(atoms.begin(), atoms.end());
  double sum = 0;
  for (const std::uint32_t a : atoms) sum += a;
  const auto at = [&](double share) { return atoms[static_cast<std::size_t>(share * static_cast<double>(atoms.size() - 1))]; };
  return fmt::format("min {}, 25% {}, 50% {}, 75% {}, 99% {}, max {}, mean {:.1f}", atoms.front(), at(0.25), at(0.5), at(0.75), at(0.99),
                     atoms.back(), sum / static_cast<double>(atoms.size()));
}

std::string elements(const mol::MoleculeData& data) {
  std::vector<std::size_t> order(data.elements.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return data.molecules_with[a] > data.molecules_with[b]; });
  constexpr std::size_t kMost = 12;
  std::string text = fmt::format("{}: ", order.size());
  for (std::size_t k = 0; k < std::min(kMost, order.size()); ++k)
    text += fmt::format("{}{} {}", k > 0 ? ", " : "", data.elements[order[k]], data.molecules_with[order[k]]);
  return order.size() > kMost ? text + ", ..." : text;
}

std::size_t count(const std::vector<std::uint32_t>& values, std::uint32_t least) {
  return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](std::uint32_t v) { return v >= least; }));
}

void print_scaffolds(const mol::Structures& structures) {
  const std::vector<std::uint32_t> number = mol::group_numbers(structures.scaffold);
  std::vector<std::size_t> size(number.empty() ? 0 : *std::max_element(number.begin(), number.end()) + 1, 0);
  std::size_t bare = 0, largest = 0, groups = 0;
  for (std::size_t m = 0; m < number.size(); ++m) structures.scaffold[m].empty() ? ++bare : ++size[number[m]];
  for (const std::size_t s : size) {
    largest = std::max(largest, s);
    groups += s > 0 ? 1U : 0U;
  }
  line("scaffolds", fmt::format("{} (largest {} molecules); {} molecules without rings", groups, largest, bare));
}

void print_tasks(const mol::MoleculeData& data) {
  const Tensor& values = data.data.targets.values;
  const bool numbers = data.data.targets.task == train::Task::regression;
  std::size_t wide = 4;
  for (const std::string& task : data.tasks) wide = std::max(wide, task.size());
  std::printf("\n%-*s  %8s  %8s  %s\n", static_cast<int>(wide), "task", "known", "missing", numbers ? "min, mean, max" : "positive");
  for (std::size_t t = 0; t < data.tasks.size(); ++t) {
    std::size_t known = 0;
    double sum = 0, least = HUGE_VAL, most = -HUGE_VAL;
    for (std::size_t m = 0; m < values.rows(); ++m) {
      const auto value = static_cast<double>(values(m, t));
      if (std::isnan(value)) continue;
      ++known;
      sum += value;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    const double mean = known > 0 ? sum / static_cast<double>(known) : 0;
    const std::string words = known == 0 ? "nothing known"
                              : numbers  ? fmt::format("{:.4g}, {:.4g}, {:.4g}", least, mean, most)
                                         : fmt::format("{:.0f} ({:.1f} %){}", sum, 100 * mean, least == most ? "  one class only: no score" : "");
    std::printf("%-*s  %8zu  %8zu  %s\n", static_cast<int>(wide), data.tasks[t].c_str(), known, values.rows() - known, words.c_str());
  }
}

}  // namespace

int mol_info(Args args) {
  mol::LoadOptions load;
  load.graphs = false;
  load.labels_optional = true;
  std::size_t threads = 0;
  Flags flags("mol info", "Counts and describes a file of molecules: sizes, elements, salts, duplicates, labels.");
  flags.text("data", "FILE", load.path, "CSV, TSV, .smi or SDF, each also .gz or .zst; - for standard input").required();
  add_task_flags(flags, load);
  flags.whole("threads", threads, {0, 4096}, "0: all cores");
  add_preparation_flags(flags, load.preparation);
  add_record_flags(flags, load.records);
  flags.example("mol info --data tests/data/molecules/everyday.csv");
  if (!flags.read(args)) return kDone;

  const ThreadLimit limit(threads);
  const mol::MoleculeData data = mol::load_molecules(load);
  print_notes(data, load.path);
  line("records", data.records);
  line("molecules", data.row.size());
  line("left out", data.bad.size());
  line("atoms", sizes(data.atoms));
  line("elements", elements(data));
  line("salts and mixtures", count(data.fragments, 2));
  line("charged", count(data.charged, 1));
  line("one atom", data.atoms.size() - count(data.atoms, 2));
  const std::vector<std::uint32_t> number = mol::group_numbers(data.structures.key);
  line("different structures", *std::max_element(number.begin(), number.end()) + std::size_t{1});
  line("duplicates", mol::in_words(mol::find_duplicates(data.structures, data.data.targets)));
  print_scaffolds(data.structures);
  if (!data.tasks.empty()) print_tasks(data);
  return kDone;
}

}  // namespace edgewise::cli
