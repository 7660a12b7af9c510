#include <edgewise/core/cpu.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/ops/sparse_product.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>

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

  const auto plus = random_leaf(5, 3, 4), longer = random_leaf(7, 3, 5);
  check_gradients({x, weight, bias, plus}, [&] { return ops::linear(x, weight, bias, plus); });
  check_gradients({x, weight, plus}, [&] { return ops::linear(x, weight, {}, ops::linear(x, weight, {}, plus)); });  // gradients that meet
  check_gradients({weight, plus}, [&] { return ops::linear<double>(x.value().view(), weight, {}, plus); });
  check_gradients({weight, bias, longer}, [&] { return ops::linear(sparse, weight, bias, longer); });
}

TEST_CASE("linear: sparse rows give what dense rows give", "[ops]") {
  const auto sparse = every_third<double>(20, 11);
  const auto weight = random_leaf(4, 11, 1), bias = random_leaf(1, 4, 2);
  const Matrix left = ops::linear(sparse, weight, bias).value(), right = ops::linear(BasicVariable<double>(dense(sparse)), weight, bias).value();
  for (std::size_t k = 0; k < left.size(); ++k) CHECK(left.data()[k] == Approx(right.data()[k]).margin(1e-12));
}

TEST_CASE("linear: plus is added, dense and sparse", "[ops]") {
  const Variable x(Tensor::of(1, 2, {1, 2})), weight(Tensor::of(2, 2, {1, 0, 0, 1})), bias(Tensor::of(1, 2, {10, 20})),
      plus(Tensor::of(1, 2, {100, 200}));
  const Sparse sparse(Csr(2, {0, 2}, {0, 1}), {1, 2});
  for (const Tensor& y : {ops::linear(x, weight, bias, plus).value(), ops::linear(x.value().view(), weight, bias, plus).value(),
                          ops::linear(sparse, weight, bias, plus).value()}) {
    CHECK(y(0, 0) == 111);
    CHECK(y(0, 1) == 222);
  }
  CHECK_THROWS_WITH(ops::linear(x, weight, bias, Variable(Tensor(2, 2))), "linear: plus is 2 x 2, expected 1 x 2");
}

TEST_CASE("sparse product: any width in every instruction set, by plain loops, on 1, 2 and 8 threads", "[ops]") {
  const BasicSparse<float> x = every_third<float>(40, 31);
  const Tensor table = dense(x);
  const Isa before = active_isa();
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    for (const std::size_t cols : {1U, 3U, 4U, 7U, 8U, 16U, 20U, 33U, 64U, 130U, 300U}) {
      Tensor w(31, cols), g(40, cols);
      for (std::size_t k = 0; k < w.size(); ++k) w.data()[k] = static_cast<float>(k % 17) - 8;
      for (std::size_t k = 0; k < g.size(); ++k) g.data()[k] = static_cast<float>(k % 13) - 6;
      const Tensor y = multiply<float>(x, w.view()), back = multiply_transposed<float>(x, g.view());  // whole and half numbers: exact in any order
      Tensor y_plain(40, cols), back_plain(31, cols);
      for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t j = 0; j < 31; ++j)
          for (std::size_t c = 0; c < cols; ++c) {
            y_plain(i, c) += table(i, j) * w(j, c);
            back_plain(j, c) += table(i, j) * g(i, c);
          }
      INFO(isa_name(isa) << " " << cols);
      CHECK(std::memcmp(y.data(), y_plain.data(), y.size() * sizeof(float)) == 0);
      CHECK(std::memcmp(back.data(), back_plain.data(), back.size() * sizeof(float)) == 0);
    }
  }
  set_active_isa(before);

  const BasicSparse<float> tall = every_third<float>(5000, 31);
  Tensor w(31, 24);
  for (std::size_t k = 0; k < w.size(); ++k) w.data()[k] = 1 / static_cast<float>(k + 1);
  const auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return multiply<float>(tall, w.view());
  };
  const Tensor one = run(1);
  for (const std::size_t threads : {2U, 8U}) CHECK(std::memcmp(one.data(), run(threads).data(), one.size() * sizeof(float)) == 0);
}

TEST_CASE("linear: wrong shapes are named", "[ops]") {
  const Variable x(Tensor(2, 3)), weight(Tensor(4, 2)), right(Tensor(4, 3)), bias(Tensor(1, 3));
  CHECK_THROWS_WITH(ops::linear(x, weight, {}), "linear: x has 3 columns, weight is 4 x 2, expected out x 3");
  CHECK_THROWS_WITH(ops::linear(x, right, bias), "linear: bias is 1 x 3, expected 1 x 4");
}
