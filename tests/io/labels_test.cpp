#include <cmath>
#include <edgewise/graph/error.hpp>
#include <edgewise/io/labels.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;
using Strings = std::vector<std::string>;
using train::Task;

namespace {

NodeTable table(const std::string& text) { return load_node_table(TextFile::from_memory("l", text), {}); }
Labels read(const std::string& text, Task task, const Strings& wanted = {}, const Strings& known = {}) {
  return read_labels(table(text), task, wanted, known);
}

}  // namespace

TEST_CASE("labels: class codes are names, in the order of their numbers", "[io]") {  // N15
  const Labels labels = read("a,3\nb,7\nc,10\n", Task::classification);
  CHECK(labels.outputs == Strings{"3", "7", "10"});
  CHECK(labels.targets.classes == std::vector<std::int32_t>{0, 1, 2});
  CHECK(labels.targets.outputs == 3);
}

TEST_CASE("labels: measurements are no classes, numbered classes are, however written", "[io]") {
  CHECK_THROWS_WITH(read("node,label\na,1\nb,0.37\nc,2.5\nd,\n", Task::classification),
                    Contains("l:3: '0.37' is a measurement and 3 of 3 labels differ, expected the names of classes; --task regression"));
  CHECK(read("a,1.0\nb,2.0\nc,3.0\n", Task::classification).outputs == Strings{"1.0", "2.0", "3.0"});  // as a table with gaps is often written
  CHECK(read("a,0.5\nb,1.5\nc,0.5\nd,1.5\n", Task::classification).outputs == Strings{"0.5", "1.5"});
  CHECK(read("a,0.5\nb,1.5\nc,x\n", Task::classification).outputs.size() == 3);
}

TEST_CASE("labels: the order of rows does not change the classes", "[io]") {
  CHECK(read("a,x\nb,Y\nc,x\n", Task::classification).outputs == Strings{"Y", "x"});
  CHECK(read("b,Y\na,x\n", Task::classification).outputs == Strings{"Y", "x"});
  CHECK(read("a,7\nb,07\nc,x\n", Task::classification).outputs == Strings{"07", "7", "x"});
}

TEST_CASE("labels: CRLF, LF and no end at all give the same classes", "[io]") {  // N06
  const Labels labels = read("id,label\r\na,x\r\nb,x\nc,y", Task::classification);
  CHECK(labels.outputs == Strings{"x", "y"});
  CHECK(labels.targets.classes == std::vector<std::int32_t>{0, 0, 1});
}

TEST_CASE("labels: a blank cell is unknown", "[io]") {
  CHECK(read("node,label\na,x\nb,\nc,y\n", Task::classification).targets.classes == std::vector<std::int32_t>{0, train::kNoLabel, 1});
  CHECK(read("a\tx\nb\nc\ty\n", Task::classification).targets.classes == std::vector<std::int32_t>{0, train::kNoLabel, 1});
}

TEST_CASE("labels: the column is found by name or said", "[io]") {
  const std::string text = "id,days,mature,label\n1,1459,False,x\n2,1629,True,y\n";
  CHECK(read(text, Task::classification).outputs == Strings{"x", "y"});
  CHECK(read(text, Task::classification, {"mature"}).outputs == Strings{"False", "True"});
  CHECK_THROWS_WITH(read(text, Task::classification, {"age"}), "l:1: no column 'age'; there are: days, mature, label");
  CHECK_THROWS_WITH(read("id,days,mature\n1,1,x\n", Task::classification), Contains("l:1: 2 columns (days, mature), none of them called label"));
  CHECK_THROWS_WITH(read("# names\n\nid,days\n1,1\n", Task::classification, {"age"}), "l:3: no column 'age'; there are: days");
  CHECK_THROWS_WITH(read("1,2,3\n", Task::classification, {"age"}), Contains("l: no column 'age'; there are: 1, 2 (no header was seen"));
}

TEST_CASE("labels: columns that were left out are told", "[io]") {
  CHECK(read("id,y,z\na,1,2\nb,3,4\n", Task::regression).note == "l: labels are column y; not used: z (--label-columns chooses)");
  CHECK(read("id,y\na,1\nb,3\n", Task::regression).note.empty());
  CHECK_THROWS_WITH(read("", Task::classification), Contains("l: the file is empty"));
}

