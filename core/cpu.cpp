#include "cpu.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "../graph/error.hpp"
#include "process_choice.hpp"

namespace edgewise {
namespace {

std::vector<Isa> detect() {
  std::vector<Isa> found{Isa::generic};
#if defined(EDGEWISE_WITH_AVX2) || defined(EDGEWISE_WITH_AVX512)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#ifdef EDGEWISE_WITH_AVX2
  if (avx2) found.push_back(Isa::avx2);
#endif
#ifdef EDGEWISE_WITH_AVX512
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    found.push_back(Isa::avx512);
#endif
#endif
  return found;
}

std::string names_of_supported() {
  std::string names;
  for (const Isa isa : supported_isas()) names += (names.empty() ? "" : ", ") + std::string(isa_name(isa));
  return names;
}

Isa first_choice() {
  const char* const wish = std::getenv("EDGEWISE_ISA");
  if (wish == nullptr || *wish == '\0') return supported_isas().back();
  for (const Isa isa : supported_isas())
    if (std::string(isa_name(isa)) == wish) return isa;
  fail<UsageError>("EDGEWISE_ISA is '", wish, "', expected one of this machine's instruction sets: ", names_of_supported());
}

detail::ProcessChoice<Isa> active(first_choice);

}  // namespace

const char* isa_name(Isa isa) { return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "generic"; }

std::span<const Isa> supported_isas() {
  static const std::vector<Isa> found = detect();
  return found;
}

Isa active_isa() { return active.get(); }

void set_active_isa(Isa isa) {
  const auto known = supported_isas();
  if (std::find(known.begin(), known.end(), isa) == known.end())
    fail<UsageError>("instruction set ", isa_name(isa), ": not on this machine, which has ", names_of_supported());
  active.set(isa);
}

}  // namespace edgewise
