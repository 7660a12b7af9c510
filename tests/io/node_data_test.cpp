#include <cmath>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/node_data.hpp>
#include <edgewise/io/results.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/memory_files.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;
using Strings = std::vector<std::string>;

namespace {

/// Files e, f, l and s in memory; a text that is empty means that the file is not given.
struct Case {
  std::string edges, features, labels, split;
  NodeFiles files = {};

  MemoryFiles memory() const { return {{{"e", edges}, {"f", features}, {"l", labels}, {"s", split}}}; }
  NodeFiles whole() const {
    NodeFiles all = files;
    all.edges = "e";
    if (!features.empty()) all.features = "f";
    if (!labels.empty()) all.labels = "l";
    if (!split.empty()) all.split = "s";
    return all;
  }
  NodeData train(std::uint64_t seed = 0) const { return load_node_data(whole(), seed, memory().open()); }
  NodeData predict(const NodeSchema& schema) const { return load_node_data(whole(), schema, memory().open()); }
};

Strings names(const NodeData& data) {
  Strings list;
  for (NodeId i = 0; i < data.nodes.size(); ++i) list.push_back(data.nodes[i]);
  return list;
}
bool has_note(const NodeData& data, const std::string& text) {
  for (const std::string& note : data.notes)
    if (note.find(text) != std::string::npos) return true;
  return false;
}
NodeId node(const NodeData& data, const std::string& name) { return *data.nodes.find(name); }
/// The arc source -> target.
EdgeId arc(const NodeData& data, const std::string& source, const std::string& target) {
  const Csr& in = data.data.graph.in_edges();
  const NodeId i = node(data, target);
  for (EdgeId e = in.begin()[i]; e < in.begin()[i + 1]; ++e)
    if (in.column()[e] == node(data, source)) return e;
  FAIL("no arc " << source << " -> " << target);
  return 0;
}
const Tensor& dense(const NodeData& data) { return std::get<Variable>(data.data.features).value(); }

const std::string kLabels = "a,x\nb,y\n";

}  // namespace

TEST_CASE("node_data: ids with gaps are as many nodes as there are ids", "[io]") {  // N03
  const NodeData data = Case{"1,2\n2,3\n3,4\n4,9\n9,1\n", "1,0.5\n2,1\n3,1\n4,2\n9,0\n", "1,x\n2,y\n3,x\n4,y\n9,x\n", ""}.train();
  CHECK(names(data) == Strings{"1", "2", "3", "4", "9"});
  CHECK(data.data.graph.num_nodes() == 5);
  CHECK(dense(data)(4, 0) == 0);
  CHECK_NOTHROW(train::check(data.data));
}

TEST_CASE("node_data: a byte-order mark and CRLF change nothing", "[io]") {  // N05, N06
  const NodeData data = Case{"\xEF\xBB\xBFsource,target\r\na,b\r\n", "", "\xEF\xBB\xBFid,label\r\na,x\r\nb,y", ""}.train();
  CHECK(names(data) == Strings{"a", "b"});
  CHECK(data.schema.outputs == Strings{"x", "y"});
}

TEST_CASE("node_data: the header decision is told", "[io]") {  // N07
  const NodeData data = Case{"source,target\na,b\n", "", kLabels, ""}.train();
  CHECK(has_note(data, "header: yes"));
  CHECK(has_note(data, "2 nodes, 1 edge, 2 arcs"));
}

TEST_CASE("node_data: edges and arcs are both counted, and who hears nothing is said", "[io]") {  // N08
  Case undirected{"0 1\n1 2\n", "", "0,x\n1,y\n2,y\n", ""};
  CHECK(has_note(undirected.train(), "3 nodes, 2 edges, 4 arcs (undirected)"));
  CHECK(has_note(undirected.train(), "3 self-loops added"));
  undirected.files.directed = true;
  CHECK(has_note(undirected.train(), "3 nodes, 2 edges, 2 arcs (directed)"));
  CHECK(has_note(undirected.train(), "1 node has no in-neighbour: '0'"));
}

TEST_CASE("node_data: an edge listed twice is merged and counted", "[io]") {  // N09
  Case twice{"a b\nb a\n", "", kLabels, ""};
  CHECK(has_note(twice.train(), "merged 1 duplicate edge"));
  CHECK(has_note(twice.train(), "1 edge, 2 arcs"));
  Case arcs{"0 2\n0 2\n1 2\n", "", "0,x\n1,y\n", ""};
  arcs.files.directed = true;
  arcs.files.self_loops = false;
  CHECK(arcs.train().data.graph.num_arcs() == 2);
}

