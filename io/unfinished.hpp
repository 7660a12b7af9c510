#pragma once
/// Paths that must not outlive an interrupted process: temporary files, folders made for results that are not there yet.
#include <cstddef>
#include <string>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// While one lives, `path` counts as unfinished.  It need not exist.
///   const Unfinished note(temporary);      // an error takes the file away by unwinding, a signal by remove_unfinished()
/// Cost     A slot of a fixed table, so that a signal handler may read it; with all slots taken, or a path beyond PATH_MAX, it does nothing.
/// Threads  Any.
class Unfinished {
 public:
  explicit Unfinished(const std::string& path) noexcept;
  ~Unfinished();
  Unfinished(Unfinished&& other) noexcept;
  Unfinished& operator=(Unfinished&&) = delete;

 private:
  std::size_t slot_;
};

/// Deletes all that is unfinished, folders only where they are empty then.  Safe in a signal handler: the process is to end right after.
void remove_unfinished() noexcept;

EDGEWISE_API_END
}  // namespace edgewise::io
