#pragma once
/// For sources only: the stretch of a stream that is being looked at.
#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "../byte_stream.hpp"

namespace edgewise::mol {

/// A stretch of the stream in memory.  Places in it are offsets from its beginning, because memory may move when it grows.
class TextWindow {
 public:
  explicit TextWindow(io::ByteStream stream) : stream_(std::move(stream)) {}

  std::string_view view() const { return std::string_view(buffer_).substr(begin_, end_ - begin_); }
  std::size_t size() const { return end_ - begin_; }
  /// Appends more of the stream; false at its end.
  bool grow() {
    if (ended_) return false;
    if (begin_ > 0 && (begin_ == end_ || end_ + kBlock > buffer_.size())) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ + kBlock > buffer_.size()) buffer_.resize(std::max(end_ + kBlock, 2 * buffer_.size()));
    const std::size_t got = stream_.read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    ended_ = got == 0;
    return got > 0;
  }
  void drop(std::size_t bytes) { begin_ += bytes; }

  /// A line that begins at `from`: where its text ends and where the next line begins, as offsets.
  struct End {
    std::size_t text;  ///< behind the last character, without LF or CRLF
    std::size_t next;
    bool ended;  ///< false: longer than the limit, no end in sight yet
  };
  /// Grows until the line ends, at most to `most` bytes beyond `from`.
  End line_end(std::size_t from, std::size_t most) {
    for (std::size_t looked = from;;) {
      const void* const found = looked < size() ? std::memchr(buffer_.data() + begin_ + looked, '\n', size() - looked) : nullptr;
      if (found) {
        const auto place = static_cast<std::size_t>(static_cast<const char*>(found) - (buffer_.data() + begin_));
        const bool carriage = place > from && buffer_[begin_ + place - 1] == '\r';
        return {place - (carriage ? 1U : 0U), place + 1, true};
      }
      looked = size();
      if (size() - from > most) return {size(), size(), false};
      if (!grow()) {
        const bool carriage = size() > from && buffer_[begin_ + size() - 1] == '\r';
        return {size() - (carriage ? 1U : 0U), size(), true};
      }
    }
  }
  const io::ByteStream& stream() const { return stream_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;
  io::ByteStream stream_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool ended_ = false;
};

}  // namespace edgewise::mol
