#include <edgewise/core/optim/clip.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>

#include <limits>

#include "support/check.hpp"

using namespace edgewise;

namespace {

Variable with_gradient(std::initializer_list<float> gradient) {
  Variable v(Tensor(1, gradient.size()), true);
  v.mutable_grad() = Tensor::of(1, gradient.size(), gradient);
  return v;
}

}  // namespace

TEST_CASE("clip: 3, 4 and 12 have length 13 over two parameters", "[optim]") {
  const Variable a = with_gradient({3, 4}), b = with_gradient({12});
  const nn::NamedParameters<float> all{{"a", a}, {"b", b}, {"none", Variable(Tensor(2, 2), true)}};
  CHECK(optim::gradient_norm(all) == Approx(13));
  CHECK(optim::clip_gradients(all, 20) == Approx(13));  // short enough: untouched
  CHECK(b.grad()(0, 0) == 12);
  CHECK(optim::clip_gradients(all, 6.5) == Approx(13));
  CHECK(a.grad()(0, 1) == Approx(2));
  CHECK(b.grad()(0, 0) == Approx(6));
  CHECK(optim::gradient_norm(all) == Approx(6.5));
}

TEST_CASE("clip: a gradient that is not finite is reported and left alone", "[optim]") {
  const Variable a = with_gradient({std::numeric_limits<float>::infinity(), 4});
  CHECK_FALSE(std::isfinite(optim::clip_gradients<float>({{"a", a}}, 1)));
  CHECK(a.grad()(0, 1) == 4);
  CHECK_THROWS_AS(optim::clip_gradients<float>({{"a", a}}, 0), UsageError);
  CHECK(optim::gradient_norm<float>({}) == 0);
}

TEST_CASE("clip: 1, 2 and 8 threads measure the same length", "[optim]") {
  Rng rng(3);
  Variable w(Tensor(500, 101), true);
  w.mutable_grad() = Tensor(500, 101);
  for (float& x : w.mutable_grad().values()) x = static_cast<float>(rng.normal());
  std::vector<double> norms;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    norms.push_back(optim::gradient_norm<float>({{"w", w}}));
  }
  CHECK(norms[0] == norms[1]);
  CHECK(norms[0] == norms[2]);
}
