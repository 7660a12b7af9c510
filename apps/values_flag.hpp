#pragma once
/// --values: how attention stores large tables, for verbs that train or predict.
#include "../core/value_storage.hpp"
#include "flags.hpp"

namespace edgewise::cli {

void add_values_flag(Flags& flags, ValueStorage& to);
/// After reading: what was given is in force from now on; `to` names what is.
void settle_values(const Flags& flags, ValueStorage& to);

}  // namespace edgewise::cli
