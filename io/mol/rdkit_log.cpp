#include "rdkit_log.hpp"

#include <RDGeneral/RDConfig.h>

#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <RDGeneral/RDLog.h>
#include <tbb/spin_rw_mutex.h>

#include <memory>
#include <sstream>

namespace edgewise::mol {
namespace {

/// RDKit's logs are global streams without locks.  They are off while parsers run side by side; the few failures are repeated one at a
/// time with the log on, so that each reason is whole and its own.  A writer here goes before new readers.
struct Log {
  tbb::spin_rw_mutex door;
  std::ostringstream heard;

  Log() {
    RDLog::InitLogs();
    boost::logging::disable_logs("rdApp.*");
    const std::unique_ptr<RDKit::ROMol> first(RDKit::SmilesToMol("C"));
    rdErrorLog = std::make_shared<boost::logging::rdLogger>(&heard, false);
    rdErrorLog->df_enabled = false;
  }
};

Log& log() {
  static auto* const the_log = new Log;  // outlives every static object of RDKit that might still write
  return *the_log;
}

/// Each line without its "[12:34:56] ", joined by "; ", at most two of them: the rest repeats the input.
std::string told(const std::string& text) {
  std::string reason;
  std::istringstream lines(text);
  std::size_t taken = 0;
  for (std::string line; taken < 1 && std::getline(lines, line);) {
    if (line.starts_with('[') && line.find("] ") < 12) line.erase(0, line.find("] ") + 2);
    if (line.empty()) continue;
    reason += line;
    ++taken;
  }
  return reason;
}

}  // namespace

void quietly(const std::function<void()>& parse) {
  const tbb::spin_rw_mutex::scoped_lock reader(log().door, false);
  parse();
}

std::string overheard(const std::function<void()>& parse) {
  const tbb::spin_rw_mutex::scoped_lock writer(log().door, true);
  log().heard.str("");
  rdErrorLog->df_enabled = true;
  try {
    parse();
  } catch (...) {
    rdErrorLog->df_enabled = false;
    throw;
  }
  rdErrorLog->df_enabled = false;
  return told(log().heard.str());
}

}  // namespace edgewise::mol
