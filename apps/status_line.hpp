#pragma once
/// The line on standard error that says how far a long run is.
#include <chrono>
#include <string>

namespace edgewise::cli {

/// On a terminal one line that renews itself and stays when the object goes; in a log a line of its own each time.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// Whether standard error is a terminal.
  bool renews() const { return terminal_; }
  /// Seconds since it was made.
  double seconds() const;
  void show(std::string text);

 private:
  bool terminal_;
  std::size_t wide_ = 0;  // characters of the line that stands on the terminal
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// "0.8 s", "12 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);

}  // namespace edgewise::cli
