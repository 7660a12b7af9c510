#pragma once
/// The files that a training command writes below --out, and those of an earlier one that would pass for them.
#include <span>
#include <string>
#include <vector>

#include "own_files.hpp"

namespace edgewise::cli {

/// What a finished run leaves in its folder, in the order in which it is said.
const std::vector<std::string>& run_files();
/// Those files of a run folder as paths of `flag`, its checkpoint too: what training writes.
std::vector<NamedPath> files_of_run(const char* flag, const std::string& folder);
/// What using a model must leave alone: the file or run folder of --model and the rest of its run.
std::vector<NamedPath> files_of_model(const std::string& model);

/// The tables of a folder of graphs (--data of the graph verbs).
std::vector<NamedPath> files_of_tu_folder(const std::string& data);

/// Removes model files that an earlier command under other --runs, --folds, --ensemble or --split left in `out`, and says so on stderr.
/// `earlier` is the text of the config.json that stood in `out` then.  Only what it accounts for goes: model.safetensors in `out` itself, in
/// run-K and in member-M of its numbers, none of them reached through a link; all else in `out` is the user's.  `ours` stay.
void drop_stale_models(const std::string& out, const std::string& earlier, std::span<const std::string> ours);

}  // namespace edgewise::cli
