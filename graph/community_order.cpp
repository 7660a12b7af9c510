#include <algorithm>
#include <numeric>

#include "reorder.hpp"

namespace edgewise {
namespace {

constexpr int kRounds = 5;

/// How many neighbours of one node have each label; all zero between two nodes.
class Tally {
 public:
  explicit Tally(NodeId nodes) : count_(nodes) {}

  void add(NodeId label) {
    if (count_[label]++ == 0) met_.push_back(label);
  }
  /// The most frequent label, `own` where it is one of several; nothing is left behind.
  NodeId take_winner(NodeId own) {
    NodeId best = own;
    for (const NodeId label : met_)
      if (count_[label] > count_[best]) best = label;
    for (const NodeId label : met_) count_[label] = 0;
    met_.clear();
    return best;
  }

 private:
  std::vector<NodeId> count_;  // by label
  std::vector<NodeId> met_;    // labels with a count, in the order in which they were met
};

std::vector<NodeId> propagate_labels(const Graph& graph) {
  std::vector<NodeId> label(graph.num_nodes());
  std::iota(label.begin(), label.end(), NodeId{0});
  Tally tally(graph.num_nodes());
  for (int round = 0; round < kRounds; ++round)
    for (NodeId i = 0; i < graph.num_nodes(); ++i) {
      for (const Csr* rows : {&graph.in_edges(), &graph.out_edges()})
        for (const NodeId j : rows->row(i))
          if (j != i) tally.add(label[j]);
      label[i] = tally.take_winner(label[i]);
    }
  return label;
}

}  // namespace

std::vector<NodeId> community_order(const Graph& graph) {
  const std::vector<NodeId> label = propagate_labels(graph);
  // Places by counting: a community begins behind those whose label is smaller.
  std::vector<NodeId> next(label.size() + 1);
  for (const NodeId of_node : label) ++next[std::size_t{of_node} + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<NodeId> new_id(label.size());
  for (std::size_t i = 0; i < label.size(); ++i) new_id[i] = next[label[i]]++;
  return new_id;
}

}  // namespace edgewise
