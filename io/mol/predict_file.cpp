#include "predict_file.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/pipeline.hpp"
#include "../../graph/random.hpp"
#include "../csv_writer.hpp"
#include "part_files.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kShown = 200;                        // bytes of a rejected record that are written down
constexpr std::size_t kBlockBytes = std::size_t{1} << 22;  // a block of long records is cut short

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Records on their way through, and what is to be written for them.
struct Block {
  std::vector<Record> records;
  std::vector<Prediction> predictions;
  std::string rows, rejects;
  std::size_t last = 0;       // number of the last record
  std::uint64_t content = 0;  // hash of the input up to there
  std::uint64_t taken = 0;
};

/// What the model is, so that a resumed run uses no other.
std::uint64_t digest(const MoleculeModel& model) {
  std::uint64_t hash = 0;
  const auto take = [&](std::uint64_t word) { hash = mix_bits(hash ^ word); };
  for (const char c : to_json(model.schema)) take(static_cast<unsigned char>(c));
  take(model.domain.bits.size());
  for (const auto& member : model.members)
    for (const auto& list : {member->parameters(), member->buffers()})
      for (const auto& [name, value] : list)
        for (const float number : value.value().values()) take(std::bit_cast<std::uint32_t>(number));
  return hash;
}

/// The input's records one after the other, so that a resumed run finds out when the file changed.
std::uint64_t hash_on(std::uint64_t hash, const Record& record) { return mix_bits(hash ^ std::hash<std::string>{}(record.text)); }

/// What a resumed run must know again: the hash, and how many records failed in which way.
std::string to_state(std::uint64_t content, const PredictReport& report) {
  std::string text = std::to_string(content) + ' ' + std::to_string(report.failed);
  for (const auto& [status, count] : report.statuses) text.append(" ").append(status).append(" ").append(std::to_string(count));
  return text;
}
std::uint64_t from_state(const std::string& text, PredictReport& report) {
  std::istringstream words(text);
  std::uint64_t content = 0;
  words >> content >> report.failed;
  std::string status;
  for (std::size_t count = 0; words >> status >> count;) report.statuses[status] = count;
  return content;
}

/// Column names of the output, and a block as text.
class Sheet {
 public:
  Sheet(const Predictor& predictor, const RecordReader& reader, const PredictFileOptions& options)
      : passthrough_(options.passthrough), note_(predictor.schema().preparation.salts == Preparation::Salts::largest) {
    std::vector<std::string> ours{"row", "status"};
    if (note_) ours.emplace_back("note");
    const std::vector<std::string>& tasks = predictor.schema().tasks;
    ours.insert(ours.end(), tasks.begin(), tasks.end());
    if (options.uncertainty) {
      if (predictor.calibrates())
        for (const std::string& task : tasks) ours.push_back(task + "_calibrated");
      if (predictor.spreads())
        for (const std::string& task : tasks) ours.push_back(task + "_spread");
      similarity_ = predictor.knows_domain();
      if (similarity_) ours.emplace_back("similarity");
    }
    numbers_ = ours.size() - 2 - (note_ ? 1U : 0U);
    std::set<std::string> taken(ours.begin(), ours.end());
    if (passthrough_)
      for (const std::string& column : reader.columns()) {
        std::string name = column;
        while (!taken.insert(name).second) name.insert(0, "input_");
        if (name != column) renamed_.push_back(column);
        columns_.push_back(name);
      }
    columns_.insert(columns_.end(), ours.begin(), ours.end());
  }

  const std::vector<std::string>& renamed() const { return renamed_; }
  std::string header() const {
    std::string line;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (k > 0) line += ',';
      io::append_field(line, columns_[k]);
    }
    return line + '\n';
  }

  void write(Block& block) const {
    for (std::size_t k = 0; k < block.records.size(); ++k) {
      const Record& record = block.records[k];
      const Prediction& row = block.predictions[k];
      if (passthrough_)
        for (const std::string& field : record.fields) {
          io::append_field(block.rows, field);
          block.rows += ',';
        }
      io::append_number(block.rows, record.number);
      block.rows += ',';
      io::append_field(block.rows, status_text(row));
      if (note_) block.rows += row.cut ? ",largest_fragment" : ",";
      if (row.status == Status::ok) {
        for (const auto* list : {&row.value, &row.calibrated, &row.spread})
          for (const float value : *list) {
            block.rows += ',';
            io::append_number(block.rows, value);
          }
        if (similarity_) {
          block.rows += ',';
          io::append_number(block.rows, row.similarity);
        }
      } else {
        block.rows.append(numbers_, ',');
        reject(block.rejects, record, row);
      }
      block.rows += '\n';
    }
  }

 private:
  static void reject(std::string& rejects, const Record& record, const Prediction& row) {
    io::append_number(rejects, record.number);
    rejects += ',';
    io::append_number(rejects, record.line);
    rejects += ',';
    rejects += word_of(row.status);
    rejects += ',';
    io::append_field(rejects, row.reason);
    rejects += ',';
    const bool whole = record.block || !record.fault.empty() || record.oversized;
    std::string text = (whole ? record.text : record.structure).substr(0, kShown);
    for (char& c : text)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    io::append_field(rejects, text);
    rejects += '\n';
  }

  bool passthrough_, note_;
  bool similarity_ = false;
  std::size_t numbers_ = 0;
  std::vector<std::string> columns_, renamed_;
};

