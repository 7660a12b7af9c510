#pragma once
/// Errors of the library, and `fail`, the one way to raise them.  Lies on the lowest floor because everything throws.
#include <sstream>
#include <stdexcept>
#include <string>

#include "api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Base of everything this library throws on purpose.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Sizes that do not fit together: a caller's mistake in memory.
struct ShapeError : Error {
  using Error::Error;
};
/// A file or a value in it is not what it should be.  The text opens with `file:line:` where there is one.
struct DataError : Error {
  using Error::Error;
};
/// An option or flag out of its range, or two that exclude each other.
struct UsageError : Error {
  using Error::Error;
};
/// A computation left the finite numbers (a loss that became NaN, say).
struct NumericError : Error {
  using Error::Error;
};

/// Throws `Kind` with the parts joined:  fail<ShapeError>("linear: x has ", x.cols(), " columns, expected ", in);
template <class Kind, class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (text << ... << parts);
  throw Kind(text.str());
}

EDGEWISE_API_END
}  // namespace edgewise
