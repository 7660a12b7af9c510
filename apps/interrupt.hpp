#pragma once
/// Ctrl-C: at once where nothing would be lost by it, as a question that is asked between epochs where something would.
namespace edgewise::cli {

/// From now on SIGINT, SIGTERM and SIGHUP end the program with kInterrupted, and what was half written goes.
void handle_interrupts();

/// While one lives, the first of these signals is only noted; the second ends the program as outside.  They may nest.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  /// The answer stays: what comes after the watch stops as well.
  static bool noted();
};

}  // namespace edgewise::cli
