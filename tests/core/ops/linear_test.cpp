#include <edgewise/core/ops/linear.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;
using Matrix = BasicTensor<double>;

namespace {

/// A sparse table and its dense twin: every third place is filled.
template <class Real>
BasicSparse<Real> every_third(NodeId rows, NodeId cols) {
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> column;
  std::vector<Real> values;
  for (NodeId i = 0; i < rows; ++i) {
    for (NodeId c = i % 3; c < cols; c += 3) {
      column.push_back(c);
      values.push_back(static_cast<Real>(i) - static_cast<Real>(c) / 2);
    }
    begin.push_back(column.size());
  }
  return {Csr(cols, std::move(begin), std::move(column)), std::move(values)};
}

template <class Real>
BasicTensor<Real> dense(const BasicSparse<Real>& x) {
  BasicTensor<Real> table(x.rows(), x.cols());
  for (NodeId i = 0; i < x.rows(); ++i)
    for (EdgeId e = x.pattern().begin()[i]; e < x.pattern().begin()[i + 1]; ++e) table(i, x.pattern().column()[e]) += x.values()[e];
  return table;
}

}  // namespace

TEST_CASE("linear: by hand", "[ops]") {
  const Variable x(Tensor::of(2, 2, {1, 2, 3, 4})), weight(Tensor::of(3, 2, {1, 0, 0, 1, 1, 1})), bias(Tensor::of(1, 3, {10, 20, 30}));
  const Tensor y = ops::linear(x, weight, bias).value();
  CHECK(y(0, 0) == 11);
  CHECK(y(0, 2) == 33);
  CHECK(y(1, 1) == 24);
  CHECK(ops::linear(x, weight, {}).value()(1, 2) == 7);
  CHECK(ops::linear(Variable(Tensor(0, 2)), weight, bias).value().rows() == 0);
}

TEST_CASE("linear: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(5, 4, 1), weight = random_leaf(3, 4, 2), bias = random_leaf(1, 3, 3);
  check_gradients({x, weight, bias}, [&] { return ops::linear(x, weight, bias); });
  check_gradients({x, weight}, [&] { return ops::linear(x, weight, {}); });
  const BasicInput<double> sparse = every_third<double>(7, 4);
  check_gradients({weight, bias}, [&] { return ops::linear(sparse, weight, bias); });
}

TEST_CASE("linear: sparse rows give what dense rows give", "[ops]") {
  const auto sparse = every_third<double>(20, 11);
  const auto weight = random_leaf(4, 11, 1), bias = random_leaf(1, 4, 2);
  const Matrix left = ops::linear(sparse, weight, bias).value(), right = ops::linear(BasicVariable<double>(dense(sparse)), weight, bias).value();
  for (std::size_t k = 0; k < left.size(); ++k) CHECK(left.data()[k] == Approx(right.data()[k]).margin(1e-12));
}

TEST_CASE("linear: wrong shapes are named", "[ops]") {
  const Variable x(Tensor(2, 3)), weight(Tensor(4, 2)), right(Tensor(4, 3)), bias(Tensor(1, 3));
  CHECK_THROWS_WITH(ops::linear(x, weight, {}), "linear: x has 3 columns, weight is 4 x 2, expected out x 3");
  CHECK_THROWS_WITH(ops::linear(x, right, bias), "linear: bias is 1 x 3, expected 1 x 4");
}
