#include <utility>

#include "../fields.hpp"
#include "record_sources.hpp"

namespace edgewise::mol {
namespace {

class SmiSource : public LineSource {
 public:
  SmiSource(TextWindow window, const RecordOptions& options) : LineSource(std::move(window), options) {
    columns_ = {"smiles", "name"};
    if (window_.size() == 0 && !window_.grow()) return;
    const TextWindow::End end = window_.line_end(0, options_.most_bytes);
    const std::string_view line = io::trimmed(window_.view().substr(0, end.text));
    header_ = end.ended && lowered(line.substr(0, line.find_first_of(" \t"))).find("smiles") != std::string::npos;
    if (!header_) return;  // a first line that says smiles is no molecule; any other is one
    window_.drop(end.next);
    ++line_;
  }
  std::string note() const override { return std::string("SMILES and names; header: ") + (header_ ? "yes" : "no"); }

 protected:
  bool blank_is_record() const override { return true; }

  void take(Record& record, TextWindow::End end) override {
    record.text = window_.view().substr(0, end.text);
    std::string_view text = io::trimmed(record.text);
    std::size_t cut = text.find_first_of(" \t");
    const std::string_view rest = cut == std::string_view::npos ? std::string_view() : io::trimmed(text.substr(cut));
    if (rest.starts_with('|')) {  // an extension of the SMILES: CCO |...| name
      const std::size_t close = rest.find('|', 1);
      if (close != std::string_view::npos) cut = static_cast<std::size_t>(rest.data() + close + 1 - text.data());
    }
    record.structure = text.substr(0, cut);
    record.fields[0] = record.structure;
    if (cut < text.size()) record.fields[1] = io::trimmed(text.substr(cut));
    window_.drop(end.next);
    ++line_;
  }

 private:
  bool header_ = false;
};

}  // namespace

std::unique_ptr<RecordSource> make_smi_source(TextWindow window, const RecordOptions& options) {
  return std::make_unique<SmiSource>(std::move(window), options);
}

}  // namespace edgewise::mol
