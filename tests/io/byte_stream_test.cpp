#include <edgewise/graph/error.hpp>
#include <edgewise/io/byte_stream.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/pack.hpp"

using namespace edgewise;
using namespace edgewise::io;
using edgewise::test::gzipped;
using edgewise::test::zstandard;

namespace {

std::string drain(ByteStream stream, std::size_t room) {
  std::string text, block(room, '\0');
  for (std::size_t got; (got = stream.read(block.data(), room)) > 0;) text.append(block, 0, got);
  return text;
}

std::string message(const std::string& bytes) {
  try {
    drain(ByteStream::from_memory("m", bytes), 100);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("byte stream: the same bytes plain, gzipped and as zstd, in pieces of any size") {
  std::string text;
  for (std::size_t k = 0; text.size() < 700'000; ++k) text += std::to_string(k * k) + "\n";
  for (const std::size_t room : {std::size_t{1000}, std::size_t{1} << 20}) {
    CHECK(drain(ByteStream::from_memory("m", text), room) == text);
    CHECK(drain(ByteStream::from_memory("m", gzipped(text)), room) == text);
    CHECK(drain(ByteStream::from_memory("m", zstandard(text)), room) == text);
    CHECK(drain(ByteStream::from_memory("m", gzipped(text) + gzipped("more") + std::string(100, '\0')), room) == text + "more");
    CHECK(drain(ByteStream::from_memory("m", zstandard(text) + zstandard("more")), room) == text + "more");
  }
  // One byte repeated: much comes out of little, so the unpacker holds back when the room is short.
  const std::string zeros(3'000'000, 'x');
  for (const std::size_t room : {std::size_t{7}, std::size_t{4096}}) {
    CHECK(drain(ByteStream::from_memory("m", gzipped(zeros)), room) == zeros);
    CHECK(drain(ByteStream::from_memory("m", zstandard(zeros)), room) == zeros);
  }
}

TEST_CASE("byte stream: a member of a gzip file may end anywhere, one byte before the end of a block, too") {
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  // Noise that does not pack, its length chosen so that the packed member has the length wanted.
  std::string noise(kBlock, '\0');
  std::uint64_t state = 1;
  for (char& c : noise) c = static_cast<char>((state = state * 6364136223846793005U + 1442695040888963407U) >> 56U);
  noise[0] = 'x';
  for (std::size_t k = 0; k < 8; ++k) noise[k] = 'x';
  for (const std::size_t wanted : {kBlock - 2, kBlock - 1, kBlock}) {
    std::size_t length = kBlock - 200;
    while (gzipped(noise.substr(0, length)).size() < wanted) ++length;
    REQUIRE(gzipped(noise.substr(0, length)).size() == wanted);
    CHECK(drain(ByteStream::from_memory("m", gzipped(noise.substr(0, length)) + gzipped("more")), 5000) == noise.substr(0, length) + "more");
  }
}

TEST_CASE("byte stream: short files, none at all, a byte-order mark") {
  CHECK(drain(ByteStream::from_memory("m", ""), 10).empty());
  CHECK(drain(ByteStream::from_memory("m", "a"), 10) == "a");
  CHECK(drain(ByteStream::from_memory("m", "\xEF\xBB\xBF"), 10).empty());
  CHECK(drain(ByteStream::from_memory("m", "\xEF\xBB\xBFsmiles"), 3) == "smiles");
  CHECK(drain(ByteStream::from_memory("m", gzipped("\xEF\xBB\xBFsmiles")), 3) == "smiles");
  const TemporaryFolder folder;
  const ByteStream file = ByteStream::open(folder.add("a.txt", "abc"));
  CHECK(file.size() == 3);
  CHECK(file.taken() == 0);
}

TEST_CASE("byte stream: what cannot be read is named") {
  CHECK(message("PK\x03\x04zip") == "m: a zip, bzip2 or xz archive, expected text, gzip or zstd; unpack it first");
  CHECK(message(std::string("\xFF\xFE"
                            "C\0",
                            4))
            .find("UTF-16") != std::string::npos);
  const std::string whole = gzipped("a text that is long enough to be cut");
  CHECK(message(whole.substr(0, whole.size() - 6)).find("in the middle of the content") != std::string::npos);
  std::string damaged = whole;
  damaged[12] = static_cast<char>(damaged[12] ^ 0x7f);
  CHECK(message(damaged).find("m: ") == 0);
  const std::string frame = zstandard("a text that is long enough to be cut");
  CHECK(message(frame.substr(0, frame.size() - 3)).find("in the middle of the content") != std::string::npos);
  CHECK_THROWS_WITH(ByteStream::open("/nowhere/at.all"), Catch::Contains("/nowhere/at.all: cannot be opened"));
  CHECK_THROWS_WITH(ByteStream::open("/"), "/: is a folder, expected a file");
}
