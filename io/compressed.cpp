#include "compressed.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";
constexpr std::size_t kLeastBlock = std::size_t{1} << 14;
constexpr std::size_t kLineEndSample = std::size_t{1} << 20;
constexpr std::size_t kMostBlock = std::size_t{1} << 20;
constexpr std::size_t kBinarySample = 4096;
constexpr const char* kWayOut = "; fetch or make the file again";

/// Room for one step: clearing a megabyte for a file of ten bytes would be most of its cost.
std::size_t block_size(std::string_view bytes) { return std::clamp(4 * bytes.size(), kLeastBlock, kMostBlock); }

struct Inflater {
  z_stream stream{};
  explicit Inflater(const std::string& name) {
    if (inflateInit2(&stream, 15 + 16) != Z_OK) fail<DataError>(name, ": zlib cannot start");
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

std::string unpack_gzip(std::string_view bytes, const std::string& name) {
  Inflater inflater(name);
  z_stream& stream = inflater.stream;
  std::string text;
  std::string block(block_size(bytes), '\0');
  std::size_t used = 0;
  for (;;) {
    const std::size_t part = std::min<std::size_t>(bytes.size() - used, std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + used));
    stream.avail_in = static_cast<uInt>(part);
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int state = inflate(&stream, Z_NO_FLUSH);
    used += part - stream.avail_in;
    text.append(block, 0, block.size() - stream.avail_out);
    if (state == Z_STREAM_END) {
      if (!bytes.substr(used).starts_with(kGzip)) return text;  // zeros behind the last member are padding
      inflateReset(&stream);
    } else if (state == Z_BUF_ERROR || (state == Z_OK && used == bytes.size() && stream.avail_out > 0)) {
      fail<DataError>(name, ": gzip data end after ", bytes.size(), " bytes, in the middle of the content", kWayOut);
    } else if (state != Z_OK) {
      fail<DataError>(name, ": damaged gzip data near byte ", used, ": ", stream.msg ? stream.msg : "unreadable", kWayOut);
    }
  }
}

std::string unpack_zstd(std::string_view bytes, const std::string& name) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  std::string text;
  std::string block(block_size(bytes), '\0');
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{block.data(), block.size(), 0};
    const std::size_t state = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(state)) fail<DataError>(name, ": damaged zstd data near byte ", in.pos, ": ", ZSTD_getErrorName(state), kWayOut);
    text.append(block, 0, out.pos);
    if (in.pos < in.size || out.pos == out.size) continue;
    if (state == 0) return text;
    fail<DataError>(name, ": zstd data end after ", bytes.size(), " bytes, in the middle of the content", kWayOut);
  }
}

}  // namespace

bool is_compressed(std::string_view bytes) { return bytes.starts_with(kGzip) || bytes.starts_with(kZstd); }

void refuse_foreign(std::string_view bytes, const std::string& name) {
  for (const char* magic : {"PK\x03\x04", "BZh9",
                            "\xFD"
                            "7zXZ"})
    if (bytes.starts_with(magic)) fail<DataError>(name, ": a zip, bzip2 or xz archive, expected text, gzip or zstd; unpack it first");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) fail<DataError>(name, ": text in UTF-16, expected UTF-8; save it as UTF-8");
}

void check_text(std::string_view text, const std::string& name) {
  refuse_foreign(text, name);
  if (is_compressed(text)) fail<DataError>(name, ": packed twice, expected text inside; unpack it once");
  if (const std::size_t zero = text.substr(0, kBinarySample).find('\0'); zero != std::string_view::npos)
    fail<DataError>(name, ": binary data (a zero byte at offset ", zero, "), expected text in UTF-8; save it as text");
  const std::string_view sample = text.substr(0, kLineEndSample);
  const std::size_t cr = sample.find('\r');
  if (cr != std::string_view::npos && cr + 1 < sample.size() && sample.find('\n') == std::string_view::npos)
    fail<DataError>(name, ": lines end in CR alone (the first at offset ", cr, "), expected LF or CRLF; convert them: tr '\\r' '\\n'");
}

std::string unpack(std::string_view bytes, const std::string& name) {
  return bytes.starts_with(kGzip) ? unpack_gzip(bytes, name) : unpack_zstd(bytes, name);
}

}  // namespace edgewise::io
