#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "support/check.hpp"
#include "support/program.hpp"
#include "support/tiny_molecules.hpp"

using namespace edgewise::test;

namespace {

/// An untrained model in a file, so that prediction is tested without training.
std::string model_in(const TemporaryFolder& folder) {
  edgewise::mol::MoleculeSchema schema = tiny_schema();
  edgewise::mol::save_molecule_model(folder / "model.safetensors", *tiny_member(schema, 0), schema);
  return folder / "model.safetensors";
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("mol predict: flags a bad record, sums up, ends with 0, with --strict with 1 (M01, M03)", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder), input = folder.add("m.csv", "smiles\nCCO\nC(\nc1ccccc1\n");
  std::vector<std::string> args{"mol", "predict", "--model", model, "--input", input, "--out", folder / "p.csv"};
  const Ran ran = run_program(args);
  INFO(ran.err << ran.out);
  CHECK(ran.code == 0);
  CHECK(holds(ran.out, "3 rows; 1 of 3 failed (1 unparsable)"));
  CHECK_FALSE(holds(ran.err, "SMILES Parse Error"));  // RDKit's log goes into the rejects file
  const std::vector<std::string> rows = lines(read_text(folder / "p.csv"));
  REQUIRE(rows.size() == 4);
  CHECK(rows[2] == "C(,2,unparsable,,");
  CHECK(holds(read_text(folder / "p.rejects.csv"), "2,3,unparsable,"));
  args.emplace_back("--strict");
  CHECK(run_program(args).code == 1);
  CHECK(read_text(folder / "p.csv").size() > 50);
}

TEST_CASE("mol predict: to standard output, from names and formats of every kind", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder);
  const Ran ran = run_program({"mol", "predict", "--model", model, "--input", folder.add("m.smi", "CCO ethanol\n"), "--out", "-", "--timings"});
  CHECK(ran.code == 0);
  CHECK(lines(ran.out).size() == 2);
  CHECK(holds(ran.out, "CCO,ethanol,1,ok,0."));
  CHECK(holds(ran.err, "featurise"));
  const Ran wrong =
      run_program({"mol", "predict", "--model", model, "--input", folder.add("n.csv", "note,structure\nx,CCO\n"), "--out", folder / "n_out.csv"});
  CHECK(wrong.code == 1);
  CHECK(holds(wrong.err, "no column 'smiles'; there are: note, structure"));
}

TEST_CASE("mol predict: killed at any moment, --resume gives the bytes of a run left alone", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder);
  std::string text = "smiles,id\n";
  for (std::size_t k = 0; k < 4000; ++k)
    text.append(k % 50 == 7 ? "C(" : std::string(k % 15 + 1, 'C') + "c1ccccc1O").append(",").append(std::to_string(k)).append("\n");
  const std::string input = folder.add("m.csv", text);
  const auto args = [&](const std::string& out) {
    return std::vector<std::string>{"mol", "predict", "--model", model, "--input", input, "--out", folder / out, "--block", "64"};
  };
  REQUIRE(run_program(args("whole.csv")).code == 0);
  for (const unsigned milliseconds : {30U, 120U, 300U}) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::vector<std::string> words = args("p.csv");
      words.insert(words.begin(), EDGEWISE_PROGRAM);
      std::vector<char*> list;
      for (std::string& word : words) list.push_back(word.data());
      list.push_back(nullptr);
      ::execv(EDGEWISE_PROGRAM, list.data());
      ::_exit(127);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    std::vector<std::string> again = args("p.csv");
    again.emplace_back("--resume");
    const Ran ran = run_program(again);
    INFO(ran.err << ran.out);
    CHECK(ran.code == 0);
    CHECK(read_text(folder / "p.csv") == read_text(folder / "whole.csv"));
    CHECK(read_text(folder / "p.rejects.csv") == read_text(folder / "whole.rejects.csv"));
    CHECK_FALSE(std::filesystem::exists(folder / "p.csv.journal"));
    std::filesystem::remove(folder / "p.csv");
  }
}

