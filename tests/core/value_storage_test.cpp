// Attention over tables that are gathered in 16 bits.
#include "../../core/value_storage.hpp"

#include <bit>
#include <limits>

#include "../../core/kernels/passes.hpp"
#include "../../core/memory_use.hpp"
#include "../../core/models/node_model.hpp"
#include "../../core/train/trainer.hpp"
#include "../../graph/error.hpp"
#include "../../graph/generate.hpp"
#include "../../graph/rows.hpp"
#include "../../graph/workspace.hpp"
#include "support/attention_runs.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// While one lives, tables of so many bytes and more are gathered in 16 bits.
class InBf16 {
 public:
  explicit InBf16(std::size_t from = 0) { set_value_storage(ValueStorage::bf16, from); }
  ~InBf16() { set_value_storage(ValueStorage::float32); }
  InBf16(const InBf16&) = delete;
  InBf16& operator=(const InBf16&) = delete;
};

/// Which of the two upper halves around x is nearer, in double; the even one in the middle.  Beyond the largest lies infinity.
float rounded(float x) {
  const auto of = [](std::uint32_t half) { return std::bit_cast<float>(half << 16); };
  const std::uint32_t low = std::bit_cast<std::uint32_t>(x) >> 16;
  if (!std::isfinite(x)) return x;
  const double next = std::isfinite(of(low + 1)) ? static_cast<double>(of(low + 1)) : std::copysign(std::ldexp(1.0, 128), x);
  const double below = std::abs(x - static_cast<double>(of(low))), above = std::abs(next - x);
  return of(below < above || (below == above && low % 2 == 0) ? low : low + 1);
}

Tensor rounded(const Tensor& table) {
  Tensor result = Tensor::copy(table.view());
  for (float& x : result.values()) x = rounded(x);
  return result;
}

/// The same case on the tables that bf16 makes of its wide ones.
AttentionCase<float> rounded(AttentionCase<float> c) {
  const auto round = [](Variable& x) { x = Variable(rounded(x.value()), true); };
  if (c.kind != Kind::dynamic) round(c.value);
  if (c.kind != Kind::additive) round(c.source), round(c.target);
  return c;
}

std::vector<Tensor> step_with(const AttentionCase<float>& c, const Tensor& grad) {
  Variable y = c.run();
  std::vector<Tensor> tables{y.value()};
  y.backward(grad);
  for (auto leaf : c.leaves()) {
    tables.push_back(leaf.grad());
    leaf.clear_grad();
  }
  return tables;
}

bool all_same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  bool same = a.size() == b.size();
  for (std::size_t k = 0; same && k < a.size(); ++k) same = same_bytes(a[k], b[k]);
  return same;
}

bool has_kernels() { return active_isa() != Isa::generic; }

struct Widths {
  std::size_t heads, depth;
};
constexpr Widths kWide[] = {{4, 32}, {4, 64}, {8, 16}, {8, 32}, {8, 64}, {4, 20}, {8, 12}};  // the last two padded to the next depth

}  // namespace

TEST_CASE("value storage: rounding by hand", "[attention]") {
  const std::vector<std::pair<std::uint32_t, std::uint16_t>> cases{
      {0x3f800000, 0x3f80}, {0x3f807fff, 0x3f80}, {0x3f808001, 0x3f81},   // 1, and just below and above the middle
      {0x3f808000, 0x3f80}, {0x3f818000, 0x3f82}, {0xbf818000, 0xbf82},   // in the middle: to the even one
      {0x3fffffff, 0x4000}, {0x80000000, 0x8000},                         // carried into the exponent; -0
      {0x00000001, 0x0000}, {0x00008000, 0x0000}, {0x00018000, 0x0002},   // denormals
      {0x00008001, 0x0001}, {0x807fffff, 0x8080},                         // up to the smallest normal
      {0x7f7fffff, 0x7f80}, {0x7f800000, 0x7f80}, {0xff800000, 0xff80},   // beyond the largest lies infinity
      {0x7f800001, 0x7fc0}, {0x7fc00000, 0x7fc0}, {0xffffffff, 0xffff}};  // NaN stays one
  on_every_isa([&] {
    for (const auto& [bits, half] : cases) {
      const std::vector<float> from(64, std::bit_cast<float>(bits));
      std::vector<kernels::Bf16> to(64);
      kernels::to_bf16(from.data(), to.data(), from.size());
      for (const kernels::Bf16 x : to) CHECK(static_cast<std::uint16_t>(x) == half);
    }
    Rng rng(1);
    std::vector<float> from(3200);
    for (float& x : from) x = std::bit_cast<float>(static_cast<std::uint32_t>(rng.below(std::uint64_t{1} << 32)));
    std::vector<kernels::Bf16> to(from.size());
    kernels::to_bf16(from.data(), to.data(), from.size());
    for (std::size_t k = 0; k < from.size(); k += 32) {  // in any order
      std::multiset<std::uint32_t> found, expected;
      for (std::size_t c = k; c < k + 32; ++c) {
        if (std::isnan(from[c])) continue;
        expected.insert(std::bit_cast<std::uint32_t>(rounded(from[c])));
      }
      for (std::size_t c = k; c < k + 32; ++c)
        if (const std::uint32_t x = static_cast<std::uint32_t>(to[c]) << 16; !std::isnan(std::bit_cast<float>(x))) found.insert(x);
      CHECK(found == expected);
    }
  });
}

