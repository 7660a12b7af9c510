#include "graphviz_text.hpp"

#include <cctype>

#include "nesting.hpp"
#include "scan.hpp"

namespace edgewise::io {
namespace {

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

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80; }

bool is_subgraph(std::string_view word) {
  constexpr std::string_view kWord = "subgraph";
  return word.size() == kWord.size() &&
         std::equal(word.begin(), word.end(), kWord.begin(), [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

/// Calls token(text, place) for words, quoted ids and single characters; comments are left out.
template <class Token>
void each_token(std::string_view text, Token token) {
  Scan scan(text);
  while (!scan.done()) {
    const std::size_t begin = scan.at();
    if (scan.sees("/*")) {
      scan.skip(2);
      scan.skip_behind("*/");
      continue;
    }
    if (scan.sees("//") || scan.here() == '#') {
      scan.skip_to("\r\n\f");
      continue;
    }
    if (scan.here() == '"')
      scan.skip_quoted(true);
    else if (scan.here() == '<')
      skip_html(scan);
    else if (in_word(scan.here()))
      while (!scan.done() && in_word(scan.here())) scan.skip();
    else
      scan.skip();
    const std::string_view found = text.substr(begin, scan.at() - begin);
    if (found.find_first_not_of(" \t\r\n\f\v") != std::string_view::npos) token(found, begin);
  }
}

}  // namespace

std::size_t graphviz_depth(std::string_view text) {
  Depth depth;
  each_token(text, [&](std::string_view token, std::size_t) {
    if (token == "{") depth.open();
    if (token == "}") depth.close();
  });
  return depth.most();
}

std::string with_subgraph_words(std::string_view text) {
  std::string result;
  std::string_view last, before_last;
  std::size_t copied = 0;
  bool inside = false;  // the first brace is that of the graph
  each_token(text, [&](std::string_view token, std::size_t at) {
    if (token == "{" && inside && !is_subgraph(last) && !is_subgraph(before_last)) {
      result.append(text.substr(copied, at - copied)).append("subgraph ");
      copied = at;
    }
    inside = inside || token == "{";
    before_last = last;
    last = token;
  });
  return result.append(text.substr(copied));
}

}  // namespace edgewise::io
