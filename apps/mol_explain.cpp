#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/csv_writer.hpp"
#include "../io/graph_notes.hpp"
#include "../io/mol/explain.hpp"
#include "explain_folder.hpp"
#include "mol_flags.hpp"
#include "own_files.hpp"
#include "say.hpp"
#include "suggest.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

struct ExplainFlags {
  std::string model, smiles, input, out;
  std::vector<std::string> tasks;
  mol::RecordOptions records;
  std::size_t steps = 48, drawings = 100, threads = 0;
};

std::vector<std::size_t> numbers_of(const std::vector<std::string>& wanted, const std::vector<std::string>& known) {
  std::vector<std::size_t> numbers;
  for (const std::string& task : wanted) {
    const auto found = std::find(known.begin(), known.end(), task);
    if (found == known.end()) fail<UsageError>("--tasks: the model has no task '", task, "'", did_you_mean(task, known));
    numbers.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  if (numbers.empty())
    for (std::size_t t = 0; t < known.size(); ++t) numbers.push_back(t);
  return numbers;
}

/// The three tables of an explanation.
class Sheets {
 public:
  Sheets(ExplainFolder& folder, const mol::MoleculeSchema& schema, std::span<const std::size_t> tasks)
      : atoms_(folder.table(ExplainFolder::kAtoms)),
        bonds_(folder.table(ExplainFolder::kBonds)),
        molecules_(folder.table(ExplainFolder::kMolecules)),
        tasks_(tasks.begin(), tasks.end()) {
    atoms_.text("row").text("atom").text("element");
    bonds_.text("row").text("atom_a").text("atom_b");
    molecules_.text("row").text("status");
    for (const std::size_t t : tasks_)
      for (io::CsvWriter* csv : {&atoms_, &bonds_, &molecules_}) csv->text(schema.tasks[t]);
    for (io::CsvWriter* csv : {&atoms_, &bonds_}) csv->text("attention").end_row();
    molecules_.text("gap").text("reason").end_row();
  }
  void add(std::size_t row, const mol::Explanation& why, const std::string& status) {
    for (std::size_t a = 0; a < why.element.size(); ++a) {
      atoms_.number(row).number(why.place[a]).text(why.element[a]);
      for (const auto& shares : why.atoms) atoms_.number(shares[a]);
      attention(atoms_, why.atom_attention, a);
    }
    for (std::size_t b = 0; b < why.bond.size(); ++b) {
      bonds_.number(row).number(why.place[why.bond[b].first]).number(why.place[why.bond[b].second]);
      for (const auto& shares : why.bonds) bonds_.number(shares[b]);
      attention(bonds_, why.bond_attention, b);
    }
    molecules_.number(row).text(status);
    for (const std::size_t t : tasks_) molecules_.number(why.probability[t]);
    molecules_.number(why.gap).text("").end_row();
  }
  void failed(std::size_t row, mol::Status status, const std::string& reason) {
    molecules_.number(row).text(word_of(status));
    for (std::size_t t = 0; t < tasks_.size(); ++t) molecules_.text("");
    molecules_.text("").text(reason).end_row();
  }
  void commit() {
    for (io::CsvWriter* csv : {&atoms_, &bonds_, &molecules_}) csv->commit();
  }

 private:
  static void attention(io::CsvWriter& csv, const std::vector<float>& values, std::size_t k) {
    if (values.empty())
      csv.text("");
    else
      csv.number(values[k]);
    csv.end_row();
  }
  io::CsvWriter atoms_, bonds_, molecules_;
  std::vector<std::size_t> tasks_;
};

bool finite(const mol::Explanation& why) {
  const auto all = [](const std::vector<float>& shares) {
    return std::all_of(shares.begin(), shares.end(), [](float x) { return std::isfinite(x); });
  };
  return std::all_of(why.atoms.begin(), why.atoms.end(), all) && std::all_of(why.bonds.begin(), why.bonds.end(), all);
}

/// What stands below a drawing: name, task, what is said, and what the deepest colour means.
std::string legend(const mol::Record& record, const std::string& name, const std::string& task, float value, std::span<const float> atoms,
                   std::span<const float> bonds) {
  float most = 0;
  for (const auto values : {atoms, bonds})
    for (const float share : values) most = std::max(most, std::abs(share));
  return fmt::format("{}: {} {:.3f}; red raises, blue lowers, full colour {:.2g}", name.empty() ? fmt::format("row {}", record.number) : name, task,
                     value, most);
}

}  // namespace

