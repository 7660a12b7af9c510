#include "matrix_market.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <utility>

#include "../graph/error.hpp"
#include "fields.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";

class Reader {
 public:
  explicit Reader(const TextFile& file) : walk_(file.text()), splitter_(Separator::blank, file.name()), text_size_(file.text().size()) {
    matrix_.file = file.name();
  }

  MatrixMarket read() {
    read_banner();
    read_sizes();
    // The announced count may be wrong: a line has two characters at least, so the text bounds the memory.
    if (!dense_) matrix_.entries.reserve(std::min(announced_, text_size_ / 2));
    while (next())
      if (dense_)
        read_value();
      else
        read_entry();
    if (seen_ != announced_)
      fail<DataError>(matrix_.file, ":", line_.number, ": expected ", announced_, dense_ ? " values" : " entries", ", got ", seen_,
                      "; the file is cut short or its size line is wrong");
    return std::move(matrix_);
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail_here(const Parts&... parts) const {
    fail<DataError>(matrix_.file, ":", line_.number, ": ", parts...);
  }

  /// Moves to the next line that is neither a comment nor blank, and splits it.
  bool next() {
    while (walk_.next(line_)) {
      if (line_.text.starts_with('%') || trimmed(line_.text).empty()) continue;
      splitter_.split(line_, fields_);
      return true;
    }
    return false;
  }
  void expect_fields(std::size_t count, const char* what) const {
    if (fields_.size() != count)
      fail_here("expected ", count, count == 1 ? " field (" : " fields (", what, "), got ", fields_.size(), " (", shown(line_.text), ")");
  }

  void read_banner() {
    line_.number = 1;
    if (!walk_.next(line_) || !is_matrix_market(line_.text))
      fail_here("got ", shown(line_.text), ", expected a line that begins with '%%MatrixMarket'");
    std::string lower(line_.text);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    splitter_.split({lower, line_.number}, fields_);
    expect_fields(5, "%%MatrixMarket matrix format numbers symmetry");
    const auto one_of = [&](std::size_t k, std::initializer_list<std::string_view> known, const char* words) {
      if (std::find(known.begin(), known.end(), fields_[k]) == known.end()) fail_here("got ", shown(fields_[k]), ", expected ", words);
    };
    one_of(1, {"matrix"}, "'matrix'");
    one_of(2, {"coordinate", "array"}, "'coordinate' or 'array'");
    one_of(3, {"real", "double", "integer", "pattern"}, "'real', 'integer' or 'pattern'");
    one_of(4, {"general", "symmetric"}, "'general' or 'symmetric'; write the matrix out in full");
    dense_ = fields_[2] == "array";
    matrix_.pattern = fields_[3] == "pattern";
    matrix_.symmetric = fields_[4] == "symmetric";
    if (dense_ && matrix_.pattern) fail_here("an array cannot be a pattern; use 'coordinate'");
  }

  void read_sizes() {
    if (!next()) fail_here("no size line, expected ", dense_ ? "'rows columns'" : "'rows columns entries'");
    expect_fields(dense_ ? 2 : 3, dense_ ? "rows, columns" : "rows, columns, entries");
    matrix_.rows = size(0);
    matrix_.columns = size(1);
    const auto rows = std::size_t{matrix_.rows};
    if (matrix_.symmetric && matrix_.rows != matrix_.columns)
      fail_here("a symmetric matrix of ", rows, " x ", matrix_.columns, ", expected a square one");
    if (dense_) {
      announced_ = matrix_.symmetric ? rows * (rows + 1) / 2 : rows * matrix_.columns;
    } else {
      const auto entries = parse<std::size_t>(fields_[2]);
      if (!entries) fail_here("got ", shown(fields_[2]), ", expected the number of entries");
      announced_ = *entries;
    }
  }
  NodeId size(std::size_t k) const {
    const auto value = parse<std::uint64_t>(fields_[k]);
    if (!value || *value > kMaxNodes) fail_here("got ", shown(fields_[k]), ", expected a size from 0 to ", kMaxNodes);
    return static_cast<NodeId>(*value);
  }

  void read_entry() {
    expect_fields(matrix_.pattern ? 2 : 3, matrix_.pattern ? "row, column" : "row, column, value");
    const NodeId row = index(0, "row", matrix_.rows);
    const NodeId column = index(1, "column", matrix_.columns);
    take(row, column, matrix_.pattern ? 1 : value(2));
  }
  NodeId index(std::size_t k, const char* what, NodeId limit) const {
    const auto value = parse<std::uint64_t>(fields_[k]);
    if (!value || *value < 1 || *value > limit) fail_here(what, " is ", shown(fields_[k]), ", expected 1 to ", limit);
    return static_cast<NodeId>(*value - 1);
  }
  float value(std::size_t k) const {
    const auto value = parse<double>(fields_[k]);
    if (!value || !std::isfinite(static_cast<float>(*value))) fail_here("got ", shown(fields_[k]), ", expected a finite number");
    return static_cast<float>(*value);
  }

  /// Dense values stand column by column; a symmetric matrix lists its lower triangle.
  void read_value() {
    expect_fields(1, "value");
    if (seen_ >= announced_) fail_here("more than the ", announced_, " values that the size line announces");
    const float number = value(0);
    if (number != 0)
      take(row_, column_, number);
    else
      ++seen_;
    if (++row_ == matrix_.rows) {
      ++column_;
      row_ = matrix_.symmetric ? column_ : 0;
    }
  }

  void take(NodeId row, NodeId column, float number) {
    const std::size_t entry = matrix_.entries.size();
    if (entry == 0 || line_.number != last_line_ + 1) matrix_.lines.add(entry, line_.number);
    last_line_ = line_.number;
    matrix_.entries.push_back({row, column, number});
    ++seen_;
  }

  MatrixMarket matrix_;
  LineWalk walk_;
  FieldSplitter splitter_;
  Line line_;
  std::vector<std::string_view> fields_;
  bool dense_ = false;
  std::size_t announced_ = 0;
  std::size_t seen_ = 0;
  std::size_t text_size_;
  std::size_t last_line_ = 0;
  NodeId row_ = 0;  // the place of the next dense value
  NodeId column_ = 0;
};

}  // namespace

