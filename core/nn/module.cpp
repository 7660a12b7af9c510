#include "module.hpp"

namespace edgewise::nn {

template <class Real>
NamedParameters<Real> BasicModule<Real>::parameters() const {
  return parameters_;
}
template <class Real>
NamedParameters<Real> BasicModule<Real>::buffers() const {
  return buffers_;
}

template <class Real>
BasicVariable<Real> BasicModule<Real>::add_parameter(std::string name, BasicTensor<Real> value) {
  parameters_.emplace_back(std::move(name), BasicVariable<Real>(std::move(value), true));
  return parameters_.back().second;
}

template <class Real>
BasicVariable<Real> BasicModule<Real>::add_buffer(std::string name, BasicTensor<Real> value) {
  buffers_.emplace_back(std::move(name), BasicVariable<Real>(std::move(value)));
  return buffers_.back().second;
}

template <class Real>
void BasicModule<Real>::add_child(const std::string& name, const BasicModule& child) {
  const std::string prefix = name.empty() ? name : name + '.';
  for (const auto& [tail, tensor] : child.parameters_) parameters_.emplace_back(prefix + tail, tensor);
  for (const auto& [tail, tensor] : child.buffers_) buffers_.emplace_back(prefix + tail, tensor);
}

template class BasicModule<float>;
template class BasicModule<double>;

}  // namespace edgewise::nn
