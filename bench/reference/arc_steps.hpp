#pragma once
/// The steps that frameworks compose attention of: each walks all arcs and writes a table of one row an arc, or one row a node.
/// Width, heads H and depth D are known to the compiler.  Tables per arc are in the order of in_edges().
#include <span>
#include <vector>

#include "../../core/tensor.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/rows.hpp"
#include "lanes.hpp"

namespace edgewise::bench {

inline constexpr std::size_t kAhead = 8;  // places between a row that is fetched and the one that is worked on
inline constexpr std::size_t kArcGrain = 2048;

/// Lanes that a head of D numbers, and a row of `Width` of them, fall into.
template <std::size_t D>
inline constexpr std::size_t kHeadLanes = D < kLanes ? D : kLanes;

template <std::size_t Width>
inline void fetch(const float* row) {
  for (std::size_t c = 0; c < Width; c += 16) __builtin_prefetch(row + c, 0, 3);
}

/// The rows of one direction: places, the node at the other end of each, and its arc id.
struct Walk {
  const Csr& csr;
  const EdgeId* arc = nullptr;  ///< nullptr: place p is arc p

  static Walk in(const Graph& graph) { return {graph.in_edges()}; }
  static Walk out(const Graph& graph) { return {graph.out_edges(), graph.arc_of_out_edge().data()}; }
  EdgeId arc_at(EdgeId place) const { return arc == nullptr ? place : arc[place]; }
};

/// body(row, first place, last place) for every row, many at a time.
template <class Body>
void for_rows(const Csr& csr, Body body) {
  const EdgeId* const begin = csr.begin().data();
  for_row_blocks(csr, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) body(i, begin[i], begin[i + 1]);
  });
}

/// Row i of a node's table goes to each of its arcs:  to[e,:] = from[index[e],:]
template <std::size_t Width>
void gather(std::span<const NodeId> index, const float* from, float* to) {
  parallel_ranges(index.size(), kArcGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e) {
      if (Width >= kLanes && e + kAhead < index.size()) fetch<Width>(from + index[e + kAhead] * Width);
      std::memcpy(to + e * Width, from + index[e] * Width, Width * sizeof(float));
    }
  });
}

/// body(k) for k = 0 .. count-1; a loop that the compiler turns into vectors.
template <class Body>
void each(std::size_t count, Body body) {
  parallel_ranges(count, 1 << 15, [=](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) body(k);
  });
}

/// to[e,h,:] = factor[e,h] * x[e,h,:]
template <std::size_t H, std::size_t D>
void scale_heads(std::size_t arcs, const float* x, const float* factor, float* to) {
  constexpr std::size_t W = kHeadLanes<D>;
  parallel_ranges(arcs, kArcGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e)
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t d = 0; d < D; d += W) {
          const std::size_t at = (e * H + h) * D + d;
          store(to + at, all<W>(factor[e * H + h]) * load<W>(x + at));
        }
  });
}

/// rows[e,h,:] = x[e,h,:] * y[e,h,:] and sums[e,h] = their sum, while they are at hand; rows may be x or y
template <std::size_t H, std::size_t D>
void multiply_heads(std::size_t arcs, const float* x, const float* y, float* rows, float* sums) {
  constexpr std::size_t W = kHeadLanes<D>;
  parallel_ranges(arcs, kArcGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e) {
      Lanes<W> sum[H] = {};
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t d = 0; d < D; d += W) {
          const std::size_t at = (e * H + h) * D + d;
          const Lanes<W> product = load<W>(x + at) * load<W>(y + at);
          store(rows + at, product);
          sum[h] += product;
        }
      sum_lanes<W, H>(sum, sums + e * H);
    }
  });
}

/// y[row,:] = sum over the row's arcs of x[e,:]
template <std::size_t Width>
void sum_arcs(const Walk& walk, const float* x, float* y) {
  constexpr std::size_t W = kHeadLanes<Width>;
  const EdgeId places = walk.csr.edges();
  for_rows(walk.csr, [=, &walk](NodeId row, EdgeId first, EdgeId last) {
    Lanes<W> sum[Width / W] = {};
    for (EdgeId p = first; p < last; ++p) {
      if (walk.arc != nullptr && p + kAhead < places) fetch<Width>(x + walk.arc[p + kAhead] * Width);
      const float* const from = x + walk.arc_at(p) * Width;
      for (std::size_t v = 0; v < Width / W; ++v) sum[v] += load<W>(from + v * W);
    }
    for (std::size_t v = 0; v < Width / W; ++v) store(y + row * Width + v * W, sum[v]);
  });
}

/// y[row,h,:] = sum over the row's arcs of weight[e,h] * x[other end,h,:]   (a sparse matrix times a dense one, per head)
template <std::size_t H, std::size_t D>
void weighted_sum(const Walk& walk, const float* weight, const float* x, float* y) {
  constexpr std::size_t W = kHeadLanes<D>, kVectors = D / W, kWidth = H * D;
  const NodeId* const column = walk.csr.column().data();
  const EdgeId places = walk.csr.edges();
  for_rows(walk.csr, [=, &walk](NodeId row, EdgeId first, EdgeId last) {
    Lanes<W> sum[H * kVectors] = {};
    for (EdgeId p = first; p < last; ++p) {
      if (p + kAhead < places) {
        fetch<kWidth>(x + column[p + kAhead] * kWidth);
        if (walk.arc != nullptr) fetch<H>(weight + walk.arc[p + kAhead] * H);
      }
      const float* const from = x + column[p] * kWidth;
      const float* const w = weight + walk.arc_at(p) * H;
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t v = 0; v < kVectors; ++v) sum[h * kVectors + v] += all<W>(w[h]) * load<W>(from + h * D + v * W);
    }
    for (std::size_t v = 0; v < H * kVectors; ++v) store(y + row * kWidth + v * W, sum[v]);
  });
}

/// to[e,h] = scale * <x[i,h,:], y[j,h,:]> over the arcs j -> i   (a dense product sampled at the arcs)
template <std::size_t H, std::size_t D>
void arc_products(const Graph& graph, const float* x, const float* y, float scale, float* to) {
  constexpr std::size_t W = kHeadLanes<D>, kWidth = H * D;
  const NodeId* const column = graph.in_edges().column().data();
  const EdgeId places = graph.num_arcs();
  for_rows(graph.in_edges(), [=](NodeId i, EdgeId first, EdgeId last) {
    const float* const own = x + i * kWidth;
    for (EdgeId e = first; e < last; ++e) {
      if (e + kAhead < places) fetch<kWidth>(y + column[e + kAhead] * kWidth);
      const float* const other = y + column[e] * kWidth;
      Lanes<W> product[H];
      for (std::size_t h = 0; h < H; ++h) {
        product[h] = load<W>(own + h * D) * load<W>(other + h * D);
        for (std::size_t d = W; d < D; d += W) product[h] += load<W>(own + h * D + d) * load<W>(other + h * D + d);
        product[h] *= scale;
      }
      sum_lanes<W, H>(product, to + e * H);
    }
  });
}

}  // namespace edgewise::bench
