#include "dropout.hpp"

#include <type_traits>
#include <utility>

#include "../../graph/error.hpp"
#include "../kernels/passes.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

void check(float drop) {
  if (!(drop >= 0 && drop < 1)) fail<UsageError>("dropout: drop is ", drop, ", expected 0 <= drop < 1");
}

/// to = the mask times `from`, or += `onto`; both may be one table.
template <class Real>
void mask(const BasicTensor<Real>& from, float drop, RandomKey key, BasicTensor<Real>& to, bool onto) {
  const std::uint32_t threshold = drop_threshold(drop);
  const Real factor = Real(1) / (Real(1) - static_cast<Real>(drop));
  const Real* const in = from.data();
  Real* const out = to.data();
  detail::for_values(from.size(), [=](std::size_t first, std::size_t last) {
    if constexpr (std::is_same_v<Real, float>)
      return kernels::drop({in + first, out + first, last - first, first, key.bits, threshold, factor, onto});
    for (std::size_t k = first; k < last; ++k) {
      const Real value = kept(key, k, threshold) ? in[k] * factor : Real(0);
      out[k] = onto ? out[k] + value : value;
    }
  });
}

}  // namespace

template <class Real>
BasicVariable<Real> dropout(const BasicVariable<Real>& x, float drop, RandomKey key) {
  check(drop);
  if (drop == 0) return x;
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
  mask(x.value(), drop, key, y, false);
  return record<Real>(std::move(y), {x}, [x, drop, key](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y = mask * x
    if (!x.grad().empty()) return x.accumulate_with([&](BasicTensor<Real>& part, bool onto) { mask(grad, drop, key, part, onto); });
    mask(grad, drop, key, grad, false);
    x.accumulate(std::move(grad));
  });
}

template <class Real>
BasicSparse<Real> dropout(const BasicSparse<Real>& x, float drop, RandomKey key) {
  check(drop);
  if (drop == 0) return x;
  auto values = BasicTensor<Real>::uninitialized(1, x.values().size());
  const std::uint32_t threshold = drop_threshold(drop);
  const Real factor = Real(1) / (Real(1) - static_cast<Real>(drop));
  const Csr& pattern = x.pattern();
  const NodeId* const column = pattern.column().data();
  const Real* const from = x.values().data();
  Real* const to = values.data();
  for_row_blocks(pattern, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      const std::uint64_t row = std::uint64_t{i} * pattern.columns();
      for (EdgeId e = pattern.begin()[i]; e < pattern.begin()[std::size_t{i} + 1]; ++e)
        to[e] = from[e] * (static_cast<Real>(kept(key, row + column[e], threshold)) * factor);  // no branch: it would be guessed wrong
    }
  });
  return x.with_values(std::move(values));
}

template <class Real>
BasicInput<Real> dropout(const BasicInput<Real>& x, float drop, RandomKey key) {
  if (drop == 0) return x;
  if (const auto* sparse = std::get_if<BasicSparse<Real>>(&x)) return dropout(*sparse, drop, key);
  return dropout(dense_of(x), drop, key);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                 \
  template EDGEWISE_API BasicVariable<Real> dropout(const BasicVariable<Real>&, float, RandomKey); \
  template EDGEWISE_API BasicSparse<Real> dropout(const BasicSparse<Real>&, float, RandomKey);     \
  template EDGEWISE_API BasicInput<Real> dropout(const BasicInput<Real>&, float, RandomKey);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
