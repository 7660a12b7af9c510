#include <edgewise/core/nn/block.hpp>
#include <edgewise/core/nn/graph_transformer.hpp>
#include <edgewise/core/nn/node_linear.hpp>
#include <edgewise/graph/error.hpp>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;
using test::random_leaf;

namespace {

const Graph kGraph = Graph::from_edges(5, {{0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 0}, {4, 1}, {2, 2}});

}  // namespace

TEST_CASE("block: gradients agree with differences for every arrangement", "[nn]") {
  const auto x = random_leaf(5, 4, 1);
  for (NormPlace norm : {NormPlace::none, NormPlace::before, NormPlace::after, NormPlace::inside})
    for (bool residual : {false, true})
      for (std::size_t feed_forward : {std::size_t{0}, std::size_t{6}})
        for (std::size_t out : {std::size_t{4}, std::size_t{2}}) {
          Rng rng(1);
          const auto layer =
              std::make_shared<BasicGraphTransformer<double>>(4, out / 2, AttentionLayerOptions{.heads = 2, .head_mix = HeadMix::linear}, rng);
          const BasicBlock<double> block(
              4, layer, {.norm = norm, .residual = residual, .feed_forward = feed_forward, .activation = Activation::gelu, .dropout = 0.25F}, rng);
          test::check_layer(block, {x}, [&] {
            Pass pass = Pass::training(3, 1);
            return block.forward(kGraph, x, {}, pass);
          });
        }
}

TEST_CASE("block: by hand, the residual takes the input as it came", "[nn]") {
  Rng rng(1);
  const auto layer = std::make_shared<BasicNodeLinear<double>>(2, 2, rng);
  const BasicBlock<double> block(2, layer, {.norm = NormPlace::before, .residual = true, .activation = Activation::relu}, rng);
  test::set(block, "conv.lin.weight", {1.0, 0.0, 0.0, 1.0});
  test::set(block, "conv.lin.bias", {0.0, 0.0});
  Pass pass;
  const auto y = block.forward(Graph::from_edges(1, {}), BasicVariable<double>(BasicTensor<double>::of(1, 2, {-3, 5})), {}, pass).value();
  CHECK(y(0, 0) == 0);                        // relu(-3 - 1)
  CHECK(y(0, 1) == Approx(6).epsilon(1e-5));  // 5 + 1: normalised, the row is -1, 1
}

TEST_CASE("block: by hand, a norm inside stands before activation and residual", "[nn]") {
  Rng rng(1);
  const auto layer = std::make_shared<BasicNodeLinear<double>>(2, 2, rng);
  const BasicBlock<double> block(2, layer, {.norm = NormPlace::inside, .residual = true, .activation = Activation::relu}, rng);
  test::set(block, "conv.lin.weight", {1.0, 0.0, 0.0, 1.0});
  test::set(block, "conv.lin.bias", {0.0, 10.0});
  Pass pass;
  const auto y = block.forward(Graph::from_edges(1, {}), BasicVariable<double>(BasicTensor<double>::of(1, 2, {-3, 5})), {}, pass).value();
  CHECK(y(0, 0) == -3);                       // -3 + relu(-1): the residual is not activated
  CHECK(y(0, 1) == Approx(6).epsilon(1e-5));  // 5 + relu(1)
}

TEST_CASE("block: sparse rows enter where that makes sense", "[nn]") {
  Rng rng(1);
  const auto layer = std::make_shared<BasicNodeLinear<float>>(3, 3, rng);
  const Sparse x(Csr(3, {0, 1}, {2}), {1});
  Pass pass;
  const Graph one = Graph::from_edges(1, {});
  CHECK(Block(3, layer, {}, rng).forward(one, x, {}, pass).cols() == 3);
  CHECK(Block(3, layer, {.norm = NormPlace::inside}, rng).forward(one, x, {}, pass).cols() == 3);
  CHECK_THROWS_AS(Block(3, layer, {.norm = NormPlace::before}, rng).forward(one, x, {}, pass), UsageError);
  CHECK_THROWS_AS(Block(3, layer, {.residual = true}, rng).forward(one, x, {}, pass), UsageError);
}
