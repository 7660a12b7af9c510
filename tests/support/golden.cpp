#include "golden.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "check.hpp"

namespace edgewise::test {
namespace {

using nlohmann::json;

std::vector<Edge> arcs_of(const json& pairs) {
  std::vector<Edge> arcs;
  for (const json& pair : pairs) arcs.push_back({pair.at(0).get<NodeId>(), pair.at(1).get<NodeId>()});
  return arcs;
}

GoldenTable table_of(const json& tensor) {
  GoldenTable table{tensor.at("rows").get<std::size_t>(), tensor.at("cols").get<std::size_t>(), {}};
  for (const json& value : tensor.at("data"))
    table.values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
  return table;
}

void read_options(GoldenCase& result, const json& options, const std::string& prefix) {
  for (const auto& [key, value] : options.items()) {
    if (value.is_boolean()) result.numbers[prefix + key] = value.get<bool>() ? 1 : 0;
    if (value.is_number()) result.numbers[prefix + key] = value.get<double>();
    if (value.is_string()) result.words[prefix + key] = value.get<std::string>();
    if (value.is_object()) read_options(result, value, prefix + key + ".");
  }
}

GoldenCase case_of(const json& recorded) {
  GoldenCase result;
  result.name = recorded.at("name").get<std::string>();
  const json& options = recorded.at("options");
  read_options(result, options, "");
  if (options.contains("arcs")) result.arcs = arcs_of(options.at("arcs"));
  if (recorded.contains("graph")) {
    result.nodes = recorded.at("graph").at("nodes").get<NodeId>();
    result.edges = arcs_of(recorded.at("graph").at("edges"));
  }
  for (const char* group : {"inputs", "parameters", "outputs", "gradients", "after"}) {
    if (!recorded.contains(group)) continue;
    for (const auto& [key, value] : recorded.at(group).items()) result.tables[std::string(group) + "/" + key] = table_of(value);
  }
  return result;
}

std::vector<GoldenCase> read(const std::string& theme) {
  const std::string path = std::string(EDGEWISE_GOLDEN_DIR) + "/" + theme + ".json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  const json whole = json::parse(file);
  std::vector<GoldenCase> cases;
  for (const json& recorded : whole.at("cases")) cases.push_back(case_of(recorded));
  return cases;
}

GoldenTable transpose_of(const GoldenTable& table) {
  GoldenTable result{table.cols, table.rows, std::vector<double>(table.values.size())};
  for (std::size_t i = 0; i < table.rows; ++i)
    for (std::size_t j = 0; j < table.cols; ++j) result.values[j * table.rows + i] = table.values[i * table.cols + j];
  return result;
}

template <class Real>
BasicTensor<Real> tensor_of(const GoldenTable& table) {
  BasicTensor<Real> result(table.rows, table.cols);
  std::transform(table.values.begin(), table.values.end(), result.values().begin(), [](double v) { return static_cast<Real>(v); });
  return result;
}

}  // namespace

double GoldenCase::number(const std::string& option) const {
  const auto found = numbers.find(option);
  return found == numbers.end() ? 0 : found->second;
}

const GoldenTable& GoldenCase::table(const std::string& path) const {
  const auto found = tables.find(path);
  if (found == tables.end()) throw std::out_of_range("golden case '" + name + "' has no " + path);
  return found->second;
}

std::vector<std::string> GoldenCase::names(const std::string& group) const {
  std::vector<std::string> result;
  for (const auto& [path, table] : tables)
    if (path.starts_with(group + "/")) result.push_back(path.substr(group.size() + 1));
  return result;
}

template <class Real>
BasicTensor<Real> GoldenCase::tensor(const std::string& path) const {
  return tensor_of<Real>(table(path));
}

template <class Real>
BasicTensor<Real> GoldenCase::transposed(const std::string& path) const {
  return tensor_of<Real>(transpose_of(table(path)));
}

template <class Real>
BasicVariable<Real> GoldenCase::leaf(const std::string& path) const {
  return has(path) ? BasicVariable<Real>(tensor<Real>(path), true) : BasicVariable<Real>();
}

const std::vector<GoldenCase>& golden(const std::string& theme) {
  static std::map<std::string, std::vector<GoldenCase>> files;
  const auto found = files.find(theme);
  return found != files.end() ? found->second : files.emplace(theme, read(theme)).first->second;
}

const GoldenCase& golden(const std::string& theme, const std::string& name) {
  for (const GoldenCase& c : golden(theme))
    if (c.name == name) return c;
  throw std::out_of_range("no golden case '" + name + "' in " + theme);
}

double golden_tolerance(const GoldenTable& wanted, bool is_double) {
  double size = 0;
  for (const double value : wanted.values) size = std::max(size, std::abs(value));
  if (size == 0) return is_double ? 1e-14 : 2e-6;
  return size * (is_double ? 2e-7 : 1e-5);
}

template <class Real>
void check_golden(BasicView<const Real> found, const GoldenTable& wanted, const std::string& where) {
  INFO(where << " (" << (sizeof(Real) == 8 ? "double" : "float") << ")");
  REQUIRE(found.rows == wanted.rows);
  REQUIRE(found.cols == wanted.cols);
  double worst = 0;
  std::size_t row = 0, col = 0;
  for (std::size_t i = 0; i < wanted.rows; ++i)
    for (std::size_t j = 0; j < wanted.cols; ++j) {
      const double gap = std::abs(static_cast<double>(found(i, j)) - wanted.values[i * wanted.cols + j]);
      if (gap > worst || std::isnan(gap)) worst = gap, row = i, col = j;
      if (std::isnan(gap)) break;
    }
  const double value = wanted.values.empty() ? 0 : static_cast<double>(found(row, col)),
               expected = wanted.values.empty() ? 0 : wanted.values[row * wanted.cols + col];
  INFO("cell (" << row << ", " << col << "): got " << value << ", wanted " << expected << ", gap " << worst);
  CHECK(worst <= golden_tolerance(wanted, sizeof(Real) == 8));
}

template <class Real>
void check_golden_transposed(const BasicTensor<Real>& found, const GoldenTable& wanted, const std::string& where) {
  check_golden<Real>(found.view(), transpose_of(wanted), where);
}

template <class Real>
void check_gradient(const BasicVariable<Real>& leaf, const GoldenTable& wanted, const std::string& where) {
  const BasicTensor<Real>& gradient = leaf.grad();
  check_golden(gradient.empty() ? BasicTensor<Real>(leaf.rows(), leaf.cols()) : gradient, wanted, "gradient of " + where);
}

template <class Real>
void check_gradient_transposed(const BasicVariable<Real>& leaf, const GoldenTable& wanted, const std::string& where) {
  check_gradient(leaf, transpose_of(wanted), where);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                         \
  template BasicTensor<Real> GoldenCase::tensor<Real>(const std::string&) const;                           \
  template BasicTensor<Real> GoldenCase::transposed<Real>(const std::string&) const;                       \
  template BasicVariable<Real> GoldenCase::leaf<Real>(const std::string&) const;                           \
  template void check_golden(BasicView<const Real>, const GoldenTable&, const std::string&);               \
  template void check_golden_transposed(const BasicTensor<Real>&, const GoldenTable&, const std::string&); \
  template void check_gradient(const BasicVariable<Real>&, const GoldenTable&, const std::string&);        \
  template void check_gradient_transposed(const BasicVariable<Real>&, const GoldenTable&, const std::string&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::test
