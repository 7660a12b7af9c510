#include "data_checksum.hpp"

#include "crc32.hpp"

namespace edgewise::io {
namespace {

/// Sizes go in before contents: the same numbers cut otherwise are other data.
class Sum {
 public:
  void add(std::uint64_t number) { sum_.add(&number, sizeof number); }
  template <class T>
  void add_all(std::span<const T> values) {
    add(std::uint64_t{values.size()});
    sum_.add(values);
  }
  void add(const std::string& text) { add_all(std::span<const char>(text)); }
  void add(const std::vector<std::string>& texts) {
    add(std::uint64_t{texts.size()});
    for (const std::string& text : texts) add(text);
  }
  void add(TensorView rows) {
    add(std::uint64_t{rows.rows});
    add(std::uint64_t{rows.cols});
    for (std::size_t i = 0; i < rows.rows; ++i) sum_.add(std::span<const float>(rows.row(i), rows.cols));
  }
  void add(const Variable& table) {
    if (table) add(table.value().view());
  }
  void add(const Csr& csr) {
    add(std::uint64_t{csr.columns()});
    add_all(csr.begin());
    add_all(csr.column());
  }
  void add(const Sparse& table) {
    add(table.pattern());
    add_all(table.values());
  }
  void add(const train::Targets& targets) {
    add(std::uint64_t{targets.outputs});
    add_all(std::span(targets.classes));
    add(targets.values.view());
  }
  void add(const train::Split& split) {
    for (const std::vector<NodeId>* set : {&split.train, &split.validation, &split.test}) add_all(std::span(*set));
  }
  std::string digits() const { return sum_.digits(); }

 private:
  Crc32 sum_;
};

}  // namespace

std::string data_checksum(const NodeData& named) {
  Sum sum;
  for (NodeId i = 0; i < named.nodes.size(); ++i) sum.add(named.nodes[i]);
  for (const std::vector<std::string>* names :
       {&named.schema.outputs, &named.schema.feature_columns, &named.schema.edge_columns, &named.schema.edge_types})
    sum.add(*names);
  const train::Dataset& data = named.data;
  sum.add(data.graph.in_edges());
  std::visit([&](const auto& table) { sum.add(table); }, data.features);
  sum.add(data.arcs.features);
  sum.add_all(data.arcs.type.values());
  sum.add(data.targets);
  sum.add(data.split);
  return sum.digits();
}

std::string data_checksum(const train::GraphDataset& data, const GraphSchema& schema) {
  Sum sum;
  for (const std::vector<std::string>* names : {&schema.outputs, &schema.node_columns, &schema.arc_columns}) sum.add(*names);
  const train::GraphTable& graphs = data.graphs;
  sum.add(graphs.batch.graph.in_edges());
  sum.add_all(std::span(graphs.batch.node_begin));
  for (const Tensor* table : {&graphs.nodes, &graphs.arcs, &graphs.extras}) sum.add(table->view());
  sum.add(data.targets);
  sum.add(data.split);
  return sum.digits();
}

}  // namespace edgewise::io