TEST_CASE("node_data: a listed self-loop is not added again", "[io]") {  // N10
  Case loops{"0 2\n1 2\n2 2\n", "", "0,x\n1,y\n", ""};
  loops.files.directed = true;
  const NodeData data = loops.train();
  CHECK(data.data.graph.num_arcs() == 5);
  CHECK(has_note(data, "1 self-loop listed"));
  CHECK(has_note(data, "2 self-loops added"));
}

TEST_CASE("node_data: isolated nodes of the feature file are nodes", "[io]") {  // N11, N12
  const NodeData data = Case{"0 1\n", "0,1\n1,1\n2,1\n3,1\n4,1\n", "0,x\n1,y\n", ""}.train();
  CHECK(data.nodes.size() == 5);
  CHECK(has_note(data, "3 nodes have no in-neighbour"));
}

TEST_CASE("node_data: an edge to a node without features stops, or is dropped and counted", "[io]") {  // N13
  Case stranger{"a,b\nb,zz\n", "a,1\nb,2\n", kLabels, ""};
  CHECK_THROWS_WITH(stranger.train(), "e:2: node 'zz' has no row in f (1 such node); add it or pass --drop-unknown");
  CHECK_THROWS_WITH((Case{"from,too\na,b\n", "a,1\nb,2\n", kLabels, ""}.train()),
                    "e:1: node 'from' has no row in f (2 such nodes); add it or pass --drop-unknown"
                    " (no header was seen; --header yes, if line 1 names the columns)");
  stranger.files.drop_unknown = true;
  const NodeData data = stranger.train();
  CHECK(data.listed.size() == 1);
  CHECK(data.nodes.size() == 2);
  CHECK(has_note(data, "dropped 1 edge with 1 node that f does not have"));
}

TEST_CASE("node_data: a stranger in labels or split always stops", "[io]") {
  Case labels{"a,b\n", "a,1\nb,2\n", "a,x\nb,y\nq,x\nr,x\n", ""};
  labels.files.drop_unknown = true;
  CHECK_THROWS_WITH(labels.train(), Contains("l:3: node 'q' has no row in f (2 such nodes)"));
  CHECK_THROWS_WITH((Case{"a,b\n", "a,1\nb,2\n", kLabels, "a,train\nz,test\n"}.train()), Contains("s:2: node 'z' has no row in f (1 such node)"));
}

TEST_CASE("node_data: a node without a label stays in the graph", "[io]") {  // N14
  const NodeData data = Case{"a,b\nb,c\nc,d\n", "", "a,x\nb,y\nc,x\n", "a,train\nb,train\nd,train\nc,test\n"}.train();
  CHECK(data.nodes.size() == 4);
  CHECK(data.data.targets.classes == std::vector<std::int32_t>{0, 1, 0, train::kNoLabel});
  CHECK(has_note(data, "1 training node has no label: left out of the loss"));
  CHECK(has_note(data, "no validation set: no early stopping"));
  CHECK(has_note(data, "3 of 4 nodes labelled, 2 classes"));
}

TEST_CASE("node_data: without features, nodes come from edges, labels and split", "[io]") {
  const NodeData data = Case{"b,a\n", "", "c,x\na,y\n", "d,train\na,test\n"}.train();
  CHECK(names(data) == Strings{"b", "a", "c", "d"});
  CHECK(data.schema.encoding == "degree+random-walk:16");
  CHECK(dense(data).cols() == 18);
  CHECK(has_note(data, "no features: 18 columns made from the graph"));
  CHECK(data.data.split.train == std::vector<NodeId>{3});
}

TEST_CASE("node_data: bad features stop with line and column", "[io]") {  // N17
  CHECK_THROWS_WITH((Case{"a,b\n", "a,1,nan\nb,1,1\n", kLabels, ""}.train()), Contains("f:1: column 3 is 'nan'"));
}

