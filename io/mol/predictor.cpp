#include "predictor.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "../../core/train/graph_trainer.hpp"
#include "../../core/train/trainer.hpp"
#include "../../graph/error.hpp"
#include "fingerprint.hpp"

namespace edgewise::mol {
namespace {

/// Adds the time of a scope to a stage.
class Clock {
 public:
  explicit Clock(std::atomic<double>* to) : to_(to), start_(std::chrono::steady_clock::now()) {}
  ~Clock() {
    if (to_ != nullptr) *to_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  std::atomic<double>* to_;
  std::chrono::steady_clock::time_point start_;
};

MoleculeModel checked(MoleculeModel model) {
  if (model.members.empty()) fail<UsageError>("predictor: a model without members");
  for (const auto& member : model.members)
    if (member->options().out != model.schema.tasks.size())
      fail<ShapeError>("predictor: a member has ", member->options().out, " outputs, the schema names ", model.schema.tasks.size(), " tasks");
  return model;
}

/// A probability is a number, or there is none: the row loses its predictions, never the batch its row.
void refuse_what_is_no_number(Prediction& row, const std::vector<std::string>& tasks) {
  const auto wrong = std::find_if(row.value.begin(), row.value.end(), [](float value) { return !std::isfinite(value); });
  if (wrong == row.value.end()) return;
  row.status = Status::not_finite;
  row.reason = "the model's answer for " + tasks[static_cast<std::size_t>(wrong - row.value.begin())] + " is not a finite number";
  for (std::vector<float>* const numbers : {&row.value, &row.calibrated, &row.spread}) numbers->clear();
}

}  // namespace

std::string status_text(const Prediction& prediction) {
  if (prediction.status != Status::ok || prediction.unseen.empty()) return word_of(prediction.status);
  std::string text = "unseen_element:";
  for (std::size_t k = 0; k < prediction.unseen.size(); ++k) text += (k > 0 ? "+" : "") + prediction.unseen[k];
  return text;
}

Predictor::Predictor(MoleculeModel model)
    : model_(checked(std::move(model))), featuriser_(model_.schema.features), domain_(model_.domain), elements_(model_.schema.elements) {
  std::sort(elements_.begin(), elements_.end());
}

std::vector<Prediction> Predictor::predict(std::span<const Record> records, bool uncertainty, StageSeconds* seconds) const {
  std::vector<Prediction> rows(records.size());
  train::GraphTableBuilder builder({featuriser_.atom_columns().size(), featuriser_.bond_columns().size(), featuriser_.extra_columns().size()});
  std::vector<std::size_t> row_of;  // of each graph
  std::vector<NodeId> atoms;
  for (std::size_t k = 0; k < records.size(); ++k) {
    Prediction& row = rows[k];
    Prepared prepared;
    {
      const Clock clock(seconds ? &seconds->prepare : nullptr);
      prepared = prepare(records[k], schema().preparation);
    }
    row.status = prepared.status;
    row.reason = std::move(prepared.reason);
    row.cut = prepared.cut;
    if (row.status != Status::ok) continue;
    {
      const Clock clock(seconds ? &seconds->featurise : nullptr);
      for (const std::string& element : prepared.molecule.elements())
        if (!std::binary_search(elements_.begin(), elements_.end(), element)) row.unseen.push_back(element);
      std::sort(row.unseen.begin(), row.unseen.end());
      row.unseen.erase(std::unique(row.unseen.begin(), row.unseen.end()), row.unseen.end());
      const MoleculeGraph graph = featuriser_(prepared.molecule);
      builder.add(graph.nodes, graph.arcs, graph.atoms, graph.bonds, graph.extras);
      row_of.push_back(k);
      atoms.push_back(graph.nodes);
    }
    if (uncertainty && knows_domain()) {
      const Clock clock(seconds ? &seconds->uncertainty : nullptr);
      row.similarity = static_cast<float>(domain_.nearest(fingerprint(prepared.molecule, domain_.radius(), domain_.bits())));
    }
  }

  const Clock clock(seconds ? &seconds->predict : nullptr);
  const train::GraphTable table = builder.finish();
  std::vector<std::uint32_t> order(row_of.size());  // small molecules with small ones: no batch waits for a giant
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return atoms[a] < atoms[b]; });
  const std::size_t tasks = schema().tasks.size(), members = model_.members.size();
  std::vector<Tensor> said;
  for (const auto& member : model_.members) said.push_back(train::probabilities(train::predict(*member, table, order), schema().task));
  for (std::size_t g = 0; g < order.size(); ++g) {
    Prediction& row = rows[row_of[order[g]]];
    for (std::size_t t = 0; t < tasks; ++t) {
      double sum = 0, squares = 0;
      for (const Tensor& one : said) sum += static_cast<double>(one(g, t));
      const double mean = sum / static_cast<double>(members);
      const float value = members == 1 ? said[0](g, t) : static_cast<float>(mean);
      row.value.push_back(value);
      if (!uncertainty) continue;
      if (calibrates()) row.calibrated.push_back(train::calibrated(value, schema().calibration[t]));
      if (!spreads()) continue;
      for (const Tensor& one : said) squares += (static_cast<double>(one(g, t)) - mean) * (static_cast<double>(one(g, t)) - mean);
      row.spread.push_back(static_cast<float>(std::sqrt(squares / static_cast<double>(members - 1))));
    }
    refuse_what_is_no_number(row, schema().tasks);
  }
  return rows;
}

std::vector<Prediction> Predictor::predict(std::span<const std::string> smiles, bool uncertainty) const {
  std::vector<Record> records(smiles.size());
  for (std::size_t k = 0; k < smiles.size(); ++k) {
    records[k].number = records[k].line = k + 1;
    records[k].structure = smiles[k];
  }
  return predict(records, uncertainty);
}

}  // namespace edgewise::mol
