#pragma once
/// Molecule records as people keep them, one at a time in constant memory, before any chemistry.
///   CSV, TSV   id,smiles,activity        one header line, columns by name; quoted fields may hold line breaks
///   .smi       CCO ethanol               the first blank ends the SMILES, the rest is the name; a header only when it says smiles
///   SDF        mol block V2000 or V3000, data items, $$$$
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "../byte_stream.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// How records stand in a file.
enum class RecordFormat { automatic, csv, tsv, smi, sdf };

/// How a file is cut into records.
struct RecordOptions {
  RecordFormat format = RecordFormat::automatic;  ///< by the name (.csv, .tsv, .smi, .sdf, each also .gz or .zst), else by the content
  std::string smiles_column = {};                 ///< of a table; empty: the one called smiles, else the only one whose name holds "smiles"
  std::size_t most_bytes = std::size_t{1} << 22;  ///< a longer record is read over and flagged
  std::size_t most_lines = 1000;                  ///< a quoted field that runs on for more lines does not end
};

/// One record: whatever was between two borders.  Borders never depend on what a record means.
struct Record {
  std::size_t number = 0;           ///< from 1
  std::size_t line = 0;             ///< physical line of the file on which it begins, from 1
  std::string text;                 ///< as in the file, without its last line end; cut to its beginning when `oversized`
  std::string structure;            ///< SMILES (blanks around it taken off) or mol block
  std::vector<std::string> fields;  ///< one per column of the reader, "" where the record has none
  bool block = false;               ///< the structure is a mol block
  bool oversized = false;           ///< longer than most_bytes
  std::string fault;                ///< why the record cannot be used (an open quote, a wrong number of fields); empty: it can
};

/// Reads record after record: records out = records in.
/// Columns  CSV, TSV: the header.  .smi: smiles, name.  SDF: title, then the data items of the file (of a stream: its first 4 MiB), in order of
///          appearance; items that turn up later are counted (see late_items) and left out.
/// Lines    LF, CRLF and a mix end a line.  Blank lines at the end are no records; inside, they are where a table has one column or
///          is a .smi (an empty structure), else they are skipped.
/// Quotes   A field that begins with a double quote ends with one ("" inside for a quote) and may hold line breaks.  Where that does not come
///          out (the end is missing, text follows it, the row then has another number of fields than the header) the row is its first line
///          alone, and faulty: a stray quote costs one record.
/// SDF      A line that begins with $$$$ ends a record, whatever stands before it; the last record needs none.
/// Throws   DataError: what ByteStream throws; a table without a header or without a SMILES column (the columns are listed).
/// Threads  One object belongs to one thread at a time.
class RecordReader {
 public:
  RecordReader(io::ByteStream stream, const RecordOptions& options = {});
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  /// False at the end.  Reuses what `record` holds.
  bool next(Record& record);

  /// What was found out when the file was opened:
  RecordFormat format() const;
  const std::vector<std::string>& columns() const;
  /// The column that holds the SMILES; columns().size() for SDF.
  std::size_t smiles_column() const;
  /// The path, or the name that it was given.
  const std::string& name() const;
  /// "mols.csv: comma-separated, 3 columns, structures in 'smiles'".
  std::string note() const;
  /// SDF data items that came too late to get a column.
  std::size_t late_items() const;
  /// Bytes of the file that are behind us, and its size (0: not known):
  std::uint64_t taken() const;
  std::uint64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The word for a format: csv, tsv, smi, sdf.
const char* word_of(RecordFormat format);

EDGEWISE_API_END
}  // namespace edgewise::mol
