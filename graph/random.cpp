#include "random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace edgewise {

std::uint64_t Rng::below(std::uint64_t limit) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits()) * limit) >> 64);
}

double Rng::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));  // 1 - u lies in (0, 1]: the logarithm stays finite
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::vector<std::uint32_t> Rng::permutation(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

}  // namespace edgewise
