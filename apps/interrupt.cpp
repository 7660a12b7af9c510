#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>

namespace edgewise::cli {
namespace {

volatile std::sig_atomic_t noted_signal = 0;

extern "C" void note_signal(int signal) {
  noted_signal = signal;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  constexpr char kText[] = "\ninterrupted: finishing this epoch, then saving (once more to stop at once)\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kText, sizeof kText - 1);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  noted_signal = 0;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}
InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
bool InterruptWatch::noted() { return noted_signal != 0; }

}  // namespace edgewise::cli
