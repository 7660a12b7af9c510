#pragma once
/// Recorded cases (tests/golden/*.json) as graphs and tensors, and the comparison that judges against them.
#include <edgewise/core/autograd.hpp>
#include <edgewise/graph/graph.hpp>

#include <map>
#include <string>
#include <vector>

namespace edgewise::test {

/// A recorded table; a missing value is NaN.
struct GoldenTable {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;  // row-major
};

/// One case of a file.  Groups: inputs, parameters, outputs, gradients, after (tests/golden/README.md).
class GoldenCase {
 public:
  std::string name;
  std::map<std::string, double> numbers;     ///< options that are numbers or true (1) and false (0); nested ones under "outer.inner"
  std::map<std::string, std::string> words;  ///< options that are text
  NodeId nodes = 0;
  std::vector<Edge> edges;                    ///< the arcs given to the layer
  std::vector<Edge> arcs;                     ///< the arcs it attends over (added loops included); empty when not recorded
  std::map<std::string, GoldenTable> tables;  ///< by "group/name"

  /// An option; 0 when it is not there.
  double number(const std::string& option) const;
  std::size_t count(const std::string& option) const { return static_cast<std::size_t>(number(option)); }
  bool flag(const std::string& option) const { return number(option) != 0; }
  bool has(const std::string& path) const { return tables.contains(path); }
  /// Throws std::out_of_range naming case and path when it was not recorded.
  const GoldenTable& table(const std::string& path) const;
  /// The names recorded in a group.
  std::vector<std::string> names(const std::string& group) const;

  template <class Real>
  BasicTensor<Real> tensor(const std::string& path) const;
  template <class Real>
  BasicTensor<Real> transposed(const std::string& path) const;
  /// A Variable that wants a gradient; one that holds nothing when the path was not recorded.
  template <class Real>
  BasicVariable<Real> leaf(const std::string& path) const;
};

/// The cases of tests/golden/<theme>.json.
const std::vector<GoldenCase>& golden(const std::string& theme);
/// The case of that name.  Throws std::out_of_range.
const GoldenCase& golden(const std::string& theme, const std::string& name);

/// The largest allowed gap: float 1e-5 of the largest recorded magnitude, double 2e-7 (float options such as a slope of 0.2 are off by
/// 1.5e-8 already).  Where everything recorded is 0, rounding may leave 2e-6 or 1e-14.
double golden_tolerance(const GoldenTable& wanted, bool is_double);
/// One CHECK: shape and values; a failure names `where`, the worst cell and both values.
template <class Real>
void check_golden(BasicView<const Real> found, const GoldenTable& wanted, const std::string& where);
template <class Real>
void check_golden(const BasicTensor<Real>& found, const GoldenTable& wanted, const std::string& where) {
  check_golden<Real>(found.view(), wanted, where);
}
/// The same for a recorded transpose: parameters are in x out here, out x in there.
template <class Real>
void check_golden_transposed(const BasicTensor<Real>& found, const GoldenTable& wanted, const std::string& where);
/// A gradient: nothing accumulated counts as zero.
template <class Real>
void check_gradient(const BasicVariable<Real>& leaf, const GoldenTable& wanted, const std::string& where);
template <class Real>
void check_gradient_transposed(const BasicVariable<Real>& leaf, const GoldenTable& wanted, const std::string& where);

}  // namespace edgewise::test
