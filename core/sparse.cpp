#include "sparse.hpp"

#include <mutex>
#include <utility>

#include "../graph/error.hpp"

namespace edgewise {

template <class Real>
struct BasicSparse<Real>::Derived {
  std::once_flag once;
  Transposed by_column;
};

template <class Real>
BasicSparse<Real> BasicSparse<Real>::view(Csr pattern, std::span<const Real> values) {
  if (values.size() != pattern.edges()) fail<ShapeError>("sparse: ", values.size(), " values for ", pattern.edges(), " entries");
  BasicSparse sparse;
  sparse.pattern_ = std::move(pattern);
  sparse.values_ = values;
  sparse.derived_ = std::allocate_shared<Derived>(ScratchAllocator<Derived>());
  return sparse;
}

template <class Real>
BasicSparse<Real>::BasicSparse(Csr pattern, std::vector<Real> values) {
  auto owner = std::make_shared<const std::vector<Real>>(std::move(values));
  *this = view(std::move(pattern), *owner);
  owner_ = std::move(owner);
}

template <class Real>
BasicSparse<Real> BasicSparse<Real>::of(Csr pattern, BasicTensor<Real> values) {
  auto owner = std::allocate_shared<const BasicTensor<Real>>(ScratchAllocator<BasicTensor<Real>>(), std::move(values));
  BasicSparse sparse = view(std::move(pattern), owner->values());
  sparse.owner_ = std::move(owner);
  return sparse;
}

template <class Real>
const Transposed& BasicSparse<Real>::by_column() const {
  if (!derived_) {
    static const Transposed none{};
    return none;
  }
  std::call_once(derived_->once, [&] { derived_->by_column = transpose(pattern_); });
  return derived_->by_column;
}

template <class Real>
BasicSparse<Real> BasicSparse<Real>::with_values(BasicTensor<Real> values) const {
  BasicSparse other = of(pattern_, std::move(values));
  if (derived_) other.derived_ = derived_;
  return other;
}

template class BasicSparse<float>;
template class BasicSparse<double>;

}  // namespace edgewise
