#pragma once
/// Named recipes: a model and its training as a paper states them.
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// `model.in` and `model.out` are 0: the data decide.
struct Preset {
  models::NodeModelOptions model;  ///< of the model
  TrainOptions training;           ///< of its training
};

/// gat-cora, gat-citeseer, gat-pubmed: two GAT layers, 8 heads of 8 (ELU), then one averaged head (8 for Pubmed); feature rows that sum to 1; dropout
/// 0.6 on layer inputs, attention weights and gathered values; Adam; early stopping after 100 epochs in which neither loss nor accuracy got better.
/// debian: for the package graph in datasets/debian, and for graphs like it (short texts, typed edges): words of unit rows through an input
/// layer with a degree encoding, two GAT layers of 128 with root matrices, norms inside and residuals, heads that start along and against
/// the edges; chosen on the validation set.
/// Source   Velickovic et al. 2018, arXiv:1710.10903, section 3.3; row sums, stopping and the dropout of values as in the authors' program.  The
/// paper sets no limit of
///          epochs; 1000 is ours.
/// Throws   UsageError that lists the known names.
Preset preset(const std::string& name);
/// All of them.
std::vector<std::string> preset_names();

EDGEWISE_API_END
}  // namespace edgewise::train
