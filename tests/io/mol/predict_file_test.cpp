#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/mol/predict_file.hpp>

#include <algorithm>
#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/pack.hpp"
#include "support/resident.hpp"
#include "support/tiny_molecules.hpp"

using namespace edgewise;
using namespace edgewise::mol;
using namespace edgewise::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t from = 0;
  for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1) lines.push_back(text.substr(from, end - from));
  return lines;
}

PredictFileOptions asking(const TemporaryFolder& folder, const std::string& input, const std::string& out = "out.csv") {
  PredictFileOptions options;
  options.input = input;
  options.out = folder / out;
  return options;
}

/// 400 records, some of them bad.
std::string many() {
  std::string text = "id,smiles\n";
  for (std::size_t k = 0; k < 400; ++k)
    text.append("m")
        .append(std::to_string(k))
        .append(",")
        .append(k % 17 == 3   ? "C("
                : k % 29 == 5 ? ""
                              : std::string(k % 12 + 1, 'C') + "c1ccccc1")
        .append("\n");
  return text;
}

}  // namespace

TEST_CASE("predict file: a bad record is flagged, the rest goes on, columns come back (M01, M02, M03, M13)") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  const std::string input = folder.add("m.csv", "id,smiles,note\r\na,CCO,\"x, y\"\r\nb,C(,\nc,CCN1C=C(O)C=N1 |&1:1|,z");
  const PredictReport report = predict_file(predictor, asking(folder, input));
  CHECK(report.records == 3);
  CHECK(report.failed == 1);
  const std::vector<std::string> rows = lines_of(read_text(folder / "out.csv"));
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == "id,smiles,note,row,status,NR-AR,SR-p53");
  CHECK(rows[1].starts_with("a,CCO,\"x, y\",1,ok,0."));
  CHECK(rows[2] == "b,C(,,2,unparsable,,");
  CHECK(rows[3].starts_with("c,CCN1C=C(O)C=N1 |&1:1|,z,3,ok,0."));
  const std::vector<std::string> rejects = lines_of(read_text(folder / "out.rejects.csv"));
  REQUIRE(rejects.size() == 2);
  CHECK(rejects[0] == "row,line,status,reason,structure");
  CHECK(rejects[1].starts_with("2,3,unparsable,"));
  CHECK(rejects[1].ends_with(",C("));
  CHECK(folder.files() == std::vector<std::string>{"m.csv", "out.csv", "out.rejects.csv"});
}

TEST_CASE("predict file: an answer that is no number is a failed row, in its place, with its reason") {
  const TemporaryFolder folder;
  const Predictor predictor(overflowing_model());
  const PredictReport report = predict_file(predictor, asking(folder, folder.add("m.smi", "CCO a\nCCN b\nCC c\n")));
  CHECK(report.records == 3);
  CHECK(report.failed == 1);
  CHECK(report.statuses == std::map<std::string, std::size_t>{{"not_finite", 1}});
  const std::vector<std::string> rows = lines_of(read_text(folder / "out.csv"));
  REQUIRE(rows.size() == 4);
  CHECK(rows[1].starts_with("CCO,a,1,ok,0."));
  CHECK(rows[2] == "CCN,b,2,not_finite,,");
  CHECK(rows[3].starts_with("CC,c,3,ok,0."));
  CHECK(lines_of(read_text(folder / "out.rejects.csv"))[1] == "2,2,not_finite,the model's answer for NR-AR is not a finite number,CCN");
}

TEST_CASE("predict file: columns called like ours are carried under another name, without passthrough none") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  PredictFileOptions options = asking(folder, folder.add("m.csv", "smiles,row,NR-AR,input_row\nCCO,7,1,8\n"));
  predict_file(predictor, options);
  CHECK(lines_of(read_text(folder / "out.csv"))[0] == "smiles,input_row,input_NR-AR,input_input_row,row,status,NR-AR,SR-p53");
  options.passthrough = false;
  predict_file(predictor, options);
  CHECK(lines_of(read_text(folder / "out.csv"))[0] == "row,status,NR-AR,SR-p53");
}

