#include "nesting.hpp"

#include "../graph/error.hpp"
#include "scan.hpp"

namespace edgewise::io {
namespace {

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
