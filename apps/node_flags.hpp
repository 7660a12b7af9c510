#pragma once
/// The flags that say where a graph lies and how to read it, shared by the verbs that read one.
#include <string>
#include <vector>

#include "../io/node_data.hpp"
#include "flags.hpp"
#include "own_files.hpp"

namespace edgewise::cli {

/// Where the data come from: single files, or a folder with usual names in it.
struct DataFlags {
  std::string folder;
  io::NodeFiles files;
  std::vector<std::string> splits;  ///< files, or "random:60/20/20"; empty: not given
};

/// Which of the files a verb has a use for.
enum class Wants { edges, edges_and_labels };

/// --data, --edges, --features, and --labels and --split where wanted.
void add_data_flags(Flags& flags, DataFlags& data, Wants wants);
/// How the files are written: --separator, --header, --comment, --node-ids, --drop-unknown; shown by --help-all.
void add_format_flags(Flags& flags, DataFlags& data);

/// After reading the flags: fills what was not given from the folder and checks that there are edges.
///   folder/edges.*, features.*, labels.*, split.*     the name up to its first dot decides; .gz and .zst are fine
/// Throws   UsageError when there is no folder and no edge list; DataError when the folder is missing, has no edges.* or has two
///          files of one name.
void complete(DataFlags& data);
/// Throws UsageError when no file brings labels (a LINQS .content file has features and labels in one).
void check_labels(const DataFlags& data);
/// Every file that these flags name, for keep_apart.
std::vector<NamedPath> inputs_of(const DataFlags& data);

/// Notes of the readers, for a verb without --edge-columns and --edge-type: without advice to use them.
void say_without_column_flags(std::vector<std::string> notes);
/// One line about a data set; of its split, the nodes that have a label.
std::string describe(const io::NodeData& data);

}  // namespace edgewise::cli
