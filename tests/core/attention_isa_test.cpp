#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "support/attention_runs.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

struct Widths {
  std::size_t heads, depth;
};

/// The float step on every instruction set against the step in double, which stands under the gradient checks.
void check_case(Kind kind, const Graph& graph, Widths widths, bool bias, std::size_t features, float dropout) {
  const AttentionCase<double> exact(kind, graph, widths.heads, widths.depth, bias, features, dropout);
  const auto expected = step(exact);
  INFO("kind " << static_cast<int>(kind) << ", " << widths.heads << " x " << widths.depth << ", bias " << bias << ", features " << features
               << ", dropout " << dropout << ", " << graph.num_nodes() << " nodes, " << graph.num_arcs() << " arcs");
  const AttentionCase<float> c(kind, graph, widths.heads, widths.depth, bias, features, dropout);
  on_every_isa([&] {
    const auto got = step(c);
    REQUIRE(got.size() == expected.size());
    for (std::size_t k = 0; k < got.size(); ++k) {
      INFO("table " << k);
      CHECK(worst_error(got[k], to_table(expected[k])) <= 1e-5);
    }
    CHECK(worst_error(c.weights(), to_table(exact.weights())) <= 1e-5);
  });
}

}  // namespace

TEST_CASE("attention: every kernel agrees with the one in double", "[attention]") {
  const Graph graph = random_graph(40, 120, 1, 5);  // rows of 200 arcs: several blocks of scores
  for (const Kind kind : kKinds)
    for (const Widths widths : {Widths{1, 8}, {1, 16}, {1, 32}, {1, 64}, {2, 8}, {4, 8}, {4, 16}, {4, 32}, {4, 64}, {8, 8}, {8, 16},
                                {8, 32},      {8, 64}, {3, 5},  {16, 4}, {1, 7}, {1, 1}, {1, 40}, {4, 5},  {8, 3},  {8, 48}})
      check_case(kind, graph, widths, false, 0, 0);
}

TEST_CASE("attention: every kernel with bias, edge features and dropout", "[attention]") {
  const Graph graph = random_graph(30, 200, 2, 3);
  for (const Kind kind : kKinds)
    for (const Widths widths : {Widths{1, 16}, {4, 8}, {8, 8}, {8, 32}, {5, 3}, {1, 7}, {4, 12}}) {
      check_case(kind, graph, widths, true, 0, 0);
      check_case(kind, graph, widths, true, 0, 0.6F);
      check_case(kind, graph, widths, false, 2, 0.3F);
    }
}

TEST_CASE("attention: every kernel on rows cut into parts, the same bytes on 1, 2 and 8 threads", "[attention]") {
  const Graph graph = random_graph(60, 4000, 9, 420);
  REQUIRE(graph.in_edges().degree(0) > 3 * kBlockWork);
  for (const Kind kind : kKinds)
    for (const Widths widths : {Widths{1, 16}, {8, 8}, {4, 16}}) {
      const AttentionCase<float> c(kind, graph, widths.heads, widths.depth, true, 0, 0.3F);
      const auto expected = step(AttentionCase<double>(kind, graph, widths.heads, widths.depth, true, 0, 0.3F));
      on_every_isa([&] {
        std::vector<BasicTensor<float>> first;
        for (const std::size_t threads : {1U, 2U, 8U}) {
          const ThreadLimit limit(threads);
          auto tables = step(c);
          if (first.empty())
            first = std::move(tables);
          else
            for (std::size_t k = 0; k < first.size(); ++k) CHECK(same_bytes(first[k], tables[k]));
        }
        for (std::size_t k = 0; k < first.size(); ++k) CHECK(worst_error(first[k], to_table(expected[k])) <= 1e-4);
      });
    }
}

TEST_CASE("attention: a row has the same bytes alone and in company", "[attention]") {
  const Graph graph = random_graph(20, 60, 5, 4);  // rows of one arc, of a few, and of more than a block
  std::vector<Edge> list;
  for (NodeId i = 0; i < 20; ++i)
    for (const NodeId j : graph.in_edges().row(i)) list.push_back({7 + j, 7 + i});
  for (NodeId i = 0; i < 7; ++i) list.insert(list.end(), i, Edge{i, i});
  const Graph company = Graph::from_edges(27, list);
  for (const Kind kind : kKinds)
    for (const Widths widths : {Widths{1, 16}, {4, 16}, {8, 32}, {3, 5}}) {
      AttentionCase<float> alone(kind, graph, widths.heads, widths.depth), together(kind, company, widths.heads, widths.depth);
      for (const auto table : {&AttentionCase<float>::value, &AttentionCase<float>::source, &AttentionCase<float>::target})
        if (alone.*table) std::copy_n((alone.*table).value().data(), (alone.*table).value().size(), (together.*table).mutable_value().row(7).data());
      on_every_isa([&] {
        INFO("kind " << static_cast<int>(kind) << ", " << widths.heads << " x " << widths.depth);
        const Tensor y = alone.run().value(), other = together.run().value();
        CHECK(std::memcmp(y.data(), other.row(7).data(), y.size() * sizeof(float)) == 0);
      });
    }
}

