#include "labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../graph/error.hpp"
#include "name_order.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

using train::Task;
constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

bool unknown(const std::string& cell) { return cell.empty() || cell == "NA" || cell == "nan" || cell == "NaN"; }

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 12; ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > 12 ? text + ", ..." : text;
}

std::vector<std::size_t> choose_columns(const NodeTable& table, Task task, const std::vector<std::string>& wanted) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : wanted) {
    const auto column = table.find(name);
    if (!column) fail<DataError>(table.where_columns(), ": no column '", name, "'; there are: ", list(table.columns), table.header_hint());
    chosen.push_back(*column);
  }
  if (!chosen.empty()) return chosen;
  if (table.line.empty() && !table.has_header()) fail<DataError>(table.file, ": the file is empty, expected a node and its label on each line");
  if (table.columns.empty()) fail<DataError>(table.file, ": only node ids, expected a label behind them (node,label)");
  if (table.has_header() && table.columns.size() > 1)
    for (const char* word : {"label", "labels", "class", "classes", "target", "y"})
      if (const auto column = table.find(word)) return {*column};
  if (task == Task::classification && table.columns.size() > 1)
    fail<DataError>(table.where_columns(), ": ", table.columns.size(), " columns (", list(table.columns),
                    "), none of them called label; name the one with the classes by --label-columns", table.header_hint());
  for (std::size_t c = 0; c < table.columns.size(); ++c) chosen.push_back(c);
  return chosen;
}

/// Says which columns were not chosen, where that was not asked for.
std::string left_out(const NodeTable& table, const std::vector<std::size_t>& chosen) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (std::find(chosen.begin(), chosen.end(), c) == chosen.end()) names.push_back(table.columns[c]);
  if (names.empty()) return {};
  std::vector<std::string> taken;
  for (const std::size_t c : chosen) taken.push_back(table.columns[c]);
  return table.file + ": labels are column " + list(taken) + "; not used: " + list(names) + " (--label-columns chooses)";
}

/// Numbers of names; a name that is not known ends in an error.
class Outputs {
 public:
  Outputs(const NodeTable& table, const std::vector<std::string>& names) : table_(table), names_(names) {
    for (const std::string& name : names) numbers_.add(name);
  }
  std::size_t number(const std::string& name, std::size_t row) const {
    if (const auto number = numbers_.find(name)) return *number;
    fail<DataError>(table_.where(row), ": '", name, "' is none of the model's outputs (", list(names_), ")");
  }

 private:
  const NodeTable& table_;
  const std::vector<std::string>& names_;
  Names numbers_;
};

/// Measured numbers, each its own, are no classes: a network with a class per node would learn nothing and say so late.
void refuse_measurements(const NodeTable& table, const std::vector<std::string>& cells, std::size_t classes) {
  std::size_t labelled = 0;
  std::optional<std::size_t> fraction;
  for (std::size_t r = 0; r < cells.size(); ++r) {
    if (unknown(cells[r])) continue;
    ++labelled;
    const auto number = parse<float>(cells[r]);
    if (!number) return;
    if (!fraction && *number != std::trunc(*number)) fraction = r;
  }
  if (fraction && 2 * classes > labelled)
    fail<DataError>(table.where(*fraction), ": '", cells[*fraction], "' is a measurement and ", classes, " of ", labelled,
                    " labels differ, expected the names of classes; --task regression predicts numbers");
}

Labels read_classes(const NodeTable& table, std::size_t column, const std::vector<std::string>& known) {
  const std::vector<std::string>& cells = table.cells[column];
  Labels labels;
  labels.outputs = known;
  if (known.empty()) {
    labels.outputs = cells;
    std::erase(labels.outputs, "");
    labels.outputs = in_name_order(std::move(labels.outputs));
    if (labels.outputs.size() < 2)
      fail<DataError>(table.file, ": ", labels.outputs.empty() ? "no label at all" : "one class only ('" + labels.outputs[0] + "')",
                      ", expected at least two classes");
    refuse_measurements(table, cells, labels.outputs.size());
  }
  const Outputs outputs(table, labels.outputs);
  for (std::size_t r = 0; r < cells.size(); ++r)
    labels.targets.classes.push_back(cells[r].empty() ? train::kNoLabel : static_cast<std::int32_t>(outputs.number(cells[r], r)));
  return labels;
}

std::optional<float> zero_or_one(const std::string& cell) {
  if (unknown(cell)) return kUnknown;
  if (cell == "true" || cell == "True" || cell == "TRUE") return 1.0F;
  if (cell == "false" || cell == "False" || cell == "FALSE") return 0.0F;
  const auto number = parse<float>(cell);
  if (number && (*number == 0 || *number == 1)) return number;
  return std::nullopt;
}

