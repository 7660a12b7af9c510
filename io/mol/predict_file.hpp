#pragma once
/// A file of molecules of any size to a table of predictions, in constant memory, resumable.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "predictor.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Which files, and how.
struct PredictFileOptions {
  std::string input;                        ///< "-": standard input
  std::string out;                          ///< CSV; "-": standard output (no journal, no rejects file unless named)
  std::string rejects;                      ///< empty: see rejects_path
  std::string model_name;                   ///< path of the model: a resumed run wants the same
  RecordOptions records = RecordOptions();  ///< how records are found
  bool passthrough = true;                  ///< input columns come first
  bool uncertainty = false;                 ///< adds the columns of it
  bool resume = false;                      ///< go on behind the last finished block of an interrupted run
  std::size_t block = 512;                  ///< records that are worked on and written together
  std::function<bool()> stop;               ///< asked between blocks: true ends the run, to be resumed later
};

/// How far a run is.
struct PredictProgress {
  std::size_t records = 0;            ///< written so far, in this session and before
  std::size_t resumed_at = 0;         ///< of them, before this session
  std::uint64_t taken = 0, size = 0;  ///< bytes of the input behind us, and all (0: not known)
};

/// How a run went.
struct PredictReport {
  std::size_t records = 0;                      ///< rows written, a resumed run's too
  std::size_t failed = 0;                       ///< no prediction; like statuses of the whole file, a resumed run too
  std::map<std::string, std::size_t> statuses;  ///< other than ok; "unseen_element" in one
  std::size_t resumed_at = 0;                   ///< of them, before this session
  bool finished = true;                         ///< false: stopped, the parts lie there
  std::string rejects;                          ///< path
  std::vector<std::string> notes;               ///< decisions that were taken, a line each
  /// Seconds: of the whole, and of its parts, which are busy time over all threads:
  double wall = 0;
  double read = 0, prepare = 0, featurise = 0, predict = 0, uncertainty = 0, format = 0, write = 0;
};

/// Where the rejects go: as named, else OUT with .rejects.csv for .csv; nowhere (empty) when OUT is "-", a pipe or a device.
std::string rejects_path(const PredictFileOptions& options);

/// One row out for every record in, in order.
/// Columns  the input's (one called like a column of ours is carried as "input_<name>"), row, status, [note: largest_fragment where salts were cut],
///          one per task, named like it; with uncertainty <task>_calibrated, <task>_spread where the model can, and similarity.
/// Rejects  row, line, status, reason, text: records without a prediction.
/// Files    OUT.part and its rejects grow block by block; OUT.journal says which blocks are whole.  At the end the parts are renamed and the
///          journal goes.  With `resume` a run that was killed at any moment goes on; its bytes are those of a run left alone.
/// Bytes    do not depend on block, threads or interruptions.
/// Memory   a few blocks on each thread.
/// Throws   DataError: the input cannot be read, the output not be written, a journal of another input (records that changed too), model or request.
///          An input that cannot be read on in its middle (damaged, cut short) ends the run behind the last record before that; rows up to there
///          stay for `resume`, which the message says.
PredictReport predict_file(const Predictor& predictor, const PredictFileOptions& options,
                           const std::function<void(const PredictProgress&)>& progress = {});

EDGEWISE_API_END
}  // namespace edgewise::mol
