#include <edgewise/core/cpu.hpp>
#include <edgewise/core/ops/elementwise.hpp>
#include <edgewise/core/ops/heads.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/graph/error.hpp>

#include <cstring>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;

TEST_CASE("head_dots: by hand, and as two head_dot give it at any width in every instruction set", "[ops]") {
  const Variable x(Tensor::of(2, 4, {1, 2, 3, 4, 5, 6, 7, 8})), a(Tensor::of(1, 4, {1, 1, 1, 1})), b(Tensor::of(1, 4, {1, 0, 0, 2}));
  const Tensor y = ops::head_dots(x, a, b, 2).value();  // heads 1 2 and 3 4: sums, then 1 * first and 2 * last
  const float by_hand[] = {3, 7, 1, 8, 11, 15, 5, 16};
  for (std::size_t k = 0; k < 8; ++k) CHECK(y.data()[k] == by_hand[k]);

  const Isa before = active_isa();
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    for (const std::size_t heads : {1U, 2U, 5U, 8U, 12U})
      for (const std::size_t depth : {1U, 7U, 8U, 16U, 32U, 64U}) {
        const auto table = [&](std::size_t rows, std::size_t step) {
          Tensor t(rows, heads * depth);
          for (std::size_t k = 0; k < t.size(); ++k) t.data()[k] = static_cast<float>(k * step % 11) - 5;  // whole numbers: exact in any order
          return Variable(std::move(t), true);
        };
        Variable v = table(30, 3), p = table(1, 5), q = table(1, 7), v2 = table(30, 3), p2 = table(1, 5), q2 = table(1, 7);
        Variable both = ops::head_dots(v, p, q, heads), apart = ops::concat<float>({ops::head_dot(v2, p2, heads), ops::head_dot(v2, q2, heads)});
        INFO(isa_name(isa) << " " << heads << " x " << depth);
        CHECK(std::memcmp(both.value().data(), apart.value().data(), both.value().size() * sizeof(float)) == 0);
        Tensor seed(30, 2 * heads);
        for (std::size_t k = 0; k < seed.size(); ++k) seed.data()[k] = static_cast<float>(k % 5) - 2;
        ops::add(both, both).backward(seed);
        ops::add(apart, apart).backward(seed);
        CHECK(std::memcmp(v.grad().data(), v2.grad().data(), v.value().size() * sizeof(float)) == 0);
        CHECK(std::memcmp(p.grad().data(), p2.grad().data(), p.value().size() * sizeof(float)) == 0);
        CHECK(std::memcmp(q.grad().data(), q2.grad().data(), q.value().size() * sizeof(float)) == 0);
      }
  }
  set_active_isa(before);

  const auto x64 = random_leaf(5, 6, 1), a64 = random_leaf(1, 6, 2), b64 = random_leaf(1, 6, 3);
  check_gradients({x64, a64, b64}, [&] { return ops::head_dots(x64, a64, b64, 3); });
  CHECK_THROWS_WITH(ops::head_dots(x, Variable(Tensor(1, 3)), b, 2), "head_dots: a is 1 x 3, expected 1 x 4");
  CHECK_THROWS_WITH(ops::head_dots(x, a, Variable(Tensor(1, 3)), 2), "head_dots: b is 1 x 3, expected 1 x 4");
}

TEST_CASE("head_dot and lookup: by hand", "[ops]") {
  const Variable x(Tensor::of(1, 4, {1, 2, 3, 4})), a(Tensor::of(1, 4, {1, 1, 10, 100}));
  const Tensor y = ops::head_dot(x, a, 2).value();
  CHECK(y(0, 0) == 3);
  CHECK(y(0, 1) == 430);
  const std::vector<std::uint32_t> row{1, 0, 1};
  const Tensor z = ops::lookup(Variable(Tensor::of(2, 2, {1, 2, 3, 4})), row).value();
  CHECK(z(0, 0) == 3);
  CHECK(z(1, 1) == 2);
  CHECK(z(2, 1) == 4);
}

TEST_CASE("fold_heads: the same scores as widening first", "[ops]") {
  const auto x = random_leaf(5, 3, 1), weight = random_leaf(8, 3, 2), a = random_leaf(1, 8, 3);
  const auto wide = ops::head_dot(ops::linear<double>(x, weight, {}), a, 2).value();
  const auto folded = ops::linear<double>(x, ops::fold_heads(weight, a, 2), {}).value();
  for (std::size_t k = 0; k < wide.size(); ++k) CHECK(folded.data()[k] == Approx(wide.data()[k]));
}

TEST_CASE("heads: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(5, 6, 1), a = random_leaf(1, 6, 2), weight = random_leaf(6, 4, 3), table = random_leaf(3, 2, 4);
  const std::vector<std::uint32_t> row{2, 0, 2, 2, 0};
  check_gradients({x, a}, [&] { return ops::head_dot(x, a, 3); });
  check_gradients({weight, a}, [&] { return ops::fold_heads(weight, a, 2); });
  check_gradients({table}, [&] { return ops::lookup(table, row); });
}

TEST_CASE("heads: what does not fit is named", "[ops]") {
  const Variable x(Tensor(2, 4)), a(Tensor(1, 3));
  CHECK_THROWS_WITH(ops::head_dot(x, a, 3), "head_dot: 4 columns cannot be shared by 3 heads");
  CHECK_THROWS_WITH(ops::head_dot(x, a, 2), "head_dot: a is 1 x 3, expected 1 x 4");
  const std::vector<std::uint32_t> row{0, 2};
  CHECK_THROWS_WITH(ops::lookup(x, row), "lookup: entry 1 names row 2, the table has 2 rows");
}
