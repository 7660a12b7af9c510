#include <cstdio>

#include "../core/train/ensemble.hpp"
#include "../core/train/graph_trainer.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/ensemble_files.hpp"
#include "../io/graph_model_file.hpp"
#include "../io/graph_notes.hpp"
#include "../io/tu_graphs.hpp"
#include "finite_output.hpp"
#include "graph_results.hpp"
#include "run_files.hpp"
#include "say.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int graph_predict(Args args) {
  std::string model, folder, out;
  std::size_t threads = 0;
  Flags flags("graph predict", "Predicts the label of every graph of a folder with a trained model.");
  flags.text("model", "PATH", model, "run folder of `edgewise graph train`, one model or several, or a .safetensors file").required();
  flags.text("data", "DIR", folder, "folder with DS_A.txt, DS_graph_indicator.txt, ...; labels may be missing").required();
  flags.text("out", "FILE", out, "predictions as CSV: graph, split, label, predicted, probabilities").required();
  flags.whole("threads", threads, {0, 4096}, "0: all cores; results do not depend on it");
  flags.example("graph predict --model runs/touching/run-0 --data datasets/touching --out again.csv");
  if (!flags.read(args)) return kDone;
  std::vector<NamedPath> inputs = files_of_model(model);
  const io::EnsembleFiles found = io::ensemble_files(model);
  for (const std::string& file : found.files) inputs.push_back({"--model", file});
  for (NamedPath& file : files_of_tu_folder(folder)) inputs.push_back(std::move(file));
  const NamedPath result{"--out", out};
  keep_apart(inputs, std::span(&result, 1));
  check_out_file(out);

  const ThreadLimit limit(threads);
  std::vector<io::TrainedGraphModel> members;
  for (const std::string& file : found.files) members.push_back(io::load_graph_model(file));
  const io::TrainedGraphModel& trained = members[0];
  for (const io::TrainedGraphModel& member : members)
    if (member.schema.task != trained.schema.task || member.schema.node_columns != trained.schema.node_columns ||
        member.schema.arc_columns != trained.schema.arc_columns || member.schema.outputs != trained.schema.outputs)
      fail<DataError>(model, ": its members were trained on other columns or labels than the first; give the folder of one run");
  const io::TuColumns columns{trained.schema.node_columns, trained.schema.arc_columns, trained.schema.outputs};
  const io::TuGraphs graphs = io::load_tu_graphs(folder, &columns);
  say_notes(found.notes);
  say_notes(graphs.notes);
  const models::GraphModelOptions& options = trained.model->options();
  if (options.extra_columns > 0) fail<DataError>(model, ": this model wants more than a graph; it was made by another verb (mol train?)");
  train::Targets targets = graphs.data.targets;
  if (targets.task != trained.schema.task)  // labels of another kind say nothing here
    targets = {trained.schema.task, options.out, std::vector<std::int32_t>(graphs.data.graphs.graphs(), train::kNoLabel), {}};
  std::vector<Tensor> outputs;
  for (const io::TrainedGraphModel& member : members) outputs.push_back(train::predict(*member.model, graphs.data.graphs));
  const Tensor output = train::mean_output(outputs, trained.schema.task);
  check_finite(output, [](std::size_t g) { return "graph " + std::to_string(g + 1); });
  save_graph_predictions(out, targets, {}, output, trained.schema.outputs);
  std::printf("wrote %s: %s\n", out.c_str(), io::counted(graphs.data.graphs.graphs(), "row", "rows").c_str());
  return kDone;
}

}  // namespace edgewise::cli
