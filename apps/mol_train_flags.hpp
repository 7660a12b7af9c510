#pragma once
/// What `mol train` can be told.
#include <optional>

#include "../io/mol/splits.hpp"
#include "graph_flags.hpp"
#include "mol_flags.hpp"

namespace edgewise::cli {

struct MolTrainFlags {
  mol::LoadOptions load;
  std::string split = "random";           ///< a rule, a file, or column:NAME
  std::optional<mol::SplitRequest> rule;  ///< where it is one
  GraphTrainFlags train;
  enum class Calibrate { none, temperature, platt } calibrate = Calibrate::platt;
  bool domain = true;  ///< keep hashed fingerprints of the training molecules in the model
};

/// Reads the command line.  A preset fills options first, flags that were given override it.  false: help was printed.
bool read_mol_train_flags(Args args, MolTrainFlags& flags);

}  // namespace edgewise::cli
