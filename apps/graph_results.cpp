#include "graph_results.hpp"

#include "../core/train/metrics.hpp"
#include "../core/train/trainer.hpp"
#include "../io/csv_writer.hpp"

namespace edgewise::cli {
namespace {

/// The set of every graph, blank for those in none.
std::vector<const char*> sets_of(const train::Split& split, std::size_t graphs) {
  std::vector<const char*> sets(graphs, "");
  for (const NodeId graph : split.test) sets[graph] = "test";
  for (const NodeId graph : split.validation) sets[graph] = "validation";
  for (const NodeId graph : split.train) sets[graph] = "train";
  return sets;
}

}  // namespace

void save_graph_predictions(const std::string& path, const train::Targets& targets, const train::Split& split, const Tensor& output,
                            const std::vector<std::string>& outputs, const char* title, const std::vector<std::size_t>& numbers) {
  const Tensor p = train::probabilities(output, targets.task);
  const bool classes = targets.task == train::Task::classification;
  const std::vector<std::int32_t> guess = train::predicted_classes(output.view());
  const std::vector<const char*> sets = sets_of(split, p.rows());
  io::CsvWriter csv(path);
  csv.text(title).text("split");
  if (classes) csv.text("label").text("predicted");
  for (const std::string& name : outputs) csv.text((classes ? "p_" : "") + name);
  csv.end_row();
  for (std::size_t g = 0; g < p.rows(); ++g) {
    csv.number(numbers.empty() ? g + 1 : numbers[g]).text(sets[g]);
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
