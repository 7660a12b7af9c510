#include "text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "../graph/error.hpp"
#include "compressed.hpp"

namespace edgewise::io {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// An open file that closes itself.
struct Descriptor {
  explicit Descriptor(const std::string& path) : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

std::string read_stream(const std::string& path, int descriptor) {
  std::string bytes;
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(descriptor, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail<DataError>(path, ": cannot be read: ", std::strerror(errno));
    if (got == 0) return bytes;
    bytes.append(block, static_cast<std::size_t>(got));
  }
}

}  // namespace

TextFile::TextFile(std::string name, std::shared_ptr<const void> keeper, std::string_view bytes)
    : name_(std::move(name)), keeper_(std::move(keeper)), text_(bytes) {
  if (is_compressed(bytes)) {
    auto unpacked = std::make_shared<const std::string>(unpack(bytes, name_));
    text_ = *unpacked;
    keeper_ = std::move(unpacked);
  }
  check_text(text_, name_);
  while (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

TextFile TextFile::from_memory(std::string name, std::string bytes) {
  auto held = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view text = *held;
  return {std::move(name), std::move(held), text};
}

TextFile TextFile::open(const std::string& path) {
  const Descriptor file(path);
  if (file.number < 0) fail<DataError>(path, ": cannot be opened: ", std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number, &status) != 0) fail<DataError>(path, ": cannot be read: ", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail<DataError>(path, ": is a folder, expected a file");
  if (!S_ISREG(status.st_mode)) return from_memory(path, read_stream(path, file.number));  // a pipe cannot be mapped
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return from_memory(path, {});
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (memory == MAP_FAILED) return from_memory(path, read_stream(path, file.number));
  ::madvise(memory, size, MADV_SEQUENTIAL);
  const std::shared_ptr<const void> mapping(memory, [size](const void* begin) { ::munmap(const_cast<void*>(begin), size); });
  return {path, mapping, {static_cast<const char*>(memory), size}};
}

bool LineWalk::next(Line& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line.text = rest_.substr(0, end);
  line.number = next_number_++;
  if (line.text.ends_with('\r')) line.text.remove_suffix(1);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  return true;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string quoted = "'";
  for (const char byte : text.substr(0, kMost)) quoted += static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f ? '?' : byte;
  return quoted + (text.size() > kMost ? "...'" : "'");
}

}  // namespace edgewise::io