TEST_CASE("value storage: a step in bf16 is the float32 step on rounded tables, byte for byte", "[attention]") {
  for (const Kind kind : kKinds)
    for (const Widths widths : kWide)
      for (const bool more : {false, true}) {
        INFO("kind " << static_cast<int>(kind) << ", " << widths.heads << " x " << widths.depth << ", dropout and bias " << more);
        const AttentionCase<float> given(kind, random_graph(30, 120, 1, 3), widths.heads, widths.depth, more, 0, more ? 0.4F : 0.F);
        const Tensor grad = random_variable<float>(30, widths.heads * widths.depth, 99).value();
        on_every_isa([&] {
          for (const MemoryUse use : {MemoryUse::fast, MemoryUse::least}) {
            set_memory_use(use);
            const auto expected = has_kernels() ? step_with(rounded(given), rounded(grad)) : step_with(given, grad);
            const InBf16 scope;
            CHECK(all_same(step_with(given, grad), expected));
          }
          set_memory_use(MemoryUse::fast);
        });
      }
}

TEST_CASE("value storage: rows cut into parts, the same bytes on 1, 2 and 8 threads", "[attention]") {
  const Graph graph = random_graph(60, 2000, 9, 300);
  REQUIRE(graph.in_edges().degree(0) > 2 * kBlockWork);
  for (const Kind kind : kKinds) {
    const AttentionCase<float> given(kind, graph, 4, 32);
    const Tensor grad = random_variable<float>(60, 128, 99).value();
    on_every_isa([&] {
      const auto expected = has_kernels() ? step_with(rounded(given), rounded(grad)) : step_with(given, grad);
      const InBf16 scope;
      for (const std::size_t threads : {1U, 2U, 8U}) {
        const ThreadLimit limit(threads);
        CHECK(all_same(step_with(given, grad), expected));
      }
    });
  }
}

TEST_CASE("value storage: how far a result is from float32's", "[attention]") {
  const AttentionCase<float> additive(Kind::additive, random_graph(50, 400, 4, 2), 8, 32, true);
  float largest = 0;
  for (const float x : additive.value.value().values()) largest = std::max(largest, std::abs(x));
  on_every_isa([&] {
    const Tensor exact = additive.run().value();
    const InBf16 scope;
    const Tensor y = additive.run().value();
    float most = 0;
    for (std::size_t k = 0; k < y.size(); ++k) most = std::max(most, std::abs(y.data()[k] - exact.data()[k]));
    CHECK(most <= largest / 256);
    CHECK((most > 0) == has_kernels());
    for (const Kind kind : kKinds) {
      const AttentionCase<float> c(kind, random_graph(50, 400, 4, 2), 8, 32);
      const auto in_double = step(AttentionCase<double>(kind, random_graph(50, 400, 4, 2), 8, 32));
      const auto tables = step(c);
      // Gradients of a dynamic score jump where l + r changes its sign.
      for (std::size_t k = 0; k < (kind == Kind::dynamic ? 1 : tables.size()); ++k) CHECK(worst_error(tables[k], to_table(in_double[k])) <= 0.03);
    }
  });
}

