#include "graph_layer.hpp"

#include "../../graph/error.hpp"

namespace edgewise::nn::detail {

template <class Real>
void check_graph_input(const char* layer, const Graph& graph, const BasicInput<Real>& x, std::size_t in) {
  if (rows_of(x) != graph.num_nodes()) fail<ShapeError>(layer, ": x has ", rows_of(x), " rows, the graph has ", graph.num_nodes(), " nodes");
  if (cols_of(x) != in) fail<ShapeError>(layer, ": x has ", cols_of(x), " columns, expected ", in);
}

template <class Real>
void check_arcs(const char* layer, const Graph& graph, const BasicArcs<Real>& arcs, std::size_t features, std::size_t types) {
  const std::size_t rows = arcs.features ? arcs.features.rows() : 0, cols = arcs.features ? arcs.features.cols() : 0;
  if (cols != features || (features > 0 && rows != graph.num_arcs()))
    fail<ShapeError>(layer, ": arc features are ", rows, " x ", cols, ", expected ", features > 0 ? graph.num_arcs() : 0, " x ", features);
  const std::size_t expected = types > 0 ? graph.num_arcs() : 0;
  if (arcs.type.size() != expected) fail<ShapeError>(layer, ": ", arcs.type.size(), " arc types, expected ", expected);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                               \
  template EDGEWISE_API void check_graph_input(const char*, const Graph&, const BasicInput<Real>&, std::size_t); \
  template EDGEWISE_API void check_arcs(const char*, const Graph&, const BasicArcs<Real>&, std::size_t, std::size_t);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::nn::detail
