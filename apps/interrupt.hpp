#pragma once
/// Ctrl-C as a question that is asked between epochs.
namespace edgewise::cli {

/// While one lives, the first SIGINT or SIGTERM is only noted; a second one ends the program at once, as it would without us.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  static bool noted();
};

}  // namespace edgewise::cli