TEST_CASE("value storage: elsewhere nothing changes", "[attention]") {
  const Graph graph = random_graph(40, 200, 2);
  const auto check = [&](AttentionCase<float> c, std::size_t from) {
    const Tensor grad = random_variable<float>(40, c.run().cols(), 99).value();
    on_every_isa([&] {
      const auto expected = step_with(c, grad);
      const InBf16 scope(from);
      CHECK(all_same(step_with(c, grad), expected));
    });
  };
  for (const Kind kind : kKinds) {
    check(AttentionCase<float>(kind, graph, 4, 32), kOutgrowsCaches);  // small tables
    check(AttentionCase<float>(kind, graph, 4, 32), 40 * 128 * sizeof(float) + 1);
    for (const Widths widths : {Widths{8, 8}, {4, 16}, {1, 64}, {2, 64}, {3, 50}})
      check(AttentionCase<float>(kind, graph, widths.heads, widths.depth), 0);
  }
  check(AttentionCase<float>(Kind::dynamic, graph, 4, 32, false, 2), 0);  // edge features in the score
  AttentionCase<float> linear(Kind::dynamic, graph, 4, 32);
  linear.slope = 1;
  check(linear, 0);
  const AttentionCase<float> at_the_limit(Kind::additive, graph, 4, 32);
  on_every_isa([&] {
    const Tensor exact = at_the_limit.run().value();
    const InBf16 scope(40 * 128 * sizeof(float));
    CHECK(same_bytes(at_the_limit.run().value(), exact) == !has_kernels());
  });
}

TEST_CASE("value storage: infinity and NaN pass, masked and missing rows are zero", "[attention]") {
  const Graph graph = Graph::from_edges(4, {{0, 1}, {1, 1}, {0, 2}, {2, 0}});
  const InBf16 scope;
  on_every_isa([&] {
    for (const Kind kind : kKinds) {
      AttentionCase<float> c(kind, graph, 8, 32, true);
      c.bias.mutable_value() = Tensor::filled(4, 8, 0);
      for (std::size_t h = 0; h < 8; ++h) c.bias.mutable_value()(3, h) = -std::numeric_limits<float>::infinity();
      (c.value ? c.value : c.source).mutable_value()(1, 3) = std::nanf("");
      const Tensor y = c.run().value();
      CHECK(std::isnan(y(1, 3)));
      CHECK(std::isfinite(y(0, 3)));
      for (const float x : y.row(3)) CHECK(x == 0);
      (c.value ? c.value : c.source).mutable_value()(1, 3) = std::numeric_limits<float>::max();  // rounds to infinity
      CHECK(std::isfinite(c.run().value()(1, 3)) != has_kernels());
    }
  });
}

TEST_CASE("value storage: one table of two bytes a number beside the results", "[attention]") {
  const Graph graph = random_graph(2000, 2000, 3);
  graph.out_edges();
  const std::size_t table = 2000 * 256 * sizeof(float);
  const auto bytes_of = [&](const AttentionCase<float>& c) {
    Workspace workspace;
    const WorkspaceScope scope(workspace);
    const Tensor y = c.run().value();
    return workspace.bytes();
  };
  const AttentionCase<float> c(Kind::additive, graph, 8, 32);
  on_every_isa([&] {
    const std::size_t before = bytes_of(c);
    const InBf16 scope;
    CHECK(bytes_of(c) <= before + (has_kernels() ? table / 2 + table / 8 : 0));
  });
}

TEST_CASE("value storage: training ends beside float32's", "[attention]") {
  const PlantedPartition plan = planted_partition(200, 4, 1200, 0.8, 3);
  train::Dataset data;
  data.graph = build_graph(200, plan.edges, {.self_loops = true}).graph;
  data.features = Variable(random_variable<float>(200, 8, 5).value());
  data.targets = {train::Task::classification, 4, plan.classes, {}};
  data.split = train::random_split(data.targets, 0.6, 0.2, 0.2, 1);
  for (const char* const name : {"gat", "gatv2", "transformer"}) {
    const auto losses = [&] {
      const auto model = models::make_node_model<float>(
          {.model = name, .in = 8, .out = 4, .layers = 2, .hidden = 128, .heads = 4, .dropout = 0, .attention_dropout = 0}, 1);
      std::vector<double> list;
      for (const train::Epoch& epoch : train::fit(*model, data, {.epochs = 12, .lr = 0.01F}).history) list.push_back(epoch.train_loss);
      return list;
    };
    const auto exact = losses();
    const InBf16 scope;
    const auto found = losses();
    CAPTURE(name, exact, found);
    REQUIRE(found.size() == exact.size());
    for (std::size_t k = 0; k < exact.size(); ++k) CHECK(found[k] == Approx(exact[k]).epsilon(0.01));
    CHECK(found.back() < 0.8 * found.front());
    CHECK((found != exact) == has_kernels());
  }
}
