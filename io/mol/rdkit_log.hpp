#pragma once
/// For sources of this folder only: RDKit's log becomes a value.
#include <functional>
#include <string>

namespace edgewise::mol {

/// Runs `parse` with RDKit's logs off, beside any number of other threads.  The first call of the process parses a tiny molecule alone, so
/// that RDKit's tables are filled by one thread.
void quietly(const std::function<void()>& parse);
/// Runs `parse` while no other thread is inside RDKit through these two, and gives what it wrote to the error log, in one line.
std::string overheard(const std::function<void()>& parse);

}  // namespace edgewise::mol
