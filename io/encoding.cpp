#include "encoding.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../core/encodings.hpp"
#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

struct Part {
  std::string kind;
  std::size_t size = 0;
};

std::vector<Part> parts_of(const std::string& text) {
  const auto wrong = [&] {
    fail<UsageError>("--encoding: got '", text,
                     "', expected auto, degree, random-walk, laplacian, or several joined by '+', the last two with a number of columns ",
                     "from 1 to 1024 if you like: degree+laplacian:32");
  };
  std::vector<Part> parts;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t plus = std::min(rest.find('+'), rest.size());
    const std::string_view word = rest.substr(0, plus);
    const std::size_t colon = word.find(':');
    Part part{std::string(word.substr(0, colon)), 16};
    if (part.kind == "degree") {
      part.size = 2;
      if (colon != std::string_view::npos) wrong();
    } else if (part.kind != "random-walk" && part.kind != "laplacian") {
      wrong();
    } else if (colon != std::string_view::npos) {
      const auto size = parse<std::uint32_t>(word.substr(colon + 1));
      if (!size || *size == 0 || *size > 1024) wrong();
      part.size = *size;
    }
    parts.push_back(std::move(part));
    more = plus < rest.size();
    rest.remove_prefix(more ? plus + 1 : plus);
  }
  return parts;
}

}  // namespace

std::string whole_encoding(const std::string& text) {
  if (text == "auto") return "degree+random-walk:16";
  std::string whole;
  for (const Part& part : parts_of(text)) {
    if (!whole.empty()) whole += '+';
    whole += part.kind;
    if (part.kind != "degree") whole.append(":").append(std::to_string(part.size));
  }
  return whole;
}

Tensor encode(const Graph& graph, const std::string& whole) {
  const std::vector<Part> parts = parts_of(whole);
  std::size_t columns = 0;
  for (const Part& part : parts) columns += part.size;
  Tensor features(graph.num_nodes(), columns);
  std::size_t at = 0;
  for (const Part& part : parts) {
    const Tensor block = part.kind == "degree"        ? degree_encoding(graph)
                         : part.kind == "random-walk" ? random_walk_encoding(graph, part.size)
                                                      : laplacian_encoding(graph, part.size).vectors;
    for (std::size_t i = 0; i < features.rows(); ++i)
      std::copy(block.row(i).begin(), block.row(i).end(), features.row(i).begin() + static_cast<std::ptrdiff_t>(at));
    at += part.size;
  }
  return features;
}

}  // namespace edgewise::io
