#include "split_data.hpp"

#include <algorithm>
#include <cstdio>

#include "../graph/error.hpp"
#include "../io/split_file.hpp"
#include "option_checks.hpp"
#include "say.hpp"

namespace edgewise::cli {
namespace {

io::NodeData load(const TrainFlags& flags, const std::string& split) {
  io::NodeFiles files = flags.data.files;
  files.split = split;
  io::NodeData data = io::load_node_data(files, flags.training.seed);
  check_against_data(flags, data);
  io::drop_unused_arcs(data, model_options(flags, data));
  io::check_arcs(data, model_options(flags, data));
  return data;
}

/// Without a labelled training node there is nothing to learn: said by the files, before any work.
void check_trainable(const TrainFlags& flags, const std::string& split, const io::NodeData& data) {
  const std::vector<NodeId>& nodes = data.data.split.train;
  const bool drawn = io::random_shares(split).has_value();
  if (nodes.empty() && !drawn) fail<DataError>(split, ": no training node, expected lines like NODE,train; mend it, or leave --split out");
  if (std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) { return train::has_target(data.data.targets, node); })) return;
  const std::string labels = flags.data.files.labels.empty() ? flags.data.files.features : flags.data.files.labels;
  fail<DataError>(labels, ": no label for any of the ", nodes.size(), " training nodes of ", split, "; label some of them, or split otherwise");
}

bool same(const io::Names& a, const io::Names& b) {
  if (a.size() != b.size()) return false;
  for (NodeId i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace

SplitData::SplitData(const TrainFlags& flags) : flags_(flags) {
  const std::vector<std::string>& splits = flags.data.splits;
  std::vector<std::string> said;
  for (std::size_t k = 0; k < splits.size(); ++k) {
    io::NodeData data = load(flags, splits[k]);
    std::vector<std::string> news;
    for (const std::string& note : data.notes)
      if (std::find(said.begin(), said.end(), note) == said.end()) news.push_back(note);
    if (k > 0 && !news.empty()) say("under " + splits[k] + ":\n");
    say_notes(news);
    said.insert(said.end(), news.begin(), news.end());
    if (k == 0) std::printf("%s\n", describe(data).c_str());
    std::fflush(stdout);
    check_trainable(flags, splits[k], data);
    sets_.push_back(k == 0 || same(data_.nodes, data.nodes) ? std::optional(data.data.split) : std::nullopt);
    if (k == 0) data_ = std::move(data);
  }
}

const io::NodeData& SplitData::under(std::size_t k) {
  if (elsewhere_ == k) return data_;
  if (!sets_[k] || elsewhere_) {
    data_ = load(flags_, flags_.data.splits[k]);
    elsewhere_ = sets_[k] ? std::nullopt : std::optional(k);
  } else {
    data_.data.split = *sets_[k];
  }
  return data_;
}

}  // namespace edgewise::cli
