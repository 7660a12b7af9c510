// Downloads as they are: headers, comments, CRLF, stray lines, ids with gaps or as text.  Needs EDGEWISE_DATASETS, see datasets/README.md.
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/graph.hpp>
#include <edgewise/io/edges_file.hpp>
#include <edgewise/io/linqs.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

/// The file, or nothing with a line that says why.
std::optional<std::string> raw(const std::string& file) {
  const char* const folder = std::getenv("EDGEWISE_DATASETS");
  if (folder == nullptr) {
    WARN("skipped: EDGEWISE_DATASETS is not set, " << file << " is not at hand");
    return std::nullopt;
  }
  return std::string(folder) + "/" + file;
}

struct Counts {
  std::size_t nodes, lines;
  EdgeId arcs, loops;
  bool operator==(const Counts&) const = default;
};
Counts count(const std::string& path) {
  Names names;
  const EdgeList list = read_edges(TextFile::open(path), names);
  const BuiltGraph built = build_graph(names.size(), list.edges);
  return {names.size(), list.edges.size(), built.graph.num_arcs(), built.listed_loops};
}

}  // namespace

TEST_CASE("raw: e-mail network that passed through Windows", "[io]") {
  if (const auto path = raw("raw_email_eu_core/email-Eu-core.txt")) CHECK(count(*path) == Counts{986 + 19, 25571, 2 * 16064 + 642, 642});
}

TEST_CASE("raw: co-authors, below a stray first line", "[io]") {
  const auto path = raw("raw_ca_grqc/ca-GrQc.txt");
  if (!path) return;
  CHECK_THROWS_WITH(count(*path), Catch::StartsWith(*path + ":1: expected 2 fields, got 1 ('https://"));
  const TextFile file = TextFile::open(*path);
  Names names;
  const std::string_view rest = file.text().substr(file.text().find('\n') + 1);
  const EdgeList list = read_edge_list(TextFile::from_memory("rest", std::string(rest)), names);
  CHECK(names.size() == 5242);
  CHECK(list.edges.size() == 28980);
  const BuiltGraph built = build_graph(names.size(), list.edges);
  CHECK(built.graph.num_arcs() == 2 * 14484 + 12);
}

TEST_CASE("raw: citations by their own ids", "[io]") {
  if (const auto path = raw("raw_linqs_cites/cora.cites")) CHECK(count(*path) == Counts{2708, 5429, 2 * 5278, 0});
  if (const auto path = raw("raw_linqs_cites/citeseer.cites")) CHECK(count(*path) == Counts{3327, 4732, 2 * 4552 + 124, 124});
}

TEST_CASE("raw: web pages named by their addresses", "[io]") {
  const auto path = raw("raw_webkb_washington/washington.content");
  if (!path) return;
  Names names;
  const LinqsContent content = read_linqs_content(TextFile::open(*path), names);
  CHECK(content.words.rows() == 230);
  CHECK(content.words.cols() == 1703);
  CHECK(std::count(content.classes.begin(), content.classes.end(), "student") == 107);
  const EdgeList list = read_edges(TextFile::open(*raw("raw_webkb_washington/washington.cites")), names);
  CHECK(names.size() == 230);
  CHECK(list.edges.size() == 446);
  const BuiltGraph built = build_graph(names.size(), list.edges);
  CHECK(built.listed_loops == 51);
  CHECK((built.graph.num_arcs() - 51) / 2 == 366);
}