TEST_CASE("node_data: a weight column is used and said so, or left out on demand", "[io]") {  // N24
  Case weighted{"a b 0.9\na c 0.1\n", "", "a,x\nb,y\n", ""};
  const NodeData data = weighted.train();
  CHECK(has_note(data, "used as edge feature"));
  CHECK(data.schema.edge_columns == Strings{"weight"});
  const Tensor& values = data.data.arcs.features.value();
  CHECK(values(arc(data, "a", "b"), 0) == 0.9F);
  CHECK(values(arc(data, "b", "a"), 0) == 0.9F);
  CHECK(values(arc(data, "a", "a"), 0) == Approx(0.5));  // the mean of 0.9 and 0.1
  CHECK(values(arc(data, "c", "c"), 0) == 0.1F);
  weighted.files.no_weights = true;
  const NodeData silent = weighted.train();
  CHECK(silent.schema.edge_columns.empty());
  CHECK_FALSE(has_note(silent, "used as edge feature"));
  CHECK_FALSE(static_cast<bool>(silent.data.arcs.features));
}

TEST_CASE("node_data: edge types, against the listed direction, and on added loops", "[io]") {
  Case typed{"source,target,type\na,b,likes\nb,c,knows\n", "", "a,x\nb,y\n", ""};
  typed.files.edge_type = "type";
  const NodeData data = typed.train();
  CHECK(data.schema.edge_types == Strings{"knows", "likes"});
  CHECK(arc_types(data.schema) == 5);
  CHECK(data.data.arcs.type[arc(data, "a", "b")] == 1);
  CHECK(data.data.arcs.type[arc(data, "b", "a")] == 3);
  CHECK(data.data.arcs.type[arc(data, "b", "c")] == 0);
  CHECK(data.data.arcs.type[arc(data, "a", "a")] == 4);
  Case other{"source,target,type\na,b,knows\nb,c,hates\n", "", "", ""};
  CHECK_THROWS_WITH(other.predict(data.schema), Contains("e:3: edge type 'hates' is unknown to the model; it was trained on knows, likes"));
  CHECK(Case{"source,target,type\nb,a,likes\n", "", "", ""}.predict(data.schema).data.arcs.type[0] == 4);
  typed.files.directed = true;
  const NodeData directed = typed.train();
  CHECK(arc_types(directed.schema) == 3);
  CHECK(directed.data.arcs.type[arc(directed, "c", "c")] == 2);
}

TEST_CASE("node_data: a trained schema reads another graph, columns by name", "[io]") {  // N26
  const NodeSchema schema = Case{"a,b\nb,c\nc,d\nd,e\n", "node,p,q\na,1,2\nb,1,2\nc,1,2\nd,1,2\ne,1,2\n", kLabels, ""}.train().schema;
  CHECK(schema.feature_columns == Strings{"p", "q"});
  const NodeData data = Case{"y,z\n", "node,q,p\ny,3,4\nz,5,6\n", "", ""}.predict(schema);
  CHECK(data.nodes.size() == 2);
  CHECK(dense(data)(0, 0) == 4);
  CHECK(dense(data)(1, 1) == 5);
  CHECK(data.data.targets.classes == std::vector<std::int32_t>{train::kNoLabel, train::kNoLabel});
  CHECK_NOTHROW(train::check(data.data));
  CHECK_THROWS_WITH((Case{"y,z\n", "node,q\ny,3\nz,5\n", "", ""}.predict(schema)), Contains("f: column 'p' of the model is missing"));
  CHECK_THROWS_WITH((Case{"y,z\n", "", "", ""}.predict(schema)), Contains("trained with 2 feature columns ('p', ...)"));
  const NodeData scored = Case{"y,z\n", "node,q,p\ny,3,4\nz,5,6\n", "y,y\n", ""}.predict(schema);
  CHECK(scored.data.targets.classes[0] == 1);
}

TEST_CASE("node_data: weights at prediction follow the model", "[io]") {
  const NodeSchema weighted = Case{"a b 0.9\na c 0.1\n", "", kLabels, ""}.train().schema;
  CHECK(has_note(Case{"p q 2\n", "", "", ""}.predict(weighted), "used as edge feature"));
  CHECK_THROWS_WITH((Case{"p q\n", "", "", ""}.predict(weighted)), Contains("e: no weight column, the model was trained with one"));
  const NodeSchema plain = Case{"a b\na c\n", "", kLabels, ""}.train().schema;
  CHECK(has_note(Case{"p q 2\n", "", "", ""}.predict(plain), "ignored, the model was trained without"));
}