TEST_CASE("mol verbs: a model whose answer is no number: predict flags the row, explain says it, evaluate names it", "[program]") {
  const TemporaryFolder folder;
  const edgewise::mol::MoleculeModel broken = overflowing_model();
  const std::string model = folder / "model.safetensors", data = folder.add("m.csv", "smiles,NR-AR,SR-p53\nCCO,1,0\nCCN,0,1\nCCC,0,1\n");
  edgewise::mol::save_molecule_model(model, *broken.members[0], broken.schema);
  const Ran ran = run_program({"mol", "predict", "--model", model, "--input", data, "--out", folder / "p.csv", "--strict"});
  INFO(ran.err << ran.out);
  CHECK(ran.code == 1);
  CHECK(holds(ran.out, "3 rows; 1 of 3 failed (1 not_finite)"));
  CHECK_FALSE(holds(read_text(folder / "p.csv"), "nan"));
  const Ran why = run_program({"mol", "explain", "--model", model, "--input", data, "--out", folder / "why"});
  CHECK(holds(why.out, "0 molecules explained, 0 drawn"));  // the slope along nitrogen is beyond float everywhere
  CHECK(holds(why.err, "m.csv:2: row 1: not_finite: the shares of its atoms are not finite numbers"));
  CHECK(holds(why.err, "m.csv:3: row 2: not_finite: the model's answer for NR-AR is not a finite number"));
  CHECK_FALSE(holds(read_text(folder / "why/atoms.csv"), "nan"));
  const Ran scored = run_program({"mol", "evaluate", "--model", model, "--data", data});
  CHECK(scored.code == 1);
  CHECK(holds(scored.err, "row 2: its prediction is not a finite number"));
}

TEST_CASE("mol info: counts, salts, duplicates, labels (M18)", "[program]") {
  const TemporaryFolder folder;
  const Ran ran =
      run_program({"mol", "info", "--data", folder.add("m.csv", "smiles,A\nCC(=O)Oc1ccccc1C(O)=O,1\nO=C(O)c1ccccc1OC(C)=O,0\n[Na+].[Cl-],\nC(,1\n")});
  INFO(ran.err << ran.out);
  CHECK(ran.code == 0);
  CHECK(holds(ran.out, "duplicates             1 duplicate group (2 molecules), 1 conflict"));
  CHECK(holds(ran.out, "salts and mixtures     1"));
  CHECK(holds(ran.out, "A            2         1  1 (50.0 %)"));
  CHECK(holds(ran.err, "m.csv:5: row 4 left out: unparsable: "));
  CHECK(run_program({"mol", "info", "--data", project("tests/data/molecules/everyday.csv")}).code == 0);
}

TEST_CASE("mol split: one structure on one side, the same seed the same file (M18, M19, M20)", "[program]") {
  const TemporaryFolder folder;
  const std::string data = folder.add("m.smi", "C\nCC\nCCC\nCCCC\nCCO\nCCN\nCCCl\nCCBr\nCCF\nCCI\n");
  const auto split = [&](const std::string& rule, const std::string& seed, const std::string& out) {
    const Ran ran = run_program({"mol", "split", "--data", data, "--split", rule, "--seed", seed, "--out", folder / out});
    INFO(ran.err << ran.out);
    REQUIRE(ran.code == 0);
    CHECK(lines(ran.out)[0] == "8 train, 1 validation, 1 test");
    return read_text(folder / out);
  };
  CHECK(split("scaffold", "1", "a.csv") == split("scaffold", "2", "b.csv"));
  CHECK(split("random", "1", "a.csv") == split("random", "1", "b.csv"));
  CHECK(split("random", "1", "a.csv") != split("random", "2", "b.csv"));
  CHECK(run_program({"mol", "split", "--data", data, "--split", "scaffold-published", "--out", folder / "c.csv"}).code == 1);
  const Ran folds = run_program({"mol", "split", "--data", data, "--folds", "5", "--out", folder / "f.csv"});
  CHECK(folds.code == 0);
  CHECK(lines(read_text(folder / "f.csv"))[0] == "row,set_1,set_2,set_3,set_4,set_5,structure,scaffold");
}

