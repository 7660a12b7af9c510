/// The same bytes on 1, 2 and 8 threads, with dropout, over 20 epochs, on a graph one row of which spans several chunks of work.
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/rows.hpp>

#include "linear_model.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

Dataset with_a_hub() {
  constexpr NodeId kNodes = 40000;
  std::vector<Edge> edges = random_edges(kNodes, 90000, 1);
  for (NodeId i = 1; i <= 3 * kBlockWork + 4000; ++i) edges.push_back({0, i});
  Dataset data;
  data.graph = build_graph(kNodes, edges, {.self_loops = true}).graph;
  Rng rng(2);
  Tensor x(kNodes, 6);
  for (float& value : x.values()) value = static_cast<float>(rng.normal());
  data.features = Variable(std::move(x));
  data.targets = {Task::classification, 3, std::vector<std::int32_t>(kNodes), {}};
  for (std::int32_t& label : data.targets.classes) label = static_cast<std::int32_t>(rng.below(3));
  data.split = random_split(data.targets, 0.6, 0.2, 0.2, 1);
  return data;
}

}  // namespace

TEST_CASE("determinism: model and prediction bytes do not depend on the number of threads", "[train]") {
  const Dataset data = with_a_hub();
  REQUIRE(data.graph.num_arcs() >= 200000);
  REQUIRE(data.graph.in_edges().degree(0) > 3 * kBlockWork);
  for (const char* name : {"gat", "gatv2", "transformer", "gcn", "mlp"}) {
    std::vector<std::vector<float>> model_bytes, prediction_bytes;
    for (const std::size_t threads : {1U, 2U, 8U}) {
      const ThreadLimit limit(threads);
      const auto model =
          models::make_node_model<float>({.model = name, .in = 6, .out = 3, .hidden = 8, .heads = 2, .dropout = 0.3F, .attention_dropout = 0.3F}, 7);
      const std::size_t epochs = std::string(name) == "gat" ? 20 : 4;  // the others run through the same trainer
      fit(*model, data, {.epochs = epochs, .patience = 0, .clip = 1, .seed = 7});
      const Tensor output = predict(*model, data.graph, data.features, data.arcs);
      model_bytes.push_back(bytes_of(*model));
      prediction_bytes.emplace_back(output.values().begin(), output.values().end());
    }
    CAPTURE(name);
    CHECK(model_bytes[0] == model_bytes[1]);
    CHECK(model_bytes[0] == model_bytes[2]);
    CHECK(prediction_bytes[0] == prediction_bytes[1]);
    CHECK(prediction_bytes[0] == prediction_bytes[2]);
  }
}

TEST_CASE("determinism: another seed draws other masks", "[train]") {
  const Dataset data = clouds(60, 2, 1.0, 1);
  std::vector<std::vector<float>> results;
  for (const std::uint64_t seed : {1U, 1U, 2U}) {
    LinearModel model({.model = "linear", .in = 2, .out = 2, .dropout = 0.5F});
    fit(model, data, {.epochs = 5, .seed = seed});
    results.push_back(bytes_of(model));
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] != results[2]);
}
