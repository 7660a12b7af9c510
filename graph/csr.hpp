#pragma once
/// Compressed rows, the mask under everything: a citation graph, a molecule, a window of speech.
#include <memory>
#include <span>
#include <vector>

#include "api.hpp"
#include "ids.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Compressed rows: the neighbours of row i are column[begin[i]] .. column[begin[i+1]-1].
/// Holds    begin[0] == 0, begin never falls, begin[rows] == edges; every column < columns; columns of a row ascend,
///          duplicates allowed.
/// Cost     8 bytes a row, 4 bytes an edge.  Copies share storage; nothing can change it.
class Csr {
 public:
  Csr();  ///< no rows, no columns
  /// Takes the arrays over.  Throws DataError naming row and value when they break a promise above.
  Csr(NodeId columns, std::vector<EdgeId> begin, std::vector<NodeId> column);
  /// Borrows the caller's arrays, which must outlive every copy and stay unchanged.  Checked like the constructor.
  static Csr view(NodeId columns, std::span<const EdgeId> begin, std::span<const NodeId> column);

  /// Its size, counted:
  NodeId rows() const { return static_cast<NodeId>(begin_.size() - 1); }
  NodeId columns() const { return columns_; }
  EdgeId edges() const { return column_.size(); }
  /// Row starts, rows()+1 of them.
  std::span<const EdgeId> begin() const { return begin_; }
  /// All column entries, row after row.
  std::span<const NodeId> column() const { return column_; }
  /// The columns of row i, and how many there are; i < rows(), not checked:
  std::span<const NodeId> row(NodeId i) const { return column_.subspan(begin_[i], begin_[i + 1] - begin_[i]); }
  EdgeId degree(NodeId i) const { return begin_[i + 1] - begin_[i]; }

 private:
  struct Storage;
  void check() const;

  std::shared_ptr<const Storage> storage_;  // empty for a view
  std::span<const EdgeId> begin_;
  std::span<const NodeId> column_;
  NodeId columns_ = 0;
};

/// A transposed mask and where each of its entries stood before.
struct Transposed {
  Csr csr;                    ///< row j lists the rows i that had column j, ascending
  std::vector<EdgeId> entry;  ///< entry[p]: the place in the original of entry p of `csr`
};
/// O(rows + columns + edges), on one thread.
Transposed transpose(const Csr& csr);

EDGEWISE_API_END
}  // namespace edgewise