TEST_CASE("mol explain: tables in the user's order and a drawing, twice the same (M23, M24, M25)", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder);
  const auto explain = [&](const std::string& out) {
    const Ran ran = run_program(
        {"mol", "explain", "--model", model, "--input", folder.add("m.csv", "name,smiles\nethanol,CCO\nbad,C(\n"), "--out", folder / out});
    INFO(ran.err << ran.out);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "1 molecule explained, 1 drawn"));
    CHECK(holds(ran.err, "m.csv:3: row 2: unparsable: "));
  };
  explain("a");
  explain("b");
  for (const char* name : {"atoms.csv", "bonds.csv", "molecules.csv", "1.svg"})
    CHECK(read_text(folder / (std::string("a/") + name)) == read_text(folder / (std::string("b/") + name)));
  const std::vector<std::string> atoms = lines(read_text(folder / "a/atoms.csv")), bonds = lines(read_text(folder / "a/bonds.csv"));
  REQUIRE(atoms.size() == 4);
  CHECK(atoms[0] == "row,atom,element,NR-AR,SR-p53,attention");
  CHECK(atoms[3].starts_with("1,2,O,"));
  REQUIRE(bonds.size() == 3);
  CHECK(bonds[2].starts_with("1,1,2,"));
  CHECK(holds(read_text(folder / "a/1.svg"), "</svg>"));
  const Ran wrong = run_program({"mol", "explain", "--model", model, "--smiles", "CCO", "--tasks", "NR-A", "--out", folder / "c"});
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.err, "the model has no task 'NR-A' (did you mean 'NR-AR'?)"));
}

TEST_CASE("mol explain: the folder shows the last run alone, and what others laid there stays", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder), out = folder / "why";
  const auto explain = [&](const std::string& smiles) {
    return run_program({"mol", "explain", "--model", model, "--input", folder.add("m.smi", smiles), "--out", out});
  };
  REQUIRE(explain("CCO\nCCN\nCCC\n").code == 0);
  for (const char* name : {"why/notes.svg", "why/02.svg", "why/9.svg", "why/checkpoint.safetensors"}) folder.add(name, "mine");
  std::filesystem::create_symlink(out + "/1.svg", out + "/7.svg");
  const Ran again = explain("CCCl\n");
  INFO(again.err);
  REQUIRE(again.code == 0);
  CHECK(holds(again.err, "why: removed 2 drawings of an earlier run"));
  const std::vector<std::string> left{"02.svg",        "1.svg",    "7.svg", "9.svg", "atoms.csv", "bonds.csv", "checkpoint.safetensors",
                                      "molecules.csv", "notes.svg"};
  std::vector<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(out)) there.push_back(entry.path().filename());
  std::sort(there.begin(), there.end());
  CHECK(there == left);
  CHECK(lines(read_text(out + "/molecules.csv")).size() == 2);
  CHECK(holds(read_text(out + "/atoms.csv"), "\n1,2,Cl,"));

  // A file of another maker in the way of ours: nothing is written, nothing goes.
  const std::string before = read_text(out + "/molecules.csv");
  folder.add("why/2.svg", "mine");
  const Ran refused = explain("C\nCC\n");
  CHECK(refused.code == 1);
  CHECK(holds(refused.err, "why/2.svg: lies there already and was not written by mol explain; give another folder as --out"));
  CHECK(read_text(out + "/molecules.csv") == before);
  CHECK(read_text(out + "/2.svg") == "mine");
  std::filesystem::remove(out + "/2.svg");
  folder.add("why/atoms.csv", "atom,charge\n");
  CHECK(holds(explain("C\n").err, "why/atoms.csv: lies there already"));
  CHECK(read_text(out + "/atoms.csv") == "atom,charge\n");
  folder.add("file", "");
  CHECK(run_program({"mol", "explain", "--model", model, "--smiles", "C", "--out", folder / "file"}).code == 1);
}

