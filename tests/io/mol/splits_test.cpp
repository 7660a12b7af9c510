#include <edgewise/graph/error.hpp>
#include <edgewise/io/mol/prepare.hpp>
#include <edgewise/io/mol/splits.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

Structures structures_of(const std::vector<std::string>& smiles) {
  Structures structures;
  for (const std::string& text : smiles) {
    const Prepared prepared = prepare_smiles(text);
    REQUIRE(prepared.status == Status::ok);
    structures.key.push_back(prepared.molecule.canonical());
    structures.scaffold.push_back(prepared.molecule.scaffold());
  }
  return structures;
}
Structures acyclic() { return structures_of({"C", "CC", "CCC", "CCCC", "CCO", "CCN", "CCCl", "CCBr", "CCF", "CCI"}); }
/// Ten benzenes, six cyclohexanes, four chains.
Structures mixed() {
  std::vector<std::string> smiles;
  for (std::size_t k = 0; k < 10; ++k) smiles.push_back("c1ccccc1" + std::string(k, 'C'));
  for (std::size_t k = 0; k < 6; ++k) smiles.push_back("C1CCCCC1" + std::string(k + 1, 'O'));
  for (std::size_t k = 0; k < 4; ++k) smiles.push_back("CC" + std::string(k, 'C'));
  return structures_of(smiles);
}
train::Split split(const Structures& structures, const std::string& request, std::uint64_t seed = 0) {
  return split_structures(structures, *split_request(request), seed);
}
std::vector<NodeId> all(const train::Split& split) {
  std::vector<NodeId> nodes = split.train;
  nodes.insert(nodes.end(), split.validation.begin(), split.validation.end());
  nodes.insert(nodes.end(), split.test.begin(), split.test.end());
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}
bool same(const train::Split& a, const train::Split& b) { return a.train == b.train && a.validation == b.validation && a.test == b.test; }
std::vector<NodeId> counting(std::size_t n) {
  std::vector<NodeId> nodes(n);
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

}  // namespace

TEST_CASE("split: ten acyclic molecules stand alone: 8/1/1 (M19)") {
  for (const char* request : {"scaffold", "scaffold-balanced", "random"}) {
    const train::Split parts = split(acyclic(), request);
    INFO(request);
    CHECK(parts.train.size() == 8);
    CHECK(parts.validation.size() == 1);
    CHECK(parts.test.size() == 1);
    CHECK(all(parts) == counting(10));
  }
  CHECK_THROWS_WITH(split(acyclic(), "scaffold-published"), Catch::Contains("the train part of 10 molecules came out empty"));
}

