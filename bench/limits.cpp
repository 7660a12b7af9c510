#include "limits.hpp"

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "reference/lanes.hpp"

namespace edgewise::bench {
namespace {

template <std::size_t Width, std::size_t Ahead>
void gather_sum(const Csr& csr, const RowGrid& grid, const Tensor& from, Tensor& to) {
  const NodeId* const column = csr.column().data();
  const EdgeId* const begin = csr.begin().data();
  const EdgeId places = csr.edges();
  parallel_blocks(grid.spans.size(), [&, column, begin, places](std::size_t k) {
    const RowSpan& span = grid.spans[k];
    for (std::size_t i = span.first; i < span.last; ++i) {
      Lanes<kLanes> sum[Width / kLanes] = {};
      const EdgeId first = span.slot == kWhole ? begin[i] : span.begin, last = span.slot == kWhole ? begin[i + 1] : span.end;
      for (EdgeId e = first; e < last; ++e) {
        if (Ahead > 0 && e + Ahead < places)
          for (std::size_t c = 0; c < Width; c += 16) __builtin_prefetch(from.data() + column[e + Ahead] * Width + c, 0, 3);
        const float* const row = from.data() + column[e] * Width;
        for (std::size_t v = 0; v < Width / kLanes; ++v) sum[v] += load<kLanes>(row + v * kLanes);
      }
      if (span.slot == kWhole || span.begin == begin[i]) std::memcpy(to.data() + i * Width, sum, sizeof sum);
    }
  });
}

template <std::size_t Width>
std::array<GatherSum, 3> of_width() {
  return {gather_sum<Width, kDistances[0]>, gather_sum<Width, kDistances[1]>, gather_sum<Width, kDistances[2]>};
}

}  // namespace

std::array<GatherSum, 3> gather_sums(std::size_t width) {
  if (width == 64) return of_width<64>();
  if (width == 128) return of_width<128>();
  if (width == 256) return of_width<256>();
  if (width == 512) return of_width<512>();
  fail<UsageError>("gather_sums: heads * depth is ", width, ", expected 64, 128, 256 or 512");
}

void multiply_add(float* results) {
  constexpr std::size_t kChains = 10, kSteps = (1 << 24) / (kChains * kLanes);
  parallel_blocks(kMultiplyAddResults, [=](std::size_t task) {
    Lanes<kLanes> sum[kChains] = {};
    const Lanes<kLanes> factor = all<kLanes>(0.999F), added = all<kLanes>(static_cast<float>(task));
    for (std::size_t step = 0; step < kSteps; ++step)
      for (auto& x : sum) x = x * factor + added;
    for (std::size_t c = 1; c < kChains; ++c) sum[0] += sum[c];
    results[task] = sum[0][0];
  });
}

}  // namespace edgewise::bench
