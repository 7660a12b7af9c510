#pragma once
/// For sources: the tensors of a PyTorch state dict, taken one by one, so that none is missing and none is left over.
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "../core/models/stack_layer.hpp"
#include "safetensors.hpp"

namespace edgewise::io {

/// Takes tensors out of a state dict and remembers which were asked for.
class StateDict {
 public:
  StateDict(SafeTensors content, std::string file);

  bool has(const std::string& name) const { return content_.find(name) != nullptr; }
  /// The first of `names` of that layer that is there; a note and nullptr when none is.
  const NamedTensor* take(const std::string& layer, std::initializer_list<const char*> names);
  /// Throws DataError listing what was missing and what nobody asked for.
  void finish() const;
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  SafeTensors content_;
  std::set<std::string> used_;
  std::vector<std::string> missing_;
};

/// The tensors of layer `name` under our names, "layers.<number>.*"; fills `spec` with what only the weights tell.
/// Throws DataError where tensors contradict each other.
std::vector<NamedTensor> take_pyg_layer(StateDict& state, const std::string& name, std::size_t number, models::StackLayer& spec);

}  // namespace edgewise::io
