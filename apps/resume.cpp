#include "resume.hpp"

#include <algorithm>
#include <sstream>

#include "../graph/error.hpp"

namespace edgewise::cli {
namespace {

std::string quoted(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%") == std::string::npos;
  if (plain) return word;
  std::string text(1, '\'');
  for (const char c : word) {
    if (c == '\'') text += "'\\'";  // closes, an escaped quote, and the next append opens again
    text += c;
  }
  text += '\'';
  return text;
}

}  // namespace

std::string resume_command(const char* verb, Args args) {
  std::string command = std::string("edgewise ") + verb;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (args[k] == "--resume" || args[k].starts_with("--stop-after=")) continue;
    if (args[k] == "--stop-after") {
      ++k;
      continue;
    }
    command.append(" ").append(quoted(args[k]));
  }
  return command + " --resume";
}

void check_same(const std::string& path, const std::string& then, const std::string& now) {
  if (then == now) return;
  std::istringstream before(then), today(now);
  std::string old_line, new_line;
  while (std::getline(before, old_line) && std::getline(today, new_line))
    if (old_line != new_line) break;
  const auto trimmed = [](const std::string& line) { return line.substr(std::min(line.find_first_not_of(' '), line.size())); };
  fail<UsageError>("--resume: ", path, " was made under other options: there ", trimmed(old_line), " here ", trimmed(new_line),
                   " ; repeat the options of the first run, or train anew without --resume");
}

}  // namespace edgewise::cli
