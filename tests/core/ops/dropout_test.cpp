#include <edgewise/core/cpu.hpp>
#include <edgewise/core/ops/dropout.hpp>
#include <edgewise/core/ops/elementwise.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>

#include "support/gradcheck.hpp"

using namespace edgewise;

TEST_CASE("dropout: the mean stays, the share is right", "[ops]") {
  const Variable ones(Tensor::filled(400, 250, 1.F));
  const Tensor y = ops::dropout(ones, 0.3F, RandomKey::of(1, 2, 3)).value();
  std::size_t zeros = 0;
  for (float value : y.values()) {
    if (value == 0)
      ++zeros;
    else
      REQUIRE(value == Approx(1 / 0.7));
  }
  CHECK(static_cast<double>(zeros) / 100000 == Approx(0.3).margin(0.006));  // four deviations
}

TEST_CASE("dropout: one key, one mask, backward included", "[ops]") {
  const auto x = test::random_leaf(9, 7, 1);
  const RandomKey key = RandomKey::of(5, 0, 0);
  test::check_gradients({x}, [&] { return ops::dropout(x, 0.4F, key); });
  test::check_gradients({x}, [&] { return ops::add(x, ops::dropout(ops::dropout(x, 0.4F, key), 0.2F, key)); });  // gradients that meet
  const auto a = ops::dropout(x, 0.4F, key).value(), b = ops::dropout(x, 0.4F, key).value(),
             c = ops::dropout(x, 0.4F, RandomKey::of(5, 1, 0)).value();
  CHECK(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
  CHECK(std::memcmp(a.data(), c.data(), a.size() * sizeof(double)) != 0);
}

TEST_CASE("dropout: a sparse table loses the values its dense twin loses", "[ops]") {
  const Sparse sparse(Csr(5, {0, 2, 2, 5}, {1, 4, 0, 2, 3}), {1, 2, 3, 4, 5});
  Tensor dense = Tensor::of(3, 5, {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4, 5, 0});
  for (std::uint64_t step = 0; step < 20; ++step) {
    const RandomKey key = RandomKey::of(7, step, 0);
    const Tensor expected = ops::dropout(Variable(dense), 0.5F, key).value();
    const Sparse found = ops::dropout(sparse, 0.5F, key);
    Tensor table(3, 5);
    for (NodeId i = 0; i < 3; ++i)
      for (EdgeId e = found.pattern().begin()[i]; e < found.pattern().begin()[i + 1]; ++e) table(i, found.pattern().column()[e]) = found.values()[e];
    CHECK(std::memcmp(table.data(), expected.data(), table.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("dropout: thread counts give the same bytes, nothing dropped gives x itself", "[ops]") {
  const Variable x(Tensor::filled(3000, 70, 1.F), true);
  auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return ops::dropout(x, 0.5F, RandomKey::of(1, 1, 1)).value();
  };
  const Tensor one = run(1), two = run(2), eight = run(8);
  CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof(float)) == 0);
  CHECK(std::memcmp(one.data(), eight.data(), one.size() * sizeof(float)) == 0);
  CHECK(&ops::dropout(x, 0, {}).value() == &x.value());
}

TEST_CASE("dropout: a share below 0 or from 1 up is refused", "[ops]") {
  const Variable x(Tensor(1, 1));
  CHECK_THROWS_WITH(ops::dropout(x, 1.F, {}), "dropout: drop is 1, expected 0 <= drop < 1");
  CHECK_THROWS_AS(ops::dropout(x, -0.1F, {}), UsageError);
}

TEST_CASE("dropout: every instruction set draws the mask that random_key.hpp defines", "[ops]") {
  const RandomKey key = RandomKey::of(3, 1, 4);
  const Variable x(Tensor::filled(37, 29, 1.F));
  const Isa before = active_isa();
  for (Isa isa : supported_isas()) {
    set_active_isa(isa);
    const Tensor y = ops::dropout(x, 0.4F, key).value();
    for (std::size_t k = 0; k < y.size(); ++k) CHECK((y.data()[k] != 0) == kept(key, k, drop_threshold(0.4F)));

    // Backward, once into a gradient of its own and once on top of another.
    Variable leaf(Tensor::filled(37, 29, 1.F), true);
    ops::add(leaf, ops::dropout(leaf, 0.4F, key)).backward(Tensor::filled(37, 29, 2.F));
    for (std::size_t k = 0; k < y.size(); ++k) CHECK(leaf.grad().data()[k] == 2 + 2 * y.data()[k]);
  }
  set_active_isa(before);
}
