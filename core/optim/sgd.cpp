#include "sgd.hpp"

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::optim {
namespace {

constexpr std::size_t kGrain = 1 << 14;

}  // namespace

template <class Real>
BasicSgd<Real>::BasicSgd(const nn::NamedParameters<Real>& parameters, const SgdOptions& options)
    : BasicOptimizer<Real>(parameters, {"momentum"}), options_(options) {
  if (!(options.momentum >= 0 && options.momentum < 1)) fail<UsageError>("sgd: momentum is ", options.momentum, ", expected a number in [0, 1)");
  if (!(options.weight_decay >= 0)) fail<UsageError>("sgd: weight decay is ", options.weight_decay, ", expected a number of at least 0");
  if (options.nesterov && options.momentum == 0) fail<UsageError>("sgd: nesterov needs a momentum above 0");
}

template <class Real>
void BasicSgd<Real>::update(Slot& slot, double lr) {
  const auto rate = static_cast<Real>(lr);
  const auto momentum = static_cast<Real>(options_.momentum);
  const auto decay = static_cast<Real>(options_.weight_decay);
  // The moment starts at zero, so that the first step gives b = g without a case of its own.
  const Real ahead = options_.nesterov ? momentum : Real(1);
  const Real now = options_.nesterov ? Real(1) : Real(0);

  Real* const p = slot.parameter.mutable_value().data();
  const Real* const gradient = slot.parameter.grad().data();
  Real* const b = slot.moments[0].data();
  parallel_ranges(slot.parameter.value().size(), kGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const Real g = gradient[k] + decay * p[k];
      b[k] = momentum * b[k] + g;
      p[k] -= rate * (now * g + ahead * b[k]);
    }
  });
}

template class BasicSgd<float>;
template class BasicSgd<double>;

}  // namespace edgewise::optim
