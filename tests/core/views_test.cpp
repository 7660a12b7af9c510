#include <edgewise/core/arcs.hpp>
#include <edgewise/core/eigen_view.hpp>
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/random.hpp>

#include "support/check.hpp"

using namespace edgewise;

namespace {

bool same(const Tensor& a, const Tensor& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && std::equal(a.values().begin(), a.values().end(), b.values().begin());
}

/// Numbers in (-1, 1) that depend on their place.
float number(std::size_t k) { return static_cast<float>(mix_bits(k) % 2001) / 1000 - 1; }

Tensor table(std::size_t rows, std::size_t cols) {
  Tensor t(rows, cols);
  for (std::size_t k = 0; k < t.size(); ++k) t.data()[k] = number(k);
  return t;
}

Graph ring(NodeId nodes) { return build_graph(nodes, grid_edges(1, nodes), {.self_loops = true}).graph; }

}  // namespace

TEST_CASE("views: the caller's numbers as rows, of any stride, and what does not fit is refused", "[core]") {
  std::vector<float> memory{1, 2, 9, 3, 4, 9, 5, 6};
  const TensorView rows = TensorView::of(memory, 3, 2, 3);  // the last row needs no padding
  CHECK(rows(2, 1) == 6);
  CHECK(rows.data == memory.data());
  const MutableTensorView to = MutableTensorView::of(memory, 4, 2);
  to(3, 1) = 7;
  CHECK(memory[7] == 7);
  CHECK_THROWS_WITH(TensorView::of(memory, 3, 2, 4), "view: 8 values for 3 x 2 with a stride of 4");
  CHECK_THROWS_WITH(TensorView::of(memory, 3, 2, 1), Catch::Contains("a stride of 1 for 2 columns"));
  CHECK_THROWS_AS(TensorView::of(memory, std::size_t{1} << 63, 2, std::size_t{1} << 63), ShapeError);
  CHECK(TensorView::of({}, 0, 5).rows == 0);
}

TEST_CASE("views: a borrowed variable reads the caller's memory, its copies own theirs", "[core]") {
  std::vector<float> memory{1, 2, 3, 4};
  const Variable borrowed = Variable::view(TensorView::of(memory, 2, 2));
  CHECK(borrowed.value().data() == memory.data());
  const Tensor copy = borrowed.value();
  memory[3] = 5;
  CHECK(borrowed.value()(1, 1) == 5);
  CHECK(copy(1, 1) == 4);
  CHECK_THROWS_WITH(Variable::view(TensorView::of(memory, 2, 1, 2)), Catch::Contains("lie 2 values apart, expected 1"));
}

TEST_CASE("views: every model gives the same bits for features in a Variable, in a Tensor and in rows with gaps", "[core]") {
  const std::size_t n = 40, columns = 6;
  const Graph graph = ring(n);
  const Tensor x = table(n, columns);
  std::vector<float> gaps(n * (columns + 3), 1e30F);
  for (std::size_t i = 0; i < n; ++i) std::copy_n(x.row(i).data(), columns, gaps.data() + i * (columns + 3));
  const TensorView apart = TensorView::of(gaps, n, columns, columns + 3);
  for (const std::string& name : models::node_model_names())
    for (const auto scale : {models::InputScale::none, models::InputScale::rows, models::InputScale::columns}) {
      CAPTURE(name, static_cast<int>(scale));
      const auto model = models::make_node_model<float>(
          {.model = name, .in = columns, .out = columns, .hidden = 8, .heads = 2, .residual = true, .input_scale = scale}, 3);
      const Tensor expected = train::predict(*model, graph, Variable(x), {});
      CHECK(same(train::predict(*model, graph, x, {}), expected));
      CHECK(same(train::predict(*model, graph, apart, {}), expected));
    }
}

