// Opens both plugins, asks both at once from two threads, and catches what each throws by the library's own types.
#include <dlfcn.h>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/graph.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <thread>

using Scores = void (*)(std::size_t columns, float* out);

static Scores open(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::puts(dlerror());
    std::exit(1);
  }
  return reinterpret_cast<Scores>(dlsym(library, "scores"));
}

static bool throws_data_error(Scores scores) {
  std::array<float, 8> out{};
  try {
    scores(3, out.data());
  } catch (const edgewise::DataError&) {
    return true;
  } catch (const std::exception& e) {
    std::puts(e.what());
  }
  return false;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const Scores left = open(argv[1]), right = open(argv[2]);
  std::array<float, 8> first{}, second{};
  std::thread other([&] { left(1, first.data()); });
  right(1, second.data());
  other.join();
  bool own = false;  // the program's own use of the library
  try {
    edgewise::Graph::from_edges(1, std::vector<edgewise::Edge>{{0, 1}});
  } catch (const edgewise::Error&) {
    own = true;
  }
  const bool same = first == second && first[0] != first[7];
  const bool caught = throws_data_error(left) && throws_data_error(right) && own;
  std::printf("%s, %s\n", same ? "same scores" : "scores differ", caught ? "exceptions caught" : "an exception was not caught");
  return same && caught ? 0 : 1;
}
