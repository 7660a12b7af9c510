// One broken file of molecules for each kind of damage, and what becomes of every record in it.
#include <edgewise/io/mol/prepare.hpp>

#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::mol;
namespace fs = std::filesystem;

TEST_CASE("molecule files: each damaged file gives its statuses", "[io]") {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(EDGEWISE_TEST_DATA) / "malformed_molecules")) {
    if (entry.path().extension() == ".txt") continue;
    INFO(entry.path().filename());
    ++files;
    std::string expected = read_text(fs::path(entry.path()).replace_extension(".txt")), got;
    RecordReader reader(io::ByteStream::open(entry.path()));
    for (Record record; reader.next(record);) {
      const Prepared prepared = prepare(record, {});
      got.append("row ")
          .append(std::to_string(record.number))
          .append(", line ")
          .append(std::to_string(record.line))
          .append(": ")
          .append(word_of(prepared.status));
      // RDKit words its own reasons, and may word them anew.
      const std::string with_reason = got + ": " + prepared.reason + "\n";
      got = expected.starts_with(with_reason) ? with_reason : got + "\n";
    }
    CHECK(got == expected);
  }
  CHECK(files == 13);
}
