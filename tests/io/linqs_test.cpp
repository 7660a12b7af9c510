#include <edgewise/graph/error.hpp>
#include <edgewise/io/linqs.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

TEST_CASE("linqs: content is node, words, class", "[io]") {
  Names names;
  const LinqsContent c = read_linqs_content(TextFile::from_memory("s.content", "35\t0\t1\t1\tTheory\nhttp://x y\t1\t0\t0\tNeural Nets\r\n"), names);
  CHECK(names[1] == "http://x y");
  CHECK(c.nodes == std::vector<NodeId>{0, 1});
  CHECK(c.words.rows() == 2);
  CHECK(c.words.cols() == 3);
  CHECK(c.words.values().size() == 3);
  CHECK(c.classes == std::vector<std::string>{"Theory", "Neural Nets"});
}

TEST_CASE("linqs: the first id is cited by the second", "[io]") {
  Names names;
  const EdgeList list = read_linqs_cites(TextFile::from_memory("s.cites", "35\t1033\n35\tx7\n"), names);
  REQUIRE(list.edges.size() == 2);
  CHECK(names[list.edges[0].source] == "1033");
  CHECK(names[list.edges[0].target] == "35");
}

TEST_CASE("linqs: malformed content", "[io]") {
  const auto error_of = [](const std::string& text) {
    Names names;
    try {
      read_linqs_content(TextFile::from_memory("s.content", text), names);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(error_of("") == "no error");
  CHECK_THAT(error_of("a\t1\t0\tx\nb\t1\ty\n"), Catch::StartsWith("s.content:2: expected 4 fields (node, 2 words, class), got 3 ('b?1?y'); "));
  CHECK(error_of("a\t1\t0\tx\na\t1\t0\ty\n") == "s.content:2: node 'a' was already given in line 1; keep one of them");
  CHECK(error_of("a\t1\tinf\tx\n") == "s.content:1: column 3: got 'inf', expected a finite number");
}