TEST_CASE("split: the published rule takes largest groups first, molecules without rings as one") {
  const train::Split parts = split(mixed(), "scaffold-published:50/30/20");
  CHECK(parts.train == std::vector<NodeId>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(parts.validation == std::vector<NodeId>{10, 11, 12, 13, 14, 15});
  CHECK(parts.test == std::vector<NodeId>{16, 17, 18, 19});
  CHECK(same(parts, split(mixed(), "scaffold-published:50/30/20", 7)));
}

TEST_CASE("split: a seed changes the seeded rules only, and the same seed gives the same split (M20)") {
  CHECK(same(split(mixed(), "scaffold:50/30/20", 1), split(mixed(), "scaffold:50/30/20", 2)));
  CHECK(same(split(mixed(), "random", 1), split(mixed(), "random", 1)));
  CHECK_FALSE(same(split(mixed(), "random", 1), split(mixed(), "random", 2)));
  bool changed = false;
  for (std::uint64_t seed = 1; seed < 6; ++seed)
    changed = changed || !same(split(acyclic(), "scaffold-balanced", 0), split(acyclic(), "scaffold-balanced", seed));
  CHECK(changed);
}

TEST_CASE("split: one structure, one side, whatever its spelling (M18)") {
  std::vector<std::string> smiles;
  for (std::size_t k = 0; k < 30; ++k) {
    smiles.push_back("O=C(c1ccccc1)OC" + std::string(k % 10, 'C'));
    smiles.push_back(std::string(k % 10, 'C') + "COC(=O)C1=CC=CC=C1");
  }
  const Structures structures = structures_of(smiles);
  for (const char* request : {"random:60/20/20", "scaffold-balanced:100/0/0"})
    for (std::uint64_t seed = 0; seed < 5; ++seed) CHECK(count_astride(structures, split(structures, request, seed)) == 0);
  for (const train::Split& fold : structure_folds(structures, 5, 3)) CHECK(count_astride(structures, fold) == 0);
}

TEST_CASE("split: folds test every molecule once") {
  const Structures structures = mixed();
  std::vector<NodeId> tested;
  for (const train::Split& fold : structure_folds(structures, 5, 0)) {
    CHECK(fold.test.size() == 4);
    CHECK(fold.validation.size() == 4);
    CHECK(all(fold) == counting(20));
    tested.insert(tested.end(), fold.test.begin(), fold.test.end());
  }
  std::sort(tested.begin(), tested.end());
  CHECK(tested == counting(20));
  CHECK_THROWS_AS(structure_folds(structures, 2, 0), UsageError);
  CHECK_THROWS_AS(structure_folds(structures, 21, 0), DataError);
}

TEST_CASE("split: words") {
  CHECK_FALSE(split_request("split.csv"));
  CHECK(split_request("scaffold-balanced:70/10/20")->shares.test == Approx(0.2));
  CHECK(split_request("random")->shares.train == Approx(0.8));
  CHECK(split_request("random:60/20/20")->shares.train == Approx(0.6));
  CHECK_THROWS_AS(split_request("random:70/10"), UsageError);
  CHECK_THROWS_WITH(split_request("scaffold:70/10"), Catch::Contains("got 'scaffold:70/10', expected scaffold:TRAIN/VALIDATION/TEST"));
  CHECK_THROWS_WITH(split_request("60/20/20"), Catch::Contains("got '60/20/20', expected random:TRAIN/VALIDATION/TEST"));
  CHECK_THROWS_WITH(split_request("random:60,20,20"), Catch::Contains("got 'random:60,20,20', expected random:TRAIN/VALIDATION/TEST"));
}

TEST_CASE("split: the file comes back, rows are numbers of records (M20)") {
  const TemporaryFolder folder;
  const Structures structures = acyclic();
  const std::vector<std::size_t> rows{1, 2, 3, 4, 5, 7, 8, 9, 10, 11};  // record 6 was no molecule
  const std::vector<train::Split> one{split(structures, "random", 4)}, folds = structure_folds(structures, 3, 0);
  save_splits(folder / "split.csv", structures, rows, one);
  CHECK(same(load_split(folder / "split.csv", rows), one[0]));
  save_splits(folder / "folds.csv", structures, rows, folds);
  CHECK(same(load_split((folder / "folds.csv") + ":set_2", rows), folds[1]));
  const auto message = [&](const std::string& text) {
    try {
      load_split(folder.add("bad.csv", text), rows);
    } catch (const DataError& error) {
      return std::string(error.what()).substr(folder.path().size() + 1);
    }
    return std::string("no error");
  };
  CHECK(message("id,set\n1,train\n") == "bad.csv:1: no column 'row' (the number of the record, from 1); edgewise mol split writes one");
  CHECK(message("row,set\n1,train\n6,test\n") == "bad.csv:3: row 6 is none of the 10 molecules of the data");
  CHECK(message("row,set\n1,train\n6,\n") == "no error");
  CHECK(message("row,set\n1,train\n1,test\n") == "bad.csv:3: row 1 stands on line 2 too");
  CHECK(message("row,set\n1,training set\n") == "bad.csv:2: set 'training set', expected train, val, test or a blank");
  CHECK(message("row,part\n1,train\n").find("no column 'set'") != std::string::npos);
}

TEST_CASE("structures: duplicates and contradictions (M18)") {
  const Structures structures = structures_of({"CC(=O)Oc1ccccc1C(O)=O", "O=C(O)c1ccccc1OC(C)=O", "CCO"});
  train::Targets targets{train::Task::multilabel, 1, {}, Tensor::of(3, 1, {1, 0, 1})};
  const std::vector<DuplicateGroup> groups = find_duplicates(structures, targets);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].molecules == std::vector<std::uint32_t>{0, 1});
  CHECK(groups[0].contradicted_tasks == std::vector<std::uint32_t>{0});
  CHECK(in_words(groups) == "1 duplicate group (2 molecules), 1 conflict");
  CHECK(in_words({}) == "no duplicates");
}
