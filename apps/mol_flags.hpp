#pragma once
/// The flags that say where molecules lie, how to read them and how to prepare them, shared by the verbs of `edgewise mol`.
#include <string>

#include "../io/mol/load.hpp"
#include "flags.hpp"

namespace edgewise::cli {

/// --format, --smiles-column (shown by --help-all).
void add_record_flags(Flags& flags, mol::RecordOptions& records);
/// --salts, --neutralise, --stereo, --hydrogens, --most-atoms.
void add_preparation_flags(Flags& flags, mol::Preparation& preparation);
/// --tasks, --task-type.
void add_task_flags(Flags& flags, mol::LoadOptions& load);

/// What the reader decided, and the first of the records that gave no molecule, a line each on stderr.
void print_notes(const mol::MoleculeData& data, const std::string& file);

}  // namespace edgewise::cli
