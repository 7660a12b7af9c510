#pragma once
/// Names in a message.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// With commas: unprintable bytes as '?', long names cut, and of many the first 30.
inline std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 30, kLongest = 60;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost))) {
    text += text.empty() ? "" : ", ";
    for (const char byte : std::string_view(name).substr(0, kLongest)) text += static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f ? '?' : byte;
    if (name.size() > kLongest) text += "...";
  }
  return names.size() > kMost ? text + " and " + std::to_string(names.size() - kMost) + " more" : text;
}

EDGEWISE_API_END
}  // namespace edgewise::io
