#include "mol_calibration.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>

#include "../core/train/predict.hpp"

namespace edgewise::cli {

std::vector<train::Calibration> calibrate(MolTrainFlags::Calibrate choice, const train::GraphDataset& data, const Tensor& output) {
  std::vector<train::Calibration> fitted;
  if (data.targets.task != train::Task::multilabel || choice == MolTrainFlags::Calibrate::none) return fitted;
  const auto rule = choice == MolTrainFlags::Calibrate::platt ? train::CalibrationRule::platt : train::CalibrationRule::temperature;
  const Tensor p = train::probabilities(output, data.targets.task);
  for (std::size_t c = 0; c < p.cols(); ++c) {
    std::vector<float> probability;
    std::vector<std::uint8_t> truth;
    for (const NodeId m : data.split.validation) {
      if (std::isnan(data.targets.values(m, c))) continue;
      probability.push_back(p(m, c));
      truth.push_back(data.targets.values(m, c) > 0);
    }
    fitted.push_back(train::fit_calibration(rule, probability, truth));
  }
  return fitted;
}

void add_calibration(io::Scores& validation, const std::vector<std::string>& tasks, std::span<const train::Calibration> fitted) {
  for (std::size_t t = 0; t < fitted.size(); ++t) {
    if (fitted[t].count == 0) continue;
    validation["calibration_error_before/" + tasks[t]] = static_cast<double>(fitted[t].error_before);
    validation["calibration_error_after/" + tasks[t]] = static_cast<double>(fitted[t].error_after);
  }
}

void print_calibration(const std::vector<std::string>& tasks, std::span<const io::RunScores> runs) {
  double before = 0, after = 0, count = 0;
  for (const io::RunScores& run : runs)
    for (const std::string& task : tasks) {
      const auto found = run.validation.find("calibration_error_before/" + task);
      if (found == run.validation.end()) continue;
      before += found->second, after += run.validation.at("calibration_error_after/" + task), count += 1;
    }
  if (count > 0)
    std::printf("calibrated on the validation molecules: expected calibration error %.4f before, %.4f after (mean; each task in metrics.json)\n",
                before / count, after / count);
}

}  // namespace edgewise::cli
