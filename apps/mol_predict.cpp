#include <fmt/format.h>

#include <cstdio>
#include <span>
#include <vector>

#include "../graph/rows.hpp"
#include "../io/graph_notes.hpp"
#include "../io/mol/predict_file.hpp"
#include "interrupt.hpp"
#include "mol_flags.hpp"
#include "own_files.hpp"
#include "run_files.hpp"
#include "say.hpp"
#include "status_line.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

/// Five times a second on a terminal, once a minute in a log.
class MoleculeProgress {
 public:
  void show(const mol::PredictProgress& at) {
    const double passed = status_.seconds();
    if (passed - shown_ < (status_.renews() ? 0.2 : 60.0)) return;
    shown_ = passed;
    std::string text = fmt::format("{} molecules, {:.0f} a second", at.records, static_cast<double>(at.records - at.resumed_at) / passed);
    if (at.size > 0 && at.taken > 0) {
      const double share = static_cast<double>(at.taken) / static_cast<double>(at.size);
      if (start_share_ < 0) start_share_ = share;
      if (share > start_share_)
        text += fmt::format(", {:.0f} %, {} left", 100 * share, duration((passed - first_) * (1 - share) / (share - start_share_)));
      else
        first_ = passed;
    }
    status_.show(std::move(text));
  }

 private:
  double shown_ = 0, first_ = 0, start_share_ = -1;
  StatusLine status_;
};

void print_timings(const mol::PredictReport& report) {
  const auto line = [](const char* stage, double value) { std::fprintf(stderr, "  %-12s %9.3f s\n", stage, value); };
  const double rate = report.wall > 0 ? static_cast<double>(report.records - report.resumed_at) / report.wall : 0;
  std::fprintf(stderr, "busy time by stage, all threads together; %.3f s passed, %.0f molecules a second\n", report.wall, rate);
  line("read", report.read);
  line("prepare", report.prepare);
  line("featurise", report.featurise);
  line("predict", report.predict);
  if (report.uncertainty > 0) line("similarity", report.uncertainty);
  line("format", report.format);
  line("write", report.write);
}

std::string failures(const mol::PredictReport& report) {
  std::string text = fmt::format("{} of {} failed", report.failed, report.records);
  std::string parts;
  for (const auto& [status, count] : report.statuses) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, status);
  return parts.empty() ? text : text + " (" + parts + ")";
}

}  // namespace

int mol_predict(Args args) {
  mol::PredictFileOptions options;
  std::size_t threads = 0;
  bool strict = false, bare = false, timings = false;
  Flags flags("mol predict",
              "Predicts for every record of a file of molecules, of any size, in its order.\n"
              "Column status: ok or unseen_element:Se, or why not: unparsable, no_atoms, too_large, not_finite.");
  flags.text("model", "PATH", options.model_name, "run folder of mol train, or a .safetensors file").required();
  flags.text("input", "FILE", options.input, "CSV, TSV, .smi or SDF, also .gz, .zst; -: standard input").required();
  flags.text("out", "FILE", options.out, "your columns, row, status, tasks; -: standard output").required();
  flags.text("rejects", "FILE", options.rejects, "what failed, line and reason [beside --out, NAME.rejects.csv]");
  flags.on("no-passthrough", bare, "leave your columns out");
  flags.on("uncertainty", options.uncertainty, "also calibrated, spread, similarity to training");
  flags.on("strict", strict, "exit with 1 when a record failed");
  flags.on("resume", options.resume, "continue an interrupted run to the same bytes").session();
  flags.on("timings", timings, "say what took how long").session();
  flags.whole("threads", threads, {0, 4096}, "0: all cores; results do not depend on it").session();
  flags.whole("block", options.block, {1, 1000000}, "records worked on and written together; results do not depend on it").rare();
  add_record_flags(flags, options.records);
  flags.example("mol predict --model runs/solvents --input datasets/everyday.smi --out out.csv");
  if (!flags.read(args)) return kDone;
  options.passthrough = !bare;
  std::vector<NamedPath> inputs = files_of_model(options.model_name);
  inputs.push_back({"--input", options.input});
  const std::string rejects = mol::rejects_path(options);
  std::vector<NamedPath> outputs{{"--out", options.out}, {"--rejects", rejects}};
  if (options.out != "-")
    for (const char* ending : {".part", ".journal"}) outputs.push_back({"--out", options.out + ending});
  if (!rejects.empty() && rejects != "-") outputs.push_back({"--rejects", rejects + ".part"});
  keep_apart(inputs, outputs);

  const ThreadLimit limit(threads);
  const InterruptWatch watch;
  options.stop = [] { return InterruptWatch::noted(); };
  const mol::Predictor predictor(mol::load_molecule_model(options.model_name));
  mol::PredictReport report;
  {
    MoleculeProgress progress;
    report = mol::predict_file(predictor, options, [&](const mol::PredictProgress& at) { progress.show(at); });
  }
  say_notes(report.notes);
  if (timings) print_timings(report);
  std::FILE* const to = options.out == "-" ? stderr : stdout;
  if (!report.finished) {
    std::fprintf(stderr, "interrupted after %zu records; the same command with --resume goes on\n", report.records);
    return kInterrupted;
  }
  if (options.uncertainty && !predictor.calibrates()) std::fprintf(stderr, "no calibrated columns: the model is not calibrated\n");
  if (options.uncertainty && !predictor.spreads()) std::fprintf(stderr, "no spread columns: the model is not an ensemble\n");
  if (options.uncertainty && !predictor.knows_domain()) std::fprintf(stderr, "no similarity column: the model holds no training fingerprints\n");
  std::fprintf(to, "wrote %s: %s; %s\n", options.out.c_str(), io::counted(report.records, "row", "rows").c_str(), failures(report).c_str());
  if (report.failed > 0 && !report.rejects.empty()) std::fprintf(to, "reasons are in %s\n", report.rejects.c_str());
  return strict && report.failed > 0 ? kFailed : kDone;
}

}  // namespace edgewise::cli
