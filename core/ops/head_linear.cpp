#include "head_linear.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

/// y = x * W_h, or with `back` x * W_h^T, for every row and head.
template <class Real>
BasicTensor<Real> multiply(const BasicTensor<Real>& x, const BasicTensor<Real>& weight, std::size_t heads, bool back) {
  const std::size_t width = weight.rows() / heads, columns = weight.cols();
  BasicTensor<Real> y(x.rows(), back ? heads * width : heads * columns);
  detail::for_rows(x.rows(), weight.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t r = 0; r < heads * width; ++r) {
        const std::size_t there = r / width * columns;  // of this head among the narrow columns
        const Real *const w = weight.row(r).data(), *const from = x.row(i).data();
        Real* const to = y.row(i).data();
        if (back)
          for (std::size_t f = 0; f < columns; ++f) to[r] += from[there + f] * w[f];
        else
          for (std::size_t f = 0; f < columns; ++f) to[there + f] += from[r] * w[f];
      }
  });
  return y;
}

}  // namespace

template <class Real>
BasicVariable<Real> head_linear(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, std::size_t heads, bool back) {
  if (heads == 0 || weight.rows() % heads != 0)
    fail<ShapeError>("head_linear: ", weight.rows(), " rows of weight cannot be shared by ", heads, " heads");
  const std::size_t wanted = back ? heads * weight.cols() : weight.rows();
  if (x.cols() != wanted) fail<ShapeError>("head_linear: x has ", x.cols(), " columns, expected ", wanted);

  return record<Real>(multiply(x.value(), weight.value(), heads, back), {x, weight},
                      [x, weight, heads, back](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
                        if (x.requires_grad()) x.accumulate(multiply(grad, weight.value(), heads, !back));
                        if (!weight.requires_grad()) return;
                        // forward: narrow[i,h,f] and wide[i,h,d] meet over w[h*D+d,f]
                        const BasicTensor<Real>&wide = back ? grad : x.value(), &narrow = back ? x.value() : grad;
                        const std::size_t rows = weight.rows(), columns = weight.cols(), width = rows / heads;
                        const BasicTensor<Real> sums =
                            detail::sum_rows<Real>(wide.rows(), rows * columns, [&](std::size_t first, std::size_t last, Real* sum) {
                              for (std::size_t i = first; i < last; ++i)
                                for (std::size_t r = 0; r < rows; ++r)
                                  for (std::size_t f = 0; f < columns; ++f) sum[r * columns + f] += wide(i, r) * narrow(i, r / width * columns + f);
                            });
                        weight.accumulate(BasicTensor<Real>::of(rows, columns, sums.values()));
                      });
}

template EDGEWISE_API BasicVariable<float> head_linear(const BasicVariable<float>&, const BasicVariable<float>&, std::size_t, bool);
template EDGEWISE_API BasicVariable<double> head_linear(const BasicVariable<double>&, const BasicVariable<double>&, std::size_t, bool);

}  // namespace edgewise::ops
