#pragma once
/// The nonlinear functions a model may choose from, under the names of this room.
#include "../ops/activation.hpp"

namespace edgewise::nn {

using ops::activate;
using ops::Activation;

}  // namespace edgewise::nn
