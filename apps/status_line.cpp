#include "status_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace edgewise::cli {

std::string duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<unsigned long long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

StatusLine::~StatusLine() {
  if (wide_ > 0) std::fputs("\n", stderr);
}

double StatusLine::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

void StatusLine::show(std::string text) {
  if (!terminal_) {
    std::fprintf(stderr, "%s\n", text.c_str());
    return;
  }
  const std::size_t wide = text.size();
  if (wide < wide_) text.append(wide_ - wide, ' ');  // covers what the longer line before left behind
  wide_ = wide;
  std::fprintf(stderr, "\r%s", text.c_str());
  std::fflush(stderr);
}

}  // namespace edgewise::cli
