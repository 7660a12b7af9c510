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

/// The class of a style that stands for the score of `in`, in its shape.
template <template <std::size_t, std::size_t> class Additive, template <std::size_t, std::size_t> class Product,
          template <std::size_t, std::size_t> class Dynamic>
std::unique_ptr<Reference> make_reference(const Graph& graph, const AttentionInputs<float>& in) {
  return for_shape(in, [&]<std::size_t H, std::size_t D>() -> std::unique_ptr<Reference> {
    if (in.score == Score::additive) return std::make_unique<Additive<H, D>>(graph, in);
    if (in.score == Score::dot) return std::make_unique<Product<H, D>>(graph, in);
    return std::make_unique<Dynamic<H, D>>(graph, in);
  });
}

}  // namespace edgewise::bench