TEST_CASE("views: training on borrowed rows gives the bits of training on a copy", "[core]") {
  const std::size_t n = 60, columns = 5;
  const PlantedPartition plan = planted_partition(60, 3, 200, 0.8, 1);
  const Tensor x = table(n, columns);
  std::vector<float> gaps(n * 8);
  for (std::size_t i = 0; i < n; ++i) std::copy_n(x.row(i).data(), columns, gaps.data() + i * 8);
  train::Dataset data;
  data.graph = build_graph(60, plan.edges, {.self_loops = true}).graph;
  data.targets = {train::Task::classification, 3, plan.classes, {}};
  data.split = train::random_split(data.targets, 0.5, 0.25, 0.25, 1);
  std::vector<Tensor> results;
  for (const Input& features : {Input(Variable(x)), Input(x.view()), Input(TensorView::of(gaps, n, columns, 8))}) {
    data.features = features;
    const auto model = models::make_node_model<float>({.model = "gat", .in = columns, .out = 3, .hidden = 8, .heads = 2}, 3);
    train::fit(*model, data, {.epochs = 5, .lr = 0.01F});
    results.push_back(train::predict(*model, data.graph, data.features, {}));
  }
  CHECK(same(results[0], results[1]));
  CHECK(same(results[0], results[2]));
}

TEST_CASE("views: borrowed sparse features and borrowed arcs give the bits of owned ones", "[core]") {
  const Graph graph = ring(30);
  const std::vector<EdgeId> begin = [] {
    std::vector<EdgeId> b;
    for (EdgeId i = 0; i <= 30; ++i) b.push_back(2 * i);
    return b;
  }();
  std::vector<NodeId> column;
  std::vector<float> values;
  for (NodeId i = 0; i < 30; ++i) {
    column.insert(column.end(), {i % 4, 4 + i % 3});
    values.insert(values.end(), {number(i), number(100 + i)});
  }
  const Tensor z = table(graph.num_arcs(), 2);
  std::vector<std::uint32_t> types(graph.num_arcs());
  for (std::size_t e = 0; e < types.size(); ++e) types[e] = static_cast<std::uint32_t>(e % 3);
  for (const std::string name : {"gat", "gatv2", "transformer"}) {
    CAPTURE(name);
    const auto model = models::make_node_model<float>({.model = name,
                                                       .in = 7,
                                                       .out = 2,
                                                       .hidden = 8,
                                                       .heads = 2,
                                                       .input_layer = true,
                                                       .degree_encoding = true,
                                                       .edge_features = 2,
                                                       .edge_types = 3,
                                                       .edge_types_along = 1,
                                                       .edge_types_against = 1},
                                                      3);
    const Tensor expected = train::predict(*model, graph, Sparse(Csr(7, begin, column), values), {Variable(z), types});
    const Arcs arcs = Arcs::view(z, types);
    CHECK(arcs.features.value().data() == z.data());
    CHECK(same(train::predict(*model, graph, Sparse::view(Csr::view(7, begin, column), values), arcs), expected));
  }
  CHECK_THROWS_AS(Arcs::view(TensorView::of(values, 2, 2, 5)), ShapeError);
  CHECK_THROWS_AS(Sparse::view(Csr::view(7, begin, column), std::span(values).first(3)), ShapeError);
}

TEST_CASE("views: Eigen's rows are ours and ours are Eigen's", "[core]") {
  EigenMatrix<float> matrix(3, 2);
  matrix << 1, 2, 3, 4, 5, 6;
  const TensorView rows = eigen_view(matrix);
  CHECK(rows.data == matrix.data());
  CHECK(rows(2, 1) == 6);
  const auto block = matrix.rightCols(1);
  const TensorView right = eigen_view(block);
  CHECK(right(1, 0) == 4);
  CHECK(right.stride == 2);

  Tensor table(2, 3);
  eigen_map(table.view()).setConstant(7);
  CHECK(table(1, 2) == 7);
  const Tensor& fixed = table;
  CHECK(eigen_map(fixed.view()).sum() == 42);
}

TEST_CASE("tensor: sizes that cannot be counted are refused", "[core]") {
  const std::size_t huge = std::size_t{1} << 62;
  CHECK_THROWS_AS(Tensor::uninitialized(huge, 1), ShapeError);
  CHECK_THROWS_AS(Tensor(huge + 1, 4), ShapeError);
  CHECK_THROWS_AS(Tensor::of(std::size_t{1} << 63, 2, {}), ShapeError);
  CHECK(Tensor(huge, 0).size() == 0);
}
