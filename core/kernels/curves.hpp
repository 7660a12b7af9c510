#pragma once
/// ELU and GELU on vectors of the unit's instruction set, and their slopes.
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// e^x - 1 for x <= 0, as 2^n * (e^r - 1) + (2^n - 1), which keeps its digits near 0.
EDGEWISE_INLINE Floats<kLanes> expm1_lanes(Floats<kLanes> x) {
  const ExpParts<kLanes> e = exp_parts<kLanes>(x);
  return e.less_one * e.power + (e.power - 1.F);
}

EDGEWISE_INLINE Floats<kLanes> elu_lanes(Floats<kLanes> x) { return x > 0.F ? x : expm1_lanes(smaller<kLanes>(all<kLanes>(0.F), x)); }

/// The normal distribution at x: how much lies below, and e^(-x^2/2).  With t = 1 / (1 + 0.3 |x|) the tail beyond |x| is e^(-x^2/2) * p(t);
/// p is a minimax fit of erfcx(|x| / sqrt 2) / 2 over 0 <= |x| <= 14, relative error 6e-8 (4e-7 once rounded to float).
struct Normal {
  Floats<kLanes> below, bell;
};
EDGEWISE_INLINE Normal normal_lanes(Floats<kLanes> x) {
  const Floats<kLanes> bell = exp_lanes<kLanes>(x * x * -0.5F);
  const Floats<kLanes> t = 1.F / (1.F + 0.3F * larger<kLanes>(x, -x));
  Floats<kLanes> p = t * 0.0383778401F - 0.169164136F;
  p = p * t + 0.228656396F;
  p = p * t - 0.0765026882F;
  p = p * t + 0.142533168F;
  p = p * t + 0.094684422F;
  p = p * t + 0.121920139F;
  p = p * t + 0.119487718F;
  p = p * t + 7.16751128e-6F;
  const Floats<kLanes> tail = p * bell;
  return {x > 0.F ? 1.F - tail : tail, bell};
}

EDGEWISE_INLINE Floats<kLanes> gelu_lanes(Floats<kLanes> x) { return x * normal_lanes(x).below; }

/// d/dx x * below(x) = below(x) + x * e^(-x^2/2) / sqrt(2 pi)
EDGEWISE_INLINE Floats<kLanes> gelu_slope_lanes(Floats<kLanes> x) {
  const Normal normal = normal_lanes(x);
  return normal.below + x * normal.bell * 0.3989422804F;
}

/// d/dx elu(x) = e^x for x <= 0, else 1
EDGEWISE_INLINE Floats<kLanes> elu_slope_lanes(Floats<kLanes> x) { return smaller<kLanes>(all<kLanes>(0.F), elu_lanes(x)) + 1.F; }

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
