#include <cstdio>
#include <span>
#include <vector>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/mol/splits.hpp"
#include "mol_flags.hpp"
#include "own_files.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int mol_split(Args args) {
  mol::LoadOptions load;
  load.graphs = false;
  load.labels = false;
  std::string rule = "random", out;
  std::size_t folds = 0, seed = 0, threads = 0;
  Flags flags("mol split", "Splits a file of molecules; one structure is never on two sides.");
  flags.text("data", "FILE", load.path, "CSV, TSV, .smi or SDF, each also .gz or .zst; - for standard input").required();
  flags.text("split", "RULE", rule, "random or scaffold[-balanced|-published], also RULE:80/10/10");
  flags.whole("folds", folds, {0, 1000}, "this many splits instead, each structure tested once; 0: one split");
  flags.whole("seed", seed, {}, "of random, scaffold-balanced and folds");
  flags.text("out", "FILE", out, "CSV: row, set, structure, scaffold").required();
  flags.whole("threads", threads, {0, 4096}, "0: all cores; the split does not depend on it");
  add_preparation_flags(flags, load.preparation);
  add_record_flags(flags, load.records);
  flags.example("mol split --data tests/data/molecules/everyday.csv --out split.csv");
  if (!flags.read(args)) return kDone;
  const auto request = mol::split_request(rule);
  if (!request) fail<UsageError>("--split: got '", rule, "', expected random, scaffold, scaffold-balanced or scaffold-published");
  if (folds > 0 && flags.given("split") != nullptr && request->rule != mol::SplitRule::random)
    fail<UsageError>("--folds deals structures at random; leave --split out");

  const NamedPath input{"--data", load.path}, output{"--out", out};
  keep_apart(std::span(&input, 1), std::span(&output, 1));

  const ThreadLimit limit(threads);
  const mol::MoleculeData data = mol::load_molecules(load);
  print_notes(data, load.path);
  const std::vector<train::Split> splits = folds > 0 ? mol::structure_folds(data.structures, folds, seed)
                                                     : std::vector<train::Split>{mol::split_structures(data.structures, *request, seed)};
  mol::save_splits(out, data.structures, data.row, splits);
  for (std::size_t k = 0; k < splits.size(); ++k)
    std::printf("%s%zu train, %zu validation, %zu test\n", splits.size() > 1 ? ("split " + std::to_string(k + 1) + ": ").c_str() : "",
                splits[k].train.size(), splits[k].validation.size(), splits[k].test.size());
  std::printf("wrote %s: %zu molecules of %zu records; %s\n", out.c_str(), data.row.size(), data.records,
              mol::in_words(mol::find_duplicates(data.structures, {})).c_str());
  return kDone;
}

}  // namespace edgewise::cli
