#include "relabel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "../../graph/rows.hpp"
#include "../../graph/transform.hpp"

namespace edgewise::train {
namespace {

/// to[k] = from[old[k]]
template <class Index>
Tensor gather(BasicView<const float> from, const std::vector<Index>& old) {
  auto to = Tensor::uninitialized(old.size(), from.cols);
  parallel_ranges(old.size(), 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) std::copy_n(from.data + std::size_t{old[k]} * from.stride, from.cols, to.row(k).data());
  });
  return to;
}

struct Features {
  const std::vector<NodeId>& old;

  Input operator()(const Variable& table) const { return Variable(gather(table.value().view(), old)); }
  Input operator()(const BasicView<const float>& table) const { return Variable(gather(table, old)); }
  Input operator()(const Sparse& table) const {
    std::vector<EdgeId> begin{0};
    std::vector<NodeId> column;
    std::vector<float> values;
    begin.reserve(old.size() + 1);
    column.reserve(table.pattern().edges());
    values.reserve(table.pattern().edges());
    for (const NodeId row : old) {
      const auto columns = table.pattern().row(row);
      const auto entries = table.values().subspan(table.pattern().begin()[row], columns.size());
      column.insert(column.end(), columns.begin(), columns.end());
      values.insert(values.end(), entries.begin(), entries.end());
      begin.push_back(column.size());
    }
    return Sparse(Csr(table.pattern().columns(), std::move(begin), std::move(column)), std::move(values));
  }
};

Arcs arcs_of(const Arcs& arcs, const std::vector<EdgeId>& old) {
  Arcs moved;
  if (arcs.features) moved.features = Variable(gather(arcs.features.value().view(), old));
  if (!arcs.type.empty())
    for (const EdgeId arc : old) moved.type.push_back(arcs.type[arc]);
  return moved;
}

Targets targets_of(const Targets& targets, const std::vector<NodeId>& old) {
  Targets moved{targets.task, targets.outputs, {}, {}};
  if (targets.task != Task::classification)
    moved.values = gather(targets.values.view(), old);
  else
    for (const NodeId node : old) moved.classes.push_back(targets.classes[node]);
  return moved;
}

std::vector<NodeId> set_of(std::vector<NodeId> nodes, std::span<const NodeId> new_id) {
  for (NodeId& node : nodes) node = new_id[node];
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace

Dataset relabel(const Dataset& data, std::span<const NodeId> new_id) {
  check(data);
  Transformed moved = edgewise::relabel(data.graph, new_id);  // checks the permutation
  std::vector<NodeId> old(new_id.size());
  for (std::size_t i = 0; i < new_id.size(); ++i) old[new_id[i]] = static_cast<NodeId>(i);
  return {.graph = std::move(moved.graph),
          .features = std::visit(Features{old}, data.features),
          .arcs = arcs_of(data.arcs, moved.arc_before),
          .targets = targets_of(data.targets, old),
          .split = {set_of(data.split.train, new_id), set_of(data.split.validation, new_id), set_of(data.split.test, new_id)}};
}

}  // namespace edgewise::train
