#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "../graph/algorithms.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "node_flags.hpp"
#include "say.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

void line(const char* name, const std::string& value) { std::printf("%-22s %s\n", name, value.c_str()); }
void line(const char* name, std::size_t value) { line(name, fmt::format("{}", value)); }

std::string in_words(const DegreeSummary& degrees) {
  std::string text = fmt::format("min {}", degrees.least);
  for (std::size_t k = 0; k < degrees.quantiles.size(); ++k)
    text += fmt::format(", {:.0f}% {}", 100 * DegreeSummary::kShares[k], degrees.quantiles[k]);
  return text + fmt::format(", max {}, mean {:.2f}", degrees.most, degrees.mean);
}

void print_components(const char* name, const Components& parts) {
  NodeId largest = 0;
  for (const NodeId size : parts.size) largest = std::max(largest, size);
  line(name, fmt::format("{} (largest {} nodes)", parts.size.size(), largest));
}

/// Labels that nothing could be learned from (one class, numbers, several columns) leave the graph to be described: why they are passed over is said.
io::NodeData load(io::NodeFiles files) {
  files.undivided = true;
  try {
    return io::load_node_data(files, 0);
  } catch (const DataError& error) {
    if (files.labels.empty() || !std::filesystem::exists(files.labels)) throw;
    files.unlabelled = true;
    io::NodeData data = io::load_node_data(files, 0);  // an error elsewhere is thrown again
    say(std::string(error.what()) + "\nthe labels are passed over\n");
    return data;
  }
}

}  // namespace

int graph_info(Args args) {
  DataFlags from;
  from.files.self_loops = false;
  from.files.encoding = "degree";  // the cheapest: features are not looked at
  std::size_t threads = 0;
  Flags flags("graph info", "Counts and describes a graph; with labels also how often neighbours are alike.");
  add_data_flags(flags, from, Wants::edges_and_labels);
  flags.on("directed", from.files.directed, "an edge goes one way, from source to target");
  flags.whole("threads", threads, {0, 4096}, "0: all cores");
  add_format_flags(flags, from);
  flags.example("graph info --data datasets/karate");
  if (!flags.read(args)) return kDone;
  complete(from);
  if (from.splits.size() > 1) fail<UsageError>("--split: got ", from.splits.size(), " files, expected one");
  if (!from.splits.empty()) from.files.split = from.splits[0];

  const ThreadLimit limit(threads);
  const io::NodeData data = load(from.files);
  say_without_column_flags(data.notes);
  const Graph& graph = data.data.graph;
  line("nodes", graph.num_nodes());
  line(data.schema.directed ? "edges (directed)" : "edges (undirected)", data.listed.size() - data.built.merged);
  line("arcs", graph.num_arcs());
  line("listed edges", data.listed.size());
  line("duplicates merged", data.built.merged);
  line("self-loops", count_loops(graph));
  line("isolated nodes", count_isolated(graph));
  print_components("components", weak_components(graph));
  if (data.schema.directed) {
    print_components("strong components", strong_components(graph));
    line("without in-neighbour", count_without_in_edges(graph));
    line("one-way arcs", count_one_way_arcs(graph));
    line("in-degree", in_words(degree_summary(graph.in_edges())));
    line("out-degree", in_words(degree_summary(graph.out_edges())));
  } else {
    line("degree", in_words(degree_summary(graph.in_edges())));
  }
  if (!data.schema.outputs.empty()) {
    line("classes", data.schema.outputs.size());
    const std::optional<double> homophily = edge_homophily(graph, data.data.targets.classes);
    line("edge homophily", homophily ? fmt::format("{:.4f}", *homophily) : "no edge between two labelled nodes");
  }
  return kDone;
}

}  // namespace edgewise::cli
