#pragma once
/// For sources of this folder only: columns of a molecule table as tasks.
#include <string>
#include <vector>

#include "../../core/train/dataset.hpp"
#include "load.hpp"

namespace edgewise::mol {

/// A record whose molecule could be read.
struct LabelRow {
  std::size_t number = 0, line = 0;
  std::vector<std::string> fields;
};

/// Fills tasks, targets and notes of `data`.  `skip`: the column of the SMILES.
void read_tasks(const std::vector<LabelRow>& rows, const std::vector<std::string>& columns, std::size_t skip, const std::string& file,
                const LoadOptions& options, MoleculeData& data);

}  // namespace edgewise::mol
