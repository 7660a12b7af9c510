#include "warmup.hpp"

#include "../graph/error.hpp"

namespace edgewise::cli {

void settle_warmup(const Flags& flags, train::TrainOptions& training) {
  const bool asked = flags.given("warmup") != nullptr;
  if (!asked && training.schedule != train::Schedule::cosine) training.warmup = 0;
  if (training.warmup > 0 && training.schedule != train::Schedule::cosine)
    fail<UsageError>("--warmup: got ", training.warmup, ", and only --schedule cosine warms up; add it, or leave --warmup out");
  if (training.warmup < training.epochs || training.epochs == 0) return;
  if (asked) fail<UsageError>("--warmup: got ", training.warmup, ", expected fewer than the ", training.epochs, " epochs of --epochs");
  training.warmup = training.epochs - 1;
}

}  // namespace edgewise::cli
