#pragma once
/// What --resume needs: how to ask for it, and whether a checkpoint is of the same run.
#include <string>

#include "flags.hpp"

namespace edgewise::cli {

/// The same command with --resume, ready to be pasted.
std::string resume_command(const char* verb, Args args);
/// Refuses a checkpoint whose settings differ, and says where.  Throws UsageError.
void check_same(const std::string& path, const std::string& then, const std::string& now);

}  // namespace edgewise::cli
