#include "values_flag.hpp"

namespace edgewise::cli {

void add_values_flag(Flags& flags, ValueStorage& to) {
  flags
      .choice("values", to, {{"float32", ValueStorage::float32}, {"bf16", ValueStorage::bf16}},
              "attention gathers tables of 32 MB and more as they are, or in 16 bits: faster (4 or 8 heads, rows of 128 and more)")
      .rare();
}

void settle_values(const Flags& flags, ValueStorage& to) {
  if (flags.given("values") == nullptr)
    to = value_storage();  // the environment's
  else
    set_value_storage(to);
}

}  // namespace edgewise::cli
