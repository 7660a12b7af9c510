#include <edgewise/core/encodings.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "support/check.hpp"

using namespace edgewise;

namespace {

Graph random_graph(NodeId nodes, std::size_t edges, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Edge> list;
  for (std::size_t e = 0; e < edges; ++e) list.push_back({static_cast<NodeId>(rng.below(nodes)), static_cast<NodeId>(rng.below(nodes))});
  return Graph::from_undirected(nodes, list);
}

Graph ring(NodeId nodes) {
  std::vector<Edge> list;
  for (NodeId i = 0; i < nodes; ++i) list.push_back({i, (i + 1) % nodes});
  return Graph::from_undirected(nodes, list);
}

/// The largest |L v - lambda v| over all entries and columns, from the definition.
double residual(const Graph& graph, const LaplacianEncoding& encoding) {
  std::vector<double> inverse;
  for (NodeId i = 0; i < graph.num_nodes(); ++i) {
    std::size_t degree = 0;
    for (NodeId j : graph.in_edges().row(i)) degree += j != i;
    inverse.push_back(degree > 0 ? 1 / std::sqrt(static_cast<double>(degree)) : 0);
  }
  double worst = 0;
  for (std::size_t c = 0; c < encoding.values.size(); ++c)
    for (NodeId i = 0; i < graph.num_nodes(); ++i) {
      double sum = static_cast<double>(encoding.vectors(i, c)) * (1 - encoding.values[c]);
      for (NodeId j : graph.in_edges().row(i))
        if (j != i) sum -= inverse[i] * inverse[j] * static_cast<double>(encoding.vectors(j, c));
      worst = std::max(worst, std::abs(sum));
    }
  return worst;
}

}  // namespace

TEST_CASE("random walks: the graphs of a batch walk each for itself") {
  const std::vector<Graph> graphs{Graph::from_undirected(3, {{0, 1}, {1, 2}, {0, 2}}), Graph(), Graph::from_undirected(4, {{0, 1}, {1, 2}, {1, 3}}),
                                  Graph::from_edges(2, {{0, 1}, {0, 1}})};
  const GraphBatch batch = make_batch(graphs);
  const Tensor all = random_walk_encoding(batch, 6);
  REQUIRE(all.rows() == 9);
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Tensor alone = random_walk_encoding(graphs[g], 6);
    for (std::size_t i = 0; i < alone.rows(); ++i)
      for (std::size_t k = 0; k < 6; ++k) CHECK(all(batch.node_begin[g] + i, k) == Approx(alone(i, k)).margin(1e-7));
  }
  CHECK(all(0, 1) == 0.5F);  // a triangle: back after two steps half the time
  CHECK(random_walk_encoding(make_batch({}), 3).rows() == 0);
}

TEST_CASE("degree encoding: by hand", "[encodings]") {
  const Tensor table = degree_encoding(Graph::from_edges(3, {{0, 1}, {2, 1}, {1, 1}}));
  CHECK(table(1, 0) == Approx(std::log(4.0)));
  CHECK(table(1, 1) == Approx(std::log(2.0)));
  CHECK(table(0, 0) == 0);
}

TEST_CASE("random-walk encoding: a triangle and a path by hand", "[encodings]") {
  const Tensor triangle = random_walk_encoding(ring(3), 4);  // back after 1 .. 4 steps: 0, 1/2, 1/4, 3/8
  CHECK(triangle(0, 0) == 0);
  CHECK(triangle(1, 1) == Approx(0.5));
  CHECK(triangle(2, 2) == Approx(0.25));
  CHECK(triangle(0, 3) == Approx(0.375));
  const Tensor path = random_walk_encoding(Graph::from_undirected(3, {{0, 1}, {1, 2}}), 2);
  CHECK(path(0, 1) == Approx(0.5));
  CHECK(path(1, 1) == Approx(1));
  const Tensor one_way = random_walk_encoding(Graph::from_edges(3, {{0, 1}, {1, 2}, {2, 0}, {1, 1}}), 3);
  CHECK(one_way(1, 0) == Approx(0.5));
  CHECK(one_way(0, 2) == Approx(0.5));  // 0 -> 1 -> 2 -> 0, half the walkers leave 1 at once
  CHECK(random_walk_encoding(Graph::from_edges(2, {{0, 1}}), 3)(1, 1) == 0);
  CHECK(random_walk_encoding(Graph(), 3).rows() == 0);
}

