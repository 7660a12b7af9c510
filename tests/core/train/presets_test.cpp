#include <edgewise/core/train/presets.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("presets: the recipes of the GAT paper", "[train]") {
  const train::Preset cora = train::preset("gat-cora"), pubmed = train::preset("gat-pubmed");
  CHECK(cora.model.model == "gat");
  CHECK(cora.model.layers == 2);
  CHECK(cora.model.hidden == 8 * 8);
  CHECK(cora.model.heads == 8);
  CHECK(cora.model.out_heads == 1);
  CHECK(cora.model.dropout == 0.6F);
  CHECK(cora.model.attention_dropout == 0.6F);
  CHECK(cora.model.value_dropout == 0.6F);
  CHECK(cora.training.lr == 0.005F);
  CHECK(cora.training.weight_decay == 5e-4F);
  CHECK(cora.training.patience == 100);
  CHECK(pubmed.model.out_heads == 8);
  CHECK(pubmed.training.lr == 0.01F);
  CHECK(pubmed.training.weight_decay == 1e-3F);
  for (const std::string& name : train::preset_names()) CHECK_NOTHROW(train::preset(name));
  CHECK_THROWS_WITH(train::preset("gat-coral"), "unknown preset 'gat-coral'; known presets: debian, gat-cora, gat-citeseer, gat-pubmed");
}
