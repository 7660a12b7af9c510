#include "presets.hpp"

#include "../../graph/error.hpp"

namespace edgewise::train {
namespace {

Preset gat(std::size_t out_heads, float lr, float weight_decay) {
  return {
      .model = {.model = "gat",
                .layers = 2,
                .hidden = 64,
                .heads = 8,
                .out_heads = out_heads,
                .head_mix = models::HeadMix::concat,
                .activation = models::Activation::elu,
                .dropout = 0.6F,
                .attention_dropout = 0.6F,
                .value_dropout = 0.6F,
                .slope = 0.2F,
                .input_scale = models::InputScale::rows},
      .training = {
          .epochs = 1000, .patience = 100, .monitor = Monitor::loss_and_score, .optimizer = Optimizer::adam, .lr = lr, .weight_decay = weight_decay}};
}

/// For the Debian package graph: sparse words, typed arcs of two directions, no early stopping since cosine ends where it should.
Preset debian() {
  return {.model = {.model = "gat",
                    .layers = 2,
                    .hidden = 128,
                    .heads = 8,
                    .residual = true,
                    .norm = models::Norm::layer,
                    .norm_place = models::NormPlace::inside,
                    .root_weight = true,
                    .activation = models::Activation::elu,
                    .input_layer = true,
                    .degree_encoding = true,
                    .input_dropout = 0.3F,
                    .dropout = 0.4F,
                    .attention_dropout = 0.1F,
                    .direction_bias = 3,
                    .input_scale = models::InputScale::length},
          .training = {.epochs = 64,
                       .patience = 0,
                       .validate_every = 4,
                       .optimizer = Optimizer::adamw,
                       .lr = 0.01F,
                       .weight_decay = 0.01F,
                       .schedule = Schedule::cosine,
                       .warmup = 5,
                       .clip = 1}};
}

}  // namespace

std::vector<std::string> preset_names() { return {"debian", "gat-cora", "gat-citeseer", "gat-pubmed"}; }

Preset preset(const std::string& name) {
  if (name == "debian") return debian();
  if (name == "gat-cora" || name == "gat-citeseer") return gat(1, 0.005F, 5e-4F);
  if (name == "gat-pubmed") return gat(8, 0.01F, 1e-3F);
  std::string known;
  for (const std::string& one : preset_names()) known += (known.empty() ? "" : ", ") + one;
  fail<UsageError>("unknown preset '", name, "'; known presets: ", known);
}

}  // namespace edgewise::train
