#include <cstdio>

#include "../io/pyg_import.hpp"
#include "flags.hpp"
#include "own_files.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int model_import(Args args) {
  std::string weights, architecture, golden, out;
  float tolerance = 1e-5F;
  bool undirected = false;
  Flags flags("model import", "Makes our model from PyTorch Geometric's weights; docs/examples/export_pyg.py writes the files.");
  flags.text("weights", "FILE", weights, "state dict as .safetensors").required();
  flags.text("architecture", "FILE", architecture, "architecture.json of export_pyg.py").required();
  flags.text("golden", "FILE", golden, "recorded results of every layer, which ours must meet");
  flags.number("tolerance", tolerance, {.least = 0}, "largest difference, relative to the largest value of a layer");
  flags.on("undirected", undirected, "edge lists at prediction name each edge once; else every arc");
  flags.section("Result");
  flags.text("out", "FILE", out, "the model, for node predict, evaluate, attention and io::load_node_model").required();
  flags.example(
      "model import --weights tests/data/pyg/gat/weights.safetensors --architecture tests/data/pyg/gat/architecture.json --out gat.safetensors");
  if (!flags.read(args)) return kDone;
  const std::vector<NamedPath> inputs{{"--weights", weights}, {"--architecture", architecture}, {"--golden", golden}};
  const NamedPath output{"--out", out};
  keep_apart(inputs, std::span(&output, 1));
  check_out_file(out);

  io::ImportedNodeModel imported = io::import_pyg(weights, architecture);
  if (!golden.empty()) {
    const io::GoldenReport report = io::check_golden(imported, golden, static_cast<double>(tolerance));
    std::printf("golden results met: largest difference %.2g (%s)\n", report.largest, report.layer.c_str());
  }
  imported.trained.schema.directed = !undirected;
  io::save_node_model(out, *imported.trained.model, imported.trained.schema);
  std::printf("wrote %s: %zu layers\n", out.c_str(), imported.layers.size());
  return kDone;
}

}  // namespace edgewise::cli
