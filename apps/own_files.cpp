#include "own_files.hpp"

#include <filesystem>

#include "../graph/error.hpp"
#include "../io/output_file.hpp"

namespace edgewise::cli {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  if (a == "-" || b == "-") return a == b;
  std::error_code error;
  const fs::file_status status = fs::status(a, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) return false;
  if (fs::exists(status) && fs::exists(fs::status(b, error))) return fs::equivalent(a, b, error) && !error;
  const fs::path first = fs::weakly_canonical(a, error), second = fs::weakly_canonical(b, error);
  return !error && first == second;
}

}  // namespace

void keep_apart(std::span<const NamedPath> inputs, std::span<const NamedPath> outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    for (const NamedPath& input : inputs)
      if (input.path != "-" && same_file(input.path, outputs[k].path))
        fail<UsageError>(outputs[k].flag, ": '", outputs[k].path, "' is the file of ", input.flag, ", which would be lost; give another name");
    for (std::size_t other = 0; other < k; ++other)
      if (same_file(outputs[other].path, outputs[k].path))
        fail<UsageError>(outputs[k].flag, ": '", outputs[k].path, "' is written by ", outputs[other].flag, " too; give another name");
  }
}

void check_writable(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) return;
  const io::OutputFile probe(path);
}

void check_out_file(const std::string& path) {
  if (path == "-") fail<UsageError>("--out: got '-', expected the name of a file; what this verb did is said on standard output");
  check_writable(path);
}

}  // namespace edgewise::cli
