#include "../../io/mol/records.hpp"
#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::mol;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Every format on the same bytes: limits small, so that they are met.
  for (const RecordFormat format : {RecordFormat::automatic, RecordFormat::csv, RecordFormat::tsv, RecordFormat::smi, RecordFormat::sdf})
    fuzz::run(data, size, [&](std::string bytes) {
      RecordReader reader(io::ByteStream::from_memory("fuzz", std::move(bytes)),
                          {.format = format, .smiles_column = {}, .most_bytes = 200, .most_lines = 5});
      std::size_t count = 0;
      for (Record record; reader.next(record); ++count)
        if (record.fields.size() != reader.columns().size() || record.number != count + 1 || record.line == 0) __builtin_trap();
    });
  return 0;
}
