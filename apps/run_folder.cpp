#include "run_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "../graph/error.hpp"
#include "../io/output_file.hpp"
#include "../io/safetensors.hpp"
#include "interrupt.hpp"

namespace edgewise::cli {

namespace fs = std::filesystem;

RunFolder::RunFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
  if (path_.empty()) fail<UsageError>("--out: got '', expected the name of a folder");
  std::error_code unknown;
  if (fs::exists(path_, unknown) && !fs::is_directory(path_, unknown))
    fail<DataError>(path_, ": this is a file, and results need a folder; choose another --out");
  fs::path part;
  for (const fs::path& step : fs::path(path_)) {
    part /= step;
    std::error_code ignored;
    if (fs::exists(part, ignored)) continue;
    made_.push_back(part.string());
    unfinished_.emplace_back(made_.back());
  }
  io::make_folder(path_);
  if (access(path_.c_str(), W_OK | X_OK) != 0) {
    const int reason = errno;
    discard();
    fail<DataError>(path_, ": cannot write into this folder (", std::strerror(reason), "); choose another --out");
  }
  if (has("config.json")) earlier_config_ = read("config.json");
}

RunFolder::~RunFolder() { discard(); }

std::string RunFolder::stage(const std::string& name) {
  if (staged_.empty()) unfinished_.emplace_back(staging());
  unfinished_.emplace_back(staging() + "/" + name);
  io::make_folder(staging());
  staged_.push_back(name);
  return staging() + "/" + name;
}

void RunFolder::check_free(std::span<const std::string> names) const {
  for (const std::string& name : names) {
    const std::string path = path_ + "/" + name;
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(path, ignored)))
      fail<DataError>(path, ": a folder of this name is in the way; move it, or choose another --out");
  }
}

void RunFolder::publish() {
  const InterruptWatch watch;  // all names change or none
  check_free(staged_);
  for (const std::string& name : staged_) {
    std::error_code error;
    fs::rename(staging() + "/" + name, path_ + "/" + name, error);
    if (error) fail<DataError>(path_, "/", name, ": cannot take its name (", error.message(), ")");
  }
  staged_.clear();
  unfinished_.clear();
  std::error_code ignored;
  fs::remove(staging(), ignored);
}

void RunFolder::commit() {
  const InterruptWatch watch;
  publish();
  std::error_code ignored;
  fs::remove(checkpoint(), ignored);
}

void RunFolder::drop_staged() noexcept {
  std::error_code ignored;
  fs::remove_all(staging(), ignored);
  staged_.clear();
}

void RunFolder::discard() noexcept {
  std::error_code ignored;
  drop_staged();
  for (std::size_t k = made_.size(); k-- > 0;) fs::remove(made_[k], ignored);  // only what is empty goes
}

bool RunFolder::has(const std::string& name) const {
  std::error_code ignored;
  return fs::is_regular_file(path_ + "/" + name, ignored);
}

std::string RunFolder::read(const std::string& name) const { return io::read_bytes(path_ + "/" + name); }

}  // namespace edgewise::cli
