#pragma once
/// The norm's passes on one thread, at the width of the unit's instruction set.
#include "curves.hpp"
#include "norm.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

// The last vector of a row may be a part of one: its other lanes read as zero and are not written.
EDGEWISE_INLINE Floats<kLanes> load_first(const float* from, std::size_t count) {
  if (count == kLanes) return load<kLanes>(from);
  Floats<kLanes> v = {};
  for (std::size_t k = 0; k < count; ++k) v[k] = from[k];
  return v;
}
EDGEWISE_INLINE void store_first(float* to, Floats<kLanes> v, std::size_t count) {
  if (count == kLanes) return store<kLanes>(to, v);
  for (std::size_t k = 0; k < count; ++k) to[k] = v[k];
}
EDGEWISE_INLINE Floats<kLanes> keep_first(Floats<kLanes> v, std::size_t count) {
  if (count == kLanes) return v;
  for (std::size_t k = count; k < kLanes; ++k) v[k] = 0;
  return v;
}
EDGEWISE_INLINE float sum_of(Floats<kLanes> v) { return sum_tree<kLanes, 1, kLanes>(&v)[0]; }

/// body(c, count) for every vector of a row.
template <class Body>
EDGEWISE_INLINE void for_vectors(std::size_t cols, Body body) {
  std::size_t c = 0;
  for (; c + kLanes <= cols; c += kLanes) body(c, kLanes);
  if (c < cols) body(c, cols - c);
}

template <Curve C>
EDGEWISE_INLINE Floats<kLanes> curve(Floats<kLanes> x) {
  if constexpr (C == Curve::elu) return elu_lanes(x);
  if constexpr (C == Curve::relu) return larger<kLanes>(all<kLanes>(0.F), x);
  if constexpr (C == Curve::gelu) return gelu_lanes(x);
  return x;
}
template <Curve C>
EDGEWISE_INLINE Floats<kLanes> slope(Floats<kLanes> x) {
  if constexpr (C == Curve::elu) return elu_slope_lanes(x);
  if constexpr (C == Curve::relu) return x <= 0.F ? all<kLanes>(0.F) : all<kLanes>(1.F);
  if constexpr (C == Curve::gelu) return gelu_slope_lanes(x);
  return all<kLanes>(1.F);
}

/// normed * weight + bias
EDGEWISE_INLINE Floats<kLanes> bent(const NormTask& t, Floats<kLanes> normed, std::size_t c, std::size_t count) {
  return t.weight == nullptr ? normed : normed * load_first(t.weight + c, count) + load_first(t.bias + c, count);
}

template <Curve C>
void forward_rows(const NormTask& t, float epsilon, const float* plus, float* y) {
  const float share = 1.F / static_cast<float>(t.cols);
  for (std::size_t i = t.first; i < t.last; ++i) {
    const float* const x = t.x + i * t.cols;
    Floats<kLanes> sum = {}, squares = {};
    for_vectors(
        t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) { sum += load_first(x + c, count); });
    const float mean = share * sum_of(sum);
    for_vectors(
        t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
          const Floats<kLanes> off = keep_first(load_first(x + c, count) - mean, count);
          squares += off * off;
        });
    const float inverse = 1.F / __builtin_sqrtf(share * sum_of(squares) + epsilon);
    t.moments[2 * i] = mean;
    t.moments[2 * i + 1] = inverse;
    for_vectors(
        t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
          Floats<kLanes> v = curve<C>(bent(t, (load_first(x + c, count) - mean) * inverse, c, count));
          if (plus != nullptr) v += load_first(plus + i * t.cols + c, count);
          store_first(y + i * t.cols + c, v, count);
        });
  }
}

/// forward: normed = (x - mean) * inverse.  With u = dy * curve' * weight:  dx = inverse * (u - mean(u) - normed * mean(u * normed))
template <Curve C>
void backward_rows(const NormTask& t, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias) {
  const float share = 1.F / static_cast<float>(t.cols);
  for (std::size_t i = t.first; i < t.last; ++i) {
    const float *const x = t.x + i * t.cols, *const g = grad + i * t.cols;
    const float mean = t.moments[2 * i], inverse = t.moments[2 * i + 1];
    Floats<kLanes> sum = {}, product = {};
    const auto normed_at = [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
      return (load_first(x + c, count) - mean) * inverse;
    };
    const auto slant_at = [&](std::size_t c, std::size_t count, Floats<kLanes> normed) __attribute__((always_inline)) {  // dy * curve'
      const Floats<kLanes> dy = load_first(g + c, count);  // zero beyond the last column
      if constexpr (C == Curve::none) return dy;
      return dy * slope<C>(bent(t, normed, c, count));
    };
    for_vectors(
        t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
          const Floats<kLanes> normed = normed_at(c, count);
          Floats<kLanes> u = slant_at(c, count, normed);
          if (t.weight != nullptr) {
            store_first(d_weight + c, load_first(d_weight + c, count) + u * normed, count);
            store_first(d_bias + c, load_first(d_bias + c, count) + u, count);
            u *= load_first(t.weight + c, count);
          }
          sum += u;
          product += u * normed;
        });
    const float mean_u = share * sum_of(sum), mean_product = share * sum_of(product);
    float* const to = dx + i * t.cols;
    for_vectors(
        t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
          const Floats<kLanes> normed = normed_at(c, count);
          Floats<kLanes> u = slant_at(c, count, normed);  // once more: cheaper than a place to keep it
          if (t.weight != nullptr) u *= load_first(t.weight + c, count);
          const Floats<kLanes> part = (u - mean_u - normed * mean_product) * inverse;
          store_first(to + c, onto ? load_first(to + c, count) + part : part, count);
        });
  }
}

}  // namespace

void norm_forward(const NormTask& t, float epsilon, const float* plus, float* y) {
  if (t.curve == Curve::elu) return forward_rows<Curve::elu>(t, epsilon, plus, y);
  if (t.curve == Curve::relu) return forward_rows<Curve::relu>(t, epsilon, plus, y);
  if (t.curve == Curve::gelu) return forward_rows<Curve::gelu>(t, epsilon, plus, y);
  forward_rows<Curve::none>(t, epsilon, plus, y);
}

void norm_backward(const NormTask& t, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias) {
  if (t.curve == Curve::elu) return backward_rows<Curve::elu>(t, grad, dx, onto, d_weight, d_bias);
  if (t.curve == Curve::relu) return backward_rows<Curve::relu>(t, grad, dx, onto, d_weight, d_bias);
  if (t.curve == Curve::gelu) return backward_rows<Curve::gelu>(t, grad, dx, onto, d_weight, d_bias);
  backward_rows<Curve::none>(t, grad, dx, onto, d_weight, d_bias);
}

}  // namespace edgewise::kernels::EDGEWISE_ISA
