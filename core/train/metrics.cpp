#include "metrics.hpp"

#include <algorithm>
#include <cmath>

#include "../../graph/error.hpp"

namespace edgewise::train {
namespace {

template <class A, class B>
void check_sizes(const char* who, std::span<const A> predicted, std::span<const B> truth) {
  if (predicted.size() != truth.size()) fail<ShapeError>(who, ": ", predicted.size(), " predictions for ", truth.size(), " rows");
}

}  // namespace

std::optional<double> accuracy(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  check_sizes("accuracy", predicted, truth);
  std::uint64_t right = 0, rows = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kNoLabel) continue;
    ++rows;
    right += predicted[i] == truth[i];
  }
  if (rows == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(rows);
}

std::vector<std::uint64_t> confusion(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes) {
  check_sizes("confusion", predicted, truth);
  std::vector<std::uint64_t> table(classes * classes);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kNoLabel) continue;
    for (const std::int32_t label : {truth[i], predicted[i]})
      if (label < 0 || static_cast<std::size_t>(label) >= classes)
        fail<ShapeError>("confusion: row ", i, " has class ", label, ", expected 0 to ", classes, " - 1");
    ++table[static_cast<std::size_t>(truth[i]) * classes + static_cast<std::size_t>(predicted[i])];
  }
  return table;
}

std::optional<double> macro_f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes) {
  check_sizes("macro_f1", predicted, truth);
  struct Count {
    std::uint64_t right = 0, called = 0, there = 0;
  };
  std::vector<Count> counts(classes);  // not through confusion: thousands of classes would make millions of cells
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kNoLabel) continue;
    for (const std::int32_t label : {truth[i], predicted[i]})
      if (label < 0 || static_cast<std::size_t>(label) >= classes)
        fail<ShapeError>("macro_f1: row ", i, " has class ", label, ", expected 0 to ", classes, " - 1");
    ++counts[static_cast<std::size_t>(truth[i])].there;
    ++counts[static_cast<std::size_t>(predicted[i])].called;
    counts[static_cast<std::size_t>(truth[i])].right += predicted[i] == truth[i];
  }
  double sum = 0;
  std::size_t occurring = 0;
  for (const Count& c : counts) {
    if (c.there + c.called == 0) continue;
    ++occurring;
    sum += 2 * static_cast<double>(c.right) / static_cast<double>(c.there + c.called);  // = 2PR / (P + R)
  }
  if (occurring == 0) return std::nullopt;
  return sum / static_cast<double>(occurring);
}

std::optional<double> micro_f1(std::span<const std::uint8_t> predicted, std::span<const std::uint8_t> truth) {
  check_sizes("micro_f1", predicted, truth);
  std::uint64_t right = 0, said = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const bool yes = predicted[i] != 0, is = truth[i] != 0;
    right += yes && is;
    said += std::uint64_t{yes} + std::uint64_t{is};
  }
  if (said == 0) return std::nullopt;
  return 2 * static_cast<double>(right) / static_cast<double>(said);
}

std::optional<double> mean_absolute_error(std::span<const float> predicted, std::span<const float> truth) {
  check_sizes("mean_absolute_error", predicted, truth);
  if (truth.empty()) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) sum += std::abs(static_cast<double>(predicted[i]) - static_cast<double>(truth[i]));
  return sum / static_cast<double>(truth.size());
}

std::optional<double> root_mean_squared_error(std::span<const float> predicted, std::span<const float> truth) {
  check_sizes("root_mean_squared_error", predicted, truth);
  if (truth.empty()) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double residual = static_cast<double>(predicted[i]) - static_cast<double>(truth[i]);
    sum += residual * residual;
  }
  return std::sqrt(sum / static_cast<double>(truth.size()));
}

std::optional<double> r2(std::span<const float> predicted, std::span<const float> truth) {
  check_sizes("r2", predicted, truth);
  if (std::all_of(truth.begin(), truth.end(), [&](float value) { return value == truth.front(); })) return std::nullopt;
  double mean = 0;
  for (const float value : truth) mean += static_cast<double>(value);
  mean /= static_cast<double>(truth.size());
  double residual = 0, total = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double off = static_cast<double>(predicted[i]) - static_cast<double>(truth[i]);
    const double around = static_cast<double>(truth[i]) - mean;
    residual += off * off;
    total += around * around;
  }
  return 1 - residual / total;
}

}  // namespace edgewise::train
