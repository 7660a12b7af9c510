// Attention forward and backward beside the limit of the same run: a kernel that only walks the same rows and adds up the same
// neighbours ("gather-sum").  Prints time per arc and the share of the limit reached.
//   build/bench/bin/attention_bench [--graph arxiv|cora|reddit|grid] [--heads 8] [--depth 32] [--threads 1] [--rounds 5]
//                                   [--dropout 0] [--isa generic|avx2|avx512]
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <string>

#include "../core/cpu.hpp"
#include "../core/kernels/attention.hpp"
#include "../graph/random.hpp"
#include "../graph/rows.hpp"
#include "measure.hpp"

using namespace edgewise;
using kernels::AttentionInputs;
using kernels::Score;

namespace {

/// Recursive matrix graph (.57 .19 .19 .05), both directions, ids shuffled, self-loops added.
Graph rmat(NodeId nodes, std::size_t edges, std::uint64_t seed) {
  Rng rng(seed);
  const auto place = Rng(seed, 1).permutation(nodes);
  unsigned levels = 0;
  while ((std::size_t{1} << levels) < nodes) ++levels;
  std::vector<Edge> list;
  while (list.size() < edges) {
    std::size_t a = 0, b = 0;
    std::uint64_t bits = 0;
    for (unsigned level = 0; level < levels; ++level, bits >>= 16) {
      if (level % 4 == 0) bits = rng.bits();
      const auto draw = bits & 0xffff;
      const unsigned quarter = draw < 37355 ? 0 : draw < 49807 ? 1 : draw < 62259 ? 2 : 3;
      a = a * 2 + (quarter >> 1);
      b = b * 2 + (quarter & 1);
    }
    if (a < nodes && b < nodes) list.push_back({place[a], place[b]});
  }
  return build_graph(nodes, list, {.self_loops = true}).graph;
}

/// A square of side * side nodes with 12 neighbours each, in natural order.
Graph grid(NodeId side) {
  std::vector<Edge> list;
  for (NodeId y = 0; y < side; ++y)
    for (NodeId x = 0; x < side; ++x)
      for (const auto& [dx, dy] : {std::pair{1U, 0U}, {0U, 1U}, {1U, 1U}, {2U, 0U}, {0U, 2U}, {side - 1, 1U}})
        if (y + dy < side && (dx == side - 1 ? x > 0 : x + dx < side))
          list.push_back({y * side + x, (y + dy) * side + (dx == side - 1 ? x - 1 : x + dx)});
  return build_graph(side * side, list, {.self_loops = true}).graph;
}

Graph make_graph(const std::string& name) {
  if (name == "arxiv") return rmat(169343, 1166243, 2);
  if (name == "cora") return rmat(2708, 5278, 1);
  if (name == "reddit") return rmat(232965, 3750000, 3);
  return grid(412);
}

Tensor random_table(std::size_t rows, std::size_t cols, std::uint64_t seed, float scale) {
  auto table = Tensor::uninitialized(rows, cols);
  parallel_ranges(table.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    Rng rng(seed, first);
    for (std::size_t k = first; k < last; ++k) table.data()[k] = static_cast<float>(rng.uniform() * 2 - 1) * scale;
  });
  return table;
}

/// The limit: sums of neighbours' rows over the same grid, Width known to the compiler, rows fetched Ahead arcs before.
template <std::size_t Width, std::size_t Ahead>
void gather_sum(const Csr& csr, const RowGrid& grid, const Tensor& from, Tensor& to) {
#if defined(__AVX512F__)
  constexpr std::size_t kLanes = 16;
#elif defined(__AVX2__)
  constexpr std::size_t kLanes = 8;
#else
  constexpr std::size_t kLanes = 4;
#endif
  typedef float Vector __attribute__((vector_size(kLanes * sizeof(float))));
  constexpr std::size_t kVectors = Width / kLanes;
  const NodeId* const column = csr.column().data();
  const EdgeId* const begin = csr.begin().data();
  const EdgeId places = csr.edges();
  parallel_blocks(grid.spans.size(), [&, column, begin, places](std::size_t k) {
    const RowSpan& span = grid.spans[k];
    for (std::size_t i = span.first; i < span.last; ++i) {
      Vector sum[kVectors] = {};
      const EdgeId first = span.slot == kWhole ? begin[i] : span.begin, last = span.slot == kWhole ? begin[i + 1] : span.end;
      for (EdgeId e = first; e < last; ++e) {
        if (Ahead > 0 && e + Ahead < places)
          for (std::size_t b = 0; b < Width; b += 16) __builtin_prefetch(from.data() + column[e + Ahead] * Width + b, 0, 3);
        const float* const row = from.data() + column[e] * Width;
        for (std::size_t v = 0; v < kVectors; ++v) {
          Vector x;
          std::memcpy(&x, row + v * kLanes, sizeof x);
          sum[v] += x;
        }
      }
      if (span.slot == kWhole || span.begin == begin[i]) std::memcpy(to.data() + i * Width, sum, sizeof sum);
    }
  });
}

