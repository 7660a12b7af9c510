#pragma once
/// What is said on standard error.
#include <span>
#include <string>

namespace edgewise::cli {

/// Control characters become '?', line ends stay: text quoted from a file must not command the terminal.
std::string printable(std::string text);
void say(const std::string& text);
/// A line each.
void say_notes(std::span<const std::string> notes);

}  // namespace edgewise::cli
