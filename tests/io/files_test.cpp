// The same tiny graph in every format, and one broken file for each message.
#include <edgewise/graph/error.hpp>
#include <edgewise/io/edges_file.hpp>
#include <edgewise/io/linqs.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;
namespace fs = std::filesystem;

namespace {

const fs::path kData = EDGEWISE_TEST_DATA;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("files: one graph, every format", "[io]") {
  const std::vector<std::string> node_ids = {"anna", "ben", "carla", "dan"};
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kData / "tiny")) {
    const std::string file = entry.path().filename();
    if (file == "node_ids.txt" || file == "tiny.content") continue;
    INFO(file);
    ++files;
    Names names;
    const EdgeList list = read_edges(TextFile::open(entry.path()), names, {}, node_ids);
    std::set<std::string> edges;
    for (std::size_t e = 0; e < list.edges.size(); ++e) {
      std::string text = names[list.edges[e].source];
      text.append(">").append(names[list.edges[e].target]);
      if (list.weight) text.append(" ").append(std::to_string(list.weight->values[e]).substr(0, 4));
      edges.insert(text);
    }
    CHECK(names.size() == 4);
    if (file == "tiny.cites")
      CHECK(edges == std::set<std::string>{"anna>ben", "ben>carla", "carla>anna", "carla>dan"});
    else
      CHECK(edges == std::set<std::string>{"anna>ben 0.50", "ben>carla 2.00", "carla>anna 1.00", "carla>dan 0.25"});
  }
  CHECK(files == 12);
  Names names;
  CHECK(read_linqs_content(TextFile::open(kData / "tiny" / "tiny.content"), names).classes == std::vector<std::string>{"red", "blue", "red", "blue"});
}

TEST_CASE("files: each malformed file gives its message", "[io]") {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kData / "malformed")) {
    const fs::path& path = entry.path();
    if (path.extension() == ".txt") continue;
    INFO(path.filename());
    ++files;
    std::string expected = slurp(fs::path(path).replace_extension(".txt"));
    REQUIRE(expected.ends_with('\n'));
    expected.pop_back();
    std::string got = "no error";
    try {
      Names names;
      read_edges(TextFile::from_memory(path.filename(), slurp(path)), names);
    } catch (const DataError& error) {
      got = error.what();
    }
    CHECK(got == expected);
  }
  CHECK(files == 28);
}
