#pragma once
/// How a training session is lived through: where it writes, when it stops, how it goes on.
#include <initializer_list>
#include <optional>
#include <string>

#include "../core/train/trainer.hpp"
#include "../io/model_file.hpp"
#include "flags.hpp"
#include "progress.hpp"
#include "run_folder.hpp"

namespace edgewise::cli {

struct SessionFlags {
  std::string out;
  std::size_t threads = 0;
  bool resume = false;
  std::size_t stop_after = 0;        ///< epochs of this session; 0: all
  std::size_t checkpoint_every = 0;  ///< epochs; 0: only when interrupted
};

/// --threads, --resume, --stop-after, --checkpoint-every.
void add_session_flags(Flags& flags, SessionFlags& to);
/// What the trainer calls: progress, Ctrl-C and --stop-after, checkpoints into `folder`.  Everything passed must outlive the training;
/// `epochs_now` counts the epochs of this session over all its runs.
train::Callbacks session_callbacks(const SessionFlags& flags, const RunFolder& folder, const std::string& config, Progress& progress,
                                   std::size_t& epochs_now);
/// The checkpoint to go on from, where --resume was given and there is one.  Throws UsageError when it is of another run.
std::optional<io::SavedCheckpoint> checkpoint_of(const SessionFlags& flags, const RunFolder& folder, const std::string& config);
/// Under --resume, whether an earlier session finished the run: its config.json and all of `results` are there.  Throws UsageError when
/// they were made under another config, so that a finished model is never trained over by mistake.
bool finished_before(const SessionFlags& flags, const RunFolder& folder, const std::string& config, std::initializer_list<const char*> results);
/// The same command with --resume, ready to be pasted.
std::string resume_command(const char* verb, Args args);

}  // namespace edgewise::cli
