#include "cli.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "../core/cpu.hpp"
#include "../core/memory_use.hpp"
#include "../core/value_storage.hpp"
#include "../graph/error.hpp"
#include "interrupt.hpp"
#include "say.hpp"
#include "suggest.hpp"

namespace edgewise::cli {
namespace {

std::string list_of(std::span<const Verb> verbs) {
  std::string text;
  for (const Verb& verb : verbs) text += fmt::format("  edgewise {:<16} {}\n", verb.name, verb.summary);
  return text;
}

std::string overview(std::span<const Verb> verbs) {
  return "usage: edgewise VERB [options]\n"
         "Graph attention networks on your own edge lists.\n" +
         list_of(verbs) +
         "Each verb explains itself: edgewise VERB --help\n"
         "Exit codes: 0 done, 1 failed, 2 misused, 130 interrupted.\n"
         "Environment: EDGEWISE_ISA=generic|avx2|avx512 (the widest that the machine has),\n"
         "  EDGEWISE_MEMORY=fast|least (fast; least trains in less memory, for more time),\n"
         "  EDGEWISE_VALUES=float32|bf16 (float32; bf16 is faster where tables are large).\n"
         "example: edgewise node train --data datasets/karate --out runs/karate\n";
}

/// The verb that `words` begin with, longest name first; `used` says how many words that took.
const Verb* find(std::span<const Verb> verbs, Args words, std::size_t& used) {
  for (used = std::min<std::size_t>(words.size(), 2); used > 0; --used) {
    const std::string name = used == 2 ? words[0] + " " + words[1] : words[0];
    for (const Verb& verb : verbs)
      if (name == verb.name) return &verb;
  }
  return nullptr;
}

/// "train" alone, or "trian": the verbs that end in the word that was meant.
std::string with_family(const std::string& word, const std::vector<std::string>& names) {
  std::vector<std::string> second;
  for (const std::string& name : names) second.push_back(name.substr(name.find(' ') + 1));
  const std::optional<std::string> meant = nearest(word, second);
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (meant && second[k] == *meant) text += (text.empty() ? " (did you mean '" : " or '") + names[k] + "'";
  return text.empty() ? text : text + "?)";
}

int unknown_verb(std::span<const Verb> verbs, Args words) {
  std::vector<std::string> names;
  std::vector<Verb> family;
  for (const Verb& verb : verbs) {
    names.emplace_back(verb.name);
    if (std::string(verb.name).starts_with(words[0] + " ")) family.push_back(verb);
  }
  const bool flag_follows = words.size() < 2 || words[1].starts_with("-");
  if (!family.empty() && flag_follows) {  // `edgewise node`: which of them?
    const bool asked = words.size() > 1 && (words[1] == "--help" || words[1] == "-h");
    std::fputs(("edgewise " + words[0] + ": one of\n" + list_of(family)).c_str(), asked ? stdout : stderr);
    return asked ? kDone : kMisused;
  }
  const std::string name = flag_follows ? words[0] : words[0] + " " + words[1];
  const std::string near = did_you_mean(name, names);
  say("edgewise: unknown verb '" + name + "'" + (near.empty() ? with_family(words[0], names) : near) + "\n" + list_of(verbs));
  return kMisused;
}

/// A bad EDGEWISE_ISA, EDGEWISE_MEMORY or EDGEWISE_VALUES is misuse, and known before any work.
void check_environment() {
  active_isa();
  memory_use();
  value_storage();
}

int run_verb(const Verb& verb, Args args) {
  const std::string name = std::string("edgewise ") + verb.name;
  try {
    const bool help = std::any_of(args.begin(), args.end(), [](const std::string& arg) { return arg.starts_with("--help") || arg == "-h"; });
    if (!help) check_environment();
    const int code = verb.run(args);
    if (std::fflush(stdout) == 0) return code;
    say(name + ": could not write to standard output\n");
  } catch (const UsageError& error) {
    say(name + ": " + error.what() + "\n" + "See " + name + " --help\n");
    return kMisused;
  } catch (const DataError& error) {  // opens with file:line:, which editors and eyes look for at the beginning of a line
    say(std::string(error.what()) + "\n");
  } catch (const std::bad_alloc&) {
    const bool trains = std::string(verb.name).ends_with(" train");
    say(name + ": out of memory" + (trains ? "; a smaller --hidden or fewer --layers need less" : "") + "\n");
  } catch (const std::exception& error) {
    say(name + ": " + error.what() + "\n");
  }
  return kFailed;
}

}  // namespace

int run(std::span<const Verb> verbs, int argc, char** argv) {
  handle_interrupts();
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    say(overview(verbs));
    return kMisused;
  }
  if (words[0] == "--version" || words[0] == "-V") words[0] = "version";
  if (words[0] == "help") {  // `edgewise help node train`
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words[0] == "--help" || words[0] == "-h") {
    std::fputs(overview(verbs).c_str(), stdout);
    if (std::fflush(stdout) == 0) return kDone;
    say("edgewise: could not write to standard output\n");
    return kFailed;
  }
  std::size_t used = 0;
  const Verb* verb = find(verbs, words, used);
  return verb == nullptr ? unknown_verb(verbs, words) : run_verb(*verb, Args(words).subspan(used));
}

}  // namespace edgewise::cli
