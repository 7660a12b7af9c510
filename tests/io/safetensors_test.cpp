#include <edgewise/io/safetensors.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include <edgewise/graph/error.hpp>
#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;
using Catch::Matchers::Contains;

namespace {

/// A file from a header and its data, the length filled in.
std::string file_of(const std::string& header, const std::string& data) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((std::uint64_t{header.size()} >> (8 * i)) & 0xFF);
  return bytes + header + data;
}
std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets, const std::string& data) {
  return file_of(R"({"w":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}", data);
}
SafeTensors parse(const std::string& bytes) { return parse_safetensors(bytes, "m"); }

}  // namespace

TEST_CASE("safetensors: one tensor, byte for byte", "[io]") {
  SafeTensors content;
  content.metadata = {{"b", "2"}, {"a", "1"}};
  content.tensors.push_back({"w", {2}, Tensor::of(1, 2, {1.0F, -2.0F})});
  const std::string header = R"({"__metadata__":{"edgewise.crc32":"6d7125dc","a":"1","b":"2"},"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
  const std::string data("\0\0\x80\x3f\0\0\0\xc0", 8);
  // The digits are those of Python's zlib.crc32 over the file with zeros in their place.
  CHECK(to_safetensors(content) == file_of(padded, data));
  CHECK(padded.size() % 8 == 0);
}

TEST_CASE("safetensors: what was written is read, shapes and order included", "[io]") {
  const TemporaryFolder folder;
  SafeTensors content;
  content.metadata["note"] = "caf\xc3\xa9 \"x\"\n";
  content.tensors.push_back({"z", {}, Tensor::of(2, 3, {1, 2, 3, 4, 5, 6})});
  content.tensors.push_back({"empty", {}, Tensor(0, 5)});
  content.tensors.push_back({"a", {2, 1, 2}, Tensor::of(2, 2, {7, 8, 9, std::numeric_limits<float>::infinity()})});
  save_safetensors(folder / "m.safetensors", content);
  const SafeTensors read = load_safetensors(folder / "m.safetensors");
  CHECK(read.metadata == content.metadata);
  REQUIRE(read.tensors.size() == 3);
  CHECK(read.find("z")->shape == std::vector<std::size_t>{2, 3});
  CHECK(read.find("z")->value(1, 0) == 4);
  CHECK(read.find("empty")->value.rows() == 0);
  CHECK(read.find("empty")->value.cols() == 5);
  CHECK(read.find("a")->shape == std::vector<std::size_t>{2, 1, 2});
  CHECK(read.find("a")->value.rows() == 2);
  CHECK(std::isinf(read.find("a")->value(1, 1)));
  CHECK(read.find("none") == nullptr);
  CHECK(to_safetensors(read) == to_safetensors(content));
}

