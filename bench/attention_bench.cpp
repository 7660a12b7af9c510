// Attention forward and backward beside the limit of the same run and beside two compositions of other frameworks, which have to give the
// same values first.  bench/table.py makes tables of what --benchmark_out=FILE.json writes.
//   build/bench/bin/attention_bench [--graph arxiv] [--heads 8] [--depth 32] [--threads 1,2] [--dropout 0] [--isa generic|avx2|avx512]
//       [--only gat,dot,gatv2] [--values float32,bf16] [--beside three_pass,materialised] [flags of Google Benchmark]
// With bf16 it also prints how far that is from float32.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "../core/cpu.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "flags.hpp"
#include "graphs.hpp"
#include "limits.hpp"
#include "reference/fused.hpp"
#include "resident.hpp"

using namespace edgewise;
using bench::AttentionInputs;
using bench::Flags;
using bench::Reference;
using bench::Score;
using kernels::AttentionGradients;

namespace {

/// A score, and how many gather-sums over in-rows and out-rows its passes cannot do without.
struct Case {
  const char* name;
  AttentionInputs<float> in;
  double forward_in, backward_in, backward_out;
};

/// The largest difference between two tables and its root mean square, both relative to the largest number wanted.
struct Apart {
  double most = 0, mean = 0;
};
Apart apart(const Tensor& got, const Tensor& wanted) {
  double most = 0, squares = 0, scale = 1e-30;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const double far = std::abs(static_cast<double>(got.data()[k]) - static_cast<double>(wanted.data()[k]));
    if (!std::isfinite(far)) return {far, far};
    most = std::max(most, far);
    squares += far * far;
    scale = std::max(scale, static_cast<double>(std::abs(wanted.data()[k])));
  }
  return {most / scale, std::sqrt(squares / static_cast<double>(std::max<std::size_t>(wanted.size(), 1))) / scale};
}

void check(const std::string& name, Reference& candidate, bool rounds, const Tensor& grad, const Tensor& out,
           const AttentionGradients<float>& wanted) {
  const auto agree = [&](const char* table, const Tensor& got, const Tensor& expected) {
    const Apart far = apart(got, expected);
    if (rounds && !expected.empty()) std::printf("%s: %s apart by %.1e at most, %.1e in the mean square\n", name.c_str(), table, far.most, far.mean);
    // Sums over hubs of thousands, in another order; the gradient of a rounded dynamic score jumps where l + r changes its sign.
    return got.size() == expected.size() && (rounds ? far.mean <= 1e-2 : far.most <= 1e-3);
  };
  const bool right = agree("result", candidate.forward(), out);
  const auto got = candidate.backward(grad);
  if (!right || !agree("gradient of values", got.value, wanted.value) || !agree("gradient of sources", got.source, wanted.source) ||
      !agree("gradient of targets", got.target, wanted.target) || !agree("gradient of a", got.a, wanted.a))
    fail<UsageError>("attention_bench: ", name, " does not agree with the fused operator; what is wrong is not timed");
}

/// Everything a row of the table needs beside its time.
struct Row {
  std::string name;
  double in_gathers, out_gathers;
  std::size_t bytes;  // of forward and backward together
  std::function<void()> run;
};

