#include "../../io/graph_model_file.hpp"
#include "../../io/model_description.hpp"
#include "../../io/model_file.hpp"
#include "../../io/model_state.hpp"
#include "../../io/pyg_architecture.hpp"
#include "../../io/safetensors.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The text inside model files, alone and around one small tensor; and what an architecture file says.
  fuzz::run(data, size, [](const std::string& text) { parse_description(text, "fuzz"); });
  fuzz::run(data, size, [](const std::string& text) { parse_pyg_architecture(text, "fuzz"); });
  fuzz::run(data, size, [](const std::string& text) {
    SafeTensors content;
    content.metadata[kDescriptionKey] = text;
    content.tensors.push_back({"weight", {}, Tensor(4, 4)});
    const std::string file = to_safetensors(content);
    fuzz::allow_errors([&] { parse_node_model({file.data(), file.size()}, "fuzz"); });
    fuzz::allow_errors([&] { parse_graph_model({file.data(), file.size()}, "fuzz"); });
  });
  return 0;
}