int mol_explain(Args args) {
  ExplainFlags to;
  Flags flags("mol explain", "Says which atoms and bonds a prediction comes from, as tables and drawings.");
  flags.text("model", "PATH", to.model, "run folder of mol train, or a .safetensors file").required();
  flags.text("smiles", "S", to.smiles, "one molecule");
  flags.text("input", "FILE", to.input, "or a file: CSV, TSV, .smi or SDF, also .gz, .zst; -: standard input");
  flags.text("out", "DIR", to.out, "folder: molecules.csv, atoms.csv, bonds.csv, ROW.svg").required();
  flags.texts("tasks", "A,B", to.tasks, "outputs to explain; else all");
  flags.whole("steps", to.steps, {1, 10000}, "steps of the integral; more are more exact");
  flags.whole("drawings", to.drawings, {}, "at most this many; each shows the task with the highest value");
  flags.whole("threads", to.threads, {0, 4096}, "0: all cores; results do not depend on it");
  add_record_flags(flags, to.records);
  flags.example("mol explain --model runs/solvents --smiles \"CCO\" --out why");
  if (!flags.read(args)) return kDone;
  if (to.smiles.empty() == to.input.empty()) fail<UsageError>("give either --smiles or --input");
  const NamedPath input{"--input", to.input};
  const std::vector<NamedPath> outputs{{"--out", to.out + "/molecules.csv"}, {"--out", to.out + "/atoms.csv"}, {"--out", to.out + "/bonds.csv"}};
  keep_apart(std::span(&input, 1), outputs);

  const ThreadLimit limit(to.threads);
  const mol::Predictor predictor(mol::load_molecule_model(to.model));
  say_notes(predictor.model().notes);
  const std::vector<std::string>& names = predictor.schema().tasks;
  const std::vector<std::size_t> tasks = numbers_of(to.tasks, names);
  if (!to.smiles.empty()) to.records.format = mol::RecordFormat::smi;
  mol::RecordReader reader(to.smiles.empty() ? io::ByteStream::open(to.input) : io::ByteStream::from_memory("--smiles", to.smiles), to.records);
  ExplainFolder folder(to.out);
  Sheets sheets(folder, predictor.schema(), tasks);
  std::size_t explained = 0, drawn = 0;
  mol::Record record;
  while (reader.next(record)) {
    const auto failed = [&](mol::Status status, const std::string& reason) {
      std::fprintf(stderr, "%s:%zu: row %zu: %s: %s\n", reader.name().c_str(), record.line, record.number, word_of(status), reason.c_str());
      sheets.failed(record.number, status, reason);
    };
    const mol::Prediction said = predictor.predict(std::span(&record, 1))[0];
    if (said.status != mol::Status::ok) {
      failed(said.status, said.reason);
      continue;
    }
    const mol::Prepared prepared = mol::prepare(record, predictor.schema().preparation, true);
    const mol::Explanation why = mol::explain(predictor, prepared.molecule, tasks, to.steps);
    if (!finite(why)) {
      failed(mol::Status::not_finite, "the shares of its atoms are not finite numbers");
      continue;
    }
    sheets.add(record.number, why, status_text(said));
    ++explained;
    if (drawn == to.drawings) continue;
    ++drawn;
    std::size_t best = 0;
    for (std::size_t t = 1; t < tasks.size(); ++t)
      if (why.probability[tasks[t]] > why.probability[tasks[best]]) best = t;
    const std::string& name = record.fields[reader.format() == mol::RecordFormat::smi ? 1 : 0];
    const bool named = reader.format() == mol::RecordFormat::smi || reader.smiles_column() != 0;
    folder.draw(record.number,
                mol::draw(prepared.molecule, why, why.atoms[best], why.bonds[best],
                          legend(record, named ? name : "", names[tasks[best]], why.probability[tasks[best]], why.atoms[best], why.bonds[best])));
  }
  sheets.commit();
  if (const std::size_t gone = folder.commit(); gone > 0)
    std::fprintf(stderr, "%s: removed %s of an earlier run\n", to.out.c_str(), io::counted(gone, "drawing", "drawings").c_str());
  std::printf("wrote %s: %s explained, %zu drawn\n", to.out.c_str(), io::counted(explained, "molecule", "molecules").c_str(), drawn);
  return explained > 0 || reader.size() == 0 ? kDone : kFailed;
}

}  // namespace edgewise::cli
