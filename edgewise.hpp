#pragma once
/// Umbrella: the whole library.
#include "core/models/node_model.hpp"
#include "core/ops/attention.hpp"
#include "core/train/trainer.hpp"
#include "graph/algorithms.hpp"
#include "graph/batch.hpp"
#include "graph/generate.hpp"
#include "graph/graph.hpp"
#include "graph/reorder.hpp"
#include "graph/transform.hpp"
#include "io/model_file.hpp"
#include "io/node_data.hpp"
