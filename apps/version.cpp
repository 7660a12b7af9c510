#include <cstdio>

#include "../io/model_file.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int version(Args args) {
  Flags flags("version", "Says which edgewise this is and which model files it writes.");
  flags.example("version");
  if (!flags.read(args)) return kDone;
  std::printf("edgewise %s (model format %d)\n", EDGEWISE_VERSION, io::kModelFormat);
  return kDone;
}

}  // namespace edgewise::cli
