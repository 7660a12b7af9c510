// What --help says.
#include <fmt/format.h>

#include <algorithm>

#include "flags.hpp"

namespace edgewise::cli {

std::string Flags::help(bool all) const {
  constexpr std::size_t kWidth = 100;
  std::string usage("usage: edgewise ");
  usage += verb_;
  for (const Flag& flag : flags_)
    if (flag.required) usage += fmt::format(" --{} {}", flag.name, flag.kind);
  std::string text = usage + " [options]\n" + sentence_ + "\n";

  const auto left = [](const Flag& flag) { return fmt::format("  --{} {}", flag.name, flag.kind); };
  std::size_t column = 0;
  for (const Flag& flag : flags_)
    if ((all || !flag.rare) && left(flag).size() <= 34) column = std::max(column, left(flag).size());
  column += 2;

  std::vector<std::string> rare;
  for (std::size_t s = 0; s < sections_.size(); ++s) {
    bool titled = sections_[s].empty();
    for (const Flag& flag : flags_) {
      if (flag.section != s) continue;
      if (flag.rare && !all) {
        rare.push_back(std::string("--").append(flag.name));
        continue;
      }
      if (!titled) text.append(sections_[s]).append(1, '\n');
      titled = true;
      const std::string said = left(flag);
      const std::string note = flag.required ? " (required)" : flag.standard.empty() ? "" : fmt::format(" [{}]", flag.standard);
      const bool short_enough = said.size() + 2 <= column;
      text.append(said);
      if (!short_enough) text.append(1, '\n');
      text.append(short_enough ? column - said.size() : column, ' ').append(flag.text);
      if (column + flag.text.size() + note.size() > kWidth) text.append(1, '\n').append(column - 1, ' ');
      text.append(note).append(1, '\n');
    }
  }
  if (!rare.empty()) {
    text += "More, explained by --help-all:\n ";
    std::size_t used = 1;
    for (const std::string& name : rare) {
      if (used + 1 + name.size() > kWidth) {
        text += "\n ";
        used = 1;
      }
      text.append(1, ' ').append(name);
      used += 1 + name.size();
    }
    text += "\n";
  }
  if (!example_.empty()) text += "example: edgewise " + example_ + "\n";
  return text;
}

}  // namespace edgewise::cli
