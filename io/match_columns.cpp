// The features of a new graph, put into the columns that a model was trained on.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "../graph/error.hpp"
#include "features.hpp"

namespace edgewise::io {
namespace {

constexpr NodeId kNowhere = static_cast<NodeId>(kMaxNodes);

/// Where every column of the model stands in the file, kNowhere for those that are not there.
std::vector<NodeId> find_columns(const Features& features, const std::vector<std::string>& columns) {
  Names present;
  for (const std::string& column : features.columns) present.add(column);
  std::vector<NodeId> source;
  for (const std::string& column : columns) source.push_back(present.find(column).value_or(kNowhere));
  return source;
}

[[noreturn]] void fail_missing(const Features& features, const std::string& column, std::size_t missing, std::size_t wanted) {
  std::string hint = "add it";
  if (!features.named) hint = "the file names no columns: give it a header line with the names that the model was trained on";
  if (features.named && column == "1")
    hint = "the model was trained on columns without names: give the file no header line, and the same columns in the same order";
  fail<DataError>(features.file, ": column '", column, "' of the model is missing (", missing, " of ", wanted, " are); ", hint);
}

Tensor pick_dense(const Tensor& from, const std::vector<NodeId>& source) {
  Tensor picked(from.rows(), source.size());
  for (std::size_t i = 0; i < from.rows(); ++i)
    for (std::size_t c = 0; c < source.size(); ++c)
      if (source[c] != kNowhere) picked(i, c) = from(i, source[c]);
  return picked;
}

Sparse pick_sparse(const Sparse& from, const std::vector<NodeId>& source) {
  std::vector<NodeId> target(from.cols(), kNowhere);
  for (std::size_t c = 0; c < source.size(); ++c)
    if (source[c] != kNowhere) target[source[c]] = static_cast<NodeId>(c);
  std::vector<EdgeId> begin = {0};
  std::vector<NodeId> column;
  std::vector<float> values;
  std::vector<std::pair<NodeId, float>> row;
  const Csr& pattern = from.pattern();
  for (NodeId i = 0; i < pattern.rows(); ++i) {
    row.clear();
    for (EdgeId e = pattern.begin()[i]; e < pattern.begin()[i + 1]; ++e)
      if (target[pattern.column()[e]] != kNowhere) row.emplace_back(target[pattern.column()[e]], from.values()[e]);
    std::sort(row.begin(), row.end());
    for (const auto& [c, value] : row) {
      column.push_back(c);
      values.push_back(value);
    }
    begin.push_back(column.size());
  }
  return Sparse(Csr(static_cast<NodeId>(source.size()), std::move(begin), std::move(column)), std::move(values));
}

Sparse to_sparse(const Tensor& dense) {
  std::vector<EdgeId> begin = {0};
  std::vector<NodeId> column;
  std::vector<float> values;
  for (std::size_t i = 0; i < dense.rows(); ++i) {
    for (std::size_t c = 0; c < dense.cols(); ++c)
      if (dense(i, c) != 0) {
        column.push_back(static_cast<NodeId>(c));
        values.push_back(dense(i, c));
      }
    begin.push_back(column.size());
  }
  return Sparse(Csr(static_cast<NodeId>(dense.cols()), std::move(begin), std::move(column)), std::move(values));
}

Tensor to_dense(const Sparse& sparse) {
  Tensor dense(sparse.rows(), sparse.cols());
  for (NodeId i = 0; i < sparse.pattern().rows(); ++i)
    for (EdgeId e = sparse.pattern().begin()[i]; e < sparse.pattern().begin()[i + 1]; ++e)
      dense(i, sparse.pattern().column()[e]) = sparse.values()[e];
  return dense;
}

/// "2 columns are unknown to the model, and ignored: age, size"
std::string strangers(const Features& features, const std::vector<std::string>& columns) {
  constexpr std::size_t kShown = 5;
  const std::unordered_set<std::string> known(columns.begin(), columns.end());
  std::string names;
  std::size_t count = 0;
  for (const std::string& name : features.columns)
    if (known.count(name) == 0 && ++count <= kShown) names += (count == 1 ? "" : ", ") + name;
  return (count == 1 ? "1 column is" : std::to_string(count) + " columns are") + " unknown to the model, and ignored: " + names +
         (count > kShown ? ", ..." : "");
}

}  // namespace

Features match_columns(Features features, const std::vector<std::string>& columns, bool sparse) {
  const std::vector<NodeId> source = find_columns(features, columns);
  const auto missing = static_cast<std::size_t>(std::count(source.begin(), source.end(), kNowhere));
  const std::size_t matched = columns.size() - missing;
  // In sparse lines a column that never occurs is one that is zero everywhere; but a file that shares no word with the model is another file.
  const bool may_miss = features.sparse() && !features.numbered && (matched > 0 || features.columns.empty());
  if (missing > 0 && !may_miss)
    fail_missing(features, columns[static_cast<std::size_t>(std::find(source.begin(), source.end(), kNowhere) - source.begin())], missing,
                 columns.size());
  if (missing > 0)
    features.notes.push_back(features.file + ": " + std::to_string(missing) + " of the model's " + std::to_string(columns.size()) +
                             " columns do not occur: zero");
  if (matched < features.columns.size()) features.notes.push_back(features.file + ": " + strangers(features, columns));

  if (const auto* const from = std::get_if<Sparse>(&features.values)) {
    const Sparse picked = pick_sparse(*from, source);
    features.values = sparse ? Input(picked) : Input(Variable(to_dense(picked)));
  } else {
    Tensor picked = pick_dense(std::get<Variable>(features.values).value(), source);
    features.values = sparse ? Input(to_sparse(picked)) : Input(Variable(std::move(picked)));
  }
  features.columns = columns;
  return features;
}

}  // namespace edgewise::io
