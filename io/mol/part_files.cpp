#include "part_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/random.hpp"
#include "../text.hpp"

namespace edgewise::mol {
namespace {

namespace fs = std::filesystem;
constexpr const char* kHead = "edgewise journal 1 ";

/// Of a line's numbers and state: a line that was cut does not fit it.
std::uint64_t check_of(std::uint64_t records, std::uint64_t out, std::uint64_t rejects, std::string_view state) {
  std::uint64_t hash = mix_bits(mix_bits(mix_bits(records) ^ out) ^ rejects);
  for (const char byte : state) hash = mix_bits(hash ^ static_cast<unsigned char>(byte));
  return hash;
}

int open_file(const std::string& path, int flags) {
  int file = -1;
  do file = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  while (file < 0 && errno == EINTR);
  if (file < 0) fail<DataError>("cannot write '", path, "': ", std::strerror(errno));
  return file;
}

void write_all(int file, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail<DataError>("cannot write '", path, "': ", std::strerror(errno));
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

PartFiles::PartFiles(std::string out, std::string rejects, const std::string& about, bool resume) {
  out_.path = std::move(out);
  rejects_.path = std::move(rejects);
  for (File* file : {&out_, &rejects_}) {
    file->part = file->path + ".part";
    std::error_code error;
    if (fs::is_directory(file->path, error)) fail<DataError>("cannot write '", file->path, "': it is a folder; give the name of a file");
    file->direct = file->path == "-" || (fs::exists(file->path, error) && !fs::is_regular_file(file->path, error));
  }
  if (out_.direct && resume) fail<UsageError>("--resume needs an output that is a file, not '", out_.path, "'");
  journal_path_ = out_.path + ".journal";
  try {
    if (resume && fs::exists(journal_path_)) read_journal(about);
    open(out_, resume);
    if (!rejects_.path.empty()) open(rejects_, resume);
    if (out_.direct) return;
    journal_ = open_file(journal_path_, O_WRONLY | O_CREAT | O_APPEND | (start_ > 0 ? 0 : O_TRUNC));
    if (start_ == 0) write_all(journal_, journal_path_, kHead + about + "\n");
  } catch (...) {
    for (File* file : {&out_, &rejects_})
      if (file->number > STDERR_FILENO) ::close(file->number);
    throw;
  }
}

PartFiles::~PartFiles() {
  for (const int file : {out_.direct && out_.path == "-" ? -1 : out_.number, rejects_.number, journal_})
    if (file >= 0) ::close(file);
}

void PartFiles::open(File& file, bool keep) {
  if (file.path == "-") {
    file.number = STDOUT_FILENO;
    return;
  }
  if (file.direct) {
    file.number = open_file(file.path, O_WRONLY);
    return;
  }
  file.number = open_file(file.part, O_WRONLY | O_CREAT | (keep && start_ > 0 ? 0 : O_TRUNC));
  if (::ftruncate(file.number, static_cast<off_t>(file.size)) != 0 || ::lseek(file.number, 0, SEEK_END) < 0)
    fail<DataError>("cannot write '", file.part, "': ", std::strerror(errno));
}

void PartFiles::read_journal(const std::string& about) {
  const io::TextFile text = io::TextFile::open(journal_path_);
  io::LineWalk walk(text.text());
  io::Line line;
  if (!walk.next(line)) return;
  const std::string wanted = kHead + about;
  if (line.text != wanted && text.text().find('\n') != std::string_view::npos)
    fail<DataError>(journal_path_, ":1: another run lies there: ", io::shown(line.text.substr(std::min(line.text.size(), std::strlen(kHead)))),
                    "; give the same input, model and options, or leave --resume out to start again");
  const std::uint64_t out_size = size_of(out_.part), rejects_size = rejects_.direct ? UINT64_MAX : size_of(rejects_.part);
  std::uint64_t whole = line.text.size() + 1;
  while (walk.next(line)) {
    if (whole + line.text.size() + 1 > text.text().size()) break;  // its end is missing
    std::istringstream fields{std::string(line.text)};
    std::uint64_t records = 0, out = 0, rejects = 0, check = 0;
    std::string state;
    if (!(fields >> records >> out >> rejects >> check >> std::ws)) break;
    std::getline(fields, state);
    if (check != check_of(records, out, rejects, state)) break;
    if (out > out_size || rejects > rejects_size) break;  // the disk lost the end
    start_ = static_cast<std::size_t>(records);
    state_ = state;
    out_.size = out;
    rejects_.size = rejects;
    whole += line.text.size() + 1;
  }
  if (start_ > 0 && ::truncate(journal_path_.c_str(), static_cast<off_t>(whole)) != 0)
    fail<DataError>("cannot write '", journal_path_, "': ", std::strerror(errno));
}

void PartFiles::write(File& file, std::string_view bytes) {
  write_all(file.number, file.direct ? file.path : file.part, bytes);
  file.size += bytes.size();
}

void PartFiles::append(std::string_view rows, std::string_view rejects, std::size_t records, const std::string& state) {
  write(out_, rows);
  if (rejects_.number >= 0) write(rejects_, rejects);
  if (journal_ < 0) return;
  std::ostringstream line;
  line << records << ' ' << out_.size << ' ' << rejects_.size << ' ' << check_of(records, out_.size, rejects_.size, state) << ' ' << state << '\n';
  write_all(journal_, journal_path_, line.str());
}

void PartFiles::commit() {
  for (File* file : {&rejects_, &out_}) {  // the predictions last: when they are there, all is
    if (file->number < 0 || file->direct) continue;
    if (::fsync(file->number) != 0 && errno != EINVAL && errno != EROFS) fail<DataError>("cannot write '", file->part, "': ", std::strerror(errno));
    if (::rename(file->part.c_str(), file->path.c_str()) != 0) fail<DataError>("cannot write '", file->path, "': ", std::strerror(errno));
  }
  if (journal_ >= 0) ::unlink(journal_path_.c_str());
}

}  // namespace edgewise::mol