TEST_CASE("random-walk encoding: the estimate lies within its stated error", "[encodings]") {
  const Graph graph = random_graph(400, 1600, 3);
  const Tensor exact = random_walk_encoding(graph, 6), guess = random_walk_encoding(graph, 6, {.exact_work = 0, .probes = 256});
  for (std::size_t k = 1; k < 6; k += 2) {
    double square = 0, count = 0;
    for (NodeId i = 0; i < 400; ++i) {
      if (exact(i, k) == 0) continue;
      const double off = static_cast<double>(guess(i, k) / exact(i, k)) - 1;
      square += off * off;
      ++count;
    }
    CHECK(std::sqrt(square / count) < 0.13);  // sqrt(2 / 256) is 0.088
  }
}

TEST_CASE("laplacian encoding: a ring has the frequencies of a ring", "[encodings]") {
  const LaplacianEncoding encoding = laplacian_encoding(ring(12), 4);
  REQUIRE(encoding.values.size() == 4);
  for (std::size_t c = 0; c < 4; ++c) CHECK(encoding.values[c] == Approx(1 - std::cos(2 * std::numbers::pi * static_cast<double>(c / 2 + 1) / 12)));
  CHECK(residual(ring(12), encoding) < 1e-5);
  double square = 0;
  for (NodeId i = 0; i < 12; ++i) square += static_cast<double>(encoding.vectors(i, 0)) * static_cast<double>(encoding.vectors(i, 0));
  CHECK(square / 12 == Approx(1));
}

TEST_CASE("laplacian encoding: Lanczos agrees with the definition on a larger graph", "[encodings]") {
  const Graph graph = random_graph(2000, 5000, 5);  // some nodes are isolated
  const LaplacianEncoding encoding = laplacian_encoding(graph, 6);
  REQUIRE(encoding.values.size() == 6);
  CHECK(std::is_sorted(encoding.values.begin(), encoding.values.end()));
  CHECK(encoding.values[0] > 1e-3);
  CHECK(residual(graph, encoding) < 1e-4);
  for (std::size_t c = 0; c < 6; ++c) {
    float least = 0, most = 0;
    for (NodeId i = 0; i < 2000; ++i) {
      least = std::min(least, encoding.vectors(i, c));
      most = std::max(most, encoding.vectors(i, c));
      if (graph.in_edges().degree(i) == 0) CHECK(std::abs(encoding.vectors(i, c)) < 1e-6);
    }
    CHECK(most > 0);
    CHECK(most >= -least * 0.999F);
  }
}

TEST_CASE("laplacian encoding: thread counts give the same bytes", "[encodings]") {
  const Graph graph = random_graph(1000, 4000, 7);
  auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return std::pair(laplacian_encoding(graph, 4).vectors, random_walk_encoding(graph, 4));
  };
  const auto one = run(1), two = run(2);
  CHECK(std::memcmp(one.first.data(), two.first.data(), one.first.size() * sizeof(float)) == 0);
  CHECK(std::memcmp(one.second.data(), two.second.data(), one.second.size() * sizeof(float)) == 0);
}

TEST_CASE("laplacian encoding: small and broken graphs", "[encodings]") {
  CHECK(laplacian_encoding(Graph(), 3).vectors.cols() == 3);
  const LaplacianEncoding none = laplacian_encoding(Graph::from_edges(4, {{1, 1}}), 3);  // four isolated nodes, one with a loop
  CHECK(none.values.empty());
  for (float value : none.vectors.values()) CHECK(value == 0);
  const LaplacianEncoding pairs = laplacian_encoding(Graph::from_undirected(5, {{0, 1}, {2, 3}}), 4);
  REQUIRE(pairs.values.size() == 2);  // 5 nodes in 3 components
  CHECK(pairs.values[0] == Approx(2));
  CHECK(pairs.vectors(0, 3) == 0);
  CHECK_THROWS_AS(laplacian_encoding(Graph::bipartite(2, 3, std::vector<Edge>{{0, 1}}), 2), ShapeError);
}