TEST_CASE("predict file: salts that were cut are noted in the row (M09)") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model({.salts = Preparation::Salts::largest}));
  predict_file(predictor, asking(folder, folder.add("m.smi", "CC(=O)[O-].[Na+] salt\nCCO ethanol\n")));
  const std::vector<std::string> rows = lines_of(read_text(folder / "out.csv"));
  CHECK(rows[0] == "smiles,name,row,status,note,NR-AR,SR-p53");
  CHECK(rows[1].starts_with("CC(=O)[O-].[Na+],salt,1,ok,largest_fragment,0."));
  CHECK(rows[2].starts_with("CCO,ethanol,2,ok,,0."));
}

TEST_CASE("predict file: uncertainty columns as far as the model knows") {
  const TemporaryFolder folder;
  MoleculeModel model = tiny_model({}, 2);
  model.schema.calibration = {{0.5F, 0, 10, 0.1F, 0.05F}, {}};
  model.domain = tiny_domain({"CCO"});
  const Predictor predictor(std::move(model));
  PredictFileOptions options = asking(folder, folder.add("m.smi", "OCC\nC(\n"));
  options.uncertainty = true;
  predict_file(predictor, options);
  const std::vector<std::string> rows = lines_of(read_text(folder / "out.csv"));
  CHECK(rows[0] == "smiles,name,row,status,NR-AR,SR-p53,NR-AR_calibrated,SR-p53_calibrated,NR-AR_spread,SR-p53_spread,similarity");
  CHECK(rows[1].ends_with(",1"));
  CHECK(rows[2] == "C(,,2,unparsable,,,,,,,");
}

TEST_CASE("predict file: the same bytes for every block size, thread count and packing") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  const std::string plain = folder.add("m.csv", many());
  predict_file(predictor, asking(folder, plain));
  const std::string expected = read_text(folder / "out.csv"), rejects = read_text(folder / "out.rejects.csv");
  CHECK(lines_of(expected).size() == 401);
  for (const std::size_t threads : {1U, 2U, 8U})
    for (const std::size_t block : {1U, 7U, 512U}) {
      const ThreadLimit limit(threads);
      PredictFileOptions options = asking(folder, block == 7 ? folder.add("m.csv.gz", gzipped(many())) : plain, "again.csv");
      options.block = block;
      predict_file(predictor, options);
      CHECK(read_text(folder / "again.csv") == expected);
      CHECK(read_text(folder / "again.rejects.csv") == rejects);
    }
}

TEST_CASE("predict file: 200 SDF records on 1 and 8 threads, in order (M06)") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  std::string text;
  for (std::size_t k = 0; k < 200; ++k) {
    const std::size_t atoms = k % 9 + 1;
    text.append("m").append(std::to_string(k)).append("\n\n\n  ").append(std::to_string(atoms)).append("  ").append(std::to_string(atoms - 1));
    text += "  0  0  0  0  0  0  0  0999 V2000\n";
    for (std::size_t a = 0; a < atoms; ++a) text += "    0.0000    0.0000    0.0000 C   0  0\n";
    for (std::size_t a = 1; a < atoms; ++a) text.append("  ").append(std::to_string(a)).append("  ").append(std::to_string(a + 1)).append("  1  0\n");
    text += "M  END\n$$$$\n";
  }
  const std::string input = folder.add("m.sdf", text);
  std::string first;
  for (std::size_t run = 0; run < 50; ++run) {
    const ThreadLimit limit(run % 2 == 0 ? 1 : 8);
    PredictFileOptions options = asking(folder, input);
    options.block = 5;
    CHECK(predict_file(predictor, options).failed == 0);
    const std::string rows = read_text(folder / "out.csv");
    if (first.empty()) first = rows;
    CHECK(rows == first);
  }
  CHECK(lines_of(first).size() == 201);
  CHECK(lines_of(first)[200].starts_with("m199,200,ok,"));
}

