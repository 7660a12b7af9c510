#include "adam.hpp"

#include <cmath>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::optim {
namespace {

constexpr std::size_t kGrain = 1 << 14;

}  // namespace

template <class Real>
BasicAdam<Real>::BasicAdam(const nn::NamedParameters<Real>& parameters, const AdamOptions& options)
    : BasicOptimizer<Real>(parameters, {"mean", "square"}), options_(options) {
  if (!(options.beta1 >= 0 && options.beta1 < 1)) fail<UsageError>("adam: beta1 is ", options.beta1, ", expected a number in [0, 1)");
  if (!(options.beta2 >= 0 && options.beta2 < 1)) fail<UsageError>("adam: beta2 is ", options.beta2, ", expected a number in [0, 1)");
  if (!(options.epsilon > 0)) fail<UsageError>("adam: epsilon is ", options.epsilon, ", expected a number above 0");
  if (!(options.weight_decay >= 0)) fail<UsageError>("adam: weight decay is ", options.weight_decay, ", expected a number of at least 0");
}

template <class Real>
void BasicAdam<Real>::update(Slot& slot, double lr) {
  const auto t = static_cast<double>(slot.steps);
  const auto beta2 = static_cast<Real>(options_.beta2);
  const auto fresh1 = static_cast<Real>(1 - options_.beta1);
  const auto fresh2 = static_cast<Real>(1 - options_.beta2);
  const auto root = static_cast<Real>(std::sqrt(1 - std::pow(options_.beta2, t)));
  const auto size = static_cast<Real>(lr / (1 - std::pow(options_.beta1, t)));
  const auto epsilon = static_cast<Real>(options_.epsilon);
  const auto added = static_cast<Real>(options_.decoupled ? 0 : options_.weight_decay);
  const auto shrink = static_cast<Real>(options_.decoupled ? 1 - lr * options_.weight_decay : 1);

  Real* const p = slot.parameter.mutable_value().data();
  const Real* const gradient = slot.parameter.grad().data();
  Real* const m = slot.moments[0].data();
  Real* const v = slot.moments[1].data();
  parallel_ranges(slot.parameter.value().size(), kGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const Real g = gradient[k] + added * p[k];
      m[k] += fresh1 * (g - m[k]);
      v[k] = beta2 * v[k] + fresh2 * g * g;
      p[k] = shrink * p[k] - size * (m[k] / (std::sqrt(v[k]) / root + epsilon));
    }
  });
}

template class BasicAdam<float>;
template class BasicAdam<double>;

}  // namespace edgewise::optim
