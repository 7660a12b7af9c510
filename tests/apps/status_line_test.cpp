#include "../../apps/status_line.hpp"

#include <pty.h>
#include <unistd.h>

#include <functional>

#include "support/check.hpp"

using namespace edgewise::cli;

namespace {

/// What reaches a standard error that is the write end of `pair`.
std::string said(int read_end, int write_end, const std::function<void()>& work) {
  const int kept = ::dup(STDERR_FILENO);
  ::dup2(write_end, STDERR_FILENO);
  work();
  ::dup2(kept, STDERR_FILENO);
  for (const int file : {kept, write_end}) ::close(file);
  std::string text;
  char piece[256];
  for (ssize_t got; (got = ::read(read_end, piece, sizeof(piece))) > 0;) text.append(piece, static_cast<std::size_t>(got));
  ::close(read_end);
  return text;
}

void say_two() {
  StatusLine line;
  line.show("30 of 100");
  line.show("done");
}

}  // namespace

TEST_CASE("status line: on a terminal one line renews itself, the shorter covers the longer, and it ends when the run does") {
  int terminal = -1, program = -1;
  if (::openpty(&terminal, &program, nullptr, nullptr, nullptr) != 0) {  // a chroot without /dev/pts, say
    WARN("skipped: this system gives no pseudo-terminal");
    return;
  }
  CHECK(said(terminal, program, say_two) == "\r30 of 100\rdone     \r\n");  // a terminal writes a line end as two
}

TEST_CASE("status line: in a log each has its own line, and silence leaves nothing") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(said(ends[0], ends[1], say_two) == "30 of 100\ndone\n");
  REQUIRE(::pipe(ends) == 0);
  CHECK(said(ends[0], ends[1], [] { const StatusLine line; }).empty());
}

TEST_CASE("duration: seconds, minutes, hours, as one reads them") {
  CHECK(duration(0.84) == "0.8 s");
  CHECK(duration(12.4) == "12 s");
  CHECK(duration(185) == "3 min 05 s");
  CHECK(duration(7800) == "2 h 10 min");
}