void add(const Row& row, const Flags& flags, std::size_t arcs) {
  for (const std::string& threads : flags.list("--threads")) {
    const std::size_t count = std::stoul(threads);
    benchmark::RegisterBenchmark((row.name + "/threads:" + threads).c_str(),
                                 [row, count, arcs](benchmark::State& state) {
                                   const ThreadLimit limit(count);
                                   for (auto _ : state) row.run();
                                   state.counters["arcs"] = static_cast<double>(arcs);
                                   state.counters["workers"] = static_cast<double>(count);
                                   state.counters["in_gathers"] = row.in_gathers;
                                   state.counters["out_gathers"] = row.out_gathers;
                                   state.counters["bytes"] = static_cast<double>(row.bytes);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(static_cast<benchmark::IterationCount>(1 + 1000000 / arcs))
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  }
}

void run(const Flags& flags) {
  const std::size_t heads = flags.number("--heads"), width = heads * flags.number("--depth");
  bench::choose_isa(flags["--isa"]);
  const Graph graph = bench::make_graph(flags["--graph"]);
  const std::size_t nodes = graph.num_nodes(), arcs = graph.num_arcs();
  graph.out_grid();
  benchmark::AddCustomContext("edgewise-instructions", isa_name(active_isa()));
  for (const auto& [name, value] : flags) benchmark::AddCustomContext("edgewise" + name.substr(1), value);
  benchmark::AddCustomContext("edgewise-nodes", std::to_string(nodes));
  benchmark::AddCustomContext("edgewise-arcs", std::to_string(arcs));
  benchmark::AddCustomContext("edgewise-width", std::to_string(width));

  const Tensor x = bench::random_table(nodes, width, 1, 1), y = bench::random_table(nodes, width, 2, 1), z = bench::random_table(nodes, width, 3, 1);
  const Tensor from = bench::random_table(nodes, heads, 4, 2), to = bench::random_table(nodes, heads, 5, 2),
               a = bench::random_table(1, width, 6, 0.5F);
  const Tensor grad = bench::random_table(nodes, width, 7, 1);
  const auto inputs = [&](Score score, TensorView source, TensorView target) {
    AttentionInputs<float> in;
    in.score = score;
    in.heads = heads;
    in.value = x.view();
    in.source = source;
    in.target = target;
    in.a = a.view();
    in.slope = 0.2F;
    in.scale = 0.2F;
    in.dropout = flags.real("--dropout");
    in.key = RandomKey::of(1, 2, 3);
    return in;
  };
  const std::vector<Case> cases{{"gat", inputs(Score::additive, from.view(), to.view()), 1, 0, 1},
                                {"dot", inputs(Score::dot, y.view(), z.view()), 2, 2, 2},
                                {"gatv2", inputs(Score::dynamic, x.view(), y.view()), 1, 1, 2}};

  Tensor sums(nodes, width);
  const auto limits = bench::gather_sums(width);
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const std::string ahead = "/ahead:" + std::to_string(bench::kDistances[k]);
    add({"gather-sum/in" + ahead, 1, 0, 0, [&, k] { limits[k](graph.in_edges(), graph.in_grid(), x, sums); }}, flags, arcs);
    add({"gather-sum/out" + ahead, 0, 1, 0, [&, k] { limits[k](graph.out_edges(), graph.out_grid(), x, sums); }}, flags, arcs);
  }
  std::vector<float> results(bench::kMultiplyAddResults);
  add({"multiply-add", 0, 0, 0, [&] { bench::multiply_add(results.data()); }}, flags, arcs);

  std::vector<std::unique_ptr<Reference>> kept;
  const auto only = flags.list("--only");
  for (const Case& c : cases) {
    if (!only.empty() && std::find(only.begin(), only.end(), c.name) == only.end()) continue;
    Tensor out;
    AttentionGradients<float> wanted;
    const auto candidate = [&](const std::string& style, std::unique_ptr<Reference> reference) {
      Reference* const r = kept.emplace_back(std::move(reference)).get();
      const std::size_t bytes = bench::rise([&] {
        const Tensor result = r->forward();
        r->backward(grad);
      });
      if (out.empty()) {
        out = Tensor::copy(r->forward().view());
        wanted = r->backward(grad);
      } else {
        check(std::string(c.name) + "/" + style, *r, flags["--values"].find("bf16") != std::string::npos, grad, out, wanted);
      }
      add({std::string(c.name) + "/forward/" + style, c.forward_in, 0, bytes, [r] { r->forward(); }}, flags, arcs);
      add({std::string(c.name) + "/backward/" + style, c.backward_in, c.backward_out, bytes, [r, &grad] { r->backward(grad); }}, flags, arcs);
    };
    for (const std::string& storage : flags.list("--values"))
      candidate(storage == "bf16" ? "bf16" : "edgewise",
                std::make_unique<bench::Fused>(graph, c.in, storage == "bf16" ? ValueStorage::bf16 : ValueStorage::float32));
    for (const std::string& style : flags.list("--beside"))
      candidate(style, style == "materialised" ? bench::materialised(graph, c.in) : bench::three_pass(graph, c.in));
  }
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags({{"--graph", "arxiv"},
               {"--heads", "8"},
               {"--depth", "32"},
               {"--threads", "1"},
               {"--dropout", "0"},
               {"--isa", ""},
               {"--only", ""},
               {"--values", "float32"},
               {"--beside", ""}});
  std::vector<char*> rest = flags.take(argc, argv);
  std::array<std::string, 3> defaults{"--benchmark_repetitions=5", "--benchmark_enable_random_interleaving=true",  // medians of rounds
                                      "--benchmark_display_aggregates_only=true"};
  for (std::string& flag : defaults) rest.insert(rest.begin() + 1, flag.data());
  int count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  try {
    run(flags);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
