#include "../../apps/suggest.hpp"

#include "support/check.hpp"

using namespace edgewise::cli;

TEST_CASE("edit_distance: by hand") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("gat", "") == 3);
  CHECK(edit_distance("gta", "gat") == 1);  // a swap is one slip
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("edges", "edges") == 0);
}

TEST_CASE("nearest: what was meant, and nothing where nothing is near") {
  const std::vector<std::string> models{"gat", "gatv2", "transformer", "gcn", "mlp"};
  CHECK(nearest("gta", models) == "gat");
  CHECK(nearest("transfomer", models) == "transformer");
  CHECK(nearest("trans", models) == "transformer");  // the beginning of one only
  CHECK_FALSE(nearest("xyzzy", models));
  CHECK(did_you_mean("mpl", models) == " (did you mean 'mlp'?)");
  CHECK(did_you_mean("xyzzy", models).empty());
}
