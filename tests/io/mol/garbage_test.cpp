// Two files of 10,000 records with 5 % garbage of every kind: exactly 10,000 rows out of each, the right statuses, in input order.
#include <edgewise/graph/random.hpp>
#include <edgewise/io/delimited.hpp>
#include <edgewise/io/mol/predict_file.hpp>

#include <map>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/tiny_molecules.hpp"

using namespace edgewise;
using namespace edgewise::mol;
using namespace edgewise::test;

namespace {

constexpr std::size_t kRecords = 10'000;

/// A file and what every record of it must come to.
struct Garbage {
  std::string text;
  std::vector<std::string> names, statuses;
};

std::string good_smiles(Rng& rng) {
  static const std::vector<std::string> parts{"C", "CC", "N", "O", "c1ccccc1", "C(=O)", "C(C)", "OC", "NC"};
  std::string smiles = "C";
  for (std::uint64_t k = rng.below(6); k > 0; --k) smiles += parts[rng.below(parts.size())];
  return smiles;
}

Garbage csv_garbage() {
  Garbage made;
  Rng rng(1);
  made.text = "\xEF\xBB\xBFname,smiles,note\r\n";
  for (std::size_t k = 0; k < kRecords; ++k) {
    const std::string name = std::to_string(k);
    const char* end = rng.below(2) == 0 ? "\n" : "\r\n";
    std::string status = "ok", line;
    const auto row = [&](const std::string& smiles, const std::string& note) {
      line.append(name).append(",").append(smiles).append(",").append(note).append(end);
    };
    if (rng.below(20) != 0) {
      row(good_smiles(rng), rng.below(10) == 0 ? "\"two" + std::string(end) + "lines, with \"\"quotes\"\"\"" : "plain");
    } else {
      switch (rng.below(9)) {
        case 0:
          row("C1CC(", "x"), status = "unparsable";
          break;
        case 1:
          row("", "x"), status = "no_atoms";
          break;
        case 2:
          row(std::string(20'000, 'C'), "x"), status = "too_large";
          break;
        case 3:
          row("CN(C)(C)C", "x"), status = "unparsable";
          break;
        case 4:
          row("C[Se]C", "x"), status = "unseen_element:Se";
          break;
        case 5:
          row("CCO and more", "x"), status = "unparsable";
          break;
        case 6:
          row("CCO", "x,y"), status = "unparsable";
          break;  // a field too many
        case 7:
          row("CCO", "\"open\"x"), status = "unparsable";
          break;  // text behind a quote
        default:
          row("c1cccc1", "\"a\n\nb\""), status = "unparsable";
          break;  // a broken ring, a quoted blank line
      }
    }
    made.text += line;
    made.names.push_back(name);
    made.statuses.push_back(status);
  }
  return made;
}

std::string chain(std::size_t atoms, const char* element = "C") {
  std::string text;
  const std::string count = std::to_string(atoms), bonds = std::to_string(atoms > 0 ? atoms - 1 : 0);
  text.append(3 - count.size(), ' ').append(count).append(3 - bonds.size(), ' ').append(bonds).append("  0  0  0  0  0  0  0  0999 V2000\n");
  for (std::size_t a = 0; a < atoms; ++a)
    text.append("    0.0000    0.0000    0.0000 ").append(element).append(element[1] != 0 ? "  0  0\n" : "   0  0\n");
  for (std::size_t a = 1; a < atoms; ++a) {
    const std::string from = std::to_string(a), to = std::to_string(a + 1);
    text.append(3 - from.size(), ' ').append(from).append(3 - to.size(), ' ').append(to).append("  1  0\n");
  }
  return text;
}

Garbage sdf_garbage() {
  Garbage made;
  Rng rng(2);
  for (std::size_t k = 0; k < kRecords; ++k) {
    const std::string name = std::to_string(k);
    std::string status = "ok", record = name + "\n  by hand\n\n";
    const std::string good = chain(1 + rng.below(8));
    if (rng.below(20) != 0) {
      record.append(good).append("M  END\n> <id>\n").append(name).append("\n\n");
    } else {
      switch (rng.below(8)) {
        case 0:
          record.append(good).append("M  END\n> <id>\n").append(name).append("\n");
          break;  // no blank line behind the item
        case 1:
          record.append(chain(8).substr(0, 150)).append("\n"), status = "unparsable";
          break;
        case 2:
          record.append(chain(8).substr(0, 150)).append("\nM  END\n"), status = "unparsable";
          break;
        case 3:
          record.append(chain(0)).append("M  END\n"), status = "no_atoms";
          break;
        case 4:
          record.append(good).append("\nM  END\n");
          break;  // a blank line before the end
        case 5:
          record.append(chain(900)).append("M  END\n"), status = "too_large";
          break;
        case 6:
          record.append(chain(3, "Se")).append("M  END\n"), status = "unseen_element:Se";
          break;
        default:
          record.append("what is this\n"), status = "unparsable";
          break;
      }
    }
    if (k + 1 < kRecords) record += "$$$$\n";  // the last record has no end
    if (rng.below(3) == 0) {
      std::string windows;
      for (const char c : record) windows.append(c == '\n' ? "\r\n" : std::string(1, c));
      record = windows;
    }
    made.text += record;
    made.names.push_back(name);
    made.statuses.push_back(status);
  }
  return made;
}

void check(const Garbage& garbage, const std::string& file_name) {
  const TemporaryFolder folder;
  const Predictor predictor(tiny_model());
  PredictFileOptions options;
  options.input = folder.add(file_name, garbage.text);
  options.out = folder / "out.csv";
  const PredictReport report = predict_file(predictor, options);
  CHECK(report.records == kRecords);

  RecordReader rows(io::ByteStream::open(options.out), {.format = RecordFormat::csv, .smiles_column = "status"});
  std::size_t wrong = 0, count = 0, failed = 0;
  for (Record row; rows.next(row); ++count) {
    if (count >= kRecords) continue;
    const bool predicted = garbage.statuses[count] == "ok" || garbage.statuses[count].starts_with("unseen");
    failed += predicted ? 0U : 1U;
    const bool right = row.fields[0] == garbage.names[count] && row.fields[rows.smiles_column()] == garbage.statuses[count] &&
                       row.fields[rows.smiles_column() - 1] == std::to_string(count + 1) && row.fields.back().empty() != predicted &&
                       row.fault.empty();
    if (!right && ++wrong <= 3) {
      UNSCOPED_INFO("record " << count + 1 << ": wanted " << garbage.statuses[count] << ", got " << row.text.substr(0, 300));
    }
  }
  CHECK(wrong == 0);
  CHECK(count == kRecords);
  CHECK(report.failed == failed);
  CHECK(failed > 200);
  RecordReader rejects(io::ByteStream::open(report.rejects), {.format = RecordFormat::csv, .smiles_column = "structure"});
  std::size_t rejected = 0;
  for (Record row; rejects.next(row); ++rejected) {
    REQUIRE(row.fault.empty());
    REQUIRE_FALSE(row.fields[3].empty());
    REQUIRE(garbage.statuses[std::stoul(row.fields[0]) - 1] == row.fields[2]);
  }
  CHECK(rejected == failed);
}

}  // namespace

TEST_CASE("garbage: a CSV of 10,000 records") { check(csv_garbage(), "m.csv"); }
TEST_CASE("garbage: an SDF of 10,000 records") { check(sdf_garbage(), "m.sdf"); }