std::string what_is_done(const Predictor& predictor, const RecordReader& reader, const PredictFileOptions& options) {
  std::string columns;
  for (const std::string& column : reader.columns()) columns.append(column).append(",");
  // Not the size of the file: one that was cut short is whole again when the run goes on; the records done are compared one by one.
  std::string text = "input " + reader.name() + " as " + word_of(reader.format()) + "; columns " + columns + " structures in " +
                     std::to_string(reader.smiles_column()) + "; model " + std::to_string(digest(predictor.model()));
  text += options.passthrough ? "; columns carried" : "; columns left out";
  if (options.uncertainty) text += "; with uncertainty";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

/// Ends a run whose input cannot be read on, or whose output not be written: what is whole stays, and the way on is said.
[[noreturn]] void give_up(const DataError& error, const PredictFileOptions& options, const PredictReport& report, const PartFiles& parts) {
  if (!parts.journalled() || report.records == 0) throw error;
  fail<DataError>(error.what(), "; ", report.records, " rows are kept in ", options.out,
                  ".part: once that is mended, the same command with --resume ", "goes on behind them");
}

}  // namespace

std::string rejects_path(const PredictFileOptions& options) {
  if (!options.rejects.empty() || options.out == "-") return options.rejects;
  std::error_code error;
  const auto status = std::filesystem::status(options.out, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return {};
  std::string path = options.out;
  if (path.ends_with(".csv")) path.resize(path.size() - 4);
  return path + ".rejects.csv";
}

PredictReport predict_file(const Predictor& predictor, const PredictFileOptions& options,
                           const std::function<void(const PredictProgress&)>& progress) {
  const double start = now();
  PredictReport report;
  RecordReader reader(io::ByteStream::open(options.input), options.records);
  const Sheet sheet(predictor, reader, options);
  report.notes.push_back(reader.note());
  report.notes.insert(report.notes.end(), predictor.model().notes.begin(), predictor.model().notes.end());
  for (const std::string& column : sheet.renamed())
    report.notes.push_back(std::string(reader.name())
                               .append(": column '")
                               .append(column)
                               .append("' is carried along as 'input_")
                               .append(column)
                               .append("', its name is taken by an output"));
  report.rejects = rejects_path(options);
  PartFiles parts(options.out, report.rejects, what_is_done(predictor, reader, options), options.resume);
  const std::size_t resumed_at = report.resumed_at = parts.records();
  std::uint64_t content = 0;
  {
    Record skipped;
    for (; report.records < resumed_at && reader.next(skipped); ++report.records) content = hash_on(content, skipped);
    if (report.records < resumed_at)
      fail<DataError>(options.input, ": ends after ", report.records, " records, ", resumed_at,
                      " were done already; the file changed; leave --resume out to start again");
    if (resumed_at > 0 && from_state(parts.state(), report) != content)
      fail<DataError>(options.input, ": its first ", resumed_at, " records are not those that were done already; leave --resume out to start again");
  }

  std::optional<DataError> unreadable;  // the input stopped in the middle: records before that are finished first
  StageSeconds seconds;
  std::atomic<double> format_seconds = 0;
  bool first = resumed_at == 0;
  const std::string rejects_header = "row,line,status,reason,structure\n";
  const auto read_block = [&]() -> std::shared_ptr<Block> {
    const double begin = now();
    auto block = std::make_shared<Block>();
    if (options.stop && options.stop()) {
      report.finished = false;
      return nullptr;
    }
    if (unreadable) return nullptr;
    std::size_t bytes = 0;
    try {
      for (Record record; block->records.size() < options.block && bytes < kBlockBytes && reader.next(record);) {
        bytes += record.text.size();
        block->last = record.number;
        content = hash_on(content, record);
        block->records.push_back(std::move(record));
      }
    } catch (const DataError& error) {
      unreadable = error;
    }
    block->content = content;
    block->taken = reader.taken();
    report.read += now() - begin;
    return block->records.empty() ? nullptr : block;
  };
  const auto work = [&](Block& block) {
    block.predictions = predictor.predict(block.records, options.uncertainty, &seconds);
    const double begin = now();
    sheet.write(block);
    format_seconds += now() - begin;
  };
  const auto write_block = [&](Block& block) {
    const double begin = now();
    if (first) {
      block.rows.insert(0, sheet.header());
      block.rejects.insert(0, rejects_header);
      first = false;
    }
    for (const Prediction& row : block.predictions) {
      report.failed += row.status == Status::ok ? 0U : 1U;
      if (row.status != Status::ok)
        ++report.statuses[word_of(row.status)];
      else if (!row.unseen.empty())
        ++report.statuses["unseen_element"];
    }
    parts.append(block.rows, block.rejects, block.last, to_state(block.content, report));
    report.records = block.last;
    report.write += now() - begin;
    if (progress) progress({report.records, resumed_at, block.taken, reader.size()});
  };
  try {
    run_pipeline<Block>(read_block, work, write_block);
    if (unreadable) throw *unreadable;
  } catch (const DataError& error) {
    give_up(error, options, report, parts);
  }
  if (report.finished) {
    if (first) parts.append(sheet.header(), rejects_header, 0, to_state(0, report));
    parts.commit();
  }
  if (reader.late_items() > 0)
    report.notes.push_back(reader.name() + ": " + std::to_string(reader.late_items()) + " data items turned up too late to get a column");
  report.prepare = seconds.prepare;
  report.featurise = seconds.featurise;
  report.predict = seconds.predict;
  report.uncertainty = seconds.uncertainty;
  report.format = format_seconds;
  report.wall = now() - start;
  return report;
}

}  // namespace edgewise::mol
