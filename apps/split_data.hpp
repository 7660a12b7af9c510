#pragma once
/// The data of a training command under each of its splits.
#include <optional>
#include <string>
#include <vector>

#include "train_flags.hpp"

namespace edgewise::cli {

/// Reads and checks every split before the first epoch, so that a mistake in the last file does not cost the runs before it.  The nodes are
/// kept once: of a further split only its sets, unless it brings other nodes (a graph without features has the nodes that its files name).
/// Says the readers' notes on stderr, each once, and the data on stdout.
/// Throws   DataError where a file is wrong or leaves nothing to learn from.
class SplitData {
 public:
  explicit SplitData(const TrainFlags& flags);
  /// The data under the k-th of flags.data.splits; the reference stays good, what it shows changes with the next call.
  const io::NodeData& under(std::size_t k);

 private:
  const TrainFlags& flags_;
  std::vector<std::optional<train::Split>> sets_;  // one for each split that has the nodes of the first
  io::NodeData data_;
  std::optional<std::size_t> elsewhere_;  // the split, with nodes of its own, that data_ was read for
};

}  // namespace edgewise::cli
