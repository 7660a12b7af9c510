// What a dispatch library costs or saves: GAT forward on our own vectors beside the same loops written for Highway, one thread, both choosing
// their instruction set at run time.    build/bench/bin/highway_bench [--graph arxiv] [--rounds 9] [--isa avx2]
#include <cmath>
#include <cstdio>
#include <vector>

#include "../core/cpu.hpp"
#include "../core/kernels/attention.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "flags.hpp"
#include "graphs.hpp"
#include "highway_gat.hpp"
#include "measure.hpp"

using namespace edgewise;

namespace {

void run(const bench::Flags& flags) {
  const ThreadLimit limit(1);
  bench::choose_isa(flags["--isa"]);
  if (active_isa() != Isa::avx512) bench::highway_without_avx512();
  const Graph graph = bench::make_graph(flags["--graph"]);
  const std::size_t nodes = graph.num_nodes();
  const Tensor value = bench::random_table(nodes, 256, 1, 1), from = bench::random_table(nodes, 8, 2, 2), to = bench::random_table(nodes, 8, 3, 2);
  kernels::AttentionInputs<float> in;
  in.heads = 8;
  in.value = value.view();
  in.source = from.view();
  in.target = to.view();
  in.slope = 0.2F;
  const kernels::AttentionOutput<float> ours = kernels::attention_forward(graph, in);
  Tensor out(nodes, 256), norm(nodes, 16);

  std::vector<bench::Candidate> list;
  list.push_back({"edgewise", [&] { kernels::attention_forward(graph, in); }, {}});
  list.push_back({"Highway", [&] { bench::highway_gat_forward(graph.in_edges(), value, from, to, 0.2F, out, norm); }, {}});
  list[1].run();
  for (std::size_t k = 0; k < out.size(); ++k)
    if (std::abs(out.data()[k] - ours.out.data()[k]) > 1e-4F) fail<NumericError>("the two differ at number ", k, " of the result");

  bench::interleave(list, flags.number("--rounds"), bench::Clock::processor);
  std::printf("%s, 8 x 32: edgewise on %s, Highway on %s\n", flags["--graph"].c_str(), isa_name(active_isa()), bench::highway_target());
  for (const bench::Candidate& c : list)
    std::printf("  %-10s %8.2f ms (%.2f .. %.2f)\n", c.name.c_str(), c.median() * 1e3, c.quantile(0) * 1e3, c.quantile(1) * 1e3);
  std::printf("  Highway / edgewise %.2f\n", bench::ratio(list[1], list[0]));
}

}  // namespace

int main(int argc, char** argv) {
  bench::Flags flags({{"--graph", "arxiv"}, {"--rounds", "9"}, {"--isa", ""}});
  return bench::run_with(flags, argc, argv, run);
}
