#pragma once
/// Output files that appear whole or not at all.
#include <optional>
#include <string>
#include <string_view>

#include "../graph/api.hpp"
#include "unfinished.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Writes under a temporary name in the folder of `path`; `commit` renames it.  Without a commit (an error on the way, say) the
/// temporary file is removed and whatever stood at `path` stays as it was.  A path that is no plain file (a pipe, a terminal) is
/// written to directly.
///   OutputFile out("runs/a/predictions.csv");
///   out.write("node,split\n");
///   out.commit();
/// Throws   DataError naming path, folder and reason: folder missing, not writable, disk full, `path` is a folder.
/// Threads  One object belongs to one thread; several may write into one folder.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Buffered: blocks of 64 KiB go to the system.
  void write(std::string_view bytes);
  /// Brings everything to the disk, then gives the file its name.  Nothing may be written afterwards.
  void commit();
  /// Where it will stand.
  const std::string& path() const { return path_; }

 private:
  void flush();
  [[noreturn]] void give_up(const std::string& what);
  void discard() noexcept;

  std::string path_;       // as the caller wrote it
  std::string target_;     // what it stands for once links are followed
  std::string temporary_;  // empty when written to directly
  std::string waiting_;
  std::optional<Unfinished> unfinished_;
  int file_ = -1;
};

/// The whole file at once.
void write_file(const std::string& path, std::string_view bytes);
/// Makes the folder and those above it; fine when it is there.  Throws DataError naming the part that stands in the way.
void make_folder(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::io