TEST_CASE("safetensors: F64, F16 and BF16 become float", "[io]") {
  CHECK(parse(one("F64", "[1]", "[0,8]", std::string("\0\0\0\0\0\0\xf8\x3f", 8))).tensors[0].value(0, 0) == 1.5F);
  CHECK(parse(one("BF16", "[]", "[0,2]", "\xc0\x3f")).tensors[0].value(0, 0) == 1.5F);
  // 1.5, the smallest subnormal 2^-24, -2, 65504 (the largest), -infinity
  const Tensor half = parse(one("F16", "[5]", "[0,10]", std::string("\x00\x3e\x01\x00\x00\xc0\xff\x7b\x00\xfc", 10))).tensors[0].value;
  CHECK(half(0, 0) == 1.5F);
  CHECK(half(0, 1) == std::ldexp(1.0F, -24));
  CHECK(half(0, 2) == -2.0F);
  CHECK(half(0, 3) == 65504.0F);
  CHECK(half(0, 4) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("safetensors: damage is named", "[io]") {
  CHECK_THROWS_WITH(parse(""), Contains("m: 0 bytes are too few"));
  CHECK_THROWS_WITH(parse(std::string(8, '\xff')), Contains("the header claims 18446744073709551615 bytes"));
  CHECK_THROWS_WITH(parse(file_of("{}", "").substr(0, 9)), Contains("the header claims 2 bytes, the file has 1"));
  CHECK_THROWS_WITH(parse(file_of("{", "")), Contains("m: the header is not JSON (parse error at line 1"));
  CHECK_THROWS_WITH(parse(file_of("[]", "")), Contains("not a JSON object"));
  CHECK_THROWS_WITH(parse(file_of("{\"\xff\":1}", "")), Contains("not JSON"));
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  CHECK_THROWS_WITH(parse(file_of(deep, "")), Contains("200000 levels inside one another"));
  CHECK_THROWS_WITH(parse(one("F32", "[" + deep + "]", "[0,4]", "1234")), Contains("levels inside one another"));
  CHECK_THROWS_WITH(parse(file_of(R"({"__metadata__":[]})", "")), Contains("__metadata__ is not an object"));
  CHECK_THROWS_WITH(parse(file_of(R"({"__metadata__":{"a":1}})", "")), Contains("__metadata__ 'a' is not text"));
  CHECK_THROWS_WITH(parse(file_of(R"({"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"w":{}})", "")), Contains("names 'w' twice"));
  CHECK_THROWS_WITH(parse(file_of(R"({"w":3})", "")), Contains("'w' is not described"));
  CHECK_THROWS_WITH(parse(file_of(R"({"w":{"dtype":"F32","shape":[1]}})", "")), Contains("'w' has no 'data_offsets'"));
  CHECK_THROWS_WITH(parse(one("F8_E4M3", "[1]", "[0,1]", "x")), Contains("dtype 'F8_E4M3', readable are F32, F64, F16 and BF16"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[0,5]", "1234")), Contains("claims bytes 0 to 5 of 4"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[4,0]", "1234")), Contains("claims bytes 4 to 0"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[0]", "1234")), Contains("not a pair"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[0,4.0]", "1234")), Contains("4.0, not a whole number"));
  CHECK_THROWS_WITH(parse(one("F32", "[-1]", "[0,4]", "1234")), Contains("-1, not a whole number"));
  CHECK_THROWS_WITH(parse(one("F32", "[2]", "[0,4]", "1234")), Contains("of 2 F32 numbers needs 8 bytes, got 4"));
  CHECK_THROWS_WITH(parse(one("F32", "[4294967296,4294967296]", "[0,4]", "1234")), Contains("more numbers than memory can hold"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[0,4]", "12345")), Contains("bytes 4 to 5 belong to no tensor"));
  CHECK_THROWS_WITH(parse(one("F32", "[1]", "[1,5]", "12345")), Contains("bytes 0 to 1 belong to no tensor"));
  CHECK_THROWS_WITH(parse(one("F64", "[1]", "[0,8]", std::string("\0\0\0\0\0\0\xf0\x7e", 8))), Contains("beyond the range of float"));
  const std::string two = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})";
  CHECK_THROWS_WITH(parse(file_of(two, "123456")), Contains("'b' begins at byte 2 inside the one before"));
  CHECK_THROWS_WITH(load_safetensors("/no/such/file"), Contains("/no/such/file: cannot be opened"));
}

TEST_CASE("safetensors: every shortened file is refused", "[io]") {
  SafeTensors content;
  content.metadata["a"] = "b";
  content.tensors.push_back({"w", {}, Tensor::of(2, 2, {1, 2, 3, 4})});
  const std::string bytes = to_safetensors(content);
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_THROWS_AS(parse(bytes.substr(0, size)), DataError);
}

TEST_CASE("safetensors: no flipped bit gives other numbers or other words", "[io]") {
  SafeTensors content;
  content.metadata["edgewise"] = R"({"directed":false})";
  content.tensors.push_back({"w", {}, Tensor::of(2, 2, {1, 2, 3, 4})});
  const std::string bytes = to_safetensors(content);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    try {
      const SafeTensors read = parse(flipped);  // a flip in the checksum's own name hides it, and changes nothing else
      REQUIRE(read.metadata.at("edgewise") == content.metadata["edgewise"]);
      REQUIRE(read.find("w") != nullptr);
      REQUIRE(read.find("w")->value.row(1)[1] == 4);
    } catch (const DataError&) {
      ++refused;
    }
  }
  CHECK(refused >= 8 * (bytes.size() - std::string("edgewise.crc32").size()));
  std::string other = bytes;
  other.back() = '\x41';
  CHECK_THROWS_WITH(parse(other), Contains("m: the file is damaged: its CRC-32 is") && Contains("leaves 'edgewise.crc32' out"));
}

TEST_CASE("safetensors: the writer refuses what no reader could tell apart", "[io]") {
  SafeTensors content;
  content.tensors.push_back({"w", {}, Tensor(1, 1)});
  content.tensors.push_back({"w", {}, Tensor(1, 1)});
  CHECK_THROWS_WITH(to_safetensors(content), Contains("'w' cannot be used twice"));
  content.tensors.pop_back();
  content.tensors[0].name = "\xff";
  CHECK_THROWS_WITH(to_safetensors(content), Contains("not UTF-8"));
  content.tensors[0] = {"w", {3}, Tensor(1, 1)};
  CHECK_THROWS_AS(to_safetensors(content), ShapeError);
}
