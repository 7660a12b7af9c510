#pragma once
/// What a node model learns from: a graph, features, targets and a split.  Pure memory: io fills it from files, programs from theirs.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../input.hpp"
#include "../models/node_model.hpp"
#include "split.hpp"
#include "targets.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// A graph with what is known about its nodes, and which of them serve for what.
struct Dataset {
  Graph graph;        ///< who attends to whom
  Input features;     ///< a row per node
  models::Arcs arcs;  ///< what arcs carry, if anything
  Targets targets;    ///< what is to be learned
  Split split;        ///< which nodes learn, watch and judge
};

/// Throws DataError when sizes do not fit, a class or value is out of range, or a split names a node twice or one that is not there.
void check(const Dataset& data);

EDGEWISE_API_END
}  // namespace edgewise::train
