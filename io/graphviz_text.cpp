#include "graphviz_text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>
#include <vector>

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

/// Refuses edges inside braces that are an end of an edge themselves, `a -> {b -> c}`: Boost would lose some of them without a word.
class EndsOfEdges {
 public:
  explicit EndsOfEdges(std::string_view text) : text_(text) {}

  void see(std::string_view token, std::size_t at, std::string_view last) {
    const char next = at + 1 < text_.size() ? text_[at + 1] : ' ';
    if (token == "-" && (next == '-' || next == '>')) {
      if (closed_) refuse(*closed_);
      for (Group& group : open_) group.edges = true;
      behind_edge_ = true;
      closed_.reset();
      return;
    }
    if ((token == "-" || token == ">") && last == "-") return;  // the second half
    closed_.reset();
    if (token == "{") open_.push_back({at, behind_edge_, false});
    if (token == "}" && !open_.empty()) {
      if (open_.back().is_end) refuse(open_.back());
      if (open_.back().edges) closed_ = open_.back();
      open_.pop_back();
    }
    behind_edge_ = behind_edge_ && (is_subgraph(token) || is_subgraph(last));
  }

 private:
  struct Group {
    std::size_t at;
    bool is_end;  // behind an edge
    bool edges;   // holds some
  };
  void refuse(const Group& group) const {
    if (!group.edges) return;
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(group.at), '\n');
    throw std::runtime_error("line " + std::to_string(line) +
                             ": edges inside braces that are an end of an edge; write each edge as a line of its own");
  }

  std::string_view text_;
  std::vector<Group> open_;
  std::optional<Group> closed_;  // just now, with edges in it
  bool behind_edge_ = false;
};

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
  EndsOfEdges ends(text);
  each_token(text, [&](std::string_view token, std::size_t at) {
    ends.see(token, at, last);
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
