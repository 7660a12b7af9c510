#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "../../graph/error.hpp"
#include "../json_reader.hpp"
#include "molecule_model.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kDigits = 16;  // of a word in hexadecimal, the lowest first

}  // namespace

std::string to_json(const Domain& domain) {
  std::string digits;
  digits.reserve(domain.bits.size() * kDigits);
  for (const std::uint64_t word : domain.bits)
    for (std::size_t k = 0; k < kDigits; ++k) digits += "0123456789abcdef"[word >> (4 * k) & 15U];
  const nlohmann::ordered_json json = {{"radius", domain.radius}, {"words", domain.words}, {"bits", digits}};
  return json.dump();
}

Domain domain_from_json(const std::string& text, const std::string& file) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) fail<DataError>(file, ": the fingerprints are no JSON object; the file is damaged");
  const io::JsonReader reader(json, file);
  Domain domain{reader.count("radius"), reader.count("words"), {}};
  const std::string digits = reader.bytes("bits");
  constexpr std::size_t kMostWords = 1024;
  if (domain.words == 0 || domain.words > kMostWords || digits.size() % (domain.words * kDigits) != 0)
    fail<DataError>(file, ": ", digits.size(), " digits of fingerprints of ", domain.words, " words; the file is damaged");
  domain.bits.assign(digits.size() / kDigits, 0);
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const char c = digits[k];
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) fail<DataError>(file, ": a fingerprint holds something that is no hexadecimal digit; the file is damaged");
    const auto value = static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
    domain.bits[k / kDigits] |= value << (4 * (k % kDigits));
  }
  return domain;
}

DomainIndex::DomainIndex(const Domain& domain) : radius_(domain.radius), begin_(domain.words * 64 + 1, 0), bits_of_(domain.molecules(), 0) {
  const auto each = [&](auto&& visit) {
    for (std::size_t m = 0; m < domain.molecules(); ++m)
      for (std::size_t w = 0; w < domain.words; ++w)
        for (std::uint64_t word = domain.bits[m * domain.words + w]; word != 0; word &= word - 1)
          visit(static_cast<std::uint32_t>(m), w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  };
  each([&](std::uint32_t m, std::size_t bit) {
    ++begin_[bit + 1];
    ++bits_of_[m];
  });
  for (std::size_t b = 1; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
  molecule_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  each([&](std::uint32_t m, std::size_t bit) { molecule_[next[bit]++] = m; });
}

double DomainIndex::nearest(std::span<const std::uint64_t> fingerprint) const {
  std::vector<std::uint16_t> common(bits_of_.size(), 0);
  std::size_t bits = 0;
  for (std::size_t w = 0; w < fingerprint.size(); ++w)
    for (std::uint64_t word = fingerprint[w]; word != 0; word &= word - 1) {
      const std::size_t bit = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
      ++bits;
      for (std::uint32_t k = begin_[bit]; k < begin_[bit + 1]; ++k) ++common[molecule_[k]];
    }
  double best = 0;
  for (std::size_t m = 0; m < common.size(); ++m) {
    const std::size_t all = bits + bits_of_[m] - common[m];
    best = std::max(best, all == 0 ? 1.0 : static_cast<double>(common[m]) / static_cast<double>(all));
  }
  return best;
}

}  // namespace edgewise::mol
