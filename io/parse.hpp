#pragma once
/// Text to numbers, the same in every locale.
#include <charconv>
#include <optional>
#include <string_view>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// The number that the whole of `text` is, or nothing.  A leading + is accepted; "nan" and "inf" are numbers here.
template <class Number>
std::optional<Number> parse(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

EDGEWISE_API_END
}  // namespace edgewise::io
