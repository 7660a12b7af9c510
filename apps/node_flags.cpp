#include "node_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "../graph/algorithms.hpp"
#include "../graph/error.hpp"
#include "../io/graph_notes.hpp"
#include "../io/node_table.hpp"
#include "../io/split_file.hpp"
#include "say.hpp"

namespace edgewise::cli {
namespace {

namespace fs = std::filesystem;

/// The files of `folder` that are called `stem` up to their first dot.
std::vector<std::string> files_called(const std::string& folder, const std::string& stem) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.substr(0, name.find('.')) == stem && entry.is_regular_file()) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The one of them; empty when there is none.
std::string find_file(const std::string& folder, const std::string& stem) {
  const std::vector<std::string> found = files_called(folder, stem);
  if (found.size() > 1) fail<DataError>(folder, ": both ", found[0], " and ", found[1], " are there; say which with --", stem);
  return found.empty() ? std::string() : found[0];
}

/// A comma parts the names of files: random:60,20,20 is put together again, to be refused as it was given.
void check_shares(const std::vector<std::string>& splits) {
  const auto is_number = [](const std::string& part) { return part.find_first_not_of("0123456789.") == std::string::npos; };
  const auto is_file = [](const std::string& part) { return fs::exists(part); };
  if (splits.size() < 2 || !std::all_of(splits.begin() + 1, splits.end(), is_number) || std::any_of(splits.begin(), splits.end(), is_file)) return;
  io::random_shares(fmt::format("{}", fmt::join(splits, ",")));
}

std::string outputs_in_words(const io::NodeSchema& schema) {
  switch (schema.task) {
    case train::Task::classification:
      return io::counted(schema.outputs.size(), "class", "classes");
    case train::Task::multilabel:
      return io::counted(schema.outputs.size(), "label", "labels");
    case train::Task::regression:
      return io::counted(schema.outputs.size(), "value", "values") + " to predict";
  }
  return "";
}

}  // namespace

void add_data_flags(Flags& flags, DataFlags& data, Wants wants) {
  flags.section("Data");
  flags.text("edges", "FILE", data.files.edges, "edge list: two node ids a line (docs/formats.md)");
  flags.text("features", "FILE", data.files.features, "one row of numbers a node; without: encodings of the graph itself");
  if (wants == Wants::edges_and_labels) {
    flags.text("labels", "FILE", data.files.labels, "node id and its label; nodes may be left out");
    flags.texts("label-columns", "A,B", data.files.label_columns, "columns of the label file that are meant").rare();
    flags.texts("split", "FILE[,FILE...]", data.splits, "node id and train, val or test; or random:60/20/20");
  }
  flags.text("data", "DIR", data.folder, "folder with edges.*, features.*, labels.*, split.* in it");
}

void add_format_flags(Flags& flags, DataFlags& data) {
  flags.section("How the files are written");
  flags.text("separator", "NAME", data.files.separator, "auto, tab, comma, semicolon or blank; or edges=tab,labels=comma").rare();
  flags.text("header", "NAME", data.files.header, "auto, yes or no: whether the first line names the columns").rare();
  flags.text("comment", "NAME", data.files.comment, "auto: lines that begin with # or % are skipped; none: they are data").rare();
  flags.text("node-ids", "FILE", data.files.node_ids, "one id a line, for the rows of Matrix Market features").rare();
  flags.on("drop-unknown", data.files.drop_unknown, "drop edges of nodes that have no feature row, and count them").rare();
}

void complete(DataFlags& data) {
  if (!data.folder.empty()) {
    if (!fs::is_directory(data.folder)) fail<DataError>(data.folder, ": no such folder; --data names the folder that holds edges.*");
    const auto fill = [&](std::string& path, const char* stem) {
      if (path.empty()) path = find_file(data.folder, stem);
    };
    fill(data.files.edges, "edges");
    fill(data.files.features, "features");
    fill(data.files.labels, "labels");
    if (data.files.edges.empty()) fail<DataError>(data.folder, ": no file named edges.* in this folder; rename it or pass --edges FILE");
    if (data.splits.empty())
      if (const std::string split = find_file(data.folder, "split"); !split.empty()) data.splits.push_back(split);
  }
  check_shares(data.splits);
  if (data.files.edges.empty()) fail<UsageError>("an edge list is missing: pass --edges FILE, or --data DIR with edges.* in it");
}

void check_labels(const DataFlags& data) {
  if (data.files.labels.empty() && !io::is_linqs_content(data.files.features))
    fail<UsageError>("labels are missing: pass --labels FILE, or --data DIR with labels.* in it");
}

std::vector<NamedPath> inputs_of(const DataFlags& data) {
  std::vector<NamedPath> inputs{
      {"--edges", data.files.edges}, {"--features", data.files.features}, {"--labels", data.files.labels}, {"--node-ids", data.files.node_ids}};
  for (const std::string& split : data.splits)
    if (!split.starts_with("random:")) inputs.push_back({"--split", io::split_path(split).file});
  // Those of the folder that other flags took the place of are the user's, too.
  if (!data.folder.empty())
    for (const char* stem : {"edges", "features", "labels", "split"})
      for (std::string& path : files_called(data.folder, stem)) inputs.push_back({"--data", std::move(path)});
  return inputs;
}

void say_without_column_flags(std::vector<std::string> notes) {
  for (std::string& note : notes)
    if (const std::size_t advice = note.find(" (take numbers with --edge-columns"); advice != std::string::npos) note.resize(advice);
  say_notes(notes);
}

std::string describe(const io::NodeData& data) {
  const Graph& graph = data.data.graph;
  const EdgeId loops = count_loops(graph);
  std::string text =
      "data: " + io::counted(graph.num_nodes(), "node", "nodes") + ", " +
      io::counted(data.listed.size() - data.built.merged, data.schema.directed ? "arc" : "edge", data.schema.directed ? "arcs" : "edges") +
      fmt::format(" ({} arcs with {}), ", graph.num_arcs(), io::counted(loops, "self-loop", "self-loops"));
  text += io::counted(cols_of(data.data.features), "feature", "features");
  if (!data.schema.encoding.empty()) text += " made from the graph (" + data.schema.encoding + ")";
  text += ", " + outputs_in_words(data.schema);
  const train::Split& split = data.data.split;
  if (split.train.empty()) return text;
  const auto labelled = [&](const std::vector<NodeId>& set) {
    return static_cast<std::size_t>(std::count_if(set.begin(), set.end(), [&](NodeId node) { return train::has_target(data.data.targets, node); }));
  };
  const std::size_t train = labelled(split.train), validation = labelled(split.validation), test = labelled(split.test);
  const bool all = train + validation + test == split.train.size() + split.validation.size() + split.test.size();
  return text + fmt::format("; {} train, {} validation, {} test nodes{}", train, validation, test, all ? "" : " with a label");
}

}  // namespace edgewise::cli
