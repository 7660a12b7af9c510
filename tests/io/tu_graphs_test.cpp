#include <edgewise/graph/error.hpp>
#include <edgewise/io/tu_graphs.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;

namespace {

void put(const TemporaryFolder& folder, const std::string& name, const std::string& text) { folder.add(name, text); }

/// Three graphs: an edge, nothing, a single node.
void put_three(const TemporaryFolder& folder) {
  put(folder, "T_A.txt", "1, 2\r\n2, 1\r\n");
  put(folder, "T_graph_indicator.txt", "1\n1\n3\n");
  put(folder, "T_graph_labels.txt", "1\n-1\n1\n");
  put(folder, "T_node_labels.txt", "0\n7\n0\n");
  put(folder, "T_edge_labels.txt", "2\n3\n");
}

std::string message(const TemporaryFolder& folder) {
  try {
    io::load_tu_graphs(folder.path());
  } catch (const DataError& error) {
    return std::string(error.what()).substr(folder.path().size() + 1);
  }
  return "";
}

}  // namespace

TEST_CASE("tu graphs: three graphs, one without nodes, labels of nodes and edges as columns") {
  const TemporaryFolder folder;
  put_three(folder);
  const io::TuGraphs graphs = io::load_tu_graphs(folder.path());
  CHECK(graphs.data.graphs.batch.node_begin == std::vector<NodeId>{0, 2, 2, 3});
  CHECK(graphs.node_columns == std::vector<std::string>{"label 0", "label 7"});
  CHECK(graphs.arc_columns == std::vector<std::string>{"label 2", "label 3"});
  CHECK(graphs.outputs == std::vector<std::string>{"-1", "1"});
  CHECK(graphs.data.targets.classes == std::vector<std::int32_t>{1, 0, 1});
  CHECK(graphs.data.graphs.nodes(1, 1) == 1);
  CHECK(graphs.data.graphs.arcs(1, 0) == 1);  // arc 1 goes into node 2: the first line of the file, label 2
}

TEST_CASE("tu graphs: a trained model's columns rule, strangers and missing labels are no error") {
  const TemporaryFolder folder;
  put_three(folder);
  put(folder, "T_node_labels.txt", "0\n7\n9\n");
  std::filesystem::remove(folder / "T_graph_labels.txt");
  const io::TuColumns known{{"label 7", "label 0"}, {"label 2", "label 3"}, {"no", "yes"}};
  const io::TuGraphs graphs = io::load_tu_graphs(folder.path(), &known);
  CHECK(graphs.data.graphs.nodes(0, 1) == 1);
  CHECK(graphs.data.graphs.nodes(2, 0) + graphs.data.graphs.nodes(2, 1) == 0);
  REQUIRE(graphs.notes.size() == 1);
  CHECK(graphs.notes[0].ends_with("1 nodes have a label that the model was not trained on"));
  CHECK(graphs.data.targets.classes == std::vector<std::int32_t>(3, train::kNoLabel));
}

TEST_CASE("tu graphs: without labels the degree stands in, attributes and regression targets are read") {
  const TemporaryFolder folder;
  put(folder, "T_A.txt", "1 2\n2 1\n3 1\n");
  put(folder, "T_graph_indicator.txt", "1\n1\n1\n");
  put(folder, "T_graph_attributes.txt", "0.5, -2\n");
  const io::TuGraphs bare = io::load_tu_graphs(folder.path());
  CHECK(bare.node_columns == std::vector<std::string>{"degree 0", "degree 1", "degree 2"});
  CHECK(bare.notes.size() == 1);
  CHECK(bare.data.targets.task == train::Task::regression);
  CHECK(bare.data.targets.values(0, 1) == -2);
  put(folder, "T_node_attributes.txt", "1.5, 2\n3, 4\n5, 6\n");
  const io::TuGraphs rich = io::load_tu_graphs(folder.path());
  CHECK(rich.node_columns == std::vector<std::string>{"attribute 1", "attribute 2"});
  CHECK(rich.data.graphs.nodes(0, 0) == 1.5F);
}

TEST_CASE("tu graphs: every fault with its file and line") {
  const TemporaryFolder folder;
  const auto broken = [&](const char* name, const char* text) {
    put_three(folder);
    put(folder, name, text);
    return message(folder);
  };
  CHECK(broken("T_A.txt", "1, 2\n1, 3\n") == "T_A.txt:2: an edge from graph 1 to graph 3");
  CHECK(broken("T_A.txt", "1, 4\n") == "T_A.txt:1: node 4, expected 1 to 3");
  CHECK(broken("T_A.txt", "1\n2, 1\n") == "T_A.txt:1: 1 number, expected 2");
  CHECK(broken("T_graph_indicator.txt", "1\n2\n1\n") ==
        "T_graph_indicator.txt:3: graph 1 after graph 2; graphs count from 1 and their nodes stand together");
  CHECK(broken("T_graph_indicator.txt", "1\n1\n4000000000\n").find("the file has 3 nodes only") != std::string::npos);
  CHECK(broken("T_graph_labels.txt", "1\nx\n1\n") == "T_graph_labels.txt:2: 'x' is no whole number");
  CHECK(broken("T_graph_labels.txt", "1\n1e300\n1\n") == "T_graph_labels.txt:2: '1e300' is too large, expected at most 2^53; renumber");
  CHECK(broken("T_graph_labels.txt", "1\n1\n1\n") == "T_graph_labels.txt: one class only (1), expected at least two classes");
  CHECK(broken("T_node_labels.txt", "1\n1\n") == "T_node_labels.txt:2: the file ends after 2 rows, there are 3 nodes");
  CHECK(broken("T_edge_labels.txt", "1\n") == "T_edge_labels.txt:1: the file ends after 1 rows, there are 2 edges");
  CHECK(broken("T_node_attributes.txt", "1\n-1e39\n1\n") ==
        "T_node_attributes.txt:2: '-1e39' is too large, expected the range of float (3.4e38); rescale the column");
  std::filesystem::remove(folder / "T_node_attributes.txt");
  put_three(folder);
  put(folder, "U_graph_indicator.txt", "1\n");
  CHECK(message(folder).find("keep one data set a folder") != std::string::npos);
}
