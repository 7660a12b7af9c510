#include <edgewise/graph/error.hpp>
#include <edgewise/io/mol/molecule_model.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::mol;

TEST_CASE("molecule schema: all of it travels as text") {
  MoleculeSchema schema;
  schema.task = train::Task::regression;
  schema.tasks = {"NR-AR", "a \"quoted\", name", "\xE4 no UTF-8"};
  schema.preparation = {Preparation::Salts::largest, true, false, false, 99};
  schema.features.elements = {"C", "N"};
  schema.features.descriptors = true;
  schema.features.descriptor_mean = {0.6F, 1e-7F};
  schema.features.descriptor_deviation = {1.0F, 2.5F};
  schema.elements = {"C", "Cl"};
  schema.calibration = {{0.5F, -0.1F, 12, 0.2F, 0.03F}, {}, {}};
  CHECK(schema_from_json(to_json(schema), "f") == schema);
  CHECK_THROWS_AS(schema_from_json("{}", "f"), DataError);
  CHECK_THROWS_AS(schema_from_json("[]", "f"), DataError);
  schema.calibration.pop_back();
  CHECK_THROWS_WITH(schema_from_json(to_json(schema), "f"), "f: 2 calibrations for 3 tasks; the file is damaged");
}

TEST_CASE("domain: fingerprints travel as floats; the nearest one is found") {
  Domain domain{.radius = 2, .words = 2, .bits = {0xffff0000ffff0001ULL, 1, 0b1011, 0}};
  CHECK(domain.molecules() == 2);
  CHECK(domain_from_tensor(to_tensor(domain), 2, "f") == domain);
  CHECK(nearest_similarity(domain, std::vector<std::uint64_t>{0b0110, 0}) == 0.25);
  CHECK(nearest_similarity(domain, std::vector<std::uint64_t>{0b1011, 0}) == 1);
  CHECK(nearest_similarity(Domain{}, std::vector<std::uint64_t>(16, 1)) == 0);
  CHECK_THROWS_AS(domain_from_tensor(Tensor::of(1, 4, {0, 1, -1, 0}), 2, "f"), DataError);
  CHECK_THROWS_AS(domain_from_tensor(Tensor::of(1, 3, {0, 1, 1}), 2, "f"), DataError);
}
