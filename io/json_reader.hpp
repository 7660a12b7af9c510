#pragma once
/// For sources only: reading JSON of our own making with errors that name file and key.
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../graph/api.hpp"

namespace edgewise::io {

/// Any bytes as a JSON value: text where they are UTF-8, else {"latin1": text} with each byte as the character of its number.
EDGEWISE_API nlohmann::ordered_json bytes_to_json(const std::string& bytes);
/// {"format": 1, "kind": "...", ...} as JSON.  Throws DataError when the text is no JSON object, of another kind, or of a format that is
/// not 1 to `newest`.
EDGEWISE_API nlohmann::json parse_description_json(const std::string& text, const std::string& file, const std::string& kind, int newest);

/// What a JSON library complained of, without the name and number of its exception.
std::string json_reason(const std::exception& error);

/// One object of a file's description; every question about a key is answered or ends in a DataError.  The JSON must outlive it.
class EDGEWISE_API JsonReader {  // shown: edgewise::mol uses it
 public:
  JsonReader(const nlohmann::json& object, std::string file);
  const nlohmann::json& at(const char* key) const;
  const std::string& file() const { return file_; }
  JsonReader object(const char* key) const { return {at(key), file_}; }
  bool flag(const char* key) const;
  std::size_t count(const char* key) const;
  float number(const char* key) const;
  /// For an option younger than the format: `standard` where the file does not speak of it.
  float number_or(const char* key, float standard) const;
  std::size_t count_or(const char* key, std::size_t standard) const;
  bool flag_or(const char* key, bool standard) const;
  bool has(const char* key) const;
  /// What `bytes_to_json` made.
  std::string bytes(const char* key) const;
  std::vector<std::string> list(const char* key) const;
  std::vector<std::size_t> counts(const char* key) const;
  /// One of a few words.
  template <class Value>
  Value choice(const char* key, const std::vector<std::pair<const char*, Value>>& words) const {
    std::vector<const char*> known;
    for (const auto& [word, value] : words) known.push_back(word);
    return words[index_of(key, known)].second;
  }

 private:
  std::size_t index_of(const char* key, const std::vector<const char*>& words) const;
  [[noreturn]] void wrong(const char* key, const std::string& wanted) const;
  std::string bytes_of(const nlohmann::json& value, const char* key) const;

  const nlohmann::json& object_;
  std::string file_;
};

}  // namespace edgewise::io
