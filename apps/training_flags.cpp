#include "training_flags.hpp"

#include <algorithm>

#include "../graph/error.hpp"
#include "suggest.hpp"

namespace edgewise::cli {

void add_training_flags(Flags& flags, train::TrainOptions& training) {
  using namespace train;
  flags.section("Training");
  flags.number("lr", training.lr, {.least = 0, .above = true}, "learning rate");
  flags.number("weight-decay", training.weight_decay, {.least = 0}, "pull of the weights towards 0");
  flags.whole("epochs", training.epochs, {1, 1000000000}, "most epochs");
  flags.whole("patience", training.patience, {0, 1000000000}, "stop after N epochs without a better validation result; 0: any");
  flags.whole("validate-every", training.validate_every, {1, 1000000000}, "epochs from one look at the validation set to the next").rare();
  flags
      .choice("monitor", training.monitor,
              {{"score", Monitor::score}, {"roc-auc", Monitor::roc_auc}, {"loss", Monitor::loss}, {"loss-and-score", Monitor::loss_and_score}},
              "what a better validation result is")
      .rare();
  flags.choice("class-weights", training.class_weights, {{"none", ClassWeights::none}, {"balanced", ClassWeights::balanced}},
               "balanced: rare classes count as much as common ones");
  flags.choice("optimizer", training.optimizer, {{"adam", Optimizer::adam}, {"adamw", Optimizer::adamw}, {"sgd", Optimizer::sgd}}, "").rare();
  flags.number("momentum", training.momentum, {.least = 0, .most = 1, .below = true}, "of sgd").rare();
  flags
      .choice("schedule", training.schedule, {{"constant", Schedule::constant}, {"cosine", Schedule::cosine}, {"plateau", Schedule::plateau}},
              "of the learning rate")
      .rare();
  flags.whole("warmup", training.warmup, {0, 1000000000}, "epochs of linear warm-up under cosine").rare();
  flags.number("clip", training.clip, {.least = 0}, "largest gradient norm; 0: any").rare();
  flags.number("label-smoothing", training.label_smoothing, {.least = 0, .most = 1, .below = true}, "share spread over the other classes").rare();
  flags.whole("seed", training.seed, {}, "of weights, dropout and random splits");
}

void check_name(const char* what, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  fail<UsageError>("unknown ", what, " '", name, "'; known ", what, "s: ", list, did_you_mean(name, known));
}

}  // namespace edgewise::cli
