#include "../../core/process_choice.hpp"

#include <cstdlib>
#include <stdexcept>

#include "../../core/cpu.hpp"
#include "../../core/memory_use.hpp"
#include "../../core/value_storage.hpp"
#include "support/check.hpp"

using namespace edgewise;

namespace {

int asked = 0;
int first() { return ++asked; }
int refuse() { throw std::runtime_error("a word that nobody knows"); }

}  // namespace

TEST_CASE("process choice: what is said first holds, and is asked for once", "[core]") {
  asked = 0;
  detail::ProcessChoice<int> choice(first);
  CHECK(asked == 0);
  CHECK(choice.get() == 1);
  CHECK(choice.get() == 1);
  choice.set(7);
  CHECK(choice.get() == 7);
  CHECK(asked == 1);
}

TEST_CASE("process choice: who has chosen never hears of a bad first word", "[core]") {
  detail::ProcessChoice<int> choice(refuse);
  CHECK_THROWS_AS(choice.get(), std::runtime_error);
  CHECK_THROWS_AS(choice.get(), std::runtime_error);
  choice.set(3);
  CHECK(choice.get() == 3);
}

TEST_CASE("process choice: bad words in the environment leave the program's own choice alone", "[core]") {
  for (const char* const variable : {"EDGEWISE_VALUES", "EDGEWISE_MEMORY", "EDGEWISE_ISA"}) setenv(variable, "half", 1);
  set_value_storage(ValueStorage::bf16);
  set_memory_use(MemoryUse::least);
  set_active_isa(Isa::generic);
  CHECK(value_storage() == ValueStorage::bf16);
  CHECK(memory_use() == MemoryUse::least);
  CHECK(active_isa() == Isa::generic);
  for (const char* const variable : {"EDGEWISE_VALUES", "EDGEWISE_MEMORY", "EDGEWISE_ISA"}) unsetenv(variable);
}
