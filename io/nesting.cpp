#include "nesting.hpp"

#include <algorithm>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";  // of XML

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

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

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

/// At `<!DOCTYPE`, whose square brackets may hold declarations.
void skip_doctype(Scan& scan) {
  Depth brackets;
  for (; !scan.done() && !(scan.here() == '>' && brackets.now() == 0); scan.skip()) {
    if (scan.here() == '[') brackets.open();
    if (scan.here() == ']') brackets.close();
  }
  scan.skip();
}

/// Behind the name of an element: true when it has content, false for `<a/>`.
bool skip_attributes(Scan& scan) {
  while (!scan.done()) {
    scan.skip_to("=>/");
    const char found = scan.here();
    scan.skip();
    if (found == '>') return true;
    if (found == '/') return scan.here() != '>';
    scan.skip_blanks();  // only behind '=' does a quote quote
    if (scan.here() != '"' && scan.here() != '\'') break;
    scan.skip_quoted(false);
  }
  scan.stop();
  return false;
}

/// GraphViz's `<...>` strings hold XML of a simple kind.  At its first `<`.
void skip_html(Scan& scan) {
  Depth tags;
  do {
    scan.skip_to("<");
    if (scan.sees("<![CDATA[")) {
      scan.skip_behind("]]>");
      continue;
    }
    scan.skip();
    const bool closes = scan.here() == '/';
    bool whole = false;  // <a/>
    while (!scan.done() && scan.here() != '>') {
      whole = scan.here() == '/';
      if (scan.here() == '!' || scan.here() == '?') return scan.stop();  // not of the simple kind: no parser gets further
      if (scan.here() == '"' || scan.here() == '\'')
        scan.skip_quoted(false);
      else
        scan.skip();
    }
    scan.skip();
    if (closes)
      tags.close();
    else if (!whole)
      tags.open();
  } while (tags.now() > 0 && !scan.done());
}

}  // namespace

std::size_t xml_depth(std::string_view text) {
  Depth depth;
  for (Scan scan(text); !scan.done();) {
    scan.skip_to("<");
    if (scan.sees("<!--")) {
      scan.skip(4);
      scan.skip_behind("-->");
    } else if (scan.sees("<![CDATA[")) {
      scan.skip_behind("]]>");
    } else if (scan.sees("<?")) {
      scan.skip(2);
      scan.skip_behind("?>");
    } else if (scan.sees("<!DOCTYPE") && scan.sees_blank(9)) {
      skip_doctype(scan);
    } else if (scan.sees("<!")) {
      scan.skip_behind(">");
    } else if (scan.sees("</")) {
      scan.skip_behind(">");
      depth.close();
    } else if (!scan.done()) {
      scan.skip();
      scan.skip_to(" \t\r\n/>?");  // the name: a quote in it is not one
      if (skip_attributes(scan)) depth.open();
    }
  }
  return depth.most();
}

std::size_t graphviz_depth(std::string_view text) {
  Depth depth;
  Scan scan(text);
  while (!scan.done()) {
    if (scan.here() == '"') {
      scan.skip_quoted(true);
    } else if (scan.here() == '<') {
      skip_html(scan);
    } else if (scan.sees("/*")) {
      scan.skip(2);
      scan.skip_behind("*/");
    } else if (scan.sees("//") || scan.here() == '#') {
      scan.skip_to("\r\n\f");
    } else {
      if (scan.here() == '{') depth.open();
      if (scan.here() == '}') depth.close();
      scan.skip();
    }
  }
  return depth.most();
}

std::size_t json_depth(std::string_view text) {
  Depth depth;
  Scan scan(text);
  while (!scan.done()) {
    if (scan.here() == '"') {
      scan.skip_quoted(true);
      continue;
    }
    if (scan.here() == '{' || scan.here() == '[') depth.open();
    if (scan.here() == '}' || scan.here() == ']') depth.close();
    scan.skip();
  }
  return depth.most();
}

void check_nesting(const std::string& name, std::size_t depth) {
  if (depth > kMostNested)
    fail<DataError>(name, ": ", depth, " levels inside one another, expected at most ", kMostNested, "; is it the right file?");
}

}  // namespace edgewise::io
