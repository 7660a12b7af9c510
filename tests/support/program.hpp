#pragma once
/// Runs the program as a user does: arguments in; exit code, standard output and standard error out.
#include <csignal>
#include <string>
#include <vector>

#include "folder.hpp"

namespace edgewise::test {

struct Ran {
  int code = -1;  ///< as a shell would say it: 128 + signal when killed by one
  std::string out;
  std::string err;
};

/// Runs `edgewise args...`.  With `interrupt_at`, sends the signal as soon as standard error shows that text.
Ran run_program(const std::vector<std::string>& args, const std::string& interrupt_at = "", int signal = SIGINT);

/// The lines of a text, without their ends.
std::vector<std::string> lines(const std::string& text);
/// A file of the project, by its path from the root.
std::string project(const std::string& path);

}  // namespace edgewise::test
