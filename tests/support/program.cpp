#include "program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace edgewise::test {

namespace fs = std::filesystem;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

std::string project(const std::string& path) { return std::string(EDGEWISE_PROJECT) + "/" + path; }

Ran run_program(const std::vector<std::string>& args, const std::string& interrupt_at, int signal) {
  const TemporaryFolder folder;
  const std::string out = folder / "out", err = folder / "err";
  std::vector<std::string> words{EDGEWISE_PROGRAM};
  words.insert(words.end(), args.begin(), args.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    if (chdir(EDGEWISE_PROJECT) == 0) execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  bool sent = interrupt_at.empty();
  while (!sent) {
    if (waitpid(child, &status, WNOHANG) == child) break;
    if (fs::exists(err) && read_text(err).find(interrupt_at) != std::string::npos) {
      kill(child, signal);
      sent = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (sent) waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(out), read_text(err)};
}

}  // namespace edgewise::test
