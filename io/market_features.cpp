// Matrix Market and LINQS tables as features.
#include <cstdint>

#include "feature_kinds.hpp"
#include "linqs.hpp"
#include "matrix_market.hpp"

namespace edgewise::io {
namespace {

void number_columns(Features& features, std::size_t columns) {
  for (std::size_t c = 1; c <= columns; ++c) features.columns.push_back(std::to_string(c));
}

void add_count(Features& features, std::size_t values) {
  features.notes.push_back(features.file + ": sparse, " + std::to_string(features.rows) + " nodes, " + std::to_string(features.columns.size()) +
                           " features, " + std::to_string(values) + " values");
}

}  // namespace

Features load_market_features(const TextFile& file) {
  const Sparse values = sparse_of(read_matrix_market(file));
  Features features;
  features.file = file.name();
  features.numbered = true;
  features.rows = values.rows();
  features.values = values;
  number_columns(features, values.cols());
  add_count(features, values.values().size());
  return features;
}

Features load_linqs_features(const TextFile& file, const TableFormat& format) {
  Features features;
  LinqsContent content = read_linqs_content(file, features.nodes, format);
  features.file = file.name();
  features.rows = content.nodes.size();
  features.notes = std::move(content.notes);
  number_columns(features, content.words.cols());
  add_count(features, content.words.values().size());
  features.values = std::move(content.words);
  return features;
}

}  // namespace edgewise::io