TEST_CASE("attention: masks, large scores and NaN in every kernel", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 1}, {1, 1}, {0, 2}, {1, 2}});
  constexpr float kNever = -std::numeric_limits<float>::infinity();
  on_every_isa([&] {
    for (const Kind kind : kKinds) {
      AttentionCase<float> c(kind, graph, 1, 8, true);
      c.bias.mutable_value() = Tensor::of(4, 1, {0, kNever, kNever, kNever});
      const auto tables = step(c);
      const Tensor& v = (c.value ? c.value : c.source).value();
      for (std::size_t k = 0; k < 8; ++k) {
        CHECK(tables[0](1, k) == Approx(v(0, k)));
        CHECK(tables[0](2, k) == 0);
      }
      for (const auto& table : tables)
        for (const float x : table.values()) CHECK(std::isfinite(x));
      c.bias.mutable_value() = Tensor::of(4, 1, {3000, 3001, -9000, -9001});
      const auto weights = c.weights();
      CHECK(weights(0, 0) + weights(1, 0) == Approx(1));
      for (const auto& table : step(c))
        for (const float x : table.values()) CHECK(std::isfinite(x));
      (c.value ? c.value : c.source).mutable_value()(1, 3) = std::nanf("");
      CHECK(std::isnan(c.run().value()(1, 3)));
    }
  });
}

TEST_CASE("attention: rows that begin and end where blocks of arcs do know nothing of each other", "[attention]") {
  // Rows of 64, 64, 3, 0 and 200 arcs, under biases that leave no trace of a score taken relative to another row's highest.
  std::vector<Edge> arcs;
  std::vector<float> biases;
  constexpr float kNever = -std::numeric_limits<float>::infinity();
  const auto row = [&](NodeId target, std::size_t count, auto bias) {
    for (std::size_t k = 0; k < count; ++k) {
      arcs.push_back({static_cast<NodeId>(k % 5), target});
      biases.push_back(bias(k));
    }
  };
  row(0, 64, [](std::size_t) { return 5000.F; });
  row(1, 64, [](std::size_t) { return -5000.F; });
  row(2, 3, [](std::size_t k) { return k == 0 ? kNever : -7000.F; });
  row(4, 200, [](std::size_t k) { return k < 70 ? -5000.F : k < 130 ? 4000.F : kNever; });
  const Graph graph = Graph::from_edges(5, arcs);
  for (const Kind kind : kKinds)
    for (const Widths widths : {Widths{1, 16}, {4, 16}, {4, 64}, {8, 8}}) {
      AttentionCase<double> exact(kind, graph, widths.heads, widths.depth, true);
      AttentionCase<float> c(kind, graph, widths.heads, widths.depth, true);
      for (std::size_t e = 0; e < biases.size(); ++e)
        for (std::size_t h = 0; h < widths.heads; ++h) {
          exact.bias.mutable_value()(e, h) = static_cast<double>(biases[e]);
          c.bias.mutable_value()(e, h) = biases[e];
        }
      const auto expected = to_table(exact.run().value());
      on_every_isa([&] {
        INFO("kind " << static_cast<int>(kind) << ", " << widths.heads << " x " << widths.depth);
        CHECK(worst_error(c.run().value(), expected) <= 2e-3);  // scores of 5000 in float
      });
    }
}

TEST_CASE("cpu: instruction sets are named, and only those of the machine can be chosen", "[cpu]") {
  REQUIRE(supported_isas().front() == Isa::generic);
  CHECK(std::string(isa_name(Isa::generic)) == "generic");
  CHECK(std::string(isa_name(Isa::avx2)) == "avx2");
  CHECK(std::string(isa_name(Isa::avx512)) == "avx512");
  if (supported_isas().back() != Isa::avx512) CHECK_THROWS_AS(set_active_isa(Isa::avx512), UsageError);
}
