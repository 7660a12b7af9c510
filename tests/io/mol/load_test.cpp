#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/mol/load.hpp>

#include <algorithm>
#include <cmath>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

MoleculeData load(const std::string& bytes, const LoadOptions& options = {}, const std::string& name = "m.csv") {
  return load_molecules(io::ByteStream::from_memory(name, bytes), options);
}
std::string message(const std::string& bytes, const LoadOptions& options = {}) {
  try {
    load(bytes, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}
using Texts = std::vector<std::string>;

LoadOptions asking(Texts tasks, bool regression = false) {
  LoadOptions options;
  options.tasks = std::move(tasks);
  options.regression = regression;
  return options;
}
LoadOptions split_by(const std::string& column) {
  LoadOptions options;
  options.split_column = column;
  options.fingerprints = true;
  return options;
}

}  // namespace

TEST_CASE("load: tasks are the columns of 0, 1 and missing (M15)") {
  const MoleculeData data = load("id,smiles,A,weight,B,none\n7,CCO,1,3,0.0,\n8,CCN,,2,1,\n9,CCC,NA,1,nan,\n");
  CHECK(data.tasks == Texts{"A", "B"});
  const Tensor& values = data.data.targets.values;
  CHECK(data.data.targets.task == train::Task::multilabel);
  CHECK(values(0, 0) == 1);
  CHECK(values(0, 1) == 0);
  CHECK(std::isnan(values(1, 0)));
  CHECK(values(1, 1) == 1);
  CHECK(std::isnan(values(2, 0)));
  CHECK(std::isnan(values(2, 1)));
  CHECK(data.notes.back() == "m.csv: 2 tasks found (columns of 0, 1 and missing): A, B");
  CHECK(data.data.graphs.graphs() == 3);
  CHECK(data.data.graphs.batch.graph.num_arcs() == 12);
}

TEST_CASE("load: a label that is none is named by row and column (M15)") {
  CHECK(message("smiles,A\nCCO,1\nCCN,2\n", asking({"A"})) ==
        "m.csv:3: row 2, column 'A': label '2', expected 0, 1 or missing (blank, NA, nan); for other numbers use --task-type regression");
  CHECK(message("smiles,A\nCCO,1\n", asking({"B"})) == "m.csv: no column 'B' for a task; there are: smiles, A");
  CHECK(message("smiles,A\nCCO,1.5\n").find("m.csv: no column holds only 0, 1 and missing") == 0);
  CHECK(message("smiles,A\nC(,1\n").find("m.csv: no molecule in 1 records; the first: SMILES Parse Error") == 0);
  CHECK(message("smiles,A\nCCO,1.5\nCC,x\n", asking({"A"}, true)) ==
        "m.csv:3: row 2, column 'A': label 'x', expected a number or missing (blank, NA, nan)");
}

TEST_CASE("load: regression takes columns of numbers that are not all the same") {
  const MoleculeData data = load("smiles,y,temperature,name\nCCO,1.5,40,a\nCCN,-2,40,b\nCC,,40,c\n", asking({}, true));
  CHECK(data.tasks == Texts{"y"});
  CHECK(data.data.targets.values(1, 0) == -2);
  CHECK(std::isnan(data.data.targets.values(2, 0)));
}

TEST_CASE("load: bad records are left out, and the others keep their numbers (M01, M19)") {
  const MoleculeData data = load("smiles,A\nCCO,1\nC(,0\n" + std::string(2000, 'C') + ",1\n,0\nCCN,0\n");
  CHECK(data.row == std::vector<std::size_t>{1, 5});
  REQUIRE(data.bad.size() == 3);
  CHECK(data.bad[0].line == 3);
  CHECK(data.bad[1].status == Status::too_large);
  CHECK(data.bad[1].text.size() == 200);
  CHECK(data.bad[2].status == Status::no_atoms);
  CHECK(std::find(data.notes.begin(), data.notes.end(), "m.csv: 3 of 5 records left out: 1 no_atoms, 1 too_large, 1 unparsable") != data.notes.end());
  CHECK(data.data.targets.values.rows() == 2);
}

TEST_CASE("load: keys, scaffolds, elements, sets and fingerprints go by molecule") {
  const MoleculeData data = load("smiles,A,part\nOCC,1,train\nc1ccccc1Cl,0,test\n", split_by("part"));
  CHECK(data.structures.key == Texts{"CCO", "Clc1ccccc1"});
  CHECK(data.structures.scaffold == Texts{"", "c1ccccc1"});
  CHECK(data.elements == Texts{"C", "Cl", "O"});
  CHECK(data.elements_in == std::vector<Texts>{{"C", "O"}, {"C", "Cl"}});
  CHECK(data.molecules_with == std::vector<std::size_t>{2, 1, 1});
  CHECK(data.sets == Texts{"train", "test"});
  CHECK(data.fingerprints.size() == 2);
  CHECK(message("smiles,A\nCCO,1\n", split_by("part")) == "m.csv: no column 'part' for the split; there are: smiles, A");
}

TEST_CASE("load: descriptors are the columns of the extras, the same at prediction") {
  LoadOptions options;
  options.features.descriptors = true;
  const MoleculeData data = load("smiles,A\nCCO,1\nCCN,0\n[Na+].[Cl-],0\nc1ccccc1,1\n", options);
  const Tensor& extras = data.data.graphs.extras;
  REQUIRE(extras.cols() == descriptor_names().size());
  const MoleculeGraph graph = Featuriser(data.features)(prepare_smiles("CCN").molecule);
  CHECK(std::equal(graph.extras.begin(), graph.extras.end(), extras.row(1).begin()));
}

TEST_CASE("load: 1, 2 and 8 threads give the same table, changing a SMILES changes it (M26)") {
  std::string text = "smiles,A\n";
  for (std::size_t k = 0; k < 300; ++k) text += std::string(k % 12 + 1, 'C') + (k % 3 == 0 ? "O" : "c1ccccc1N") + "," + std::to_string(k % 2) + "\n";
  std::vector<MoleculeData> loads;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    loads.push_back(load(text));
  }
  const auto equal = [](const Tensor& a, const Tensor& b) {
    return std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end());
  };
  for (const MoleculeData& other : loads) {
    CHECK(equal(other.data.graphs.nodes, loads[0].data.graphs.nodes));
    CHECK(equal(other.data.graphs.arcs, loads[0].data.graphs.arcs));
    CHECK(other.structures.key == loads[0].structures.key);
  }
  text.replace(text.find("CO,"), 3, "CN,");
  CHECK_FALSE(equal(load(text).data.graphs.nodes, loads[0].data.graphs.nodes));
}

TEST_CASE("load: an SDF's task that first turns up 6 MB into the file is a task all the same") {
  const std::string block = "m\n  x\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n";
  std::string text;
  for (int k = 0; k < 3; ++k) text += block + "> <A>\n1\n\n> <pad>\n" + std::string(std::size_t{1} << 21, 'x') + "\n\n$$$$\n";
  text += block + "> <A>\n0\n\n> <late>\n1\n\n$$$$\n" + block + "> <late>\n0\n\n$$$$\n";
  const TemporaryFolder folder;
  LoadOptions options;
  options.path = folder.add("m.sdf", text);
  const MoleculeData data = load_molecules(options);
  CHECK(data.tasks == Texts{"A", "late"});
  CHECK(std::isnan(data.data.targets.values(0, 1)));
  CHECK(data.data.targets.values(3, 1) == 1);
  CHECK(data.data.targets.values(4, 1) == 0);
  CHECK(load(text, {}, "m.sdf").tasks == Texts{"A"});  // a stream is not read twice: its first 4 MiB
}
