#include "../../apps/session.hpp"

#include <edgewise/graph/error.hpp>
#include <edgewise/io/output_file.hpp>
#include <filesystem>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using Catch::Contains;

TEST_CASE("session: a checkpoint that does not fit the model is named, other errors stay as they are") {
  const TemporaryFolder scratch;
  const cli::RunFolder folder(scratch / "run");
  const auto throws = [&](const char* what) { return cli::fit_from(folder, [&]() -> train::TrainReport { fail<DataError>(what); }); };
  CHECK_THROWS_WITH(throws("resume: the checkpoint has no tensor 'w'; it belongs to another model"),
                    Catch::Equals(folder.checkpoint() + ": the checkpoint has no tensor 'w'; it belongs to another model; this checkpoint cannot be "
                                                        "used: train anew without --resume"));
  CHECK_THROWS_WITH(throws("fit: the data have 3 columns"), Catch::Equals("fit: the data have 3 columns"));
}

TEST_CASE("session: results that cannot be written leave the last checkpoint, where there is none the error stays") {
  const TemporaryFolder scratch;
  cli::RunFolder folder(scratch / "run");
  const auto full = [&] {
    io::write_file(folder.stage("model"), "m");
    fail<DataError>("disk full");
  };
  train::Checkpoint last;
  CHECK_THROWS_WITH(cli::write_or_keep({}, folder, "{}", last, full), Catch::Equals("disk full"));
  CHECK_FALSE(folder.has("checkpoint.safetensors"));
  last.history.emplace_back();
  cli::SessionFlags flags;
  flags.again = "edgewise node train --resume";
  CHECK_THROWS_WITH(cli::write_or_keep(flags, folder, "{}", last, full),
                    Contains("disk full; the training is saved in ") && Contains("make room, then go on with\n  edgewise node train --resume"));
  CHECK(folder.has("checkpoint.safetensors"));
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/.unfinished"));
  cli::write_or_keep(flags, folder, "{}", last, [&] {
    io::write_file(folder.stage("model"), "m");
    folder.commit();
  });
  CHECK(folder.has("model"));
  CHECK_FALSE(folder.has("checkpoint.safetensors"));
}

TEST_CASE("session: a summary that cannot be written says how to go on, and nothing of it stays") {
  const TemporaryFolder scratch;
  cli::RunFolder folder(scratch / "run");
  CHECK_THROWS_WITH(cli::write_summary({}, folder,
                                       [&] {
                                         io::write_file(folder.stage("metrics.json"), "m");
                                         fail<DataError>("disk full");
                                       }),
                    Catch::Equals("disk full; what was trained is saved: make room, then go on with\n  the same command and --resume"));
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/.unfinished"));
}
