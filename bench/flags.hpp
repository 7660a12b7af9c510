#pragma once
/// The flags of a benchmark: `--name value`, each with a default; and the instruction set that one of them may name.
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../core/cpu.hpp"
#include "../graph/error.hpp"

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

/// Makes the instruction set of this name the active one; an empty name leaves it to the machine.  Throws UsageError for one that is not here.
inline void choose_isa(const std::string& name) {
  if (name.empty()) return;
  for (const Isa isa : supported_isas())
    if (name == isa_name(isa)) return set_active_isa(isa);
  fail<UsageError>("bench: no instruction set '", name, "' on this machine, expected generic, avx2 or avx512");
}

/// What main of a benchmark returns: 2 for a flag that it does not know, 1 where run(flags) throws an Error, which is printed.
template <class Run>
int run_with(Flags& flags, int argc, char** argv, Run run) {
  if (const auto rest = flags.take(argc, argv); rest.size() > 1) {
    std::fprintf(stderr, "%s: unknown flag %s\n", argv[0], rest[1]);
    return 2;
  }
  try {
    run(flags);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}

}  // namespace edgewise::bench
