#include "say.hpp"

#include <cstdio>
#include <utility>

namespace edgewise::cli {

std::string printable(std::string text) {
  for (char& c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) c = '?';
  return text;
}

void say(const std::string& text) { std::fputs(printable(text).c_str(), stderr); }

void say_notes(std::span<const std::string> notes) {
  for (const std::string& note : notes) say(note + "\n");
}

}  // namespace edgewise::cli
