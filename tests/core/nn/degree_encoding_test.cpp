#include <edgewise/core/nn/degree_encoding.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;

namespace {

const Graph kGraph = Graph::from_edges(4, {{0, 2}, {1, 2}, {2, 3}});  // arcs in order: 0 -> 2, 1 -> 2, 2 -> 3

/// Column k of the table holds k: a result tells which two columns were added.
template <class Real>
BasicTensor<Real> counted(const BasicDegreeEncoding<Real>& encoding, const Graph& graph, const BasicArcs<Real>& arcs) {
  for (auto [name, weight] : encoding.parameters())
    for (std::size_t k = 0; k < weight.value().size(); ++k) weight.mutable_value().data()[k] = static_cast<Real>(k % weight.cols());
  return encoding.forward(graph, arcs).value();
}

}  // namespace

TEST_CASE("degree encoding: by hand, incoming and outgoing arcs", "[nn]") {
  const Tensor y = counted(BasicDegreeEncoding<float>(2, 0, 0), kGraph, {});
  REQUIRE(y.rows() == 4);
  REQUIRE(y.cols() == 2);
  CHECK(y(0, 0) == 0 + 32 + 2);  // none in; one out: 2 * log2(2) = 2
  CHECK(y(2, 0) == 3 + 32 + 2);  // two in: 2 * log2(3) = 3.17
  CHECK(y(3, 1) == 2 + 32 + 0);
}

TEST_CASE("degree encoding: types tell arcs along their edges from arcs against them, and loops from both", "[nn]") {
  const Tensor y = counted(BasicDegreeEncoding<float>(1, 1, 1), kGraph, {{}, {0, 1, 2}});
  CHECK(y(2, 0) == 2 + 32 + 2);
  CHECK(y(3, 0) == 0 + 32 + 0);
  const BasicDegreeEncoding<float> encoding(1, 1, 1);
  CHECK_THROWS_WITH(encoding.forward(kGraph, {}), "degree encoding: 0 arc types, expected 3");
}

TEST_CASE("degree encoding: starts at zero, its gradient agrees with differences, no graph is too small", "[nn]") {
  const BasicDegreeEncoding<double> encoding(3, 0, 0);
  const auto first = encoding.forward(kGraph, {}).value();
  for (const double value : first.values()) CHECK(value == 0);
  test::check_layer(encoding, {}, [&] { return encoding.forward(kGraph, {}); });
  CHECK(encoding.forward(Graph::from_edges(0, {}), {}).rows() == 0);
  CHECK(encoding.forward(Graph::from_edges(1, {}), {}).rows() == 1);
}

TEST_CASE("degree encoding: thread counts give the same bytes", "[nn]") {
  Rng rng(1);
  std::vector<Edge> arcs;
  for (std::size_t e = 0; e < 30000; ++e)
    arcs.push_back({static_cast<NodeId>(rng.below(4000)), static_cast<NodeId>(e % 3 == 0 ? 7 : rng.below(4000))});
  const Graph graph = Graph::from_edges(4000, arcs);
  const auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    const BasicDegreeEncoding<float> encoding(16, 0, 0);
    Variable y = encoding.forward(graph, {});
    y.backward(Tensor::filled(y.rows(), y.cols(), 0.1F));
    return encoding.parameters()[0].second.grad();
  };
  const Tensor one = run(1), two = run(2), eight = run(8);
  CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof(float)) == 0);
  CHECK(std::memcmp(one.data(), eight.data(), one.size() * sizeof(float)) == 0);
}
