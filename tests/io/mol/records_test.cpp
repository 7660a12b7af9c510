#include <edgewise/graph/error.hpp>
#include <edgewise/io/mol/records.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

std::vector<Record> read(const std::string& name, std::string bytes, const RecordOptions& options = {}) {
  RecordReader reader(io::ByteStream::from_memory(name, std::move(bytes)), options);
  std::vector<Record> records;
  for (Record record; reader.next(record);) records.push_back(record);
  for (std::size_t k = 0; k < records.size(); ++k) REQUIRE(records[k].number == k + 1);
  return records;
}
std::vector<std::string> structures(const std::vector<Record>& records) {
  std::vector<std::string> texts;
  for (const Record& record : records) texts.push_back(record.structure);
  return texts;
}
std::string message(const std::string& name, const std::string& bytes, const RecordOptions& options = {}) {
  try {
    read(name, bytes, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}
using Texts = std::vector<std::string>;

const char* const kBlock = "\n  made by hand\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n";
std::string sdf(const std::string& title, const std::string& rest) { return title + kBlock + rest; }

}  // namespace

TEST_CASE("records: a table keeps its columns, lines and numbers (M02, M03)") {
  const auto records = read("m.csv", "id,smiles,activity\na,CCO,1\nb,C(,\nc,c1ccccc1,0\n");
  REQUIRE(records.size() == 3);
  CHECK(structures(records) == Texts{"CCO", "C(", "c1ccccc1"});
  CHECK(records[1].fields == Texts{"b", "C(", ""});
  CHECK(records[2].line == 4);
  CHECK(records[2].text == "c,c1ccccc1,0");
}

TEST_CASE("records: columns by name, in any order, a missing one lists what is there (M14)") {
  CHECK(structures(read("m.csv", "note,smiles\nx,CCO\n")) == Texts{"CCO"});
  CHECK(structures(read("m.csv", "Canonical_SMILES,note\nCCO,x\n")) == Texts{"CCO"});
  CHECK(structures(read("m.csv", "smiles,other_smiles\nCCO,CCN\n")) == Texts{"CCO"});
  CHECK(structures(read("m.csv", "a,b\nCCO,x\n", {.smiles_column = "a"})) == Texts{"CCO"});
  CHECK(message("m.csv", "note,structure\nx,CCO\n") ==
        "m.csv:1: no column 'smiles'; there are: note, structure; name the one with the structures (--smiles-column)");
  CHECK(message("m.csv", "a_smiles,b_smiles\nC,C\n") ==
        "m.csv:1: 2 columns could hold the structures: a_smiles, b_smiles; name one (--smiles-column)");
  CHECK(message("m.csv", "id,smiles\ra,CCO\rb,C\r") == "m.csv:1: lines end in CR alone, expected LF or CRLF; convert them: tr '\\r' '\\n'");
  CHECK(message("m.csv", "") == "m.csv:1: no header line, expected one like id,smiles");
}

TEST_CASE("records: separators, line ends, byte-order mark, no end at all (R8, N06)") {
  CHECK(structures(read("m.csv", "id;smiles\na;CCO\n")) == Texts{"CCO"});
  CHECK(structures(read("m.tsv", "id\tsmiles\na b\tCCO\n")) == Texts{"CCO"});
  CHECK(structures(read("m.csv", "\xEF\xBB\xBFsmiles,id\r\nCCO,a\r\nCCN,b\nCCC,c")) == Texts{"CCO", "CCN", "CCC"});
  CHECK(read("m.csv", "smiles,id\r\nCCO,a\r\n")[0].fields[1] == "a");
}

TEST_CASE("records: quotes hold separators, quotes and line breaks, lines are counted through them") {
  const auto records = read("m.csv", "smiles,note\nCCO,\"two\nlines, and \"\"quotes\"\"\"\r\nCCN,plain\n\"C\"\"\",x\n\"CC\",\"\"\n");
  REQUIRE(records.size() == 4);
  CHECK(records[0].fields[1] == "two\nlines, and \"quotes\"");
  CHECK(records[1].line == 4);
  CHECK(records[2].structure == "C\"");
  CHECK(records[3].fields[1].empty());
  CHECK(records[3].fault.empty());
  CHECK(records[0].text == "CCO,\"two\nlines, and \"\"quotes\"\"\"");
}

TEST_CASE("records: a stray quote costs one record, not the file") {
  const auto records = read("m.csv", "smiles,note\nCCO,\"open\nCCN,fine\nCCC,\"x\"y\nCC,8\" pipe\nC,z\n");
  REQUIRE(records.size() == 5);
  CHECK(records[0].fault == "text behind a closing quote");  // the next quote stands before an x
  CHECK(records[1].structure == "CCN");
  CHECK(records[1].fault.empty());
  CHECK(records[2].fault == "text behind a closing quote");
  CHECK(records[3].fault.empty());  // a quote inside an unquoted field is a character
  CHECK(records[3].fields[1] == "8\" pipe");
  CHECK(read("m.csv", "smiles,note\nCCO,\"open\nCCN,fine\n")[0].fault == "a quote that does not end");
  CHECK(read("m.csv", "smiles,note\nCCO,\"open\nCCN,fine\n").size() == 2);
}

TEST_CASE("records: a row with another number of fields than the header is faulty") {
  const auto records = read("m.csv", "smiles,note\nCCO,a,b\nCCN\nCCC,c\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].fault == "3 fields, the header has 2");
  CHECK(records[0].fields == Texts{"CCO", "a"});
  CHECK(records[1].fault == "1 field, the header has 2");
  CHECK(records[2].fault.empty());
}

TEST_CASE("records: blank lines are empty structures in one column, nothing in several, nothing at the end (R9)") {
  CHECK(structures(read("m.csv", "smiles\nCCO\n\n\nCCN\n\n\n")) == Texts{"CCO", "", "", "CCN"});
  CHECK(read("m.csv", "smiles\nCCO\n\n\nCCN\n")[3].line == 5);
  CHECK(read("m.csv", "smiles\nCCO\n\n\nCCN\n")[1].line == 3);
  CHECK(structures(read("m.csv", "smiles,id\nCCO,a\n\nCCN,b\n \n")) == Texts{"CCO", "CCN"});
  CHECK(structures(read("m.csv", "smiles,id\n,a\nCCN,b\n")) == Texts{"", "CCN"});
  CHECK(structures(read("m.smi", "\nCCO\n\nCCN x\n\n")) == Texts{"", "CCO", "", "CCN"});
}

TEST_CASE("records: .smi names keep their blanks, the first line is a molecule unless it says smiles (R7, M12)") {
  const auto records = read("m.smi", "CCO e1\nCCN\te2\nC1C(C)=C(C=CC(C)=CC=CC(C)=CCO)C(C)(C)C1 vitamin a\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].fields == Texts{"CCO", "e1"});
  CHECK(records[1].fields == Texts{"CCN", "e2"});
  CHECK(records[2].fields[1] == "vitamin a");
  CHECK(structures(read("m.smi", "smiles name\nCCO e1\n")) == Texts{"CCO"});
  CHECK(read("m.smi", "SMILES\nCCO\n")[0].line == 2);
  const auto extended = read("m.smi", "CCN1C=C(O)C=N1 |&1:1| pyrazol\n");
  CHECK(extended[0].structure == "CCN1C=C(O)C=N1 |&1:1|");
  CHECK(extended[0].fields[1] == "pyrazol");
}

TEST_CASE("records: SDF is cut at $$$$ and nowhere else (R4, R9, R10, M04, M05)") {
  // Record b has a data item without the blank line behind it, and the last one no end.
  const auto records =
      read("m.sdf", sdf("a", "> <id>\n1\n\n$$$$\n") + sdf("b", "> <id>\n2\n$$$$\n") + sdf("c", ">  <id> (3)\n3\nmore\n\n> <late>\nx\n"));
  REQUIRE(records.size() == 3);
  CHECK(records[1].fields[0] == "b");
  CHECK(records[1].fields[1] == "2");
  CHECK(records[2].fields == Texts{"c", "3\nmore", "x"});
  CHECK(records[1].line == 11);
  CHECK(records[1].block);
  CHECK(records[1].structure == sdf("b", ""));
  CHECK(read("m.sdf", sdf("a", "$$$$\n\n \n\n")).size() == 1);
  CHECK(read("m.sdf", sdf("a", "$$$$\n") + "$$$$\n" + sdf("c", "$$$$\n")).size() == 3);
  CHECK(read("m.sdf", "this is\nno SDF at all\n").size() == 1);
  CHECK(read("m.sdf", "\xEF\xBB\xBF" + sdf("title", "$$$$\n"))[0].fields[0] == "title");
}

TEST_CASE("records: CRLF in SDF, items without blank lines between them, two structures in one record") {
  std::string windows;
  for (const char c : sdf("a", "> <x>\n1\n> <y>\n2\n\n$$$$\n")) windows += c == '\n' ? "\r\n" : std::string(1, c);
  const auto records = read("m.sdf", windows + windows);
  REQUIRE(records.size() == 2);
  CHECK(records[1].fields == Texts{"a", "1", "2"});
  CHECK(records[0].structure == sdf("a", ""));
  CHECK(read("m.sdf", sdf("a", "") + sdf("b", "$$$$\n"))[0].fault == "2 structures in one record; a line $$$$ is missing between them");
}

TEST_CASE("records: the format of a nameless stream is told by its content") {
  const auto format = [](std::string bytes) { return RecordReader(io::ByteStream::from_memory("standard input", std::move(bytes))).format(); };
  CHECK(format("smiles\nCCO\n") == RecordFormat::csv);
  CHECK(format("id\tsmiles\na\tCCO\n") == RecordFormat::csv);
  CHECK(format("CCO ethanol\n") == RecordFormat::smi);
  CHECK(format("smiles name\nCCO ethanol\n") == RecordFormat::smi);
  CHECK(format(sdf("a", "$$$$\n")) == RecordFormat::sdf);
  CHECK(RecordReader(io::ByteStream::from_memory("x.SDF.gz", "")).format() == RecordFormat::sdf);
}

TEST_CASE("records: beyond every measure a record is read over, and the next one is whole (R5)") {
  const RecordOptions small{.most_bytes = 1000};
  const std::string giant(3'000'000, 'C');
  const auto lines = read("m.csv", "smiles,id\nCC,a\n" + giant + ",b\nCCC,c\n", small);
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].oversized);
  CHECK(lines[1].text.size() == 200);
  CHECK(lines[2].line == 4);
  CHECK(lines[2].structure == "CCC");
  std::string block = "big\n\n\n999  0  0  0  0  0  0  0  0  0999 V2000\n";
  for (int k = 0; k < 999; ++k) block += "    0.0000    0.0000    0.0000 C   0  0\n";
  const auto sdfs = read("m.sdf", sdf("a", "$$$$\n") + block + "M  END\n$$$$\n" + giant + "\n$$$$\n" + sdf("c", "$$$$\n"), small);
  REQUIRE(sdfs.size() == 4);
  CHECK(sdfs[1].oversized);
  CHECK(sdfs[2].oversized);
  CHECK(sdfs[3].fields[0] == "c");
  CHECK(sdfs[3].line == 8 + 4 + 999 + 2 + 2);
}

TEST_CASE("records: a data item that turns up after the columns are fixed is counted") {
  std::string many;
  while (many.size() < (std::size_t{5} << 20)) many += sdf("a", "> <id>\n1\n\n$$$$\n");
  RecordReader reader(io::ByteStream::from_memory("m.sdf", many + sdf("z", "> <new>\n1\n\n$$$$\n")));
  std::size_t count = 0;
  for (Record record; reader.next(record);) ++count;
  CHECK(reader.columns() == Texts{"title", "id"});
  CHECK(reader.late_items() == 1);
  CHECK(count > 10000);
}
