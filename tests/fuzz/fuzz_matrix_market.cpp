#include "../../io/matrix_market.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) {
    const MatrixMarket matrix = read_matrix_market(TextFile::from_memory("fuzz", std::move(bytes)));
    if (matrix.rows > 100000 || matrix.columns > 100000) return;  // an honest large matrix
    sparse_of(matrix);
    Names names;
    edges_of(matrix, names);
  });
}
