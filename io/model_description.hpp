#pragma once
/// The description inside a model file: options and schema as JSON text, under a format version.
#include <string>

#include "../core/models/node_model.hpp"
#include "../graph/api.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// What the metadata of a node model say: how it is made, and its words.
struct NodeModelDescription {
  models::NodeModelOptions options;  ///< to make the network from
  NodeSchema schema;                 ///< its words
};

/// One line of JSON, its keys in a fixed order.  Names that are not UTF-8 are kept byte for byte as {"latin1": "..."}.
std::string description_text(const NodeModelDescription& description);
/// Throws   DataError that opens with `file`: a format this program does not know (named beside the known ones), a key that is
///          missing or holds something else, sizes that contradict each other.
NodeModelDescription parse_description(const std::string& text, const std::string& file);

EDGEWISE_API_END
}  // namespace edgewise::io
