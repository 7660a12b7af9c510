// How fast edge lists are read: parse and map, and the graph behind it.
//   reader_bench            integer ids (near 0, and scattered) and words, 10 million lines each
//   reader_bench big        100 million lines to a validated graph: seconds and peak memory
// Files are made in the temporary folder and deleted.  Read with two cores free: cpu/wall tells.
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "../graph/graph.hpp"
#include "../graph/random.hpp"
#include "../io/edge_list.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

struct Clock {
  std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
  std::clock_t cpu = std::clock();
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(); }
  double cores() const { return static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC / seconds(); }
};

double peak_gib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

enum class Ids { dense, scattered, words };

/// A file of random edges that goes away with the object.
struct EdgeFile {
  EdgeFile(std::size_t lines, std::uint64_t nodes, Ids ids) : path(std::filesystem::temp_directory_path() / "edgewise_reader_bench.tsv") {
    std::ofstream out(path, std::ios::binary);
    std::string block;
    Rng rng(1);
    for (std::size_t line = 0; line < lines; ++line) {
      for (const char end : {'\t', '\n'}) {
        const std::uint64_t node = rng.below(nodes);
        if (ids == Ids::words) block += "node_";
        char digits[24];
        const auto stop = std::to_chars(digits, digits + sizeof digits, ids == Ids::scattered ? mix_bits(node) >> 24 : node);
        block.append(digits, stop.ptr);
        block += end;
      }
      if (block.size() > (1 << 20)) {
        out << block;
        block.clear();
      }
    }
    out << block;
  }
  ~EdgeFile() { std::filesystem::remove(path); }
  EdgeFile(const EdgeFile&) = delete;
  EdgeFile& operator=(const EdgeFile&) = delete;
  double megabytes() const { return static_cast<double>(std::filesystem::file_size(path)) / 1e6; }
  std::filesystem::path path;
};

void read(const char* what, std::size_t lines, std::uint64_t nodes, Ids ids) {
  const EdgeFile file(lines, nodes, ids);
  double best = 1e9;
  double cores = 0;
  for (int run = 0; run < 3; ++run) {
    const Clock clock;
    Names names;
    const EdgeList list = read_edge_list(TextFile::open(file.path), names);
    if (clock.seconds() < best) {
      best = clock.seconds();
      cores = clock.cores();
    }
    if (list.edges.size() != lines) std::printf("%zu edges, expected %zu\n", list.edges.size(), lines);
  }
  std::printf("%-16s %zu lines, %llu ids, %.0f MB: %.2f s, %.0f MB/s (best of 3, cpu/wall %.2f)\n", what, lines,
              static_cast<unsigned long long>(nodes), file.megabytes(), best, file.megabytes() / best, cores);
}

void big(std::size_t lines, std::uint64_t nodes, bool directed) {
  const EdgeFile file(lines, nodes, Ids::dense);
  const Clock clock;
  Names names;
  EdgeList list = read_edge_list(TextFile::open(file.path), names);
  const double parsed = clock.seconds();
  const double parsed_peak = peak_gib();
  const BuiltGraph built = build_graph(names.size(), list.edges, {.directed = directed});
  std::printf(
      "%zu lines (%.0f MB), %s: read %.1f s, built %.1f s, together %.1f s, cpu/wall %.2f; %llu arcs, peak %.2f GiB after reading, %.2f GiB in all\n",
      lines, file.megabytes(), directed ? "directed" : "undirected", parsed, clock.seconds() - parsed, clock.seconds(), clock.cores(),
      static_cast<unsigned long long>(built.graph.num_arcs()), parsed_peak, peak_gib());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "big") == 0) {
    big(100'000'000, 10'000'000, argc > 2 && std::strcmp(argv[2], "directed") == 0);
    return 0;
  }
  read("integers", 10'000'000, 1'000'000, Ids::dense);
  read("integers, wide", 10'000'000, 1'000'000, Ids::scattered);
  read("words", 10'000'000, 1'000'000, Ids::words);
  return 0;
}