/// The names in a cell; `joint` is the character between them.
std::vector<std::string> split_names(const std::string& cell, char joint) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= cell.size();) {
    const std::size_t end = std::min(cell.find(joint, at), cell.size());
    std::string name = cell.substr(at, end - at);
    name.erase(0, std::min(name.find_first_not_of(" \t"), name.size()));
    name.erase(name.find_last_not_of(" \t") + 1);
    if (!name.empty()) names.push_back(std::move(name));
    at = end + 1;
  }
  return names;
}

Labels read_joined_names(const NodeTable& table, std::size_t column, const std::vector<std::string>& known) {
  const std::vector<std::string>& cells = table.cells[column];
  char joint = ' ';
  for (const char candidate : {',', '|', ';'})  // the last one that occurs wins
    for (const std::string& cell : cells)
      if (cell.find(candidate) != std::string::npos) joint = candidate;
  Labels labels;
  labels.outputs = known;
  if (known.empty()) {
    for (const std::string& cell : cells)
      if (!unknown(cell))
        for (std::string& name : split_names(cell, joint)) labels.outputs.push_back(std::move(name));
    labels.outputs = in_name_order(std::move(labels.outputs));
    if (labels.outputs.empty()) fail<DataError>(table.file, ": no label at all");
  }
  const Outputs outputs(table, labels.outputs);
  labels.targets.values = Tensor(cells.size(), labels.outputs.size());
  for (std::size_t r = 0; r < cells.size(); ++r) {
    const std::span<float> row = labels.targets.values.row(r);
    if (unknown(cells[r]))
      std::fill(row.begin(), row.end(), kUnknown);
    else
      for (const std::string& name : split_names(cells[r], joint)) row[outputs.number(name, r)] = 1;
  }
  return labels;
}

/// The columns of a trained model by name, or all chosen ones.
std::vector<std::size_t> match(const NodeTable& table, const std::vector<std::size_t>& chosen, const std::vector<std::string>& known) {
  if (known.empty()) return chosen;
  std::vector<std::size_t> matched;
  for (const std::string& name : known) {
    const auto column = table.find(name);
    if (column)
      matched.push_back(*column);
    else if (chosen.size() == 1 && known.size() == 1)
      matched.push_back(chosen[0]);
    else
      fail<DataError>(table.where_columns(), ": no column '", name, "', an output of the model; there are: ", list(table.columns),
                      table.header_hint());
  }
  return matched;
}

Labels read_numbers(const NodeTable& table, const std::vector<std::size_t>& columns, const std::vector<std::string>& known, Task task) {
  Labels labels;
  labels.targets.values = Tensor(table.line.size(), columns.size());
  std::size_t found = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    labels.outputs.push_back(known.empty() ? table.columns[columns[c]] : known[c]);
    for (std::size_t r = 0; r < table.line.size(); ++r) {
      const std::string& cell = table.cells[columns[c]][r];
      const auto wrong = [&](const char* wanted) {
        fail<DataError>(table.where(r), ": column ", table.place[columns[c]], " is '", cell, "', expected ", wanted, " (blank: unknown)");
      };
      std::optional<float> value = task == Task::multilabel ? zero_or_one(cell) : unknown(cell) ? std::optional(kUnknown) : parse<float>(cell);
      if (!value) wrong(task == Task::multilabel ? "0 or 1" : "a number");
      if (std::isinf(*value)) wrong("a finite number");
      if (!std::isnan(*value)) ++found;
      labels.targets.values(r, c) = *value;
    }
  }
  if (found == 0 && known.empty()) fail<DataError>(table.file, ": no label at all");
  return labels;
}

}  // namespace

Labels read_labels(const NodeTable& table, Task task, const std::vector<std::string>& wanted, const std::vector<std::string>& known) {
  const std::vector<std::size_t> chosen = choose_columns(table, task, wanted);
  Labels labels;
  if (task == Task::classification) {
    if (chosen.size() != 1) fail<DataError>(table.file, ": ", chosen.size(), " label columns, classification needs one");
    labels = read_classes(table, chosen[0], known);
  } else {
    const std::vector<std::string>& first = table.cells[chosen[0]];
    const bool joined = task == Task::multilabel && chosen.size() == 1 &&
                        !std::all_of(first.begin(), first.end(), [](const std::string& cell) { return zero_or_one(cell).has_value(); });
    labels = joined ? read_joined_names(table, chosen[0], known) : read_numbers(table, match(table, chosen, known), known, task);
  }
  labels.targets.task = task;
  labels.note = left_out(table, chosen);
  labels.targets.outputs = labels.outputs.size();
  return labels;
}

}  // namespace edgewise::io
