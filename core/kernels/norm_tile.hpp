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

/// Rows that are worked on at a time: the sums along one row wait for each other, those of four do not (forward 6.3 to 4.3 ms, backward 9.0 to 6.9,
/// over 63,680 x 128 in cache).
constexpr std::size_t kTogether = 4;

/// sum[r] = the lanes of v[r] added up
template <std::size_t Rows>
EDGEWISE_INLINE void sums_of(const Floats<kLanes>* v, float* sum) {
  const Floats<kLanes> sums = sum_tree<kLanes, Rows, kLanes>(v);
  __builtin_memcpy(sum, &sums, Rows * sizeof(float));
}

/// What the next call will read.
template <std::size_t Rows>
EDGEWISE_INLINE void fetch_next(const float* table, std::size_t i, std::size_t cols) {
  for (std::size_t k = 0; k < Rows * cols; k += 16) __builtin_prefetch(table + (i + Rows) * cols + k);
}

/// Rows i .. i + Rows - 1.
template <Curve C, std::size_t Rows>
EDGEWISE_INLINE void forward_group(const NormTask& t, std::size_t i, float epsilon, const float* plus, float* y) {
  const float share = 1.F / static_cast<float>(t.cols);
  const float* const x = t.x + i * t.cols;
  fetch_next<Rows>(t.x, i, t.cols);
  if (plus != nullptr) fetch_next<Rows>(plus, i, t.cols);
  Floats<kLanes> part[Rows] = {};
  float mean[Rows], inverse[Rows];
  for_vectors(
      t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
        for (std::size_t r = 0; r < Rows; ++r) part[r] += load_first(x + r * t.cols + c, count);
      });
  sums_of<Rows>(part, mean);
  for (std::size_t r = 0; r < Rows; ++r) {
    mean[r] *= share;
    part[r] = Floats<kLanes>{};
  }
  for_vectors(
      t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
        for (std::size_t r = 0; r < Rows; ++r) {
          const Floats<kLanes> off = keep_first(load_first(x + r * t.cols + c, count) - mean[r], count);
          part[r] += off * off;
        }
      });
  sums_of<Rows>(part, inverse);
  for (std::size_t r = 0; r < Rows; ++r) {
    inverse[r] = 1.F / __builtin_sqrtf(share * inverse[r] + epsilon);
    t.moments[2 * (i + r)] = mean[r];
    t.moments[2 * (i + r) + 1] = inverse[r];
  }
  for_vectors(
      t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
        for (std::size_t r = 0; r < Rows; ++r) {
          Floats<kLanes> v = curve<C>(bent(t, (load_first(x + r * t.cols + c, count) - mean[r]) * inverse[r], c, count));
          if (plus != nullptr) v += load_first(plus + (i + r) * t.cols + c, count);
          store_first(y + (i + r) * t.cols + c, v, count);
        }
      });
}

/// forward: normed = (x - mean) * inverse.  With u = dy * curve' * weight:  dx = inverse * (u - mean(u) - normed * mean(u * normed))
template <Curve C, std::size_t Rows>
EDGEWISE_INLINE void backward_group(const NormTask& t, std::size_t i, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias) {
  const float share = 1.F / static_cast<float>(t.cols);
  const float *const x = t.x + i * t.cols, *const g = grad + i * t.cols;
  float* const to = dx + i * t.cols;
  fetch_next<Rows>(t.x, i, t.cols);
  fetch_next<Rows>(grad, i, t.cols);
  Floats<kLanes> sum[Rows] = {}, product[Rows] = {};
  const auto normed_at = [&](std::size_t r, std::size_t c, std::size_t count) __attribute__((always_inline)) {
    return (load_first(x + r * t.cols + c, count) - t.moments[2 * (i + r)]) * t.moments[2 * (i + r) + 1];
  };
  const auto slant_at = [&](std::size_t r, std::size_t c, std::size_t count, Floats<kLanes> normed) __attribute__((always_inline)) {  // dy * curve'
    const Floats<kLanes> dy = load_first(g + r * t.cols + c, count);  // zero beyond the last column
    if constexpr (C == Curve::none) return dy;
    return dy * slope<C>(bent(t, normed, c, count));
  };
  for_vectors(
      t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
        Floats<kLanes> for_weight = {}, for_bias = {};
        for (std::size_t r = 0; r < Rows; ++r) {
          const Floats<kLanes> normed = normed_at(r, c, count);
          Floats<kLanes> u = slant_at(r, c, count, normed);
          for_weight += u * normed;
          for_bias += u;
          if (t.weight != nullptr) u *= load_first(t.weight + c, count);
          sum[r] += u;
          product[r] += u * normed;
          if (!onto) store_first(to + r * t.cols + c, u, count);  // kept there for the second look
        }
        if (t.weight == nullptr) return;
        store_first(d_weight + c, load_first(d_weight + c, count) + for_weight, count);
        store_first(d_bias + c, load_first(d_bias + c, count) + for_bias, count);
      });
  float mean_u[Rows], mean_product[Rows];
  sums_of<Rows>(sum, mean_u);
  sums_of<Rows>(product, mean_product);
  for_vectors(
      t.cols, [&](std::size_t c, std::size_t count) __attribute__((always_inline)) {
        for (std::size_t r = 0; r < Rows; ++r) {
          float* const place = to + r * t.cols + c;
          const Floats<kLanes> normed = normed_at(r, c, count), there = load_first(place, count);
          Floats<kLanes> u = there;
          if (onto) {
            u = slant_at(r, c, count, normed);
            if (t.weight != nullptr) u *= load_first(t.weight + c, count);
          }
          const Floats<kLanes> part = (u - share * mean_u[r] - normed * (share * mean_product[r])) * t.moments[2 * (i + r) + 1];
          store_first(place, onto ? there + part : part, count);
        }
      });
}

template <Curve C>
void forward_rows(const NormTask& t, float epsilon, const float* plus, float* y) {
  std::size_t i = t.first;
  for (; i + kTogether <= t.last; i += kTogether) forward_group<C, kTogether>(t, i, epsilon, plus, y);
  for (; i < t.last; ++i) forward_group<C, 1>(t, i, epsilon, plus, y);
}
template <Curve C>
void backward_rows(const NormTask& t, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias) {
  std::size_t i = t.first;
  for (; i + kTogether <= t.last; i += kTogether) backward_group<C, kTogether>(t, i, grad, dx, onto, d_weight, d_bias);
  for (; i < t.last; ++i) backward_group<C, 1>(t, i, grad, dx, onto, d_weight, d_bias);
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
