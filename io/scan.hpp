#pragma once
/// For sources: a walk over text that knows quotes and nesting, no grammar.
#include <algorithm>
#include <string_view>

namespace edgewise::io {

inline constexpr std::string_view kBlanks = " \t\r\n";  ///< of XML

/// A place in a text that moves forward only; what is not there to be skipped moves it to the end.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  char here() const { return done() ? '\0' : text_[at_]; }
  bool sees(std::string_view word) const { return text_.substr(std::min(at_, text_.size())).starts_with(word); }
  bool sees_blank(std::size_t ahead) const { return at_ + ahead < text_.size() && kBlanks.find(text_[at_ + ahead]) != std::string_view::npos; }
  void skip(std::size_t count = 1) { at_ = std::min(at_ + count, text_.size()); }
  /// Past the next `word`.
  void skip_behind(std::string_view word) {
    const std::size_t found = text_.find(word, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + word.size();
  }
  /// To the next of `characters`.
  void skip_to(std::string_view characters) { at_ = std::min(text_.find_first_of(characters, at_), text_.size()); }
  /// From a quote to behind the one that closes it; with `escapes`, a backslash takes the next character with it.
  void skip_quoted(bool escapes) {
    const char quote = here();
    for (skip(); !done() && here() != quote; skip())
      if (escapes && here() == '\\') skip();
    skip();
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  void stop() { at_ = text_.size(); }
  std::size_t at() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// How deep brackets stand inside one another.
class Depth {
 public:
  void open() { most_ = std::max(most_, ++now_); }
  void close() { now_ -= now_ > 0; }
  std::size_t now() const { return now_; }
  std::size_t most() const { return most_; }

 private:
  std::size_t now_ = 0;
  std::size_t most_ = 0;
};

}  // namespace edgewise::io
