#include "interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "../io/unfinished.hpp"
#include "exit_code.hpp"

namespace edgewise::cli {
namespace {

// Lock-free: a handler may touch them on any thread.
std::atomic<int> watches{0};
std::atomic<bool> noted_signal{false};

void say(std::string_view text) { [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size()); }

extern "C" void take_signal(int) {
  if (watches > 0 && !noted_signal.exchange(true)) {
    say("\ninterrupted: finishing what is under way, then saving (once more to stop at once)\n");
    return;
  }
  io::remove_unfinished();
  say("\ninterrupted\n");
  _exit(kInterrupted);
}

}  // namespace

void handle_interrupts() {
  std::signal(SIGINT, take_signal);
  std::signal(SIGTERM, take_signal);
  if (std::signal(SIGHUP, take_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup a closed terminal ends nothing
}

InterruptWatch::InterruptWatch() { ++watches; }
InterruptWatch::~InterruptWatch() { --watches; }
bool InterruptWatch::noted() { return noted_signal; }

}  // namespace edgewise::cli
