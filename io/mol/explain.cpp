#include "explain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../../core/train/graph_trainer.hpp"
#include "../../graph/error.hpp"

namespace edgewise::mol {
namespace {

/// Bond of each arc of the molecule's graph.
std::vector<std::size_t> number_bonds(const Csr& in, Explanation& result) {
  std::vector<std::size_t> bond_of(in.edges());
  const auto find = [&](std::pair<std::size_t, std::size_t> ends) {
    return static_cast<std::size_t>(std::lower_bound(result.bond.begin(), result.bond.end(), ends) - result.bond.begin());
  };
  for (NodeId i = 0; i < in.rows(); ++i)
    for (const NodeId j : in.row(i))
      if (i < j) result.bond.emplace_back(i, j);
  std::sort(result.bond.begin(), result.bond.end());
  for (NodeId i = 0; i < in.rows(); ++i)
    for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
      const NodeId j = in.column()[e];
      bond_of[e] = find({std::min(i, j), std::max(i, j)});
    }
  return bond_of;
}

void scale_rows(Tensor& table, std::size_t rows_each, const std::vector<double>& share) {
  for (std::size_t k = 0; k < share.size(); ++k)
    for (std::size_t r = k * rows_each; r < (k + 1) * rows_each; ++r)
      for (float& value : table.row(r)) value *= static_cast<float>(share[k]);
}

/// sum over copies and columns of weight[copy] * x * gradient, a number per row of the molecule.
std::vector<double> shares(const Tensor& x, const Tensor& gradient, const std::vector<double>& weight) {
  std::vector<double> sums(x.rows(), 0);
  if (gradient.empty()) return sums;
  for (std::size_t k = 0; k < weight.size(); ++k)
    for (std::size_t r = 0; r < x.rows(); ++r) {
      const auto g = gradient.row(k * x.rows() + r);
      const auto v = x.row(r);
      double sum = 0;
      for (std::size_t c = 0; c < v.size(); ++c) sum += static_cast<double>(v[c]) * static_cast<double>(g[c]);
      sums[r] += weight[k] * sum;
    }
  return sums;
}

void integrate(const Predictor& predictor, const train::GraphTable& table, std::span<const std::size_t> tasks, std::size_t steps,
               const std::vector<std::size_t>& bond_of, Explanation& result) {
  std::vector<double> place, weight;
  for (std::size_t k = 0; k < steps; ++k) {
    const double u = (static_cast<double>(k) + 0.5) / static_cast<double>(steps);
    place.push_back(u * u * u);
    weight.push_back(3 * u * u / static_cast<double>(steps));
  }
  const train::GraphTable copies = train::take(table, std::vector<std::uint32_t>(steps, 0));
  train::GraphTable ends = train::take(table, std::vector<std::uint32_t>(2, 0));
  scale_rows(ends.nodes, table.nodes.rows(), {1, 0});
  scale_rows(ends.arcs, table.arcs.rows(), {1, 0});
  const auto members = static_cast<double>(predictor.model().members.size());
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    std::vector<double> atoms(table.nodes.rows(), 0), bonds(result.bond.size(), 0);
    double difference = 0;
    for (const auto& member : predictor.model().members) {
      Tensor nodes = copies.nodes, arcs = copies.arcs;
      scale_rows(nodes, table.nodes.rows(), place);
      scale_rows(arcs, table.arcs.rows(), place);
      const Variable x(std::move(nodes), true), e(std::move(arcs), true);
      nn::Pass pass;
      Variable output = member->forward(copies.batch, x, e, Variable(copies.extras), pass);
      Tensor seed(output.rows(), output.cols());
      for (std::size_t k = 0; k < steps; ++k) seed(k, tasks[t]) = 1;
      output.backward(std::move(seed));
      const std::vector<double> by_atom = shares(table.nodes, x.grad(), weight), by_arc = shares(table.arcs, e.grad(), weight);
      for (std::size_t a = 0; a < atoms.size(); ++a) atoms[a] += by_atom[a] / members;
      for (std::size_t k = 0; k < by_arc.size(); ++k) bonds[bond_of[k]] += by_arc[k] / members;
      const Tensor both = train::predict(*member, ends);
      difference += (static_cast<double>(both(0, tasks[t])) - static_cast<double>(both(1, tasks[t]))) / members;
    }
    double sum = 0;
    for (const double value : atoms) sum += value;
    for (const double value : bonds) sum += value;
    result.gap = std::max(result.gap, static_cast<float>(std::abs(sum - difference)));
    result.atoms.emplace_back(atoms.begin(), atoms.end());
    result.bonds.emplace_back(bonds.begin(), bonds.end());
  }
}