bool is_matrix_market(std::string_view text) { return text.starts_with(kBanner); }

MatrixMarket read_matrix_market(const TextFile& file) { return Reader(file).read(); }

Sparse sparse_of(const MatrixMarket& matrix) {
  struct Place {
    NodeId row;
    NodeId column;
    std::size_t entry;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  places.reserve(matrix.entries.size() * (matrix.symmetric ? 2 : 1));
  for (std::size_t e = 0; e < matrix.entries.size(); ++e) {
    const MatrixEntry& entry = matrix.entries[e];
    places.push_back({entry.row, entry.column, e});
    if (matrix.symmetric && entry.row != entry.column) places.push_back({entry.column, entry.row, e});
  }
  std::sort(places.begin(), places.end());

  std::vector<EdgeId> begin(std::size_t{matrix.rows} + 1, 0);
  std::vector<NodeId> column;
  std::vector<float> values;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Place& place = places[k];
    if (k > 0 && places[k - 1].row == place.row && places[k - 1].column == place.column)
      fail<DataError>(matrix.file, ":", matrix.lines[place.entry], ": row ", place.row + 1, ", column ", place.column + 1,
                      " was already given in line ", matrix.lines[places[k - 1].entry], "; keep one of them");
    ++begin[std::size_t{place.row} + 1];
    column.push_back(place.column);
    values.push_back(matrix.entries[place.entry].value);
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  return Sparse(Csr(matrix.columns, std::move(begin), std::move(column)), std::move(values));
}

EdgeList edges_of(const MatrixMarket& matrix, Names& names, const std::vector<std::string>& node_ids) {
  if (matrix.rows != matrix.columns)
    fail<DataError>(matrix.file, ": a matrix of ", matrix.rows, " x ", matrix.columns, ", expected a square one for a graph");
  if (!node_ids.empty() && node_ids.size() != matrix.rows)
    fail<DataError>(matrix.file, ": ", matrix.rows, " rows, but ", node_ids.size(), " node ids are given");
  std::vector<NodeId> number(matrix.rows);
  for (NodeId r = 0; r < matrix.rows; ++r) number[r] = node_ids.empty() ? names.add_integer(r) : names.add(node_ids[r]);

  EdgeList list;
  list.file = matrix.file;
  list.lines = matrix.lines;
  list.directed = !matrix.symmetric;
  list.edges.reserve(matrix.entries.size());
  for (const MatrixEntry& entry : matrix.entries) list.edges.push_back({number[entry.row], number[entry.column]});
  list.notes.push_back(matrix.file + ": Matrix Market, " + (matrix.symmetric ? "symmetric" : "general") + "; row r is " +
                       (node_ids.empty() ? "node id r-1" : "the node on line r of the node ids"));
  if (!matrix.pattern) {
    list.weight = EdgeColumn{"weight", {}};
    for (const MatrixEntry& entry : matrix.entries) list.weight->values.push_back(entry.value);
    list.notes.push_back(matrix.file + ": matrix values are the edge weights: used as edge feature");
  }
  return list;
}

}  // namespace edgewise::io
