#pragma once
/// The folder of mol explain: what lies in it afterwards is of one run.
#include <cstddef>
#include <set>
#include <string>

#include "run_folder.hpp"

namespace edgewise::cli {

/// Three tables and a drawing for some rows, which appear all together: an explanation that fails leaves the folder as it was.  Drawings of an
/// earlier run go.  A file that mol explain did not write is never replaced nor removed: a drawing is known by the comment it ends in, a table by
/// its first line.
///   ExplainFolder folder("why");
///   io::CsvWriter atoms(folder.table(ExplainFolder::kAtoms)); ...
///   folder.draw(1, svg);
///   folder.commit();
/// Throws   DataError naming the path: of another maker and in the way, or not to be written.
class ExplainFolder {
 public:
  static constexpr const char* kMolecules = "molecules.csv";
  static constexpr const char* kAtoms = "atoms.csv";
  static constexpr const char* kBonds = "bonds.csv";

  explicit ExplainFolder(const std::string& path);
  /// Where to write a table; in the way stands at most one of ours.
  std::string table(const char* name);
  /// ROW.svg.
  void draw(std::size_t row, const std::string& svg);
  /// Everything takes its name.  Says how many drawings of an earlier run went.
  std::size_t commit();

 private:
  RunFolder folder_;
  std::set<std::string> drawn_;
};

}  // namespace edgewise::cli
