#pragma once
/// Trained node models of every kind and graphs of several sizes for the tests of prediction.
#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/io/model_file.hpp>
#include <edgewise/io/pyg_import.hpp>
#include <string>
#include <vector>

namespace edgewise::test {

/// The model of these options as a file would bring it.
inline io::TrainedNodeModel trained(const models::NodeModelOptions& options, io::NodeSchema schema = {}) {
  schema.self_loops = true;
  const auto model = models::make_node_model<float>(options, 5);
  return io::parse_node_model(io::node_model_bytes(*model, schema), "memory");
}

struct Predictor {
  std::string name;
  io::TrainedNodeModel model;
};

/// One of each: eight columns, three outputs, no arc data.
inline std::vector<Predictor> all_predictors() {
  std::vector<Predictor> all;
  for (const std::string& name : models::node_model_names()) {
    all.push_back({name, trained({.model = name, .in = 8, .out = 3, .hidden = 16, .heads = 4})});
    all.push_back({std::string(name).append(", deep"), trained({.model = name,
                                                                .in = 8,
                                                                .out = 3,
                                                                .layers = 3,
                                                                .hidden = 16,
                                                                .heads = 4,
                                                                .feed_forward = true,
                                                                .residual = true,
                                                                .norm = models::Norm::layer,
                                                                .input_layer = true,
                                                                .degree_encoding = true,
                                                                .input_scale = models::InputScale::columns})});
  }
  all.push_back({"gat, scaled values", trained({.model = "gat",
                                                .in = 8,
                                                .out = 3,
                                                .hidden = 16,
                                                .heads = 4,
                                                .out_heads = 2,
                                                .head_mix = models::HeadMix::linear,
                                                .activation = models::Activation::gelu,
                                                .input_scale = models::InputScale::rows,
                                                .output_scale = true})});
  return all;
}

/// A graph with its features as a caller holds them: plain arrays.
struct CallersGraph {
  std::vector<EdgeId> begin;
  std::vector<NodeId> sources;
  std::vector<float> features;
  std::size_t nodes;
  std::size_t columns;

  CallersGraph(NodeId count, std::size_t width, std::size_t edges) : nodes(count), columns(width) {
    const Graph graph = build_graph(count, random_edges(count, edges, count), {.self_loops = true}).graph;
    begin.assign(graph.in_edges().begin().begin(), graph.in_edges().begin().end());
    sources.assign(graph.in_edges().column().begin(), graph.in_edges().column().end());
    Rng rng(count);
    features.resize(nodes * columns);
    for (float& value : features) value = static_cast<float>(rng.normal());
  }
  Graph graph() const { return Graph::view(begin, sources); }
  TensorView x() const { return TensorView::of(features, nodes, columns); }
};

inline bool same_bits(TensorView a, TensorView b) {
  if (a.rows != b.rows || a.cols != b.cols) return false;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t c = 0; c < a.cols; ++c)
      if (!(a(i, c) == b(i, c))) return false;
  return true;
}
inline bool same_bits(const Tensor& a, const Tensor& b) { return same_bits(a.view(), b.view()); }

}  // namespace edgewise::test