TEST_CASE("node_data: Matrix Market rows are nodes 0, 1, ... or those of --node-ids", "[io]") {
  const std::string matrix = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1\n1 3 2\n2 2 5\n";
  const NodeData data = Case{"0 1\n", matrix, "0,x\n1,y\n", ""}.train();
  CHECK(names(data) == Strings{"0", "1"});
  CHECK(has_note(data, "f: row r holds the features of node r - 1"));
  CHECK(std::get<Sparse>(data.data.features).pattern().degree(0) == 2);
  CHECK(data.schema.feature_columns == Strings{"1", "2", "3"});
  CHECK(data.schema.sparse);
  CHECK_THROWS_WITH((Case{"0 1\n1 zz\n", matrix, "0,x\n1,y\n", ""}.train()), Contains("e:2: id 'zz' is no integer") && Contains("--node-ids FILE"));
  CHECK_THROWS_WITH((Case{"0 1\n1 7\n", matrix, "0,x\n1,y\n", ""}.train()), Contains("e:2: node '7' has no row in f"));

  MemoryFiles memory{{{"e", "u v\n"}, {"f", matrix}, {"l", "u,x\nv,y\n"}, {"i", "v\nu\n"}}};
  NodeFiles files;
  files.edges = "e", files.features = "f", files.labels = "l", files.node_ids = "i";
  CHECK(names(load_node_data(files, 0, memory.open())) == Strings{"v", "u"});
  memory.bytes["i"] = "v\n";
  CHECK_THROWS_WITH(load_node_data(files, 0, memory.open()), Contains("i: got 1 ids, expected 2, one for each row of f"));
  memory.bytes["i"] = "v\nv\n";
  CHECK_THROWS_WITH(load_node_data(files, 0, memory.open()), Contains("i:2: node 'v' has a row already, on line 1"));
}

TEST_CASE("node_data: splits by file, by column and by chance", "[io]") {
  const Case base{"a b\nb c\nc d\n", "", "a,x\nb,y\nc,x\nd,y\n", "node,set\na,train\nb,val\nc,test\n"};
  const NodeData data = base.train();
  CHECK(data.data.split.train == std::vector<NodeId>{0});
  CHECK(data.data.split.validation == std::vector<NodeId>{1});
  CHECK(data.data.split.test == std::vector<NodeId>{2});
  CHECK(has_note(data, "split: 1 train, 1 validation, 1 test"));
  Case drawn{"a b\nb c\nc d\n", "", "a,x\nb,y\nc,x\nd,y\n", ""};
  drawn.files.split = "random:50/0/50";
  CHECK(drawn.train(1).data.split.train == drawn.train(1).data.split.train);
  CHECK(drawn.train(1).data.split.train.size() == 2);
  CHECK_THROWS_AS(drawn.predict(data.schema), UsageError);
}

TEST_CASE("node_data: one separator for every table or one each", "[io]") {
  Case mixed{"New York\tParis\n", "", "New York,x\nParis,y\n", ""};
  mixed.files.separator = "edges=tab,labels=comma";
  CHECK(names(mixed.train()) == Strings{"New York", "Paris"});
  mixed.files.separator = "edge=tab";
  CHECK_THROWS_AS(mixed.train(), UsageError);
}

TEST_CASE("node_data: several labels and numbers a node", "[io]") {
  Case multi{"a b\n", "", "node,p,q\na,1,0\nb,,1\n", ""};
  multi.files.task = train::Task::multilabel;
  multi.files.split = "random:100/0/0";
  const NodeData data = multi.train();
  CHECK(data.schema.outputs == Strings{"p", "q"});
  CHECK(std::isnan(data.data.targets.values(1, 0)));
  multi.files.task = train::Task::regression;
  CHECK(multi.train().data.targets.values(1, 1) == 1);
}

TEST_CASE("node_data: LINQS files bring features, labels and edges", "[io]") {
  MemoryFiles memory{{{"c.content", "35 0 1 0 Theory\n40 1 0 0 Genetics\n"}, {"c.cites", "35 40\n"}}};
  NodeFiles files;
  files.edges = "c.cites", files.features = "c.content";
  const NodeData data = load_node_data(files, 0, memory.open());
  CHECK(names(data) == Strings{"35", "40"});
  CHECK(data.schema.outputs == Strings{"Genetics", "Theory"});
  CHECK(data.data.targets.classes == std::vector<std::int32_t>{1, 0});
  CHECK(std::get<Sparse>(data.data.features).cols() == 3);
}

