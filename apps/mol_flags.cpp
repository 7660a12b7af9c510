#include "mol_flags.hpp"
#include "say.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace edgewise::cli {

void add_record_flags(Flags& flags, mol::RecordOptions& records) {
  using mol::RecordFormat;
  flags.section("How the file is written");
  flags
      .choice("format", records.format,
              {{"auto", RecordFormat::automatic},
               {"csv", RecordFormat::csv},
               {"tsv", RecordFormat::tsv},
               {"smi", RecordFormat::smi},
               {"sdf", RecordFormat::sdf}},
              "auto: by name, else by content")
      .rare();
  flags.text("smiles-column", "C", records.smiles_column, "column of the structures; else the one that says smiles").rare();
}

void add_preparation_flags(Flags& flags, mol::Preparation& preparation) {
  using Salts = mol::Preparation::Salts;
  flags.section("Preparation (stored in the model)");
  flags.choice("salts", preparation.salts, {{"keep", Salts::keep}, {"largest", Salts::largest}}, "all pieces, or the largest one");
  flags.on("neutralise", preparation.neutralise, "take charges off where a proton can").rare();
  flags.yes_no("stereo", preparation.stereo, "tell R from S and E from Z").rare();
  flags.on("hydrogens", preparation.hydrogens, "hydrogens become atoms of the graph").rare();
  flags.whole("most-atoms", preparation.most_atoms, {1, 100000}, "a larger structure is left out: too_large").rare();
}

void add_task_flags(Flags& flags, mol::LoadOptions& load) {
  flags.texts("tasks", "A,B", load.tasks, "label columns; else those of 0, 1 and missing");
  flags.choice("task-type", load.regression, {{"classification", false}, {"regression", true}}, "0 and 1, or numbers");
}

void print_notes(const mol::MoleculeData& data, const std::string& file) {
  say_notes(data.notes);
  constexpr std::size_t kMost = 5;
  for (std::size_t k = 0; k < std::min(kMost, data.bad.size()); ++k) {
    const mol::BadRecord& bad = data.bad[k];
    std::fprintf(stderr, "%s:%zu: row %zu left out: %s: %s\n", file.c_str(), bad.line, bad.number, word_of(bad.status), bad.reason.c_str());
  }
  if (data.bad.size() > kMost) std::fprintf(stderr, "%s: %zu more\n", file.c_str(), data.bad.size() - kMost);
}

}  // namespace edgewise::cli
