// A program that needs rows of neighbours and nothing else.
#include <edgewise/graph/algorithms.hpp>
#include <edgewise/graph/graph.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto graph = edgewise::Graph::from_undirected(5, std::vector<edgewise::Edge>{{0, 1}, {1, 2}, {3, 4}});
  std::printf("%u nodes, %llu arcs\n", graph.num_nodes(), static_cast<unsigned long long>(graph.num_arcs()));
  return graph.num_arcs() == 6 ? 0 : 1;
}