double head_mean(const Tensor& weights, std::size_t row) {
  double sum = 0;
  for (const float value : weights.row(row)) sum += static_cast<double>(value);
  return weights.cols() == 0 ? 0 : sum / static_cast<double>(weights.cols());
}

void roll_out(const Predictor& predictor, const train::GraphTable& table, const std::vector<std::size_t>& bond_of, Explanation& result) {
  const Csr& in = table.batch.graph.in_edges();
  const std::size_t atoms = in.rows();
  std::vector<double> by_atom(atoms, 0), by_bond(result.bond.size(), 0);
  std::size_t counted = 0;
  for (const auto& member : predictor.model().members) {
    const models::GraphAttention<float> attention = [&] {
      const NoGrad nothing_recorded;
      return member->attention(table.batch, Variable(table.nodes), Variable(table.arcs), Variable(table.extras));
    }();
    if (attention.layers.empty()) continue;
    ++counted;
    std::vector<double> v(atoms, 1 / static_cast<double>(atoms));
    if (attention.readout.rows() == atoms)
      for (std::size_t i = 0; i < atoms; ++i) v[i] = head_mean(attention.readout, i);
    for (std::size_t l = attention.layers.size(); l-- > 0;) {
      const Tensor& weights = attention.layers[l];
      std::vector<double> next(atoms, 0);
      for (NodeId i = 0; i < atoms; ++i) {
        next[i] += in.degree(i) == 0 ? v[i] : v[i] / 2;
        for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
          const double weight = head_mean(weights, e);
          next[in.column()[e]] += v[i] * weight / 2;
          by_bond[bond_of[e]] += weight / 2 / static_cast<double>(attention.layers.size());
        }
      }
      v = std::move(next);
    }
    for (std::size_t i = 0; i < atoms; ++i) by_atom[i] += v[i];
  }
  if (counted == 0) return;
  for (const double value : by_atom) result.atom_attention.push_back(static_cast<float>(value / static_cast<double>(counted)));
  for (const double value : by_bond) result.bond_attention.push_back(static_cast<float>(value / static_cast<double>(counted)));
}

}  // namespace

Explanation explain(const Predictor& predictor, const Molecule& molecule, std::span<const std::size_t> tasks, std::size_t steps) {
  for (const std::size_t task : tasks)
    if (task >= predictor.schema().tasks.size()) fail<UsageError>("explain: task ", task, " >= ", predictor.schema().tasks.size(), " tasks");
  if (steps == 0) fail<UsageError>("explain: 0 steps, expected 1 or more");
  const Featuriser& featuriser = predictor.featuriser();
  const MoleculeGraph graph = featuriser(molecule);
  train::GraphTableBuilder builder({featuriser.atom_columns().size(), featuriser.bond_columns().size(), featuriser.extra_columns().size()});
  builder.add(graph.nodes, graph.arcs, graph.atoms, graph.bonds, graph.extras);
  const train::GraphTable table = builder.finish();

  Explanation result;
  result.element = molecule.elements();
  for (std::size_t a = 0; a < molecule.atoms(); ++a) result.place.push_back(molecule.place_in_input(a));
  const std::vector<std::size_t> bond_of = number_bonds(table.batch.graph.in_edges(), result);
  for (std::size_t t = 0; t < predictor.schema().tasks.size(); ++t) result.probability.push_back(0);
  for (const auto& member : predictor.model().members) {
    const Tensor said = train::probabilities(train::predict(*member, table), predictor.schema().task);
    for (std::size_t t = 0; t < result.probability.size(); ++t)
      result.probability[t] += said(0, t) / static_cast<float>(predictor.model().members.size());
  }
  integrate(predictor, table, tasks, steps, bond_of, result);
  roll_out(predictor, table, bond_of, result);
  return result;
}

}  // namespace edgewise::mol
