#pragma once
/// The order in which a set of names is numbered, independent of the order in which a file lists them.
#include <string>
#include <vector>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// By value when all names are integers ("3", "7", "10"), else by their bytes; each name once.
std::vector<std::string> in_name_order(std::vector<std::string> names);

EDGEWISE_API_END
}  // namespace edgewise::io
