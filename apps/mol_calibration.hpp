#pragma once
/// What `mol train` does about probabilities: fits them to the validation molecules, and says what that changed.
#include <span>
#include <string>
#include <vector>

#include "../core/train/calibration.hpp"
#include "../core/train/dataset.hpp"
#include "../io/results.hpp"
#include "mol_train_flags.hpp"

namespace edgewise::cli {

/// One calibration a task, from the validation molecules and the raw output for all of them; none for regression or where none is wanted.
std::vector<train::Calibration> calibrate(MolTrainFlags::Calibrate choice, const train::GraphDataset& data, const Tensor& output);

/// The expected calibration errors of every task that was fitted, beside the scores of the molecules that it was fitted on:
/// "calibration_error_before/TASK", "calibration_error_after/TASK".
void add_calibration(io::Scores& validation, const std::vector<std::string>& tasks, std::span<const train::Calibration> fitted);

/// Their means over tasks and runs, in a line; nothing where nothing was fitted.
void print_calibration(const std::vector<std::string>& tasks, std::span<const io::RunScores> runs);

}  // namespace edgewise::cli
