#pragma once
/// Text files as they come: plain, gzip or zstd, with or without a byte-order mark, LF or CRLF.
#include <memory>
#include <string>
#include <string_view>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// The whole text of a file, in memory or mapped.  Copies share it.
/// gzip and zstd are known by their first bytes, whatever the name says; a UTF-8 byte-order mark is taken off.
class TextFile {
 public:
  /// Throws DataError `path: reason` when the file is missing, unreadable, a folder, or its compressed data are damaged or cut short.
  static TextFile open(const std::string& path);
  /// The same for bytes in memory; `name` stands for the path in messages.
  static TextFile from_memory(std::string name, std::string bytes);

  /// The path, or the name that it was given.
  const std::string& name() const { return name_; }
  /// All of it, unpacked.
  std::string_view text() const { return text_; }

 private:
  TextFile(std::string name, std::shared_ptr<const void> keeper, std::string_view bytes);

  std::string name_;
  std::shared_ptr<const void> keeper_;
  std::string_view text_;
};

/// A line: its text without the end, and its number from 1.
struct Line {
  std::string_view text;
  std::size_t number = 0;
};

/// Walks lines.  LF, CRLF and a mix end a line; the last one needs no end.
class LineWalk {
 public:
  explicit LineWalk(std::string_view text, std::size_t first_number = 1) : rest_(text), next_number_(first_number) {}
  /// False when there is no further line.
  bool next(Line& line);

 private:
  std::string_view rest_;
  std::size_t next_number_;
};

/// Quoted for a message: at most 40 bytes, unprintable ones as '?'.
std::string shown(std::string_view text);

EDGEWISE_API_END
}  // namespace edgewise::io
