#include <fmt/format.h>

#include <cstdio>

#include "../core/cpu.hpp"
#include "../core/value_storage.hpp"
#include "../io/model_file.hpp"
#include "libraries.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

void line(const std::string& name, const std::string& value) { std::printf("%-16s %s\n", name.c_str(), value.c_str()); }

/// What a report of trouble, or of speed, should say about the machine and the build.
void print_details() {
  std::string isas;
  for (const Isa isa : supported_isas()) isas += (isas.empty() ? "" : ", ") + std::string(isa_name(isa));
  line("instruction set", fmt::format("{} (available: {}; the variable EDGEWISE_ISA chooses)", isa_name(active_isa()), isas));
  line("values", fmt::format("{} (--values and the variable EDGEWISE_VALUES choose)", value_storage() == ValueStorage::bf16 ? "bf16" : "float32"));
  line("threads", fmt::format("{} (--threads chooses)", machine_threads()));
  line("compiler", compiler());
  for (const Library& library : libraries()) line(library.name, library.version);
}

}  // namespace

int version(Args args) {
  bool verbose = false;
  Flags flags("version", "Says which edgewise this is and which model files it writes.");
  flags.on("verbose", verbose, "also the instruction set, the threads and the libraries: for reports");
  flags.example("version --verbose");
  if (!flags.read(args)) return kDone;
  std::printf("edgewise %s (model format %d)\n", EDGEWISE_VERSION, io::kModelFormat);
  if (verbose) print_details();
  return kDone;
}

}  // namespace edgewise::cli
