#include <edgewise/io/pyg_import.hpp>
#include <edgewise/io/safetensors.hpp>

#include "support/check.hpp"
#include "support/folder.hpp"

using namespace edgewise;
using namespace edgewise::io;

namespace {

const std::string kData = std::string(EDGEWISE_TEST_DATA) + "/pyg/";

/// A state dict with one tensor called otherwise.
std::string renamed(const std::string& folder, const std::string& from, const std::string& to, const std::string& path) {
  SafeTensors content = load_safetensors(kData + folder + "/weights.safetensors");
  for (NamedTensor& tensor : content.tensors)
    if (tensor.name == from) tensor.name = to;
  save_safetensors(path, content);
  return path;
}

double met(const std::string& folder, const std::string& weights) {
  const ImportedNodeModel model = import_pyg(weights, kData + folder + "/architecture.json");
  return check_golden(model, kData + folder + "/golden.safetensors", 1e-5).largest;
}

}  // namespace

TEST_CASE("import: models of PyTorch Geometric give the results that were recorded, layer by layer", "[io]") {
  for (const char* folder : {"gat", "gatv2", "transformer", "gcn", "gatedges", "transformeredges", "gcnweights"}) {
    CAPTURE(folder);
    CHECK(met(folder, kData + folder + "/weights.safetensors") < 1e-5);
  }
}

TEST_CASE("import: the namings of older versions, written by these versions", "[io]") {
  for (const char* folder : {"v1_7_gat", "v1_7_gcn", "v1_7_stack", "v2_0_gat", "v2_0_gatedges", "v2_0_gcn", "v2_0_stack", "v2_4_gat", "v2_4_gatedges",
                             "v2_4_gcn", "v2_4_stack"}) {
    CAPTURE(folder);
    CHECK(met(folder, kData + folder + "/weights.safetensors") < 1e-5);
  }
  // That they are old names is part of what is tested.
  const auto has = [](const std::string& folder, const std::string& name) {
    return load_safetensors(kData + folder + "/weights.safetensors").find(name) != nullptr;
  };
  CHECK((has("v1_7_gat", "conv1.lin_l.weight") && has("v1_7_gat", "conv1.lin_r.weight") && has("v1_7_gat", "conv1.att_l")));
  CHECK((has("v1_7_gcn", "conv1.weight") && has("v2_0_gcn", "conv1.lin.weight")));
  CHECK((has("v2_0_gat", "conv1.lin_src.weight") && has("v2_4_gatedges", "conv1.lin_dst.weight") && has("gat", "conv1.lin.weight")));
}

TEST_CASE("import: tensors that are missing and that nobody asked for are listed by name", "[io]") {
  const TemporaryFolder folder;
  const std::string path = renamed("gat", "conv2.att_src", "conv3.att_src", folder / "w.safetensors");
  CHECK_THROWS_WITH(import_pyg(path, kData + "gat/architecture.json"),
                    Catch::Contains("1 missing: conv2.att_src or conv2.att_l; 1 unexpected: conv3.att_src"));
}

TEST_CASE("import: two different matrices for sources and targets are refused", "[io]") {
  const TemporaryFolder folder;
  const std::string path = folder / "w.safetensors";
  SafeTensors content = load_safetensors(kData + "v2_0_gat/weights.safetensors");
  for (NamedTensor& tensor : content.tensors)
    if (tensor.name == "conv1.lin_dst.weight") tensor.value(0, 0) += 1;
  save_safetensors(path, content);
  CHECK_THROWS_WITH(import_pyg(path, kData + "v2_0_gat/architecture.json"),
                    Catch::Contains("conv1.lin_dst.weight differs from the matrix of the sources"));
}

TEST_CASE("import: the first layer that differs is named", "[io]") {
  const TemporaryFolder folder;
  SafeTensors content = load_safetensors(kData + "gatv2/weights.safetensors");
  for (NamedTensor& tensor : content.tensors)
    if (tensor.name == "norm.module.running_mean") tensor.value(0, 0) += 0.5F;
  const std::string path = folder / "w.safetensors";
  save_safetensors(path, content);
  const ImportedNodeModel model = import_pyg(path, kData + "gatv2/architecture.json");
  CHECK_THROWS_WITH(check_golden(model, kData + "gatv2/golden.safetensors", 1e-5), Catch::Contains("layer 2, norm (BatchNorm), differs by"));
}

TEST_CASE("import: an architecture that is not known is answered by step and option", "[io]") {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& set, const std::string& from, const std::string& to, const char* words) {
    std::string text = read_bytes(kData + set + "/architecture.json");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    folder.add("a.json", text);
    CHECK_THROWS_WITH(import_pyg(kData + set + "/weights.safetensors", folder / "a.json"), Catch::Contains(words));
  };
  refuses("gat", "\"GATConv\"", "\"SAGEConv\"", "step 1 (conv1, SAGEConv): not known; known are GATConv");
  refuses("gcn", "\"improved\": false", "\"improved\": true", "improved=True is not known");
  refuses("gat", "\"add_self_loops\": true", "\"add_self_loops\": false", "adds self-loops, unlike conv1");
  refuses("gat", "\"format\": 1", "\"format\": 9", "pyg architecture format 9, this edgewise reads 1 to 1");
  refuses("gat", "\"heads\": 2", "\"heads\": 3", "does not divide");
}

TEST_CASE("import: the model goes through a file of ours and back", "[io]") {
  for (const char* set : {"transformer", "gatedges", "transformeredges", "gcnweights"}) {
    ImportedNodeModel model = import_pyg(kData + set + "/weights.safetensors", kData + set + "/architecture.json");
    const std::string bytes = node_model_bytes(*model.trained.model, model.trained.schema);
    model.trained = parse_node_model(bytes, "memory");
    CHECK(check_golden(model, kData + set + "/golden.safetensors", 1e-5).largest < 1e-5);
    CHECK(node_model_bytes(*model.trained.model, model.trained.schema) == bytes);
  }
}
