#pragma once
/// What all verbs share: how one is picked, how errors are said, and what the exit code means.
#include <span>

#include "exit_code.hpp"
#include "flags.hpp"

namespace edgewise::cli {

struct Verb {
  const char* name;     ///< one or two words: "node train"
  const char* summary;  ///< one line for the list of verbs
  int (*run)(Args args);
};

/// Picks the verb, runs it, turns an error into one message on stderr and a code: UsageError 2, anything else 1.
/// What messages quote from files is made printable: a terminal obeys control characters.  `--help`, `help`, `--version` and unknown words are
/// answered here.
int run(std::span<const Verb> verbs, int argc, char** argv);

}  // namespace edgewise::cli
