#include "labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../../graph/error.hpp"
#include "../fields.hpp"
#include "../listed.hpp"
#include "../parse.hpp"
#include "record_sources.hpp"

namespace edgewise::mol {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

bool is_missing(std::string_view cell) {
  cell = io::trimmed(cell);
  if (cell.empty()) return true;
  const std::string lower = lowered(cell);
  return lower == "na" || lower == "nan" || lower == "n/a";
}

/// The number in a cell that is not missing, or nothing.
std::optional<float> number_in(std::string_view cell) {
  const auto value = io::parse<double>(io::trimmed(cell));
  if (!value || !std::isfinite(static_cast<float>(*value))) return std::nullopt;
  return static_cast<float>(*value);
}

/// Could this column be a task?
bool fits(const std::vector<LabelRow>& rows, std::size_t column, bool regression) {
  std::optional<float> first;
  bool several = false;
  for (const LabelRow& row : rows) {
    const std::string& cell = row.fields[column];
    if (is_missing(cell)) continue;
    const auto value = number_in(cell);
    if (!value || (!regression && *value != 0 && *value != 1)) return false;
    if (first && *first != *value) several = true;
    first = first ? first : value;
  }
  return regression ? several : first.has_value();
}

std::vector<std::size_t> choose(const std::vector<LabelRow>& rows, const std::vector<std::string>& columns, std::size_t skip, const std::string& file,
                                const LoadOptions& options, std::vector<std::string>& notes) {
  std::vector<std::size_t> chosen;
  for (const std::string& task : options.tasks) {
    const auto found = std::find(columns.begin(), columns.end(), task);
    if (found == columns.end()) fail<DataError>(file, ": no column '", task, "' for a task; there are: ", io::listed(columns));
    chosen.push_back(static_cast<std::size_t>(found - columns.begin()));
  }
  if (!chosen.empty()) return chosen;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (c != skip && columns[c] != options.split_column && fits(rows, c, options.regression)) chosen.push_back(c);
  if (chosen.empty() && options.labels_optional) return chosen;
  if (chosen.empty())
    fail<DataError>(file, ": no column holds only ", options.regression ? "numbers" : "0, 1 and missing (blank, NA, nan)",
                    "; there are: ", io::listed(columns),
                    options.regression ? "; name the tasks (--tasks)" : "; name the tasks (--tasks), or predict numbers (--task-type regression)");
  std::vector<std::string> names;
  for (const std::size_t c : chosen) names.push_back(columns[c]);
  notes.push_back(file + ": " + std::to_string(chosen.size()) + (chosen.size() == 1 ? " task" : " tasks") + " found (columns of " +
                  (options.regression ? "numbers" : "0, 1 and missing") + "): " + io::listed(names));
  return chosen;
}

}  // namespace

void read_tasks(const std::vector<LabelRow>& rows, const std::vector<std::string>& columns, std::size_t skip, const std::string& file,
                const LoadOptions& options, MoleculeData& data) {
  const std::vector<std::size_t> chosen = choose(rows, columns, skip, file, options, data.notes);
  for (const std::size_t c : chosen) data.tasks.push_back(columns[c]);
  train::Targets& targets = data.data.targets;
  targets.task = options.regression ? train::Task::regression : train::Task::multilabel;
  targets.outputs = chosen.size();
  targets.values = Tensor::filled(rows.size(), chosen.size(), kMissing);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t t = 0; t < chosen.size(); ++t) {
      const std::string& cell = rows[r].fields[chosen[t]];
      if (is_missing(cell)) continue;
      const auto value = number_in(cell);
      if (!value || (!options.regression && *value != 0 && *value != 1))
        fail<DataError>(file, ":", rows[r].line, ": row ", rows[r].number, ", column '", columns[chosen[t]], "': label ", io::shown(cell),
                        ", expected ", options.regression ? "a number" : "0, 1", " or missing (blank, NA, nan)",
                        options.regression ? "" : "; for other numbers use --task-type regression");
      targets.values(r, t) = *value;
    }
}

}  // namespace edgewise::mol