TEST_CASE("mol: each verb explains itself on one screen and closes with an example", "[program]") {
  for (const char* verb : {"explain", "info", "predict", "split"}) {
    const Ran ran = run_program({"mol", verb, "--help"});
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    const std::vector<std::string> text = lines(ran.out);
    REQUIRE(text.size() > 2);
    CHECK(text.size() <= 44);
    CHECK(text.back().starts_with("example: edgewise mol "));
    for (const std::string& line : text) CHECK(line.size() <= 100);
  }
}

TEST_CASE("mol verbs: an output that is the input is refused, and the input stays", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder), text = "smiles,NR-AR\nCCO,1\nC(,0\n", input = folder.add("m.csv", text);
  const std::string out = folder / "p.csv";
  for (const std::vector<std::string>& args : {std::vector<std::string>{"predict", "--model", model, "--input", input, "--out", input},
                                               {"predict", "--model", model, "--input", input, "--out", out, "--rejects", input},
                                               {"predict", "--model", model, "--input", input, "--out", out, "--rejects", out},
                                               {"predict", "--model", model, "--input", input, "--out", model},
                                               {"split", "--data", input, "--out", input},
                                               {"evaluate", "--model", model, "--data", input, "--out", input}}) {
    std::vector<std::string> all{"mol"};
    all.insert(all.end(), args.begin(), args.end());
    const Ran ran = run_program(all);
    INFO(ran.err << ran.out);
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "give another name"));
    CHECK(read_text(input) == text);
    CHECK_FALSE(std::filesystem::exists(out));
  }
  for (const char* ending : {".part", ".journal"}) {
    const std::string named = folder.add(std::string("p.csv") + ending, text);
    CHECK(run_program({"mol", "predict", "--model", model, "--input", named, "--format", "csv", "--out", out}).code == 2);
    CHECK(read_text(named) == text);
  }
}

TEST_CASE("mol predict: columns are listed printable, and twice the same name has its own way out", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder);
  const auto refused = [&](const std::string& text) {
    const Ran ran = run_program({"mol", "predict", "--model", model, "--input", folder.add("m.csv", text), "--out", folder / "p.csv"});
    CHECK(ran.code == 1);
    return ran.err;
  };
  CHECK(holds(refused("a\x1b[31m,b\nx,CCO\n"), "m.csv:1: no column 'smiles'; there are: a?[31m, b;"));
  CHECK(holds(refused("smiles,smiles\nC,CCO\n"), "m.csv:1: 2 columns could hold the structures: smiles, smiles; rename all but one in the file"));
  CHECK(holds(refused("my_smiles,a,smiles_2\nC,CCO,C\n"), "2 columns could hold the structures: my_smiles, smiles_2; name one (--smiles-column)"));
}

TEST_CASE("mol evaluate: one class is undefined, and --set wants a split (M16)", "[program]") {
  const TemporaryFolder folder;
  const std::string model = model_in(folder), data = folder.add("m.csv", "smiles,NR-AR,SR-p53\nCCO,1,1\nCCN,1,0\nCCC,1,1\n");
  const Ran ran = run_program({"mol", "evaluate", "--model", model, "--data", data});
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK(holds(ran.out, "NR-AR: ROC-AUC and PR-AUC undefined (1 class, n=3)"));
  CHECK(holds(ran.out, "means are over 1 of 2 tasks"));
  const Ran wrong = run_program({"mol", "evaluate", "--model", model, "--data", data, "--set", "train"});
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.err, "--set: which molecules are in it? give --split FILE too"));
}
