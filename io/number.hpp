#pragma once
/// Numbers as text: the shortest decimal that reads back to the same bits, in no locale.
#include <charconv>
#include <string>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// 0.25F gives "0.25"; infinities and NaN give "inf", "-inf", "nan".
template <class Real>
void append_number(std::string& text, Real value) {
  char buffer[64];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}
/// The same by itself.
template <class Real>
std::string number_text(Real value) {
  std::string text;
  append_number(text, value);
  return text;
}

EDGEWISE_API_END
}  // namespace edgewise::io
