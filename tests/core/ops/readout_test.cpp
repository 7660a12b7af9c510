#include <cmath>
#include <edgewise/core/ops/readout.hpp>
#include <edgewise/graph/batch.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::Variable64;

namespace {

/// Two nodes, none, one.
Graph members() { return node_membership(make_batch(std::vector<Graph>{Graph::from_edges(2, {}), Graph(), Graph::from_edges(1, {})})); }
Variable64 rows(std::initializer_list<double> values) { return Variable64(BasicTensor<double>::of(values.size() / 2, 2, values)); }

}  // namespace

TEST_CASE("readouts: two nodes, no node and one, by hand", "[ops]") {
  const Variable64 x = rows({1, 8, 3, 4, -5, -6});
  const auto sum = ops::sum_readout(members(), x).value(), mean = ops::mean_readout(members(), x).value(),
             most = ops::max_readout(members(), x).value();
  CHECK(sum(0, 0) == 4);
  CHECK(mean(0, 1) == 6);
  CHECK(most(0, 0) == 3);
  CHECK(most(0, 1) == 8);
  CHECK(most(2, 0) == -5);  // not 0, though the graph before it has no node
  for (const auto* y : {&sum, &mean, &most}) {
    CHECK(y->rows() == 3);
    CHECK((*y)(1, 0) == 0);
  }
  // scores 0 and log 3 weigh 1/4 and 3/4
  const Variable64 score(BasicTensor<double>::of(3, 1, {0, std::log(3.0), 7}));
  const auto weighed = ops::attention_readout(members(), x, score).value();
  CHECK(weighed(0, 0) == Approx(2.5));
  CHECK(weighed(0, 1) == Approx(5));
  CHECK(weighed(1, 1) == 0);
  CHECK(weighed(2, 1) == Approx(-6));
}

TEST_CASE("readouts: gradients agree with differences", "[ops]") {
  const Variable64 x = test::random_leaf(3, 4, 1), score = test::random_leaf(3, 2, 2);
  test::check_gradients({x}, [&] { return ops::sum_readout(members(), x); });
  test::check_gradients({x}, [&] { return ops::mean_readout(members(), x); });
  test::check_gradients({x}, [&] { return ops::max_readout(members(), x); });
  test::check_gradients({x, score}, [&] { return ops::attention_readout(members(), x, score); });
}

TEST_CASE("readouts: of equal values the first gets the gradient", "[ops]") {
  const Variable64 x(BasicTensor<double>::of(3, 2, {2, 2, 2, 2, 1, 1}), true);
  ops::max_readout(members(), x).backward(BasicTensor<double>::filled(3, 2, 1));
  CHECK(x.grad()(0, 0) == 1);
  CHECK(x.grad()(1, 0) == 0);
  CHECK(x.grad()(2, 1) == 1);
}

TEST_CASE("readouts: no graphs, and a table that does not fit", "[ops]") {
  const Graph none = node_membership(make_batch({}));
  CHECK(ops::max_readout(none, Variable64(BasicTensor<double>(0, 2))).rows() == 0);
  CHECK_THROWS_WITH(ops::mean_readout(members(), rows({1, 2})), "mean_readout: x has 1 rows, the graphs have 3 nodes together");
}
