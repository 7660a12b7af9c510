#pragma once
/// The flags of a verb, each declared in one line: where its value goes, what it accepts, what help says.
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../io/results.hpp"

namespace edgewise::cli {

using Args = std::span<const std::string>;

/// Flags that write into the caller's variables.  The value that a variable has when its flag is declared is the default that help
/// shows; only flags that were given write, so whatever else fills the variables (a preset) is overridden by them.
///   Flags flags("node train", "Trains a node classifier.");
///   flags.text("edges", "FILE", files.edges, "edge list").required();
///   flags.whole("heads", options.heads, {1, 64}, "attention heads");
///   if (!flags.read(args)) return kDone;     // --help was printed
/// Throws   UsageError naming the flag, what it got and what it accepts.
class Flags {
 public:
  struct Whole {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  };
  /// From least on, up to most; `below` leaves the upper end itself out, `above` the lower one.
  struct Range {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
    bool above = false;
    bool below = false;
  };

  Flags(std::string verb, std::string sentence);

  Flags& section(std::string title);
  Flags& text(const char* name, const char* kind, std::string& value, const char* help);
  /// Comma between the parts.
  Flags& texts(const char* name, const char* kind, std::vector<std::string>& value, const char* help);
  Flags& whole(const char* name, std::size_t& value, Whole range, const char* help);
  Flags& number(const char* name, float& value, Range range, const char* help);
  Flags& yes_no(const char* name, bool& value, const char* help);
  /// A switch: no value, its presence says true.
  Flags& on(const char* name, bool& value, const char* help);
  template <class Enum>
  Flags& choice(const char* name, Enum& value, std::vector<std::pair<std::string, Enum>> words, const char* help);

  /// About the flag declared last.
  Flags& required();
  /// Shown by --help-all only, so that --help fits a screen.
  Flags& rare();
  /// Says how this session works, not what comes out of it: left out of settings().
  Flags& session();

  /// The command that closes the help, without the name of the program.
  Flags& example(std::string command);

  /// Reads the command line without writing into any variable.  false: help was asked for and printed.
  bool parse(Args args);
  /// What was given for a flag, or nothing.  After parse.
  const std::string* given(const std::string& name) const;
  /// Writes what was given into the variables, and checks that nothing required is missing.
  void apply() const;
  bool read(Args args);
  /// What the variables hold now, by the names of their flags: config.json.
  io::Config settings() const;

  std::string help(bool all) const;

 private:
  struct Flag {
    std::string name;
    std::string kind;  // empty for a switch
    std::string text;
    std::string standard;  // the default as help shows it
    std::size_t section = 0;
    bool required = false;
    bool rare = false;
    bool session = false;
    std::function<void(const std::string&)> set;
    std::function<io::ConfigValue()> get;
    std::string got;
    bool given = false;
  };
  Flags& add(const char* name, std::string kind, const char* help, std::string standard, std::function<void(const std::string&)> set,
             std::function<io::ConfigValue()> get);
  Flag* find(const std::string& name);
  Flags& words(const char* name, const std::vector<std::string>& known, std::string standard, std::function<void(std::size_t)> set,
               std::function<io::ConfigValue()> get, const char* help);
  std::vector<std::string> names() const;

  std::string verb_;
  std::string sentence_;
  std::string example_;
  std::vector<std::string> sections_;
  std::vector<Flag> flags_;
};

template <class Enum>
Flags& Flags::choice(const char* name, Enum& value, std::vector<std::pair<std::string, Enum>> words, const char* help) {
  std::vector<std::string> known;
  for (const auto& [word, meaning] : words) known.push_back(word);
  const auto word_of_value = [&value, words] {
    for (const auto& [word, meaning] : words)
      if (meaning == value) return word;
    return std::string();
  };
  return this->words(
      name, known, word_of_value(), [&value, words](std::size_t k) { value = words[k].second; }, word_of_value, help);
}

}  // namespace edgewise::cli
