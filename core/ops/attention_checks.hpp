#pragma once
/// For sources: what the attention ops ask of their tables, in the caller's words.
#include <cstddef>

#include "../../graph/error.hpp"
#include "../../graph/graph.hpp"
#include "../kernels/attention.hpp"
#include "../tensor.hpp"
#include "attention.hpp"

namespace edgewise::detail {

/// The checks of one call, under the name the caller knows.
struct AttentionChecks {
  const char* op;
  const Graph& graph;
  std::size_t heads;

  void options(const ops::AttentionOptions& options) const {
    if (!(options.dropout >= 0 && options.dropout < 1))
      fail<UsageError>(op, ": dropout is ", options.dropout, ", expected 0 or more and less than 1");
  }
  template <class Real>
  void given(BasicView<const Real> table, const char* name) const {
    if (heads == 0) fail<UsageError>(op, ": heads is 0, expected at least 1");
    if (table.data == nullptr && table.rows * table.cols > 0) fail<ShapeError>(op, ": ", name, " is missing");
  }
  template <class Real>
  void rows(BasicView<const Real> table, const char* name, std::size_t expected, const char* what) const {
    given(table, name);
    if (table.rows != expected) fail<ShapeError>(op, ": ", name, " has ", table.rows, " rows, expected ", what, " = ", expected);
  }
  /// columns = heads * head_dim for some head_dim
  template <class Real>
  void divisible(BasicView<const Real> table, const char* name) const {
    if (table.cols % heads != 0) fail<ShapeError>(op, ": ", name, " has ", table.cols, " columns, expected a multiple of heads = ", heads);
  }
  template <class Real>
  void cols(BasicView<const Real> table, const char* name, std::size_t expected, const char* what) const {
    if (table.cols != expected) fail<ShapeError>(op, ": ", name, " has ", table.cols, " columns, expected ", what, " = ", expected);
  }
  template <class Real>
  void sources(BasicView<const Real> table, const char* name) const {
    rows(table, name, graph.num_sources(), "the graph's sources");
  }
  template <class Real>
  void targets(BasicView<const Real> table, const char* name) const {
    rows(table, name, graph.num_targets(), "the graph's targets");
  }
  template <class Real>
  void bias(BasicView<const Real> table) const {
    if (table.data == nullptr && table.rows == 0) return;
    rows(table, "bias", graph.num_arcs(), "the graph's arcs");
    cols(table, "bias", heads, "heads");
    tight(table, "bias");
  }
  template <class Real>
  void tight(BasicView<const Real> table, const char* name) const {
    if (!table.contiguous())
      fail<ShapeError>(op, ": the rows of ", name, " lie ", table.stride, " apart, expected ", table.cols, "; pass a tight copy");
  }
};

/// A graph without arcs still may have (empty) edge features.
template <class Real>
bool is_given(BasicView<const Real> table) {
  return table.data != nullptr || table.cols > 0;
}

template <class Real>
void check_additive(const AttentionChecks& check, const kernels::AttentionInputs<Real>& in) {
  check.sources(in.value, "v");
  check.divisible(in.value, "v");
  check.sources(in.source, "from");
  check.cols(in.source, "from", check.heads, "heads");
  check.targets(in.target, "to");
  check.cols(in.target, "to", check.heads, "heads");
  check.bias(in.bias);
}

template <class Real>
void check_dynamic(const AttentionChecks& check, const kernels::AttentionInputs<Real>& in) {
  check.sources(in.source, "l");
  check.divisible(in.source, "l");
  const std::size_t width = in.source.cols;
  check.targets(in.target, "r");
  check.cols(in.target, "r", width, "the columns of l");
  check.rows(in.a, "a", 1, "one row");
  check.cols(in.a, "a", width, "the columns of l");
  if (is_given(in.x) != is_given(in.w))
    fail<ShapeError>(check.op, ": ", is_given(in.x) ? "x" : "w", " is given without ", is_given(in.x) ? "w" : "x", "; edge features need both");
  if (is_given(in.w)) {
    check.rows(in.x, "x", check.graph.num_arcs(), "the graph's arcs");
    check.rows(in.w, "w", in.x.cols, "the columns of x");
    check.cols(in.w, "w", width, "the columns of l");
    check.tight(in.x, "x");
    check.tight(in.w, "w");
  }
  check.bias(in.bias);
}

template <class Real>
void check_dot(const AttentionChecks& check, const kernels::AttentionInputs<Real>& in) {
  check.targets(in.target, "q");
  check.divisible(in.target, "q");
  check.sources(in.source, "k");
  check.cols(in.source, "k", in.target.cols, "the columns of q");
  check.sources(in.value, "v");
  check.cols(in.value, "v", in.target.cols, "the columns of q");
  check.bias(in.bias);
}

}  // namespace edgewise::detail
