#pragma once
/// How a training session is lived through: where it writes, when it stops, how it goes on.
#include <functional>
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
  std::size_t stop_after = 0;        ///< epochs of this session, over all its runs and members; 0: all
  std::size_t checkpoint_every = 0;  ///< epochs; 0: only when interrupted
  std::string again = {};            ///< the command that goes on where this one stopped; empty: not known
};

/// --threads, --resume, --stop-after, --checkpoint-every.
void add_session_flags(Flags& flags, SessionFlags& to);
/// Whether Ctrl-C or --stop-after ends this session: asked between epochs, and before a run or a member begins.  A run that ended on
/// the last epoch allowed is finished; only what would come after it is left for --resume.
bool session_over(const SessionFlags& flags);
/// What the trainer calls: progress, Ctrl-C and --stop-after, checkpoints into `folder`, and into `last` the one to keep when the results
/// cannot be written.  Everything passed must outlive the training.
train::Callbacks session_callbacks(const SessionFlags& flags, const RunFolder& folder, const std::string& config, Progress& progress,
                                   train::Checkpoint& last);
/// Runs `fit`; where it finds that the checkpoint to go on from does not fit the model, the DataError names that file.
train::TrainReport fit_from(const RunFolder& folder, const std::function<train::TrainReport()>& fit);
/// Brings the results of a training to their folder: `write` stages and commits them.  Where that fails (a full disk, say), what it staged goes
/// and `last` stays as the folder's checkpoint, so that --resume writes them again without an epoch.  Throws DataError that says so.
void write_or_keep(const SessionFlags& flags, RunFolder& folder, const std::string& config, const train::Checkpoint& last,
                   const std::function<void()>& write);
/// Writes what all runs of a command come to, when each has its own results in its folder.  Where that fails, the DataError says that --resume
/// takes the runs over.
void write_summary(const SessionFlags& flags, RunFolder& folder, const std::function<void()>& write);
/// The checkpoint to go on from, where --resume was given and there is one.  Throws UsageError when it is of another run.
std::optional<io::SavedCheckpoint> checkpoint_of(const SessionFlags& flags, const RunFolder& folder, const std::string& config);
/// Under --resume, whether an earlier session finished the run: its config.json and all of `results` are there.  Throws UsageError when
/// they were made under another config, so that a finished model is never trained over by mistake.
bool finished_before(const SessionFlags& flags, const RunFolder& folder, const std::string& config, std::initializer_list<const char*> results);
/// The same command with --resume, ready to be pasted.
std::string resume_command(const char* verb, Args args);

}  // namespace edgewise::cli
