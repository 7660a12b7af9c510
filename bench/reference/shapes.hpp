#pragma once
/// The shapes whose loops the compiler has laid out.
#include "../../graph/error.hpp"
#include "reference.hpp"

namespace edgewise::bench {

/// make.template operator()<H, D>() for the shape of `in`.
template <class Make>
std::unique_ptr<Reference> for_shape(const AttentionInputs<float>& in, Make make) {
  const std::size_t heads = in.heads, depth = in.value.cols / heads;
  if (heads == 8 && depth == 8) return make.template operator()<8, 8>();
  if (heads == 8 && depth == 32) return make.template operator()<8, 32>();
  if (heads == 4 && depth == 16) return make.template operator()<4, 16>();
  if (heads == 4 && depth == 64) return make.template operator()<4, 64>();
  if (heads == 1 && depth == 64) return make.template operator()<1, 64>();
  fail<UsageError>("reference: no loops for ", heads, " heads of ", depth, "; there are 8 x 8, 8 x 32, 4 x 16, 4 x 64 and 1 x 64");
}

}  // namespace edgewise::bench
