#include "row_grid.hpp"

#include <algorithm>

#include "rows.hpp"

namespace edgewise {

RowGrid row_grid(const Csr& csr, std::size_t work) {
  RowGrid grid;
  const auto begin = csr.begin();
  NodeId first = 0;
  std::size_t held = 0;
  auto close = [&](NodeId last) {
    if (first < last) grid.spans.push_back({first, last, begin[first], begin[last], kWhole});
    first = last;
    held = 0;
  };
  for (NodeId i = 0; i < csr.rows(); ++i) {
    const EdgeId degree = csr.degree(i);
    if (degree > work) {
      close(i);
      const std::uint32_t first_slot = grid.slots;
      for (EdgeId e = begin[i]; e < begin[i] + degree; e += work)
        grid.spans.push_back({i, i + 1, e, std::min<EdgeId>(e + work, begin[i] + degree), grid.slots++});
      grid.long_rows.push_back({i, first_slot, grid.slots});
      first = i + 1;
      continue;
    }
    if (held + degree + 1 > work) close(i);
    held += degree + 1;
  }
  close(csr.rows());
  return grid;
}

RowGrid row_grid(const Csr& csr) { return row_grid(csr, kBlockWork); }

}  // namespace edgewise
