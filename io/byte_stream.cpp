#include "byte_stream.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "../graph/error.hpp"
#include "compressed.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kPeek = 8;  // bytes that tell the kind of a file
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr const char* kWayOut = "; fetch or make the file again";

/// Where raw bytes come from.
struct Source {
  std::string name;
  int file = -1;       // -1: memory
  bool owned = false;  // standard input is not ours to close
  std::string memory;
  std::uint64_t at = 0;
  std::uint64_t size = 0;

  ~Source() {
    if (owned) ::close(file);
  }
  std::size_t read(char* into, std::size_t room) {
    std::size_t got = 0;
    if (file < 0) {
      got = std::min(room, memory.size() - static_cast<std::size_t>(at));
      std::memcpy(into, memory.data() + at, got);
    } else {
      for (;;) {
        const ssize_t result = ::read(file, into, room);
        if (result < 0 && errno == EINTR) continue;
        if (result < 0) fail<DataError>(name, ": cannot be read: ", std::strerror(errno));
        got = static_cast<std::size_t>(result);
        break;
      }
    }
    at += got;
    return got;
  }
};

}  // namespace

/// Raw bytes wait in `block` [begin, end); what is unpacked goes to the caller directly.
struct ByteStream::State {
  enum class Packing { none, gzip, zstd };
  Source source;
  std::string block = std::string(kBlock, '\0');
  std::size_t begin = 0, end = 0;
  bool started = false, finished = false;
  Packing packing = Packing::none;
  z_stream inflater{};
  bool inflating = false;     // inflateEnd is owed
  bool inside_frame = false;  // an end here is too early
  bool pending = false;       // the last call filled all the room: the unpacker may hold more
  ZSTD_DStream* zstd = nullptr;
  std::string waiting;  // unpacked bytes that were looked at for their kind
  std::size_t given = 0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (inflating) inflateEnd(&inflater);
    ZSTD_freeDStream(zstd);
  }
  const std::string& name() const { return source.name; }

  /// Brings more bytes behind those that wait; false at the end of the source.
  bool fill() {
    if (begin > 0) {
      std::memmove(block.data(), block.data() + begin, end - begin);
      end -= begin;
      begin = 0;
    }
    if (end == block.size()) return true;
    const std::size_t got = source.read(block.data() + end, block.size() - end);
    end += got;
    return got > 0;
  }

  void start() {
    started = true;
    while (end < kPeek && fill()) {
    }
    const std::string_view head(block.data(), end);
    refuse_foreign(head, name());
    if (is_compressed(head)) {
      packing = head.starts_with(kGzip) ? Packing::gzip : Packing::zstd;
      if (packing == Packing::gzip) {
        if (inflateInit2(&inflater, 15 + 16) != Z_OK) fail<DataError>(name(), ": zlib cannot start");
        inflating = true;
      } else {
        zstd = ZSTD_createDStream();
      }
      inside_frame = true;
    }
    waiting.resize(kPeek);
    std::size_t have = 0;
    for (std::size_t got = 1; have < kPeek && got > 0; have += got) got = unpack_some(waiting.data() + have, kPeek - have);
    waiting.resize(have);
    check_text(waiting, name());
    while (waiting.starts_with(kByteOrderMark)) waiting.erase(0, kByteOrderMark.size());
  }

  std::size_t unpack_some(char* into, std::size_t room) {
    if (finished) return 0;
    for (;;) {
      const bool more = pending || begin < end || fill();
      if (!more) {
        if (inside_frame) fail<DataError>(name(), ": compressed data end after ", source.at, " bytes, in the middle of the content", kWayOut);
        finished = true;
        return 0;
      }
      const std::size_t got = packing == Packing::none ? copy(into, room) : packing == Packing::gzip ? gunzip(into, room) : unzstd(into, room);
      if (got > 0 || finished) return got;
    }
  }

  std::size_t copy(char* into, std::size_t room) {
    const std::size_t got = std::min(room, end - begin);
    std::memcpy(into, block.data() + begin, got);
    begin += got;
    return got;
  }

  std::size_t gunzip(char* into, std::size_t room) {
    if (!inside_frame) {  // behind a member: another one, or padding
      while (end - begin < kGzip.size() && fill()) {
      }
      if (!std::string_view(block.data() + begin, end - begin).starts_with(kGzip)) {
        finished = true;
        return 0;
      }
      inflateReset(&inflater);
      inside_frame = true;
    }
    inflater.next_in = reinterpret_cast<Bytef*>(block.data() + begin);
    inflater.avail_in = static_cast<uInt>(end - begin);
    inflater.next_out = reinterpret_cast<Bytef*>(into);
    inflater.avail_out = static_cast<uInt>(std::min(room, kBlock));
    const uInt offered = inflater.avail_out;
    const int state = inflate(&inflater, Z_NO_FLUSH);
    begin = end - inflater.avail_in;
    pending = inflater.avail_out == 0 && state != Z_STREAM_END;
    if (state == Z_STREAM_END) {
      inside_frame = false;
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      fail<DataError>(name(), ": damaged gzip data near byte ", source.at - (end - begin), ": ", inflater.msg ? inflater.msg : "unreadable", kWayOut);
    }
    return offered - inflater.avail_out;
  }

  std::size_t unzstd(char* into, std::size_t room) {
    ZSTD_inBuffer in{block.data() + begin, end - begin, 0};
    ZSTD_outBuffer out{into, room, 0};
    const std::size_t state = ZSTD_decompressStream(zstd, &out, &in);
    if (ZSTD_isError(state))
      fail<DataError>(name(), ": damaged zstd data near byte ", source.at - (end - begin), ": ", ZSTD_getErrorName(state), kWayOut);
    begin += in.pos;
    inside_frame = state != 0;
    pending = inside_frame && out.pos == out.size;
    return out.pos;
  }
};

ByteStream::ByteStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
ByteStream::~ByteStream() = default;
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;

ByteStream ByteStream::from_memory(std::string name, std::string bytes) {
  auto state = std::make_unique<State>();
  state->source.name = std::move(name);
  state->source.memory = std::move(bytes);
  state->source.size = state->source.memory.size();
  return ByteStream(std::move(state));
}

ByteStream ByteStream::open(const std::string& path) {
  auto state = std::make_unique<State>();
  Source& source = state->source;
  if (path == "-") {
    source.name = "standard input";
    source.file = STDIN_FILENO;
    return ByteStream(std::move(state));
  }
  source.name = path;
  source.file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (source.file < 0) fail<DataError>(path, ": cannot be opened: ", std::strerror(errno));
  source.owned = true;
  struct stat status {};
  if (::fstat(source.file, &status) != 0) fail<DataError>(path, ": cannot be read: ", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail<DataError>(path, ": is a folder, expected a file");
  if (S_ISREG(status.st_mode)) source.size = static_cast<std::uint64_t>(status.st_size);
  return ByteStream(std::move(state));
}

std::size_t ByteStream::read(char* into, std::size_t room) {
  State& state = *state_;
  if (!state.started) state.start();
  if (state.given < state.waiting.size()) {
    const std::size_t got = std::min(room, state.waiting.size() - state.given);
    std::copy_n(state.waiting.data() + state.given, got, into);
    state.given += got;
    return got;
  }
  return state.unpack_some(into, room);
}

const std::string& ByteStream::name() const { return state_->source.name; }
std::uint64_t ByteStream::taken() const { return state_->source.at - (state_->end - state_->begin); }
std::uint64_t ByteStream::size() const { return state_->source.size; }

}  // namespace edgewise::io
