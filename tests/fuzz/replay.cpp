// Runs a fuzzer's function over files and folders: the corpus, and whatever once broke a reader.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz.hpp"

namespace {

std::size_t replay(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path)) files += replay(entry.path());
    return files;
  }
  std::ifstream in(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t files = 0;
  for (int k = 1; k < argc; ++k) files += replay(argv[k]);
  std::printf("%zu inputs\n", files);
  return files > 0 ? 0 : 1;
}
