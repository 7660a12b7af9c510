#include "explain_folder.hpp"

#include <filesystem>
#include <string_view>

#include "../graph/error.hpp"
#include "../io/output_file.hpp"

namespace edgewise::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "<!-- drawn by edgewise mol explain -->\n";

/// "17.svg".
bool is_name_of_drawing(const std::string& name) {
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && name.front() != '0' && name.substr(digits) == ".svg";
}

/// A link is nobody's drawing: what it points at lies elsewhere.
bool is_plain(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
}

bool is_our_drawing(const RunFolder& folder, const std::string& name) {
  return is_plain(folder.path() + "/" + name) && folder.read(name).ends_with(kMark);
}

bool is_our_table(const RunFolder& folder, const std::string& name) {
  const std::string text = folder.read(name);
  const std::string_view head = std::string_view(text).substr(0, text.find('\n'));
  if (name == ExplainFolder::kMolecules) return head.starts_with("row,status,") && head.ends_with(",gap,reason");
  return head.starts_with(name == ExplainFolder::kAtoms ? "row,atom,element," : "row,atom_a,atom_b,") && head.ends_with(",attention");
}

[[noreturn]] void stands_in_the_way(const RunFolder& folder, const std::string& name) {
  fail<DataError>(folder.path(), "/", name, ": lies there already and was not written by mol explain; give another folder as --out");
}

}  // namespace

ExplainFolder::ExplainFolder(const std::string& path) : folder_(path) {
  for (const char* name : {kMolecules, kAtoms, kBonds})
    if (fs::exists(folder_.path() + "/" + name) && !is_our_table(folder_, name)) stands_in_the_way(folder_, name);
}

std::string ExplainFolder::table(const char* name) { return folder_.stage(name); }

void ExplainFolder::draw(std::size_t row, const std::string& svg) {
  const std::string name = std::to_string(row) + ".svg";
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(folder_.path() + "/" + name, ignored)) && !is_our_drawing(folder_, name)) stands_in_the_way(folder_, name);
  io::write_file(folder_.stage(name), svg + std::string(kMark));
  drawn_.insert(name);
}

std::size_t ExplainFolder::commit() {
  folder_.publish();
  std::size_t gone = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    if (!is_name_of_drawing(name) || drawn_.count(name) > 0 || !is_our_drawing(folder_, name)) continue;
    std::error_code error;
    gone += fs::remove(entry.path(), error) ? 1U : 0U;
  }
  return gone;
}

}  // namespace edgewise::cli
