/// Adam, AdamW, SGD, clipping and schedules against PyTorch's, step by step.
#include <edgewise/core/optim/adam.hpp>
#include <edgewise/core/optim/clip.hpp>
#include <edgewise/core/optim/schedule.hpp>
#include <edgewise/core/optim/sgd.hpp>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

template <class Real>
std::unique_ptr<optim::BasicOptimizer<Real>> optimizer_of(const GoldenCase& c, const nn::NamedParameters<Real>& parameters) {
  if (c.name.starts_with("sgd")) {
    const optim::SgdOptions options{.momentum = c.number("momentum"), .weight_decay = c.number("weight_decay"), .nesterov = c.flag("nesterov")};
    return std::make_unique<optim::BasicSgd<Real>>(parameters, options);
  }
  const optim::AdamOptions options{.beta1 = c.number("beta1"),
                                   .beta2 = c.number("beta2"),
                                   .epsilon = c.number("epsilon"),
                                   .weight_decay = c.number("weight_decay"),
                                   .decoupled = c.name.starts_with("adamw")};
  return std::make_unique<optim::BasicAdam<Real>>(parameters, options);
}

template <class Real>
void run_steps(const GoldenCase& c) {
  BasicVariable<Real> parameter = c.leaf<Real>("inputs/start");
  const auto optimizer = optimizer_of<Real>(c, {{"weight", parameter}});
  for (int step = 1; step <= 5; ++step) {
    parameter.mutable_grad() = c.tensor<Real>("inputs/gradient " + std::to_string(step));
    optimizer->step(c.number("rate"));
    const std::string name = "step " + std::to_string(step);
    check_golden(parameter.value(), c.table("outputs/" + name), c.name + ": " + name);
  }
}

template <class Real>
void run_clip(const GoldenCase& c) {
  nn::NamedParameters<Real> parameters;
  for (const char* name : {"a", "b"}) {
    BasicVariable<Real> parameter = c.leaf<Real>(std::string("inputs/") + name);  // its value does not matter
    parameter.mutable_grad() = c.tensor<Real>(std::string("inputs/") + name);
    parameters.emplace_back(name, parameter);
  }
  CHECK(optim::clip_gradients<Real>(parameters, c.number("max_norm")) == Approx(c.table("outputs/norm").values.at(0)).epsilon(1e-6));
  for (const auto& [name, parameter] : parameters) check_gradient(parameter, c.table("outputs/" + name), c.name + ": " + name);
}

}  // namespace

TEST_CASE("golden: five steps of Adam, AdamW and SGD are PyTorch's") {
  for (const GoldenCase& c : golden("optimisers"))
    if (c.name.starts_with("adam") || c.name.starts_with("sgd")) run_steps<float>(c), run_steps<double>(c);
}

TEST_CASE("golden: clipping by norm is PyTorch's") {
  for (const char* name : {"clip active", "clip idle"}) run_clip<float>(golden("optimisers", name)), run_clip<double>(golden("optimisers", name));
}

TEST_CASE("golden: cosine rates with and without warm-up") {
  for (const char* name : {"cosine warmup", "cosine without warmup"}) {
    const GoldenCase& c = golden("optimisers", name);
    const std::vector<double>& rates = c.table("outputs/rates").values;
    for (std::size_t t = 0; t < rates.size(); ++t) {
      INFO(c.name << ": t = " << t);
      CHECK(optim::cosine_rate(c.number("base"), t, c.count("warmup"), c.count("total"), c.number("floor")) ==
            Approx(rates[t]).epsilon(1e-9).margin(1e-12));
    }
  }
}

TEST_CASE("golden: plateau rates are PyTorch's") {
  const GoldenCase& c = golden("optimisers", "plateau min");
  optim::Plateau plateau(
      c.number("base"),
      {.factor = c.number("factor"), .patience = c.count("patience"), .threshold = c.number("threshold"), .floor = c.number("min_lr")});
  const std::vector<double>& values = c.table("inputs/values").values;
  for (std::size_t t = 0; t < values.size(); ++t) {
    plateau.observe(values[t]);
    INFO("t = " << t);
    CHECK(plateau.rate() == Approx(c.table("outputs/rates").values[t]).epsilon(1e-9));
  }
}
