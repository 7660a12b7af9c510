// A layer of your own, composed from ops: GraphSAGE (Hamilton, Ying & Leskovec 2017, arXiv:1706.02216).
// Backward comes with the ops.  The program shows that it is right, in double, and then trains two such layers on the karate club.
#include <edgewise/edgewise.hpp>
#include <iostream>
#include <utility>

using namespace edgewise;

/// Per arc j -> i, one over the number of in-arcs of i: a sum with these weights is a mean.
template <class Real>
BasicVariable<Real> mean_weights(const Graph& graph) {
  BasicTensor<Real> weight(graph.num_arcs(), 1);
  const Csr& in = graph.in_edges();
  for (NodeId i = 0; i < in.rows(); ++i)
    for (EdgeId e = in.begin()[i]; e < in.begin()[i + 1]; ++e) weight(e, 0) = 1 / static_cast<Real>(in.degree(i));
  return BasicVariable<Real>(std::move(weight));
}

/// y[i] = own(x[i]) + neighbour(mean over arcs j -> i of x[j]).
/// Shapes      x: n x in.  Result: n x out.
/// Parameters  own.weight: out x in, own.bias: 1 x out, neighbour.weight: out x in.
template <class Real>
class SageLayer : public nn::BasicGraphLayer<Real> {
 public:
  SageLayer(std::size_t in, std::size_t out, Rng& rng) : own_(in, out, rng), neighbour_(in, out, rng, {.bias = false}) {
    this->add_child("own", own_);
    this->add_child("neighbour", neighbour_);
  }
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>&, nn::Pass&) const override {
    // The matrix goes first, so that x may be sparse: a mean of products is the product of the mean.
    return ops::add(own_.forward(x), ops::aggregate(graph, neighbour_.forward(x), mean_weights<Real>(graph)));
  }
  std::size_t out() const override { return own_.out(); }

 private:
  nn::BasicLinear<Real> own_, neighbour_;
};

/// Two layers: to the trainer, a model like any other.
class SageModel : public models::NodeModel {
 public:
  SageModel(std::size_t in, std::size_t hidden, std::size_t out, Rng rng)
      : models::NodeModel({.model = "sage", .in = in, .out = out}), first_(in, hidden, rng), second_(hidden, out, rng) {
    add_child("first", first_);
    add_child("second", second_);
  }
  Variable forward(const Graph& graph, const Input& x, const Arcs& arcs, nn::Pass& pass) const override {
    return second_.forward(graph, ops::relu(first_.forward(graph, x, arcs, pass)), arcs, pass);
  }

 private:
  SageLayer<float> first_, second_;
};

/// Backward against central differences, for the input and every parameter.
bool gradients_are_right() {
  Rng rng(1);
  const Graph graph = Graph::from_edges(4, {{0, 1}, {2, 1}, {1, 2}, {3, 3}});  // nobody points at node 0
  const SageLayer<double> layer(3, 2, rng);
  const BasicVariable<double> x(nn::uniform<double>(4, 3, 1, rng), true);
  std::vector<BasicVariable<double>> leaves{x};
  for (const auto& [name, parameter] : layer.parameters()) leaves.push_back(parameter);

  nn::Pass pass;
  const GradientCheck check = gradient_check(leaves, [&] { return layer.forward(graph, x, {}, pass); });
  std::cout << "gradients: " << check.values << " values, largest error " << check.error << '\n';
  return check.error < 1e-6;
}

int main() {
  if (!gradients_are_right()) return 1;

  const io::NodeData karate = io::load_node_data(
      {.edges = "datasets/karate/edges.tsv", .labels = "datasets/karate/labels.csv", .split = "datasets/karate/split.csv", .encoding = "laplacian"},
      0);
  const train::Dataset& data = karate.data;
  SageModel model(cols_of(data.features), 16, data.targets.outputs, Rng(0));
  train::fit(model, data, {.epochs = 100, .lr = 0.01F});

  const Tensor scores = train::predict(model, data.graph, data.features, data.arcs);
  const double accuracy = train::evaluate(scores.view(), data.targets, data.split.test).at("accuracy");
  std::cout << "karate club: accuracy " << accuracy << '\n';
  return accuracy > 0.7 ? 0 : 1;
}
