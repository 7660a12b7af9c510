#pragma once
/// The folder of a training run: results appear in it all together, checkpoints in between.
#include <span>
#include <string>
#include <vector>

#include "../io/unfinished.hpp"

namespace edgewise::cli {

/// Makes the folder at once, so that a place where nothing can be written is known before training, not after.  Without a commit
/// (training failed, say, or was interrupted) the folder is left as it was found: removed again when it was not there.
///   RunFolder folder("runs/a");
///   io::save_history(folder.stage("history.csv"), history);
///   folder.commit();                       // runs/a/history.csv is there
/// Throws   DataError naming the path and the reason; UsageError for an empty path.
class RunFolder {
 public:
  explicit RunFolder(std::string path);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write the file that `commit` will bring to path()/name.
  std::string stage(const std::string& name);
  /// Throws DataError where a folder stands in the way of one of `names`; to be asked before the work, too.
  void check_free(std::span<const std::string> names) const;
  /// Renames everything staged into the folder.  What is in the way is seen before the first name changes.
  void publish();
  /// The same, and removes its checkpoint: training is over.
  void commit();

  /// Forgets what was staged; its room on the disk is free again.
  void drop_staged() noexcept;

  std::string checkpoint() const { return path_ + "/checkpoint.safetensors"; }
  bool has(const std::string& name) const;
  /// Throws DataError when it cannot be read.
  std::string read(const std::string& name) const;
  /// What config.json said when the folder was opened, before this run wrote its own; empty without one.
  const std::string& earlier_config() const { return earlier_config_; }

 private:
  std::string staging() const { return path_ + "/.unfinished"; }
  void discard() noexcept;

  std::string path_;
  std::string earlier_config_;
  std::vector<std::string> staged_;
  std::vector<std::string> made_;  // folders that were not there before, outermost first
  std::vector<io::Unfinished> unfinished_;
};

}  // namespace edgewise::cli
