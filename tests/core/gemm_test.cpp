#include "../../core/kernels/gemm.hpp"

#include <array>
#include <cstring>

#include "../../core/cpu.hpp"
#include "../../graph/error.hpp"
#include "../../graph/random.hpp"
#include "../../graph/rows.hpp"
#include "support/check.hpp"

using namespace edgewise;

namespace {

template <class Real>
BasicTensor<Real> random_table(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Rng rng(seed);
  auto table = BasicTensor<Real>::uninitialized(rows, cols);
  for (Real& x : table.values()) x = static_cast<Real>(rng.normal());
  return table;
}

/// Every product of the shape against three plain loops in double.
template <class Real>
void check_shape(std::size_t m, std::size_t n, std::size_t k, double tolerance) {
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true})
      for (const bool add : {false, true}) {
        const auto a = transpose_a ? random_table<Real>(k, m, 1) : random_table<Real>(m, k, 1);
        const auto b = transpose_b ? random_table<Real>(n, k, 2) : random_table<Real>(k, n, 2);
        auto c = random_table<Real>(m, n, 3);
        const auto before = c;
        kernels::gemm<Real>(a.view(), transpose_a, b.view(), transpose_b, c.view(), add);
        double worst = 0;
        for (std::size_t i = 0; i < m; ++i)
          for (std::size_t j = 0; j < n; ++j) {
            double sum = add ? before(i, j) : 0;
            for (std::size_t t = 0; t < k; ++t) sum += double(transpose_a ? a(t, i) : a(i, t)) * double(transpose_b ? b(j, t) : b(t, j));
            worst = std::max(worst, std::abs(sum - c(i, j)));
          }
        INFO(m << " x " << n << " x " << k << " transposed " << transpose_a << transpose_b << " add " << add);
        CHECK(worst <= tolerance);
      }
}

}  // namespace

TEST_CASE("gemm: 2 x 2 worked by hand", "[kernels]") {
  const auto a = Tensor::of(2, 2, {1, 2, 3, 4}), b = Tensor::of(2, 2, {5, 6, 7, 8});
  Tensor c(2, 2);
  kernels::gemm<float>(a.view(), false, b.view(), false, c.view(), false);
  CHECK(c(0, 0) == 19);
  CHECK(c(0, 1) == 22);
  CHECK(c(1, 0) == 43);
  CHECK(c(1, 1) == 50);
  kernels::gemm<float>(a.view(), true, b.view(), false, c.view(), true);
  CHECK(c(0, 0) == 19 + 26);
}

TEST_CASE("gemm: odd shapes against plain loops", "[kernels]") {
  check_shape<float>(1, 1, 1, 1e-5);
  check_shape<float>(7, 13, 5, 1e-5);
  check_shape<float>(33, 65, 300, 1e-4);
  check_shape<float>(600, 17, 31, 1e-4);
  check_shape<double>(19, 40, 23, 1e-12);
  check_shape<float>(3, 4, 0, 1e-6);
}

TEST_CASE("gemm: long sums are cut and still right", "[kernels]") {
  check_shape<float>(9, 18, 20000, 4e-3);
  check_shape<double>(5, 3, 9000, 1e-10);
}

TEST_CASE("gemm: strided views", "[kernels]") {
  const auto wide = random_table<float>(10, 12, 5), b = random_table<float>(4, 6, 6);
  const BasicView<const float> a{wide.data() + 3, 10, 4, 12};
  Tensor out(10, 9), tight(10, 6);
  kernels::gemm<float>(a, false, b.view(), false, {out.data() + 2, 10, 6, 9}, false);
  kernels::gemm<float>(Tensor::copy(a).view(), false, b.view(), false, tight.view(), false);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(out(i, 0) == 0);
    CHECK(out(i, 8) == 0);
    for (std::size_t j = 0; j < 6; ++j) CHECK(out(i, j + 2) == tight(i, j));
  }
}

TEST_CASE("gemm: a table and a bias to start from, in every instruction set", "[kernels]") {
  const Isa before = active_isa();
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    // Narrower than a panel, as wide as some, and a sum that is longer than a packed block.
    for (const auto& [rows, cols, depth] : {std::array<std::size_t, 3>{5, 3, 4}, {70, 64, 40}, {9, 70, 300}}) {
      const auto a = random_table<float>(rows, depth, 1), b = random_table<float>(depth, cols, 2), wide = random_table<float>(rows, cols + 5, 3),
                 bias = random_table<float>(1, cols, 4);
      const BasicView<const float> table{wide.data() + 2, rows, cols, cols + 5};
      Tensor plain(rows, cols), both(rows, cols), only_bias(rows, cols);
      kernels::gemm<float>(a.view(), false, b.view(), false, plain.view(), false);
      kernels::gemm<float>(a.view(), false, b.view(), false, both.view(), {table, bias.data()});
      kernels::gemm<float>(a.view(), false, b.view(), false, only_bias.view(), {{}, bias.data()});
      double worst = 0;
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < cols; ++j) {
          worst = std::max(worst, std::abs(double(plain(i, j)) + table(i, j) + bias(0, j) - both(i, j)));
          worst = std::max(worst, std::abs(double(plain(i, j)) + bias(0, j) - only_bias(i, j)));
        }
      INFO(isa_name(isa) << " " << rows << " x " << cols << " x " << depth);
      CHECK(worst <= 2e-5);
    }
  }
  set_active_isa(before);
  Tensor c(2, 2);  // nothing to add up leaves the start
  const Tensor bias = Tensor::of(1, 2, {3, 4});
  kernels::gemm<float>(Tensor(2, 0).view(), false, Tensor(0, 2).view(), false, c.view(), {{}, bias.data()});
  CHECK(c(1, 1) == 4);
  const Tensor narrow(2, 1);
  CHECK_THROWS_WITH((kernels::gemm<float>(c.view(), false, c.view(), false, c.view(), {narrow.view(), nullptr})),
                    "gemm: the start is 2 x 1, expected 2 x 2");
}

TEST_CASE("gemm: the same bytes on 1, 2 and 8 threads", "[kernels]") {
  const auto a = random_table<float>(9001, 20, 1), b = random_table<float>(9001, 24, 2);
  const auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    Tensor c(20, 24);
    kernels::gemm<float>(a.view(), true, b.view(), false, c.view(), false);
    return c;
  };
  const Tensor one = run(1);
  for (const std::size_t threads : {2U, 8U}) CHECK(std::memcmp(one.data(), run(threads).data(), one.size() * sizeof(float)) == 0);
}

TEST_CASE("gemm: shapes that do not fit are named", "[kernels]") {
  Tensor a(2, 3), b(4, 2), c(2, 2);
  CHECK_THROWS_WITH((kernels::gemm<float>(a.view(), false, b.view(), false, c.view(), false)),
                    "gemm: the left side has 3 columns, the right side 4 rows");
  CHECK_THROWS_WITH((kernels::gemm<float>(a.view(), false, a.view(), true, b.view(), false)), "gemm: the result is 4 x 2, expected 2 x 2");
}
