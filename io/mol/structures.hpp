#pragma once
/// Which molecules of a table are one and the same, and which share a scaffold.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../../core/train/dataset.hpp"
#include "../../graph/api.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// One entry per molecule, in the order of the table.
struct Structures {
  std::vector<std::string> key;       ///< canonical SMILES of the prepared molecule: equal keys are one structure
  std::vector<std::string> scaffold;  ///< canonical SMILES of the Murcko scaffold; "" without rings
};

/// The number of each name among the different ones, in order of first appearance: equal names, equal numbers.
std::vector<std::uint32_t> group_numbers(std::span<const std::string> names);

/// A structure that stands in the table more than once.
struct DuplicateGroup {
  std::vector<std::uint32_t> molecules;           ///< ascending
  std::vector<std::uint32_t> contradicted_tasks;  ///< 0/1 tasks on which its rows disagree; never for regression
};
/// All of them, by first molecule.
std::vector<DuplicateGroup> find_duplicates(const Structures& structures, const train::Targets& targets);
/// "1 duplicate group (2 molecules), 1 conflict"; "no duplicates".
std::string in_words(std::span<const DuplicateGroup> groups);

EDGEWISE_API_END
}  // namespace edgewise::mol
