// The model is described in YAML, its scores travel as a protobuf message, Boost.Test judges.
#define BOOST_TEST_MODULE crowd
#include <edgewise/edgewise.hpp>

#include <yaml-cpp/yaml.h>
#include <boost/test/unit_test.hpp>

#include "scores.pb.h"

using namespace edgewise;

BOOST_AUTO_TEST_CASE(scores_survive_the_company) {
  const YAML::Node wish = YAML::Load("{model: gat, hidden: 8, heads: 2, edges: [[0, 1], [1, 2], [2, 3]]}");
  std::vector<Edge> edges;
  for (const YAML::Node& edge : wish["edges"]) edges.push_back({edge[0].as<NodeId>(), edge[1].as<NodeId>()});
  const Graph graph = Graph::from_undirected(4, edges);
  const auto model = models::make_node_model<float>({.model = wish["model"].as<std::string>(),
                                                     .in = 1,
                                                     .out = 2,
                                                     .hidden = wish["hidden"].as<std::size_t>(),
                                                     .heads = wish["heads"].as<std::size_t>()},
                                                    0);
  const Tensor scores = train::predict(*model, graph, Variable(Tensor::of(4, 1, {1, 0.5F, -0.5F, -1})), {});

  crowd::Scores message;
  message.set_columns(static_cast<std::uint32_t>(scores.cols()));
  for (const float value : scores.values()) message.add_values(value);
  crowd::Scores back;
  BOOST_TEST(back.ParseFromString(message.SerializeAsString()));
  BOOST_TEST(back.columns() == 2U);
  BOOST_TEST(back.values() == scores.values(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_library_throws_its_own) {
  BOOST_CHECK_THROW(YAML::Load("{"), YAML::Exception);
  BOOST_CHECK_THROW(Graph::from_edges(1, std::vector<Edge>{{0, 1}}), Error);
}
