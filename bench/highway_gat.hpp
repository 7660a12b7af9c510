#pragma once
/// GAT's forward, written for Highway: the candidate that our own vectors and dispatch are held against.
#include "../core/tensor.hpp"
#include "../graph/csr.hpp"

namespace edgewise::bench {

/// The operator of additive scores for 8 heads of 32 on one thread, no dropout, norms kept: the loops of core/kernels/fixed_forward.hpp, by
/// Highway's types, its exponential and its own choice of the instruction set at run time.
/// Shapes   value: n x 256, source and target: n x 8, out: n x 256, norm: n x 16.
void highway_gat_forward(const Csr& rows, const Tensor& value, const Tensor& source, const Tensor& target, float slope, Tensor& out, Tensor& norm);

/// The instruction set that Highway chose, and how to make it choose another.
const char* highway_target();
void highway_without_avx512();

}  // namespace edgewise::bench
