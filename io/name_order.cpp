#include "name_order.hpp"

#include <algorithm>
#include <cstdint>

#include "parse.hpp"

namespace edgewise::io {

std::vector<std::string> in_name_order(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto value = [](const std::string& name) { return parse<std::int64_t>(name); };
  if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return value(name).has_value(); }))
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) { return *value(a) < *value(b); });
  return names;
}

}  // namespace edgewise::io
