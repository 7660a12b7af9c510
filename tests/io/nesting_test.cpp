/// Brackets that count, and those that only look as if they did.
#include <edgewise/graph/error.hpp>

#include "../../io/nesting.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += text;
  return all;
}

}  // namespace

TEST_CASE("nesting: XML, worked by hand", "[io]") {
  CHECK(xml_depth("") == 0);
  CHECK(xml_depth("<a/>") == 0);
  CHECK(xml_depth("<a></a><b></b>") == 1);
  CHECK(xml_depth("<?xml version='1.0'?><!DOCTYPE g [<!ELEMENT a (b)>]>\n<!-- <x><x> --><a><b c='1'><d/></b></a>") == 2);
  CHECK(xml_depth("<a><![CDATA[<x><x>]]><b></b></a>") == 2);
  CHECK(xml_depth("<a b = \"<x>\" c='/>'><d></d></a>") == 2);
}

TEST_CASE("nesting: what closes nothing in XML", "[io]") {
  // Each opens one element; in quotes, comments and character data stands what looks like its end.
  for (const char* element : {"<a x=\"/>\">", "<a x='</a>'>", "<a><!--</a>-->", "<a><!--></a>-->", "<a><![CDATA[</a>]]>", "<a><?p </a>?>",
                              "<a><?></a>?>", "<a><!DOCTYPE x [</a>]>", "<a\">", "<a x\"='1'>", "<a<b>"}) {
    CAPTURE(element);
    CHECK(xml_depth(times(600, element)) == 600);
  }
  CHECK(xml_depth("<!DOCTYPEx[>" + times(600, "<a>") + "]>") == 600);  // not a DOCTYPE: it ends at the first '>'
}

TEST_CASE("nesting: GraphViz", "[io]") {
  CHECK(graphviz_depth("digraph { a -> b [label=\"x\"]; subgraph s { c } {d} }") == 2);
  CHECK(graphviz_depth("graph { a [label=<<b>{{{</b>>]; }") == 1);
  CHECK(graphviz_depth("graph { a [label=<x>{{{</x>]; { b } }") == 2);
  for (const char* opener : {"{ \"}\" ", "{ \"\\\"}\" ", "{ /*}*/ ", "{ //}\n", "{\n#}\n", "{ //}\f", "{ a=<b>}</b> ", "{ a=<b c='>}'/> ",
                             "{ a=<b><![CDATA[}</b>]]>}</b> "}) {
    CAPTURE(opener);
    CHECK(graphviz_depth(times(600, opener)) == 600);
  }
}

TEST_CASE("nesting: JSON", "[io]") {
  CHECK(json_depth("[]") == 1);
  CHECK(json_depth(R"({"a":[1,{"b":2}],"c":"[[[["})") == 3);
  CHECK(json_depth(times(600, R"(["]\"]",)")) == 600);
}

TEST_CASE("nesting: beyond the limit the file is named", "[io]") {
  check_nesting("f", kMostNested);
  try {
    check_nesting("f.gv", kMostNested + 1);
    FAIL("no error");
  } catch (const DataError& error) {
    CHECK(std::string(error.what()) == "f.gv: 501 levels inside one another, expected at most 500; is it the right file?");
  }
}
