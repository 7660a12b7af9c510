// Eigenvectors of the normalised Laplacian; the one file that knows Spectra.
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "../graph/algorithms.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "encodings.hpp"

namespace edgewise {
namespace {

constexpr std::size_t kDenseNodes = 256;
constexpr std::size_t kRestarts = 1000;

/// y = (S + I) x on the complement of the components' constants and 0 on them, with S = D^-1/2 A D^-1/2.  Its largest eigenvalues
/// 2 - lambda belong to the smallest lambda > 0, without a linear system to solve.
class Shifted {
 public:
  using Scalar = double;

  explicit Shifted(const Graph& graph) : graph_(graph), components_(weak_components(graph)), inverse_(graph.num_nodes()) {
    std::vector<double> total(components_.size.size());
    constant_.resize(inverse_.size());
    for (NodeId i = 0; i < inverse_.size(); ++i) {
      double degree = 0;
      for_neighbours(i, [&](NodeId, double weight) { degree += weight; });
      inverse_[i] = degree > 0 ? 1 / std::sqrt(degree) : 0;
      constant_[i] = degree > 0 ? std::sqrt(degree) : 1;
      total[components_.of_node[i]] += constant_[i] * constant_[i];
    }
    for (NodeId i = 0; i < inverse_.size(); ++i) constant_[i] /= std::sqrt(total[components_.of_node[i]]);
  }
  Eigen::Index rows() const { return static_cast<Eigen::Index>(inverse_.size()); }
  Eigen::Index cols() const { return rows(); }
  /// How many eigenvectors there are beside the constants.
  std::size_t rank() const { return inverse_.size() - components_.size.size(); }

  void perform_op(const double* x, double* y) const {
    std::vector<double> inside(x, x + inverse_.size());
    project(inside.data());
    parallel_ranges(inverse_.size(), 1024, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        double sum = 0;
        for_neighbours(static_cast<NodeId>(i), [&](NodeId j, double weight) { sum += weight * inverse_[j] * inside[j]; });
        y[i] = inside[i] + inverse_[i] * sum;
      }
    });
    project(y);
  }

 private:
  template <class Visit>
  void for_neighbours(NodeId i, Visit visit) const {
    for (NodeId j : graph_.in_edges().row(i))
      if (j != i) visit(j, 0.5);
    for (NodeId j : graph_.out_edges().row(i))
      if (j != i) visit(j, 0.5);
  }
  /// Takes the components' constants off x.
  void project(double* x) const {
    std::vector<double> along(components_.size.size());
    for (std::size_t i = 0; i < inverse_.size(); ++i) along[components_.of_node[i]] += constant_[i] * x[i];
    for (std::size_t i = 0; i < inverse_.size(); ++i) x[i] -= along[components_.of_node[i]] * constant_[i];
  }

  const Graph& graph_;
  Components components_;
  std::vector<double> inverse_;   // D^-1/2, 0 for an isolated node
  std::vector<double> constant_;  // per component, the unit vector D^1/2 * 1
};

/// Eigenvalues of the shifted operator, largest first, and their vectors.
struct Pairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

Pairs solve_dense(const Shifted& shifted, Eigen::Index count) {
  const Eigen::Index nodes = shifted.rows();
  Eigen::MatrixXd matrix(nodes, nodes);
  for (Eigen::Index c = 0; c < nodes; ++c) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(nodes, c);
    shifted.perform_op(unit.data(), matrix.col(c).data());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues().tail(count).reverse(), solver.eigenvectors().rightCols(count).rowwise().reverse()};
}

Pairs solve_lanczos(const Shifted& shifted, Eigen::Index count) {
  const Eigen::Index basis = std::min(shifted.rows(), std::max<Eigen::Index>(4 * count, 20));
  Spectra::SymEigsSolver<Shifted> solver(const_cast<Shifted&>(shifted), count, basis);  // takes a reference it never changes
  solver.init();
  solver.compute(Spectra::SortRule::LargestAlge, static_cast<Eigen::Index>(kRestarts), 1e-9);
  if (solver.info() != Spectra::CompInfo::Successful)
    fail<NumericError>("laplacian encoding: ", count, " eigenvectors of a graph with ", shifted.rows(), " nodes did not settle in ", kRestarts,
                       " restarts; ask for fewer, or use the random-walk encoding");
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

LaplacianEncoding laplacian_encoding(const Graph& graph, std::size_t count) {
  const std::size_t nodes = graph.num_nodes();
  LaplacianEncoding result{Tensor(nodes, count), {}};
  if (nodes == 0) return result;
  const Shifted shifted(graph);
  const std::size_t wanted = std::min(count, shifted.rank());
  if (wanted == 0) return result;
  const Pairs pairs = nodes <= kDenseNodes || 2 * wanted >= nodes ? solve_dense(shifted, static_cast<Eigen::Index>(wanted))
                                                                  : solve_lanczos(shifted, static_cast<Eigen::Index>(wanted));

  for (std::size_t c = 0; c < wanted; ++c) {
    const auto column = pairs.vectors.col(static_cast<Eigen::Index>(c));
    result.values.push_back(std::max(0.0, 2 - pairs.values[static_cast<Eigen::Index>(c)]));
    // The first entry within rounding of the largest size decides the sign.
    const double top = column.cwiseAbs().maxCoeff() * (1 - 1e-6);
    Eigen::Index first = 0;
    while (std::abs(column[first]) < top) ++first;
    const double scale = (column[first] < 0 ? -1 : 1) * std::sqrt(static_cast<double>(nodes));
    for (std::size_t i = 0; i < nodes; ++i) result.vectors(i, c) = static_cast<float>(scale * column[static_cast<Eigen::Index>(i)]);
  }
  return result;
}

}  // namespace edgewise