TEST_CASE("node_data: without labels every target is unknown and nothing is split", "[io]") {
  const NodeData data = Case{"a b\n", "", "", ""}.train();
  CHECK(data.data.targets.classes == std::vector<std::int32_t>{train::kNoLabel, train::kNoLabel});
  CHECK(data.data.split.train.empty());
}

TEST_CASE("node_data: what is not given is asked for", "[io]") {
  NodeFiles none;
  CHECK_THROWS_WITH(load_node_data(none, 0), Contains("--edges"));
  Case ids{"a b\n", "a,1\nb,1\n", kLabels, ""};
  ids.files.node_ids = "l";
  CHECK_THROWS_WITH(ids.train(), Contains("--node-ids: names the rows of Matrix Market files"));
  CHECK_THROWS_AS(ids.predict(Case{"a b\n", "", kLabels, ""}.train().schema), UsageError);
}

TEST_CASE("results: predictions in the user's words, in the order of the nodes", "[io]") {  // N15
  const TemporaryFolder folder;
  const NodeData data = Case{"1,7\n7,\"b,c\"\n", "1,0\n7,0\n\"b,c\",0\n", "1,3\n7,10\n", "1,train\n7,test\n"}.train();
  save_predictions(folder / "p.csv", data, Tensor::of(3, 2, {-100, 100, 0, 0, 100, -100}));
  CHECK(read_text(folder / "p.csv") == "node,split,label,predicted,p_3,p_10\n1,train,3,10,0,1\n7,test,10,3,0.5,0.5\n\"b,c\",,,3,1,0\n");
  CHECK_THROWS_AS(save_predictions(folder / "q.csv", data, Tensor(2, 2)), ShapeError);
  save_split(folder / "s.csv", data.nodes, data.data.split);
  CHECK(read_text(folder / "s.csv") == "node,set\n1,train\n7,test\n");
}

TEST_CASE("results: several labels, numbers, history", "[io]") {
  const TemporaryFolder folder;
  Case multi{"a b\n", "", "node,p,q\na,1,0\nb,,\n", "a,train\n"};
  multi.files.task = train::Task::multilabel;
  save_predictions(folder / "m.csv", multi.train(), Tensor::of(2, 2, {0, 0, 100, 100}));
  CHECK(read_text(folder / "m.csv") == "node,split,label,predicted,p_p,p_q\na,train,p,;,0.5,0.5\nb,,,p;q,1,1\n");
  multi.files.task = train::Task::regression;
  save_predictions(folder / "r.csv", multi.train(), Tensor::of(2, 2, {0.5F, 1, -2, 3}));
  CHECK(read_text(folder / "r.csv") == "node,split,label_p,predicted_p,label_q,predicted_q\na,train,1,0.5,0,1\nb,,,-2,,3\n");
  const std::vector<train::Epoch> history = {{1, 0.01, 0.5, std::nullopt, std::nullopt, false}, {2, 0.01, 0.25, 0.125, 0.75, true}};
  save_history(folder / "h.csv", history);
  CHECK(read_text(folder / "h.csv") == "epoch,lr,train_loss,validation_loss,validation_score,best\n1,0.01,0.5,,,0\n2,0.01,0.25,0.125,0.75,1\n");
}

TEST_CASE("node_data: a .content file with a class that the model never saw can be predicted", "[io]") {
  MemoryFiles memory{{{"t.cites", "b\ta\nc\tb\n"},
                      {"t.content", "a\t1\t0\tred\nb\t0\t1\tblue\nc\t1\t1\tred\n"},
                      {"n.cites", "d\te\n"},
                      {"n.content", "d\t1\t0\tgreen\ne\t0\t1\tred\n"}}};
  const NodeSchema schema = load_node_data({.edges = "t.cites", .features = "t.content"}, 0, memory.open()).schema;
  NodeFiles next{.edges = "n.cites", .features = "n.content"};
  CHECK_THROWS_WITH(load_node_data(next, schema, memory.open()), Contains("green"));  // to be scored, it must be known
  next.unlabelled = true;
  const NodeData data = load_node_data(next, schema, memory.open());
  CHECK(data.nodes.size() == 2);
  CHECK(data.schema.outputs == schema.outputs);
}
