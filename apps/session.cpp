#include "session.hpp"

#include <algorithm>
#include <sstream>

#include "../graph/error.hpp"
#include "interrupt.hpp"
#include "say.hpp"

namespace edgewise::cli {
namespace {

std::string quoted(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%") == std::string::npos;
  if (plain) return word;
  std::string text(1, '\'');
  for (const char c : word) {
    if (c == '\'') text += "'\\'";  // closes, an escaped quote, and the next append opens again
    text += c;
  }
  text += '\'';
  return text;
}

/// What this session has done so far: a command is one, whatever runs and members it trains.
struct {
  std::size_t epochs = 0;
  bool went_on = false;  ///< found a run as it had been left: what lies in further folders under other settings is of an older command
} done;

std::string in_words(const SessionFlags& flags) { return flags.again.empty() ? "the same command and --resume" : flags.again; }

/// Entries of a run's settings that its data decide.
constexpr const char* kData[] = {"nodes", "arcs", "columns", "graphs", "training graphs", "data checksum"};

/// Refuses a checkpoint whose settings differ, and says where.
void check_same(const std::string& path, const std::string& then, const std::string& now) {
  if (then == now) return;
  std::istringstream before(then), today(now);
  std::string old_line, new_line;
  while (std::getline(before, old_line) && std::getline(today, new_line))
    if (old_line != new_line) break;
  const auto trimmed = [](std::string line) {
    if (line.ends_with(',')) line.pop_back();
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
  };
  const std::string there = trimmed(old_line), here = trimmed(new_line);
  const bool data =
      std::any_of(std::begin(kData), std::end(kData), [&](const char* name) { return there.starts_with(std::string("\"") + name + "\":"); });
  fail<UsageError>("--resume: ", path, " was made ", data ? "from other data" : "under other options", ": there ", there, ", here ", here, "; ",
                   data ? "give the data" : "repeat the options", " of the first run, or train anew without --resume");
}

/// True, and said, where `path` was left by an older command than the one that goes on.
bool is_older(const std::string& path, const std::string& then, const std::string& now) {
  if (then == now || !done.went_on) return false;
  say(path + ": of an older command under other settings; this run is trained anew\n");
  return true;
}

}  // namespace

std::string resume_command(const char* verb, Args args) {
  std::string command = std::string("edgewise ") + verb;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (args[k] == "--resume" || args[k].starts_with("--stop-after=")) continue;
    if (args[k] == "--stop-after") {
      ++k;
      continue;
    }
    command.append(" ").append(quoted(args[k]));
  }
  return command + " --resume";
}

void add_session_flags(Flags& flags, SessionFlags& to) {
  flags.whole("threads", to.threads, {0, 4096}, "0: all cores; results do not depend on it").session();
  flags.on("resume", to.resume, "go on where an interrupted run in --out stopped").session();
  flags.whole("stop-after", to.stop_after, {0, 1000000000}, "stop after N epochs of this session, all runs counted, as Ctrl-C would; 0: never")
      .rare()
      .session();
  flags.whole("checkpoint-every", to.checkpoint_every, {0, 1000000000}, "save a checkpoint every N epochs; 0: only when interrupted")
      .rare()
      .session();
}

bool session_over(const SessionFlags& flags) { return InterruptWatch::noted() || (flags.stop_after > 0 && done.epochs >= flags.stop_after); }

train::Callbacks session_callbacks(const SessionFlags& flags, const RunFolder& folder, const std::string& config, Progress& progress,
                                   train::Checkpoint& last) {
  train::Callbacks callbacks;
  callbacks.checkpoint_every = flags.checkpoint_every;
  callbacks.on_epoch = [&](const train::Epoch& epoch) {
    ++done.epochs;
    progress.show(epoch);
  };
  callbacks.interrupted = [&] { return session_over(flags); };
  callbacks.save_checkpoint = [&](const train::Checkpoint& checkpoint) { io::save_checkpoint(folder.checkpoint(), checkpoint, config); };
  callbacks.ended = [&](train::Checkpoint checkpoint) { last = std::move(checkpoint); };
  return callbacks;
}

train::TrainReport fit_from(const RunFolder& folder, const std::function<train::TrainReport()>& fit) {
  try {
    return fit();
  } catch (const DataError& error) {
    const std::string what = error.what();
    if (!what.starts_with("resume: ")) throw;
    fail<DataError>(folder.checkpoint(), ": ", what.substr(8), "; this checkpoint cannot be used: train anew without --resume");
  }
}

void write_or_keep(const SessionFlags& flags, RunFolder& folder, const std::string& config, const train::Checkpoint& last,
                   const std::function<void()>& write) {
  try {
    write();
  } catch (const DataError& error) {
    folder.drop_staged();  // makes room
    if (last.history.empty()) throw;
    try {
      io::save_checkpoint(folder.checkpoint(), last, config);
    } catch (const DataError&) {
      fail<DataError>(error.what(), "; nor could a checkpoint be saved: this training is lost");
    }
    fail<DataError>(error.what(), "; the training is saved in ", folder.checkpoint(), ": make room, then go on with\n  ", in_words(flags));
  }
}

void write_summary(const SessionFlags& flags, RunFolder& folder, const std::function<void()>& write) {
  try {
    write();
  } catch (const DataError& error) {
    folder.drop_staged();
    fail<DataError>(error.what(), "; what was trained is saved: make room, then go on with\n  ", in_words(flags));
  }
}

std::optional<io::SavedCheckpoint> checkpoint_of(const SessionFlags& flags, const RunFolder& folder, const std::string& config) {
  if (!flags.resume || !folder.has("checkpoint.safetensors")) return std::nullopt;
  try {
    io::SavedCheckpoint saved = io::load_checkpoint(folder.checkpoint());
    if (is_older(folder.checkpoint(), saved.config, config)) return std::nullopt;
    check_same(folder.checkpoint(), saved.config, config);
    done.went_on = true;
    return saved;
  } catch (const DataError& error) {
    fail<DataError>(error.what(), "; this checkpoint cannot be used: train anew without --resume");
  }
}

bool finished_before(const SessionFlags& flags, const RunFolder& folder, const std::string& config, std::initializer_list<const char*> results) {
  if (!flags.resume || !folder.has("config.json")) return false;
  if (!std::all_of(results.begin(), results.end(), [&](const char* name) { return folder.has(name); })) return false;
  const std::string path = folder.path() + "/config.json", then = folder.read("config.json");
  if (is_older(path, then, config)) return false;
  check_same(path, then, config);
  done.went_on = true;
  return true;
}

}  // namespace edgewise::cli
