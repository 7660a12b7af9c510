#pragma once
/// Why a model says what it says of a molecule: a share for every atom and bond.
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "predictor.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Integrated gradients over atom and bond features (Sundararajan et al. 2017, arXiv:1703.01365), with x the rows of atoms, e those of arcs, F_t the
/// model's output for task t before the sigmoid (mean over members), and extras, bonds and encodings as they are:
///   atom i:  sum over columns c of  x[i,c] * integral over a in [0, 1] of  dF_t(a x, a e) / dx[i,c]
///   bond  :  the same over e, its two arcs added up
/// so that all shares together are F_t(x, e) - F_t(0, 0).  The integral is a sum at a = u^3, u = (k + 1/2) / steps: dense near 0, where norms bend.
/// Attention rolled out over the layers (Abnar & Zuidema 2020, arXiv:2005.00928), with A_l the weights of layer l, mean over heads:
///   atoms = w^T (I/2 + A_L/2) ... (I/2 + A_1/2)     w: the readout's weights (mean over heads), 1/n where it has none
///   bond  = mean over layers and its two arcs of A_l
/// An atom without bonds attends to itself.  Mean over members.  Models without attention have none.  A virtual node is not counted.
struct Explanation {
  std::vector<std::string> element;                       ///< per atom
  std::vector<std::size_t> place;                         ///< where it stood in the input, from 0
  std::vector<std::pair<std::size_t, std::size_t>> bond;  ///< atoms (as numbered here) of each bond, the lower one first
  std::vector<std::vector<float>> atoms, bonds;           ///< [task][atom or bond]
  std::vector<float> atom_attention, bond_attention;      ///< empty for models without attention
  std::vector<float> probability;                         ///< per task, or the value
  float gap = 0;                                          ///< the largest |sum of shares - (F(x, e) - F(0, 0))| over the tasks: how exact the sum is
};

/// `tasks`: numbers of the outputs.  The result is a pure function of model and molecule: equal for every number of threads.
/// Cost     A forward and a backward pass over `steps` copies of the molecule for every task and member.
/// Threads  One call at a time on a predictor: backward passes leave gradients in its parameters.  (Predictions beside it are safe.)
/// Throws   UsageError for a task that is not there.
Explanation explain(const Predictor& predictor, const Molecule& molecule, std::span<const std::size_t> tasks, std::size_t steps = 48);

/// The molecule as SVG (RDKit's drawing): red raises, blue lowers, against the largest share; `legend` stands below.
/// `atoms`, `bonds`: shares in the order of an Explanation of this molecule.
std::string draw(const Molecule& molecule, const Explanation& explanation, std::span<const float> atoms, std::span<const float> bonds,
                 const std::string& legend);

EDGEWISE_API_END
}  // namespace edgewise::mol
