#include "clip.hpp"

#include <cmath>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::optim {
namespace {

constexpr std::size_t kGrain = 1 << 14;

template <class Real>
double sum_of_squares(const BasicTensor<Real>& table) {
  std::vector<double> parts((table.size() + kGrain - 1) / kGrain);
  parallel_ranges(table.size(), kGrain, [&](std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t k = first; k < last; ++k) sum += static_cast<double>(table.data()[k]) * static_cast<double>(table.data()[k]);
    parts[first / kGrain] = sum;
  });
  double total = 0;
  for (const double part : parts) total += part;
  return total;
}

}  // namespace

template <class Real>
double gradient_norm(const nn::NamedParameters<Real>& parameters) {
  double total = 0;
  for (const auto& [name, parameter] : parameters) total += sum_of_squares(parameter.grad());
  return std::sqrt(total);
}

template <class Real>
double clip_gradients(const nn::NamedParameters<Real>& parameters, double limit) {
  if (!(limit > 0)) fail<UsageError>("clip: the largest gradient norm is ", limit, ", expected a number above 0");
  const double norm = gradient_norm(parameters);
  const double factor = limit / (norm + 1e-6);
  if (!std::isfinite(norm) || factor >= 1) return norm;
  for (const auto& [name, parameter] : parameters) {
    BasicVariable<Real> handle = parameter;
    BasicTensor<Real>& gradient = handle.mutable_grad();
    parallel_ranges(gradient.size(), kGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) gradient.data()[k] *= static_cast<Real>(factor);
    });
  }
  return norm;
}

template EDGEWISE_API double gradient_norm(const nn::NamedParameters<float>&);
template EDGEWISE_API double gradient_norm(const nn::NamedParameters<double>&);
template EDGEWISE_API double clip_gradients(const nn::NamedParameters<float>&, double);
template EDGEWISE_API double clip_gradients(const nn::NamedParameters<double>&, double);

}  // namespace edgewise::optim
