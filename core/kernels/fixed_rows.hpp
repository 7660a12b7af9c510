#pragma once
/// Rows of H heads of D features, both known to the compiler: fetched ahead, added up in registers, multiplied head by head.
#include "attention_task.hpp"
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

using Task = AttentionTask<float>;

constexpr std::size_t kAhead = 8;  // arcs between a prefetch and its use

/// Arcs in a block whose rows are read twice, once for the scores and once for the sums: they, and the rows of the block
/// after it, should lie in L1.  Each of the two loops fetches a share of what the next block reads, so that memory never rests.
template <std::size_t H, std::size_t D>
constexpr std::size_t kTwice = H* D >= 256   ? 8
                               : H* D >= 128 ? 16
                                             : 32;

template <std::size_t H, std::size_t D>
struct Shape {
  static constexpr std::size_t kWidth = H * D;
  static constexpr std::size_t kW = D < kLanes ? D : kLanes;  // lanes of one vector of features
  static constexpr std::size_t kPerHead = D / kW;             // vectors of a head
  using Row = Floats<kW>;
};

/// The row that place + Ahead will read (or the last one).
template <std::size_t Ahead, class Stored>
EDGEWISE_INLINE const Stored* row_ahead(const Task& t, const Stored* table, std::size_t stride, EdgeId place) {
  return table + t.column[place + Ahead < t.places ? place + Ahead : t.places - 1] * stride;
}
/// One half of a row, or all of it.
enum class Part { first, second, all };
/// Fetches it, of Width numbers, into L1 or with Cache = 2 into L2: two tables' rows in flight take all of L1's few outstanding misses otherwise.
template <std::size_t Width, int Cache = 1, class Stored>
EDGEWISE_INLINE void fetch(const Stored* row, Part part = Part::all) {
  constexpr std::size_t kLine = 64 / sizeof(Stored), kHalf = (Width / kLine + 1) / 2 * kLine;
#pragma GCC unroll 32
  for (std::size_t c = 0; c < Width; c += kLine)
    if (part == Part::all || (part == Part::first) == (c < kHalf)) __builtin_prefetch(row + c, 0, 4 - Cache);
}

/// The tables of rows of Width numbers that a pass gathers, as they are stored: floats where the caller keeps them, or rounded for the pass.
template <class Stored, std::size_t Width>
struct Tables {
  struct Table {
    const Stored* at;
    std::size_t stride;
    EDGEWISE_INLINE const Stored* row(std::size_t k) const { return at + k * stride; }
    /// The row that place + Ahead will read (or the last one).
    template <std::size_t Ahead>
    EDGEWISE_INLINE const Stored* ahead(const Task& t, EdgeId place) const {
      return row_ahead<Ahead>(t, at, stride, place);
    }
  };
  Table value, source, target, grad;

  explicit EDGEWISE_INLINE Tables(const Task& t) {
    if constexpr (std::is_same_v<Stored, Bf16>) {
      value = {t.rounded.value, Width};
      source = {t.rounded.source, Width};
      target = {t.rounded.target, Width};
      grad = {t.rounded.grad, Width};
    } else {
      value = {t.value, t.value_stride};
      source = {t.source, t.source_stride};
      target = {t.target, t.target_stride};
      grad = {t.grad, Width};
    }
  }
};

/// The row that a pass stands in, which is read where the caller keeps it, as a table of Stored numbers would give it back.
template <class Stored, std::size_t H, std::size_t D>
class OwnRow {
 public:
  /// Valid until it is asked for another row.
  EDGEWISE_INLINE const float* of(const float* row) {
    if constexpr (std::is_same_v<Stored, Bf16>) {
      if (row == last_) return at_;
      last_ = row;
      constexpr std::size_t kW = Shape<H, D>::kW;
#pragma GCC unroll 2
      for (std::size_t c = 0; c < H * D; c += kW) store<kW>(at_ + c, rounded<kW>(load<kW>(row + c)));
      return at_;
    } else {
      return row;
    }
  }

 private:
  const float* last_ = nullptr;
  alignas(64) float at_[std::is_same_v<Stored, Bf16> ? H * D : 1];
};

/// A vector of a row of results: past the caches where their table outgrows them.
template <std::size_t W>
EDGEWISE_INLINE void put(bool streams, float* to, Floats<W> v) {
  if (streams)
    stream<W>(to, v);
  else
    store<W>(to, v);
}

/// A row of H * D sums in registers.
template <std::size_t H, std::size_t D>
struct RowSum {
  using S = Shape<H, D>;
  typename S::Row v[H][S::kPerHead];

  EDGEWISE_INLINE RowSum() {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] = typename S::Row{};
  }
  /// += weight[h] * row
  template <class Stored>
  EDGEWISE_INLINE void add(const float* weight, const Stored* row) {
    for (std::size_t h = 0; h < H; ++h) {
      const auto w = all<S::kW>(weight[h]);
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] += w * load_at<S::kW>(row, h * D + k * S::kW);
    }
  }
  EDGEWISE_INLINE void scale(const float* factor) {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] *= all<S::kW>(factor[h]);
  }
  EDGEWISE_INLINE RowSum& operator*=(float factor) {
    for (auto& head : v)
      for (auto& part : head) part *= factor;
    return *this;
  }
  EDGEWISE_INLINE void write(float* to, bool streams) const {
    if (streams)
      write_as<true>(to);
    else
      write_as<false>(to);
  }
  /// Writes the sums and starts again at zero.
  EDGEWISE_INLINE void take(float* to, bool streams) {
    write(to, streams);
    *this = RowSum();
  }

 private:
  template <bool Streams>
  EDGEWISE_INLINE void write_as(float* to) const {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) put<S::kW>(Streams, to + h * D + k * S::kW, v[h][k]);
  }
};

/// body(copy of the sums), which then take its place: what lives longer than a piece of a row is kept in memory, its copy in registers.
template <std::size_t H, std::size_t D, class Body>
EDGEWISE_INLINE void in_registers(RowSum<H, D>& sums, Body body) {
  RowSum<H, D> copy = sums;
  body(copy);
  sums = copy;
}

/// to[h] = <x[h,:], y[h,:]>
template <std::size_t H, std::size_t D, class Stored>
EDGEWISE_INLINE void dots(const float* x, const Stored* y, float* to) {
  using S = Shape<H, D>;
  typename S::Row part[H];
  for (std::size_t h = 0; h < H; ++h) {
    part[h] = typename S::Row{};  // not the first product: of two, compilers fuse either into their sum, and storages would differ in the last place
    for (std::size_t k = 0; k < S::kPerHead; ++k) part[h] += load<S::kW>(x + h * D + k * S::kW) * load_at<S::kW>(y, h * D + k * S::kW);
  }
  sum_lanes<S::kW, H>(part, to);
}

EDGEWISE_INLINE std::size_t block_size(EdgeId block, EdgeId last, std::size_t most) { return last - block < most ? last - block : most; }

/// body(row, first place, last place, where its sums belong); nothing is set to zero.
template <class Body>
EDGEWISE_INLINE void rows_of(const Task& t, const RowSpan& span, float* table, std::size_t width, Body body) {
  if (span.slot != kWhole) return body(span.first, span.begin, span.end, t.slots + span.slot * t.slot_size);
  for (std::size_t row = span.first; row < span.last; ++row) body(row, t.begin[row], t.begin[row + 1], table + row * width);
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
