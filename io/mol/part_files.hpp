#pragma once
/// For sources of this folder only: two files that grow by blocks, and a journal that says how far they are whole.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace edgewise::mol {

/// OUT.part, REJECTS.part and OUT.journal.
///   edgewise journal 1 <what is being done, one line>
///   <records> <bytes of OUT.part> <bytes of REJECTS.part> <check> <what the writer wants to know again>     a line per finished block
/// A line counts when it is whole (its check fits) and the files are as long as it says; what lies behind is cut off.
/// A block is written before its line, so a process killed at any moment leaves no half-written row that counts.
/// Throws   DataError naming path and reason.
class PartFiles {
 public:
  /// `out` "-" or something that is no plain file: written directly, no journal.  `rejects` may be empty: none is kept.
  /// With `resume` goes on where the journal ends; a journal about something else is refused.  Without, starts again.
  PartFiles(std::string out, std::string rejects, const std::string& about, bool resume);
  ~PartFiles();
  PartFiles(const PartFiles&) = delete;
  PartFiles& operator=(const PartFiles&) = delete;

  /// Records that were whole when this was opened.
  std::size_t records() const { return start_; }
  bool journalled() const { return journal_ >= 0; }
  /// What the last `append` said that counts.
  const std::string& state() const { return state_; }
  /// The block that brings the files to `records` records.  `state`: no line break in it.
  void append(std::string_view rows, std::string_view rejects, std::size_t records, const std::string& state);
  /// Brings the files to the disk and gives them their names.
  void commit();

 private:
  struct File {
    std::string path;
    std::string part;
    int number = -1;
    std::uint64_t size = 0;
    bool direct = false;
  };
  void open(File& file, bool keep);
  void write(File& file, std::string_view bytes);
  void read_journal(const std::string& about);

  File out_, rejects_;
  std::string journal_path_;
  int journal_ = -1;
  std::size_t start_ = 0;
  std::string state_;
};

}  // namespace edgewise::mol