TEST_CASE("labels: a trained model keeps its classes and refuses others", "[io]") {
  const Labels labels = read("a,y\nb,y\n", Task::classification, {}, {"x", "y"});
  CHECK(labels.targets.classes == std::vector<std::int32_t>{1, 1});
  CHECK(labels.targets.outputs == 2);
  CHECK_THROWS_WITH(read("a,y\nb,z\n", Task::classification, {}, {"x", "y"}), Contains("l:2: 'z' is none of the model's outputs (x, y)"));
}

TEST_CASE("labels: several columns of 0 and 1", "[io]") {
  const Labels labels = read("node,tox,sol\na,1,0\nb,,true\n", Task::multilabel);
  CHECK(labels.outputs == Strings{"tox", "sol"});
  CHECK(labels.targets.values(0, 0) == 1);
  CHECK(labels.targets.values(0, 1) == 0);
  CHECK(std::isnan(labels.targets.values(1, 0)));
  CHECK(labels.targets.values(1, 1) == 1);
  CHECK_THROWS_WITH(read("node,tox,sol\na,1,2\n", Task::multilabel), Contains("l:2: column 3 is '2', expected 0 or 1"));
  CHECK(read("node,sol,tox\na,0,1\n", Task::multilabel, {}, {"tox", "sol"}).targets.values(0, 0) == 1);
}

TEST_CASE("labels: names joined in one cell", "[io]") {
  const Labels labels = read("node,label\na,x;New York\nb,;\nc,\nd,x\n", Task::multilabel);
  CHECK(labels.outputs == Strings{"New York", "x"});
  CHECK(labels.targets.values(0, 0) == 1);
  CHECK(labels.targets.values(0, 1) == 1);
  CHECK(labels.targets.values(1, 1) == 0);
  CHECK(std::isnan(labels.targets.values(2, 0)));
  CHECK(labels.targets.values(3, 0) == 0);
  CHECK(read("a\tx y\nb\tz\n", Task::multilabel).outputs == Strings{"x", "y", "z"});
  CHECK(read("a\tx|y\nb\tz\n", Task::multilabel).outputs == Strings{"x", "y", "z"});
}

TEST_CASE("labels: numbers", "[io]") {
  const Labels labels = read("id,target\n0,171\n1,-2.5e3\n2,NA\n", Task::regression);
  CHECK(labels.outputs == Strings{"target"});
  CHECK(labels.targets.values(1, 0) == -2500);
  CHECK(std::isnan(labels.targets.values(2, 0)));
  CHECK(read("id,a,b\n0,1,2\n", Task::regression).outputs == Strings{"a", "b"});
  CHECK_THROWS_WITH(read("id,target\n0,1\n1,tall\n", Task::regression), Contains("l:3: column 2 is 'tall', expected a number"));
  CHECK_THROWS_WITH(read("id,target\n0,inf\n", Task::regression), Contains("l:2: column 2 is 'inf', expected a finite number"));
}

TEST_CASE("labels: nothing to learn", "[io]") {
  CHECK_THROWS_WITH(read("a,x\nb,x\n", Task::classification), Contains("one class only ('x')"));
  CHECK_THROWS_WITH(read("a,\n", Task::classification), Contains("no label at all"));
  CHECK_THROWS_WITH(read("a\nb\n", Task::classification), Contains("only node ids"));
  CHECK_THROWS_WITH(read("node,label\na,\nb,\n", Task::regression), Contains("no label at all"));
}

TEST_CASE("node_table: a node twice, a blank id and short rows are named", "[io]") {
  CHECK_THROWS_WITH(table("node,label\na,x\nb,y\na,x\n"), Contains("l:4: node 'a' has a row already, on line 2; keep one of them"));
  CHECK_THROWS_WITH(table("node,label\n,x\n"), Contains("l:2: the node id is blank"));
  CHECK_THROWS_WITH(table("node,label\na,x\nc,x\nb\n"), Contains("l:4: got 1 fields, expected 2 as in the header"));
  CHECK_THROWS_WITH(table("a,x\nc,x\nd,x\nb,y,z\n"), Contains("l:4: got 3 fields, expected 2 as in the first row"));
}
