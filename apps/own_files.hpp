#pragma once
/// Files that a command reads and files that it writes are different files.
#include <span>
#include <string>

namespace edgewise::cli {

/// A path as a flag gave it; an empty one and "-" name no file.
struct NamedPath {
  const char* flag;
  std::string path;
};

/// Throws UsageError where an output is one of the inputs, which writing would destroy, or another output, which would overwrite it.
/// One file under two names (a link, a detour through another folder) is one file; pipes and devices may serve twice.
///   keep_apart({{{"--input", input}}}, {{{"--out", out}}});
void keep_apart(std::span<const NamedPath> inputs, std::span<const NamedPath> outputs);
/// Throws DataError where a file cannot be written, now and not when the work is done.  Leaves no trace; pipes and devices are not touched.
void check_writable(const std::string& path);
/// The same for a verb that says what it did on standard output, where its result has no place: refuses "-", too.
void check_out_file(const std::string& path);

}  // namespace edgewise::cli