TEST_CASE("predict file: after 20,000 records as much memory as after 2,000 (M21)") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  std::string text = "id,smiles\n";
  for (std::size_t k = 0; k < 20000; ++k)
    text.append(std::to_string(k)).append(",").append(k % 50 == 7 ? "C(" : std::string(k % 12 + 1, 'C') + "c1ccccc1").append("\n");
  PredictFileOptions options = asking(folder, folder.add("m.csv", text));
  options.block = 128;
  std::size_t early = 0, late = 0;
  const PredictReport report = predict_file(predictor, options, [&](const PredictProgress& at) {
    if (early == 0 && at.records >= 2000) early = resident_pages();
    late = resident_pages();
  });
  CHECK(report.records == 20000);
  CHECK(early > 0);
  if (kPagesTell) CHECK(static_cast<double>(late) <= 1.1 * static_cast<double>(early));
}

TEST_CASE("predict file: stopped anywhere and resumed, the bytes are those of a run left alone") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  const std::string input = folder.add("m.csv", many());
  const PredictReport whole = predict_file(predictor, asking(folder, input, "whole.csv"));
  const std::string expected = read_text(folder / "whole.csv"), rejects = read_text(folder / "whole.rejects.csv");
  for (const std::size_t blocks : {0U, 1U, 3U, 12U}) {
    PredictFileOptions options = asking(folder, input);
    options.block = 16;
    std::size_t asked = 0;
    options.stop = [&] { return asked++ >= blocks; };
    CHECK_FALSE(predict_file(predictor, options).finished);
    CHECK_FALSE(std::filesystem::exists(folder / "out.csv"));
    options.stop = nullptr;
    options.resume = true;
    options.block = 33;
    const PredictReport report = predict_file(predictor, options);
    CHECK(report.resumed_at == blocks * 16);
    CHECK(report.failed == whole.failed);
    CHECK(report.records == 400);
    CHECK(read_text(folder / "out.csv") == expected);
    CHECK(read_text(folder / "out.rejects.csv") == rejects);
    CHECK_FALSE(std::filesystem::exists(folder / "out.csv.part"));
    CHECK_FALSE(std::filesystem::exists(folder / "out.csv.journal"));
    std::filesystem::remove(folder / "out.csv");
  }
}

TEST_CASE("predict file: a killed run leaves half a row and half a journal line, both are cut off") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  const std::string input = folder.add("m.csv", many());
  predict_file(predictor, asking(folder, input, "whole.csv"));
  PredictFileOptions options = asking(folder, input);
  options.block = 16;
  std::size_t asked = 0;
  options.stop = [&] { return asked++ >= 5; };
  predict_file(predictor, options);
  options.stop = nullptr;
  options.resume = true;
  const std::string part = read_text(folder / "out.csv.part"), journal = read_text(folder / "out.csv.journal"),
                    rejected = read_text(folder / "out.rejects.csv.part");
  const auto resumed = [&](const std::string& rows, const std::string& log) {
    folder.add("out.csv.part", rows);
    folder.add("out.csv.journal", log);
    folder.add("out.rejects.csv.part", rejected);
    const std::size_t at = predict_file(predictor, options).resumed_at;
    CHECK(read_text(folder / "out.csv") == read_text(folder / "whole.csv"));
    CHECK(read_text(folder / "out.rejects.csv") == read_text(folder / "whole.rejects.csv"));
    return at;
  };
  CHECK(resumed(part + "m80,CCCC,81,o", journal) == 80);              // killed while writing rows
  CHECK(resumed(part, journal.substr(0, journal.size() - 3)) == 64);  // while writing the journal
  CHECK(resumed(part, journal.substr(0, journal.size() - 1)) == 64);
  CHECK(resumed(part.substr(0, part.size() - 10), journal) == 64);  // the disk lost the end
  CHECK(resumed("", journal) == 0);
  CHECK(resumed(part, "") == 0);
  folder.add("out.csv.part", part);
  folder.add("out.csv.journal", journal);
  folder.add("out.rejects.csv.part", rejected);
  PredictFileOptions other = options;
  other.passthrough = false;
  CHECK_THROWS_WITH(predict_file(predictor, other), Catch::Contains("another run lies there"));
}

