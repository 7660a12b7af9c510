#include "csr.hpp"

#include <algorithm>
#include <utility>

#include "error.hpp"
#include "rows.hpp"

namespace edgewise {
namespace {

constexpr EdgeId kNoRows[1] = {0};

void check_row(const Csr& csr, NodeId i) {
  NodeId before = 0;
  for (const NodeId j : csr.row(i)) {
    if (j >= csr.columns()) fail<DataError>("csr: row ", i, " holds column ", j, ", but there are ", csr.columns(), " columns");
    if (j < before) fail<DataError>("csr: row ", i, " holds column ", j, " after ", before, "; the columns of a row must ascend");
    before = j;
  }
}

}  // namespace

struct Csr::Storage {
  std::vector<EdgeId> begin;
  std::vector<NodeId> column;
};

Csr::Csr() : begin_(kNoRows) {}

Csr::Csr(NodeId columns, std::vector<EdgeId> begin, std::vector<NodeId> column) : columns_(columns) {
  auto storage = std::make_shared<Storage>(Storage{std::move(begin), std::move(column)});
  begin_ = storage->begin;
  column_ = storage->column;
  storage_ = std::move(storage);
  check();
}

Csr Csr::view(NodeId columns, std::span<const EdgeId> begin, std::span<const NodeId> column) {
  Csr csr;
  csr.begin_ = begin;
  csr.column_ = column;
  csr.columns_ = columns;
  csr.check();
  return csr;
}

void Csr::check() const {
  if (begin_.empty()) fail<DataError>("csr: no row starts; even a mask without rows has begin = {0}");
  checked_node_count(begin_.size() - 1);
  if (begin_.front() != 0) fail<DataError>("csr: begin[0] is ", begin_.front(), ", expected 0");
  if (begin_.back() != column_.size()) fail<DataError>("csr: begin ends at ", begin_.back(), ", but there are ", column_.size(), " column entries");
  for (std::size_t i = 0; i + 1 < begin_.size(); ++i)
    if (begin_[i + 1] < begin_[i]) fail<DataError>("csr: begin falls from ", begin_[i], " to ", begin_[i + 1], " at row ", i);
  for_row_blocks(*this, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) check_row(*this, i);
  });
}

Transposed transpose(const Csr& csr) {
  std::vector<EdgeId> begin(std::size_t{csr.columns()} + 1, 0);
  for (const NodeId j : csr.column()) ++begin[std::size_t{j} + 1];
  for (std::size_t j = 1; j < begin.size(); ++j) begin[j] += begin[j - 1];

  std::vector<NodeId> column(csr.edges());
  std::vector<EdgeId> entry(csr.edges());
  std::vector<EdgeId> next(begin.begin(), begin.end() - 1);
  for (NodeId i = 0; i < csr.rows(); ++i)  // rows ascend, so each transposed row comes out sorted
    for (EdgeId e = csr.begin()[i]; e < csr.begin()[std::size_t{i} + 1]; ++e) {
      const EdgeId place = next[csr.column()[e]]++;
      column[place] = i;
      entry[place] = e;
    }
  return {Csr(csr.rows(), std::move(begin), std::move(column)), std::move(entry)};
}

}  // namespace edgewise
