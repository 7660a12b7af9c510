#include <edgewise/core/optim/adam.hpp>
#include <edgewise/core/optim/optimizer.hpp>
#include <edgewise/core/optim/sgd.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>

#include "support/check.hpp"

using namespace edgewise;
using optim::BasicAdam;
using optim::BasicSgd;
using Parameters = nn::NamedParameters<double>;

namespace {

Parameters one(double value) { return {{"p", BasicVariable<double>(BasicTensor<double>::of(1, 1, {value}), true)}}; }

double after(const Parameters& p, optim::BasicOptimizer<double>& optimizer, double gradient, double lr) {
  BasicVariable<double> handle = p[0].second;
  handle.mutable_grad() = BasicTensor<double>::of(1, 1, {gradient});
  optimizer.step(lr);
  optimizer.clear_gradients();
  return handle.value()(0, 0);
}

}  // namespace

TEST_CASE("sgd: the heavy ball, worked by hand", "[optim]") {
  const auto p = one(1);
  BasicSgd<double> sgd(p, {.momentum = 0.9});
  CHECK(after(p, sgd, 0.5, 0.1) == Approx(0.95));   // b = 0.5
  CHECK(after(p, sgd, 0.5, 0.1) == Approx(0.855));  // b = 0.95
}

TEST_CASE("sgd: decay joins the gradient, nesterov looks ahead", "[optim]") {
  const auto p = one(2);
  BasicSgd<double> plain(p, {.momentum = 0, .weight_decay = 0.5});
  CHECK(after(p, plain, -1, 0.1) == Approx(2));  // -1 + 0.5 * 2 = 0
  const auto q = one(0);
  BasicSgd<double> nesterov(q, {.momentum = 0.5, .nesterov = true});
  CHECK(after(q, nesterov, 1, 0.1) == Approx(-0.15));  // 1 + 0.5 * 1
}

TEST_CASE("adam: the first step is the learning rate, the second is worked by hand", "[optim]") {
  const auto p = one(1);
  BasicAdam<double> adam(p, {});
  CHECK(after(p, adam, 1, 0.1) == Approx(0.9));
  // m = 0.9 * 0.1 - 0.1 = -0.01 over 1 - 0.81 = 0.19;  v = 0.001999 over 1 - 0.998001 = 0.001999
  CHECK(after(p, adam, -1, 0.1) == Approx(0.9 + 0.1 / 19));
  const auto q = one(1);
  BasicAdam<double> again(q, {});
  CHECK(after(q, again, 1e-4, 0.1) == Approx(0.9).epsilon(1e-4));  // whatever the size of the gradient
}

TEST_CASE("adam: decay joins the gradient, adamw: decay shrinks the parameter", "[optim]") {
  const auto p = one(2);
  BasicAdam<double> adam(p, {.weight_decay = 0.5});
  CHECK(after(p, adam, -1, 0.1) == 2);  // -1 + 0.5 * 2 = 0
  const auto q = one(2);
  BasicAdam<double> adamw(q, {.weight_decay = 0.1, .decoupled = true});
  CHECK(after(q, adamw, 1, 0.1) == Approx(2 * 0.99 - 0.1));
}

TEST_CASE("optimizer: a parameter without a gradient stays, and so do its moments", "[optim]") {
  Parameters both = one(1);
  both.emplace_back("q", BasicVariable<double>(BasicTensor<double>::of(1, 1, {5}), true));
  BasicAdam<double> adam(both, {.weight_decay = 0.5});
  CHECK(after(both, adam, 1, 0.1) < 1);
  CHECK(both[1].second.value()(0, 0) == 5);
  CHECK(adam.state().numbers.at("steps.p") == 1);
  CHECK(adam.state().numbers.at("steps.q") == 0);
}

TEST_CASE("optimizer: restored state goes on with the same bytes", "[optim]") {
  for (const bool use_adam : {true, false}) {
    const auto make = [&](const Parameters& p) -> std::unique_ptr<optim::BasicOptimizer<double>> {
      if (use_adam) return std::make_unique<BasicAdam<double>>(p, optim::AdamOptions{.weight_decay = 0.01});
      return std::make_unique<BasicSgd<double>>(p, optim::SgdOptions{});
    };
    const auto p = one(1);
    const auto whole = make(p);
    after(p, *whole, 0.3, 0.1);
    after(p, *whole, -0.7, 0.1);
    const auto q = one(p[0].second.value()(0, 0));
    const auto resumed = make(q);
    resumed->restore(whole->state());
    CHECK(after(q, *resumed, 0.2, 0.05) == after(p, *whole, 0.2, 0.05));
  }
}

TEST_CASE("optimizer: state of another shape or kind is refused by name", "[optim]") {
  const auto p = one(1);
  BasicAdam<double> adam(p, {});
  BasicSgd<double> sgd(p, {});
  CHECK_THROWS_WITH(adam.restore(sgd.state()), Catch::Contains("'mean.p'") && Catch::Contains("another optimiser"));
  auto state = adam.state();
  state.tensors[1].second = BasicTensor<double>(2, 3);
  CHECK_THROWS_WITH(adam.restore(state), Catch::Contains("'square.p' is 2 x 3, expected 1 x 1"));
  state = adam.state();
  state.numbers.clear();
  CHECK_THROWS_AS(adam.restore(state), DataError);
}

TEST_CASE("optimizer: options out of range are refused", "[optim]") {
  CHECK_THROWS_WITH(BasicAdam<double>({}, {.beta1 = 1}), Catch::Contains("beta1 is 1"));
  CHECK_THROWS_AS(BasicAdam<double>({}, {.beta2 = -1}), UsageError);
  CHECK_THROWS_AS(BasicAdam<double>({}, {.epsilon = 0}), UsageError);
  CHECK_THROWS_AS(BasicAdam<double>({}, {.weight_decay = -1}), UsageError);
  CHECK_THROWS_AS(BasicSgd<double>({}, {.momentum = 1}), UsageError);
  CHECK_THROWS_AS(BasicSgd<double>({}, {.weight_decay = -1}), UsageError);
  CHECK_THROWS_AS(BasicSgd<double>({}, {.momentum = 0, .nesterov = true}), UsageError);
}

TEST_CASE("optimizer: 1, 2 and 8 threads give the same bytes", "[optim]") {
  std::vector<std::vector<float>> results;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    Rng rng(7);
    Tensor start(300, 301);
    for (float& x : start.values()) x = static_cast<float>(rng.normal());
    Variable w(std::move(start), true);
    optim::Adam adam({{"w", w}}, {.weight_decay = 0.01});
    for (int step = 0; step < 3; ++step) {
      w.mutable_grad() = Tensor(300, 301);
      for (float& x : w.mutable_grad().values()) x = static_cast<float>(rng.normal());
      adam.step(0.01);
    }
    results.emplace_back(w.value().values().begin(), w.value().values().end());
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}