TEST_CASE("predict file: a resumed run counts what failed before it, and notices that the file changed behind its back") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  const std::string text = many(), input = folder.add("m.csv", text);
  const PredictReport whole = predict_file(predictor, asking(folder, input, "whole.csv"));
  PredictFileOptions options = asking(folder, input);
  options.block = 16;
  std::size_t asked = 0;
  options.stop = [&] { return asked++ >= 10; };
  predict_file(predictor, options);
  options.stop = nullptr;
  options.resume = true;
  std::string changed = text;
  changed.replace(changed.find("m6,C"), 4, "m6,N");  // as many bytes, another molecule
  folder.add("m.csv", changed);
  CHECK_THROWS_WITH(predict_file(predictor, options), Catch::Contains("its first 160 records are not those that were done already"));
  folder.add("m.csv", text);
  const PredictReport report = predict_file(predictor, options);
  CHECK(report.resumed_at == 160);
  CHECK(report.failed == whole.failed);
  CHECK(report.statuses == whole.statuses);
  CHECK(read_text(folder / "out.csv") == read_text(folder / "whole.csv"));
}

TEST_CASE("predict file: an input cut short in its middle keeps what came before, says how to go on, and a whole one goes on") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  std::string text = "id,smiles\n";
  std::uint64_t state = 1;  // ids that hardly pack, so that half of the file is half of the records
  for (std::size_t k = 0; k < 20000; ++k) text += std::to_string(state = mix_bits(state)) + (k % 50 == 7 ? ",C(\n" : ",CCO\n");
  const std::string packed = gzipped(text), input = folder.add("m.csv.gz", packed);
  predict_file(predictor, asking(folder, input, "whole.csv"));
  folder.add("m.csv.gz", packed.substr(0, packed.size() / 2));
  PredictFileOptions options = asking(folder, input);
  options.block = 64;
  std::string said;
  try {
    predict_file(predictor, options);
  } catch (const DataError& error) {
    said = error.what();
  }
  INFO(said);
  CHECK(said.find("m.csv.gz: ") != std::string::npos);
  CHECK(said.find("out.csv.part: once that is mended, the same command with --resume goes on behind them") != std::string::npos);
  const std::size_t rows = lines_of(read_text(folder / "out.csv.part")).size() - 1;
  CHECK(rows > 5000);
  CHECK(rows < 15000);
  CHECK(said.find("; " + std::to_string(rows) + " rows are kept in ") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "out.csv"));
  options.resume = true;
  CHECK_THROWS_WITH(predict_file(predictor, options), Catch::Contains(std::to_string(rows) + " rows are kept"));  // still cut
  folder.add("m.csv.gz", packed);
  CHECK(predict_file(predictor, options).resumed_at == rows);
  CHECK(read_text(folder / "out.csv") == read_text(folder / "whole.csv"));
  CHECK(read_text(folder / "out.rejects.csv") == read_text(folder / "whole.rejects.csv"));
}

TEST_CASE("predict file: beside a device no rejects file is made") {
  PredictFileOptions options;
  options.out = "/dev/null";
  CHECK(rejects_path(options).empty());
  options.out = "nowhere/p.csv";
  CHECK(rejects_path(options) == "nowhere/p.rejects.csv");
  options.out = "p.txt";
  CHECK(rejects_path(options) == "p.txt.rejects.csv");
  options.rejects = "r";
  CHECK(rejects_path(options) == "r");
}

TEST_CASE("predict file: empty inputs, missing files") {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  CHECK(predict_file(predictor, asking(folder, folder.add("m.smi", ""))).records == 0);
  CHECK(read_text(folder / "out.csv") == "smiles,name,row,status,NR-AR,SR-p53\n");
  CHECK_THROWS_AS(predict_file(predictor, asking(folder, folder / "none.csv")), DataError);
  CHECK_THROWS_WITH(predict_file(predictor, asking(folder, folder.add("n.csv", "note,structure\nx,CCO\n"), "n_out.csv")),
                    Catch::Contains("no column 'smiles'; there are: note, structure"));
  CHECK_FALSE(std::filesystem::exists(folder / "n_out.csv"));
}
