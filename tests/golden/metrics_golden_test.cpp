/// Scores against scikit-learn's.
#include <edgewise/core/train/metrics.hpp>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

template <class Value>
std::vector<Value> column(const GoldenCase& c, const std::string& name) {
  std::vector<Value> result;
  for (const double value : c.table("inputs/" + name).values) result.push_back(static_cast<Value>(value));
  return result;
}

/// Scores are doubles computed from exact inputs: they agree to rounding.
void check_score(const GoldenCase& c, const std::string& name, std::optional<double> found) {
  INFO(c.name << ": " << name);
  REQUIRE(found.has_value());
  CHECK(*found == Approx(c.table("outputs/" + name).values.at(0)).epsilon(1e-9).margin(1e-12));
}

/// Single-label classes as one (row, class) decision each.
std::vector<std::uint8_t> one_hot(const std::vector<std::int32_t>& classes, std::size_t count) {
  std::vector<std::uint8_t> result(classes.size() * count);
  for (std::size_t i = 0; i < classes.size(); ++i) result[i * count + static_cast<std::size_t>(classes[i])] = 1;
  return result;
}

}  // namespace

TEST_CASE("golden: accuracy, F1, ranking and error scores are scikit-learn's") {
  for (const GoldenCase& c : golden("metrics")) {
    if (c.has("outputs/accuracy")) {
      const auto truth = column<std::int32_t>(c, "truth"), guess = column<std::int32_t>(c, "guess");
      check_score(c, "accuracy", train::accuracy(guess, truth));
      check_score(c, "f1_macro", train::macro_f1(guess, truth, c.count("classes")));
      check_score(c, "f1_micro", train::micro_f1(one_hot(guess, c.count("classes")), one_hot(truth, c.count("classes"))));
    } else if (c.has("outputs/roc_auc")) {
      const auto truth = column<std::uint8_t>(c, "truth");
      check_score(c, "roc_auc", train::roc_auc(column<float>(c, "score"), truth));
      check_score(c, "average_precision", train::pr_auc(column<float>(c, "score"), truth));
    } else {
      const auto truth = column<float>(c, "truth"), guess = column<float>(c, "guess");
      check_score(c, "mae", train::mean_absolute_error(guess, truth));
      check_score(c, "rmse", train::root_mean_squared_error(guess, truth));
      check_score(c, "r2", train::r2(guess, truth));
    }
  }
}
