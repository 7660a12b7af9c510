#include "records.hpp"

#include <cctype>
#include <utility>

#include "../../graph/error.hpp"
#include "../fields.hpp"
#include "record_sources.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kLook = std::size_t{1} << 16;  // bytes that tell the format of a file without a telling name
constexpr std::size_t kShownOfGiant = 200;           // bytes kept of a record beyond every measure

RecordFormat format_by_name(const std::string& name) {
  std::string lower = lowered(name);
  for (const char* packing : {".gz", ".zst", ".zstd"})
    if (lower.ends_with(packing)) lower.erase(lower.size() - std::string_view(packing).size());
  const auto ends = [&](std::initializer_list<const char*> endings) {
    for (const char* ending : endings)
      if (lower.ends_with(ending)) return true;
    return false;
  };
  if (ends({".csv"})) return RecordFormat::csv;
  if (ends({".tsv", ".tab"})) return RecordFormat::tsv;
  if (ends({".smi", ".smiles", ".ism", ".can"})) return RecordFormat::smi;
  if (ends({".sdf", ".sd", ".mol"})) return RecordFormat::sdf;
  return RecordFormat::automatic;
}

RecordFormat format_by_content(TextWindow& window) {
  while (window.size() < kLook && window.grow()) {
  }
  const std::string_view head = window.view().substr(0, kLook);
  for (const char* sign : {"V2000", "V3000", "M  END", "\n$$$$"})
    if (head.find(sign) != std::string_view::npos) return RecordFormat::sdf;
  io::LineWalk walk(head);
  for (io::Line line; walk.next(line);) {
    const std::string_view text = io::trimmed(line.text);
    if (text.empty()) continue;
    const bool says = lowered(text).find("smiles") != std::string::npos;
    const bool columns = text.find_first_of(",;\t") != std::string_view::npos || text.find(' ') == std::string_view::npos;
    return says && columns ? RecordFormat::csv : RecordFormat::smi;
  }
  return RecordFormat::smi;
}

}  // namespace

const char* word_of(RecordFormat format) {
  switch (format) {
    case RecordFormat::csv:
      return "csv";
    case RecordFormat::tsv:
      return "tsv";
    case RecordFormat::smi:
      return "smi";
    case RecordFormat::sdf:
      return "sdf";
    case RecordFormat::automatic:
      break;
  }
  return "auto";
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

void RecordSource::skip_line() {
  for (;;) {
    const TextWindow::End end = window_.line_end(0, 0);
    window_.drop(end.next);
    if (end.ended) return;
  }
}

void LineSource::blank(Record& record) {
  record.line = blank_from_++;
  --blank_lines_;
}

bool LineSource::next(Record& record) {
  while (blank_lines_ == 0) {
    if (window_.size() == 0 && !window_.grow()) return false;
    const TextWindow::End end = window_.line_end(0, options_.most_bytes);
    if (io::trimmed(window_.view().substr(0, end.text)).empty() && end.ended) {  // how many of them, and does anything follow?
      std::size_t blanks = 1;
      window_.drop(end.next);
      for (;; ++blanks) {
        if (window_.size() == 0 && !window_.grow()) return false;
        const TextWindow::End more = window_.line_end(0, options_.most_bytes);
        if (!more.ended || !io::trimmed(window_.view().substr(0, more.text)).empty()) break;
        window_.drop(more.next);
      }
      blank_from_ = line_;
      line_ += blanks;
      if (blank_is_record()) blank_lines_ = blanks;
      continue;
    }
    record.line = line_;
    if (!end.ended) {
      record.oversized = true;
      record.text = window_.view().substr(0, kShownOfGiant);
      skip_line();
      ++line_;
      return true;
    }
    take(record, end);
    return true;
  }
  blank(record);
  return true;
}

struct RecordReader::State {
  RecordFormat format = RecordFormat::automatic;
  std::unique_ptr<RecordSource> source;
  std::size_t records = 0;
};

RecordReader::RecordReader(io::ByteStream stream, const RecordOptions& options) : state_(std::make_unique<State>()) {
  RecordFormat& format = state_->format;
  format = options.format == RecordFormat::automatic ? format_by_name(stream.name()) : options.format;
  TextWindow window(std::move(stream));
  if (format == RecordFormat::automatic) format = format_by_content(window);
  switch (format) {
    case RecordFormat::sdf:
      state_->source = make_sdf_source(std::move(window), options);
      break;
    case RecordFormat::smi:
      state_->source = make_smi_source(std::move(window), options);
      break;
    default:
      state_->source = make_table_source(std::move(window), options, format == RecordFormat::tsv);
  }
}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

bool RecordReader::next(Record& record) {
  record.text.clear();
  record.structure.clear();
  record.fault.clear();
  record.oversized = false;
  record.block = state_->format == RecordFormat::sdf;
  record.fields.resize(columns().size());
  for (std::string& field : record.fields) field.clear();
  if (!state_->source->next(record)) return false;
  record.number = ++state_->records;
  return true;
}

RecordFormat RecordReader::format() const { return state_->format; }
const std::vector<std::string>& RecordReader::columns() const { return state_->source->columns_; }
std::size_t RecordReader::smiles_column() const { return state_->source->smiles_column_; }
const std::string& RecordReader::name() const { return state_->source->window_.stream().name(); }
std::string RecordReader::note() const { return name() + ": " + state_->source->note(); }
std::size_t RecordReader::late_items() const { return state_->source->late_items_; }
std::uint64_t RecordReader::taken() const { return state_->source->window_.stream().taken(); }
std::uint64_t RecordReader::size() const { return state_->source->window_.stream().size(); }

}  // namespace edgewise::mol
