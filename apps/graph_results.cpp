#include "graph_results.hpp"

#include <algorithm>

#include "../core/train/metrics.hpp"
#include "../core/train/trainer.hpp"
#include "../io/csv_writer.hpp"

namespace edgewise::cli {
namespace {

const char* set_of(const train::Split& split, NodeId graph) {
  const auto in = [&](const std::vector<NodeId>& set) { return std::find(set.begin(), set.end(), graph) != set.end(); };
  return in(split.train) ? "train" : in(split.validation) ? "validation" : in(split.test) ? "test" : "";
}

}  // namespace

void save_graph_predictions(const std::string& path, const train::Targets& targets, const train::Split& split, const Tensor& output,
                            const std::vector<std::string>& outputs, const char* title, const std::vector<std::size_t>& numbers) {
  const Tensor p = train::probabilities(output, targets.task);
  const bool classes = targets.task == train::Task::classification;
  const std::vector<std::int32_t> guess = train::predicted_classes(output.view());
  io::CsvWriter csv(path);
  csv.text(title).text("split");
  if (classes) csv.text("label").text("predicted");
  for (const std::string& name : outputs) csv.text((classes ? "p_" : "") + name);
  csv.end_row();
  for (std::size_t g = 0; g < p.rows(); ++g) {
    csv.number(numbers.empty() ? g + 1 : numbers[g]).text(set_of(split, static_cast<NodeId>(g)));
    if (classes) {
      const std::int32_t label = targets.classes[g];
      csv.text(label == train::kNoLabel ? "" : outputs[static_cast<std::size_t>(label)]).text(outputs[static_cast<std::size_t>(guess[g])]);
    }
    for (const float value : p.row(g)) csv.number(value);
    csv.end_row();
  }
  csv.commit();
}

}  // namespace edgewise::cli
