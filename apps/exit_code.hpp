#pragma once
namespace edgewise::cli {

/// What the program says to the shell.
enum ExitCode { kDone = 0, kFailed = 1, kMisused = 2, kInterrupted = 130 };

}  // namespace edgewise::cli
