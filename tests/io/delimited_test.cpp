#include <edgewise/graph/error.hpp>
#include <edgewise/io/delimited.hpp>
#include <edgewise/io/names.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows read(std::string bytes, TableFormat format = {}) {
  Table table(TextFile::from_memory("t.txt", std::move(bytes)), format);
  Rows rows;
  while (table.next()) rows.emplace_back(table.fields().begin(), table.fields().end());
  return rows;
}
Table open(std::string bytes, TableFormat format = {}) { return Table(TextFile::from_memory("t.txt", std::move(bytes)), format); }

}  // namespace

TEST_CASE("table: with a tab, blanks belong to the name") {
  CHECK(read("New York\tLos Angeles\nLos Angeles\tSan Diego\n") == Rows{{"New York", "Los Angeles"}, {"Los Angeles", "San Diego"}});
}

TEST_CASE("table: LF, CRLF and no end at all end a line") { CHECK(read("id,label\r\na,x\r\nb,x\nc,y") == Rows{{"a", "x"}, {"b", "x"}, {"c", "y"}}); }

TEST_CASE("table: a byte-order mark does not stick to the header") {
  const Table table = open("\xEF\xBB\xBFsource,target\na,b\n");
  CHECK(table.header() == std::vector<std::string>{"source", "target"});
  CHECK(table.note() == "t.txt: separator comma; header: yes");
}

TEST_CASE("table: a first line is a header when it is words above numbers, or all column words") {
  CHECK(open("node,f0,f1\n1,0.5,2\n2,1,3\n").has_header());
  CHECK(open("source target\na b\n").has_header());
  CHECK_FALSE(open("a,b\nc,d\n").has_header());
  CHECK_FALSE(open("1 2\n2 3\n").has_header());
  CHECK_FALSE(open("a 2\nb 3\nc d\n").has_header());
  CHECK_FALSE(open("node,javascript\n2048,games\napt,admin\n").has_header());
  CHECK_FALSE(open("source,target\na,b\n", table_format("auto", "no", "auto")).has_header());
  CHECK(open("a,b\nc,d\n", table_format("auto", "yes", "auto")).has_header());
}

TEST_CASE("table: comments only at the beginning of a line, they are counted, and can be turned off") {
  Table table = open("# made by hand\na b#1\n% more\nc d\n");
  CHECK(table.next());
  CHECK(table.fields()[1] == "b#1");
  CHECK(table.next());
  CHECK(table.line() == 4);
  CHECK_FALSE(table.next());
  CHECK(table.note() == "t.txt: separator blank; header: no; 2 comment lines skipped");
  CHECK(read("#a b\nc d\n", table_format("auto", "auto", "none")) == Rows{{"#a", "b"}, {"c", "d"}});
}

TEST_CASE("table: the separator that most lines agree on, so that a short line can be told") {
  CHECK(read("1\t2\n3\n4\t5\n") == Rows{{"1", "2"}, {"3"}, {"4", "5"}});
  CHECK(read("a;b\nc;d\n") == Rows{{"a", "b"}, {"c", "d"}});
  CHECK(read("  1   2 \n3\t4\n") == Rows{{"1", "2"}, {"3", "4"}});
  CHECK(read("a,,c\nd,e,\n") == Rows{{"a", "", "c"}, {"d", "e", ""}});
}

TEST_CASE("table: quotes hold separators and doubled quotes") {
  CHECK(read("\"a,b\",c\n\"say \"\"hi\"\"\",d\n") == Rows{{"a,b", "c"}, {"say \"hi\"", "d"}});
  CHECK_THROWS_WITH(read("a,b\n\"c,d\n"), "t.txt:2: a quoted field does not end on its line: '\"c,d'; close the quote or double it (\"\")");
  CHECK_THROWS_WITH(read("a,b\n\"c\"x,d\n"), "t.txt:2: 'x' stands behind a closing quote; expected comma or the end of the line");
}

TEST_CASE("table: nothing, blank lines and a lone header are no rows") {
  for (const char* bytes : {"", "\n\n", "# only this\n", "source,target\n", "source,target"}) CHECK(read(bytes).empty());
}

TEST_CASE("table_format: an unknown word is answered with the known ones") {
  CHECK_THROWS_WITH(table_format("tabs", "auto", "auto"), "--separator: got 'tabs', expected one of auto, tab, comma, semicolon, blank");
}

TEST_CASE("names: ids are names, byte for byte, in the order in which they appear") {
  Names names;
  CHECK(names.add("7") == 0);
  CHECK(names.add("07") == 1);
  CHECK(names.add("18446744073709551615") == 2);
  CHECK(names.add("18446744073709551616") == 3);  // past 64 bits: a word like any other
  CHECK(names.add("7") == 0);
  CHECK(names.size() == 4);
  CHECK(names[1] == "07");
  CHECK(names[2] == "18446744073709551615");
  CHECK(names.find("18446744073709551616") == NodeId{3});
  CHECK_FALSE(names.find("8"));
}

TEST_CASE("table: columns by number are column words, letters that may well be nodes are not") {
  CHECK(is_column_word("split_3"));
  CHECK(is_column_word("Set_12"));
  CHECK_FALSE(is_column_word("split_x"));
  CHECK_FALSE(is_column_word("gene_1"));
  CHECK_FALSE(is_column_word("u"));
  Table split(TextFile::from_memory("s", "node,split_0,split_1\na,train,test\n"), {});
  CHECK(split.has_header());
  Table indexed(TextFile::from_memory("l", ",label\nn0,a\nn1,b\n"), {});
  CHECK(indexed.has_header());
  Table doubtful(TextFile::from_memory("l", "id,department\nn0,a\nn1,b\n"), {});
  CHECK_FALSE(doubtful.has_header());
  CHECK(doubtful.note() == "l: separator comma; header: no (line 1 has the word 'id'; --header yes, if it names the columns)");
}

TEST_CASE("text: lines that end in CR alone are refused, byte-order marks are taken off") {
  CHECK_THROWS_WITH(TextFile::from_memory("m", "1 2\r2 3\r"), Catch::Matchers::Contains("m: lines end in CR alone (the first at offset 3)"));
  CHECK(TextFile::from_memory("m", "1 2\r\n2 3\r\n").text().size() == 10);
  CHECK(TextFile::from_memory("m", "1 2\r").text().size() == 4);
  CHECK(TextFile::from_memory("m", "\xEF\xBB\xBF\xEF\xBB\xBFid").text() == "id");
}

TEST_CASE("names: integers close together or far apart") {
  Names names;
  const auto add = [&](std::vector<std::uint64_t> integers) {
    std::vector<NodeId> numbers;
    for (const std::uint64_t integer : integers) numbers.push_back(names.add_integer(integer));
    return numbers;
  };
  CHECK(add({5, 3, 5, 4}) == std::vector<NodeId>{0, 1, 0, 2});
  CHECK(add({404647567, 3, 404647567}) == std::vector<NodeId>{3, 1, 3});
  for (std::uint64_t k = 0; k < 5000; ++k) names.add_integer(k * 1000003);
  CHECK(names.find("4999014997") == names.add_integer(4999014997));
}