using Gather = void (*)(const Csr&, const RowGrid&, const Tensor&, Tensor&);
template <std::size_t Width>
std::vector<Gather> gathers() {
  return {gather_sum<Width, 0>, gather_sum<Width, 4>, gather_sum<Width, 8>};
}
std::vector<Gather> gathers_of(std::size_t width) {
  if (width == 64) return gathers<64>();
  if (width == 128) return gathers<128>();
  if (width == 256) return gathers<256>();
  if (width == 512) return gathers<512>();
  std::fprintf(stderr, "attention_bench: heads * depth is %zu, expected 64, 128, 256 or 512\n", width);
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> flags{{"--graph", "arxiv"}, {"--heads", "8"},   {"--depth", "32"}, {"--threads", "1"},
                                           {"--rounds", "5"},    {"--dropout", "0"}, {"--isa", ""},     {"--only", ""}};
  for (int k = 1; k + 1 < argc; k += 2) flags[argv[k]] = argv[k + 1];
  const std::size_t heads = std::stoul(flags["--heads"]), depth = std::stoul(flags["--depth"]), width = heads * depth;
  for (const Isa isa : supported_isas())
    if (flags["--isa"] == isa_name(isa)) set_active_isa(isa);
  const ThreadLimit limit(std::stoul(flags["--threads"]));
  const std::size_t rounds = std::stoul(flags["--rounds"]);

  const Graph graph = make_graph(flags["--graph"]);
  const std::size_t nodes = graph.num_nodes(), arcs = graph.num_arcs();
  std::printf("%s: %zu nodes, %zu arcs, %zu x %zu, %s threads, %s\n", flags["--graph"].c_str(), nodes, arcs, heads, depth, flags["--threads"].c_str(),
              isa_name(active_isa()));
  const Tensor x = random_table(nodes, width, 1, 1), y = random_table(nodes, width, 2, 1), z = random_table(nodes, width, 3, 1);
  const Tensor from = random_table(nodes, heads, 4, 2), to = random_table(nodes, heads, 5, 2), a = random_table(1, width, 6, 0.5F);
  const Tensor grad = random_table(nodes, width, 7, 1);

  AttentionInputs<float> gat, gatv2, dot;
  gat.score = Score::additive;
  gat.value = x.view();
  gat.source = from.view();
  gat.target = to.view();
  gatv2.score = Score::dynamic;
  gatv2.value = gatv2.source = x.view();
  gatv2.target = y.view();
  gatv2.a = a.view();
  dot.score = Score::dot;
  dot.value = x.view();
  dot.source = y.view();
  dot.target = z.view();
  dot.scale = 0.2F;
  for (auto* in : {&gat, &gatv2, &dot}) {
    in->heads = heads;
    in->slope = 0.2F;
    in->dropout = std::stof(flags["--dropout"]);
    in->key = RandomKey::of(1, 2, 3);
  }

  graph.out_edges();
  Tensor sums(nodes, width);
  // The limit: the best prefetch distance over in-rows and over out-rows.
  std::vector<bench::Candidate> list;
  const auto limits = gathers_of(width);
  for (const Gather gather : limits) list.push_back({"gather-sum", [&, gather] { gather(graph.in_edges(), graph.in_grid(), x, sums); }, {}});
  for (const Gather gather : limits) list.push_back({"gather-sum out", [&, gather] { gather(graph.out_edges(), graph.out_grid(), x, sums); }, {}});
  struct Case {
    const char* name;
    const AttentionInputs<float>* in;
    double forward_gathers;
    double in_gathers, out_gathers;  // of backward
    kernels::AttentionOutput<float> output;
  };
  std::vector<Case> cases;
  cases.push_back({"gat", &gat, 1, 0, 1, {}});
  cases.push_back({"dot", &dot, 2, 2, 2, {}});
  cases.push_back({"gatv2", &gatv2, 1, 1, 2, {}});
  if (!flags["--only"].empty()) std::erase_if(cases, [&](const Case& c) { return flags["--only"] != c.name; });
  for (Case& c : cases) {
    c.output = kernels::attention_forward(graph, *c.in);
    list.push_back({std::string(c.name) + " forward", [&graph, &c] { kernels::attention_forward(graph, *c.in); }, {}});
    list.push_back({std::string(c.name) + " backward",
                    [&graph, &c, &grad] { kernels::attention_backward(graph, *c.in, c.output.out, c.output.norm, grad, {}); },
                    {}});
  }
  bench::interleave(list, rounds, flags["--threads"] == "1" ? bench::Clock::processor : bench::Clock::wall);

  const auto best = [&](std::size_t first) {
    std::size_t k = first;
    for (std::size_t other = first; other < first + limits.size(); ++other)
      if (list[other].median() < list[k].median()) k = other;
    return k;
  };
  const std::size_t in_limit = best(0), out_limit = best(limits.size());
  const auto print = [&](const bench::Candidate& c, double share) {
    std::printf("  %-16s %9.2f ms  (%.2f .. %.2f)  %7.2f ns/arc  %5.1f %% of the limit\n", c.name.c_str(), c.median() * 1e3, c.quantile(0) * 1e3,
                c.quantile(1) * 1e3, c.median() * 1e9 / static_cast<double>(arcs), share * 100);
  };
  const double bytes = static_cast<double>(arcs) * static_cast<double>(width) * sizeof(float);
  print(list[in_limit], 1);
  print(list[out_limit], 1);
  std::printf("  gather-sum: %.1f GB/s\n", bytes / list[in_limit].median() / 1e9);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const auto& forward = list[2 * limits.size() + 2 * k];
    const auto& backward = list[2 * limits.size() + 2 * k + 1];
    print(forward, cases[k].forward_gathers * bench::ratio(list[in_limit], forward));
    print(backward, cases[k].in_gathers * bench::ratio(list[in_limit], backward) + cases[k].out_gathers * bench::ratio(list[out_limit], backward));
  }
}
