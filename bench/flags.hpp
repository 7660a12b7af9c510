#pragma once
/// The flags of a benchmark: `--name value`, each with a default.
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace edgewise::bench {

class Flags {
 public:
  explicit Flags(std::map<std::string, std::string> defaults) : values_(std::move(defaults)) {}
  /// Takes what it knows; returns the rest, the program's name in front.
  std::vector<char*> take(int argc, char** argv) {
    std::vector<char*> rest{argv[0]};
    for (int k = 1; k < argc; ++k)
      if (values_.count(argv[k]) == 1 && k + 1 < argc) {
        values_[argv[k]] = argv[k + 1];
        ++k;
      } else {
        rest.push_back(argv[k]);
      }
    return rest;
  }
  const std::string& operator[](const std::string& name) const { return values_.at(name); }
  std::size_t number(const std::string& name) const { return std::stoul(values_.at(name)); }
  float real(const std::string& name) const { return std::stof(values_.at(name)); }
  /// Words between commas.
  std::vector<std::string> list(const std::string& name) const {
    std::vector<std::string> words;
    std::istringstream text(values_.at(name));
    for (std::string word; std::getline(text, word, ',');) words.push_back(word);
    return words;
  }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace edgewise::bench
