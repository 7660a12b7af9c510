// Matrix products of a layer's forward and backward: our tiles beside Eigen, compiled for this machine, and oneDNN where it is installed.
// Prints GFLOP/s.    build/bench/bin/gemm_bench [--threads 1] [--rounds 11] [--isa generic|avx2|avx512]
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#ifdef EDGEWISE_WITH_ONEDNN
#include <dnnl.h>
#include <omp.h>
#endif

#include "../core/cpu.hpp"
#include "../core/kernels/gemm.hpp"
#include "../graph/rows.hpp"
#include "flags.hpp"
#include "graphs.hpp"
#include "measure.hpp"

using namespace edgewise;

namespace {

/// c = op(a) * op(b); c is m x n, the sums have k terms.
struct Product {
  const char* name;
  std::size_t m, n, k;
  bool transpose_a, transpose_b;
};
constexpr Product kProducts[] = {
    {"20000x128 by 128x256", 20000, 256, 128, false, false},
    {"its gradient of the weights", 128, 256, 20000, true, false},
    {"its gradient of the rows", 20000, 128, 256, false, true},
    {"2708x1433 by 1433x64", 2708, 64, 1433, false, false},
};

struct Tables {
  Tensor a, b, c;
};

Tensor table(std::size_t rows, std::size_t cols, std::uint64_t seed) { return bench::random_table(rows, cols, seed, 0.5F); }

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Eigen::Map<const Matrix> eigen(const Tensor& t) { return {t.data(), static_cast<Eigen::Index>(t.rows()), static_cast<Eigen::Index>(t.cols())}; }

/// Eigen on our threads: blocks of rows of c; of a short c blocks of the sum, added up in order.
void by_eigen(const Product& p, Tables& t) {
  Eigen::Map<Matrix> c(t.c.data(), static_cast<Eigen::Index>(p.m), static_cast<Eigen::Index>(p.n));
  const auto rows = [](std::size_t first, std::size_t last) {
    return Eigen::seqN(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(last - first));
  };
  if (p.transpose_a) {
    constexpr std::size_t kPart = 4096;
    std::vector<Matrix> parts((p.k + kPart - 1) / kPart);
    parallel_ranges(p.k, kPart, [&](std::size_t first, std::size_t last) {
      const auto part = rows(first, last);
      parts[first / kPart].noalias() = eigen(t.a)(part, Eigen::all).transpose() * eigen(t.b)(part, Eigen::all);
    });
    c = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) c += parts[k];
    return;
  }
  parallel_ranges(p.m, 512, [&](std::size_t first, std::size_t last) {
    const auto part = rows(first, last);
    if (p.transpose_b)
      c(part, Eigen::all).noalias() = eigen(t.a)(part, Eigen::all) * eigen(t.b).transpose();
    else
      c(part, Eigen::all).noalias() = eigen(t.a)(part, Eigen::all) * eigen(t.b);
  });
}

void by_edgewise(const Product& p, Tables& t) { kernels::gemm<float>(t.a.view(), p.transpose_a, t.b.view(), p.transpose_b, t.c.view(), false); }

#ifdef EDGEWISE_WITH_ONEDNN
void by_onednn(const Product& p, Tables& t) {
  const auto size = [](std::size_t n) { return static_cast<dnnl_dim_t>(n); };
  dnnl_sgemm(p.transpose_a ? 'T' : 'N', p.transpose_b ? 'T' : 'N', size(p.m), size(p.n), size(p.k), 1, t.a.data(), size(t.a.cols()), t.b.data(),
             size(t.b.cols()), 0, t.c.data(), size(t.c.cols()));
}
#endif

/// What a candidate gives differs from ours by rounding alone.
void check_against(const Tensor& ours, const Tensor& other, const std::string& name) {
  for (std::size_t k = 0; k < ours.size(); ++k)
    if (std::abs(ours.data()[k] - other.data()[k]) > 1e-3F) {
      std::fprintf(stderr, "gemm_bench: %s gives %g, edgewise %g\n", name.c_str(), static_cast<double>(other.data()[k]),
                   static_cast<double>(ours.data()[k]));
      std::exit(1);
    }
}

void run(const bench::Flags& flags) {
  bench::choose_isa(flags["--isa"]);
  const std::size_t threads = flags.number("--threads");
  const ThreadLimit limit(threads);
#ifdef EDGEWISE_WITH_ONEDNN
  omp_set_num_threads(static_cast<int>(threads));  // a pool of its own
#endif

  std::printf("%zu threads, edgewise on %s\n", threads, isa_name(active_isa()));
  for (const Product& p : kProducts) {
    Tables t{table(p.transpose_a ? p.k : p.m, p.transpose_a ? p.m : p.k, 1), table(p.transpose_b ? p.n : p.k, p.transpose_b ? p.k : p.n, 2),
             Tensor(p.m, p.n)};
    std::vector<bench::Candidate> list;
    list.push_back({"edgewise", [&] { by_edgewise(p, t); }, {}});
    list.push_back({"Eigen", [&] { by_eigen(p, t); }, {}});
#ifdef EDGEWISE_WITH_ONEDNN
    list.push_back({"oneDNN", [&] { by_onednn(p, t); }, {}});
#endif
    by_edgewise(p, t);
    const Tensor ours = Tensor::copy(std::as_const(t.c).view());
    for (const auto& candidate : list) {
      candidate.run();
      check_against(ours, t.c, candidate.name);
    }
    bench::interleave(list, flags.number("--rounds"), threads == 1 ? bench::Clock::processor : bench::Clock::wall);
    std::printf("  %-28s", p.name);
    const double flops = 2.0 * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
    for (const auto& candidate : list)
      std::printf("  %s %.0f (%.0f .. %.0f)", candidate.name.c_str(), flops / candidate.median() / 1e9, flops / candidate.quantile(1) / 1e9,
                  flops / candidate.quantile(0) / 1e9);
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Flags flags({{"--threads", "1"}, {"--rounds", "11"}, {"--isa", ""}});
  return bench::run_with(flags, argc, argv, run);
}
