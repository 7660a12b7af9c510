#include "output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kBlock = 1U << 16;

/// The folder part of a path as a person would name it.
std::string folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? "." : folder.string();
}

/// Follows links, so that a link to a result stays a link and its target is replaced.
std::string resolved(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.string();
}

int open_new(const std::string& path, int flags) {
  int file = -1;
  do file = ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  while (file < 0 && errno == EINTR);
  return file;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(resolved(path_)) {
  if (path_.empty()) fail<DataError>("cannot write a file without a name; give a path");
  std::error_code error;
  const fs::file_status status = fs::status(target_, error);
  if (fs::is_directory(status)) fail<DataError>("cannot write '", path_, "': it is a folder; give the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_ = open_new(target_, 0);
    if (file_ < 0) fail<DataError>("cannot write '", path_, "': ", std::strerror(errno));
    return;
  }
  const std::string folder = folder_of(target_);
  const fs::file_status above = fs::status(folder, error);
  if (fs::exists(above) && !fs::is_directory(above)) fail<DataError>("cannot write '", path_, "': '", folder, "' is not a folder");
  if (above.type() == fs::file_type::not_found) fail<DataError>("cannot write '", path_, "': folder '", folder, "' does not exist; create it first");

  static std::atomic<unsigned> count{0};
  const std::string name = fs::path(target_).filename().string().substr(0, 200);
  do {
    temporary_ = folder;
    temporary_.append("/.").append(name).append(".").append(std::to_string(::getpid())).append("-").append(std::to_string(count++)).append(".tmp");
    unfinished_.emplace(temporary_);
    file_ = open_new(temporary_, O_CREAT | O_EXCL);
  } while (file_ < 0 && errno == EEXIST);
  if (file_ < 0) {
    const int reason = errno;
    temporary_.clear();
    fail<DataError>("cannot write '", path_, "': no new file in folder '", folder, "' (", std::strerror(reason), ")");
  }
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::write(std::string_view bytes) {
  waiting_.append(bytes);
  if (waiting_.size() >= kBlock) flush();
}

void OutputFile::flush() {
  std::string_view rest = waiting_;
  while (!rest.empty()) {
    const ::ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) give_up(std::strerror(errno));
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  waiting_.clear();
}

void OutputFile::commit() {
  flush();
  if (temporary_.empty()) return discard();
  // Without this a power cut may leave the new name on an empty file.
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) give_up(std::strerror(errno));
  if (::close(std::exchange(file_, -1)) != 0) give_up(std::strerror(errno));
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) give_up(std::strerror(errno));
  temporary_.clear();
  unfinished_.reset();
}

void OutputFile::give_up(const std::string& what) {
  discard();
  fail<DataError>("cannot write '", path_, "': ", what, "; nothing was kept");
}

void OutputFile::discard() noexcept {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  unfinished_.reset();
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

void make_folder(const std::string& path) {
  std::error_code error, ignored;
  fs::create_directories(path, error);
  if (fs::is_directory(path, ignored)) return;
  fs::path there = path;  // as much of it as there is
  while (there.has_relative_path() && !fs::exists(there, ignored)) there = there.parent_path();
  if (fs::exists(there, ignored) && !fs::is_directory(there))
    fail<DataError>("cannot make folder '", path, "': '", there.string(), "' is a file; choose another --out");
  fail<DataError>("cannot make folder '", path, "': ", error.message());
}

}  // namespace edgewise::io
