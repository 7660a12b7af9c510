#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/io/mol/fingerprint.hpp>
#include <edgewise/io/mol/molecule_model.hpp>

#include <algorithm>

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
  schema.elements = {"C", "Cl"};
  schema.calibration = {{0.5F, -0.1F, 12, 0.2F, 0.03F}, {}, {}};
  CHECK(schema_from_json(to_json(schema), "f") == schema);
  CHECK_THROWS_AS(schema_from_json("{}", "f"), DataError);
  CHECK_THROWS_AS(schema_from_json("[]", "f"), DataError);
  schema.calibration.pop_back();
  CHECK_THROWS_WITH(schema_from_json(to_json(schema), "f"), "f: 2 calibrations for 3 tasks; the file is damaged");
}

TEST_CASE("domain: fingerprints travel as text, the nearest one is found") {
  const Domain domain{.radius = 2, .words = 2, .bits = {0xffff0000ffff0001ULL, 1, 0b1011, 0}};
  CHECK(domain.molecules() == 2);
  CHECK(domain_from_json(to_json(domain), "f") == domain);
  CHECK(domain_from_json(to_json(Domain{}), "f") == Domain{});
  CHECK_THROWS_AS(domain_from_json("{}", "f"), DataError);
  CHECK_THROWS_AS(domain_from_json(R"({"radius": 2, "words": 2, "bits": "0123"})", "f"), DataError);
  CHECK_THROWS_AS(domain_from_json(R"({"radius": 2, "words": 1, "bits": "012345678901234x"})", "f"), DataError);
  const DomainIndex index(domain);
  CHECK(index.nearest(std::vector<std::uint64_t>{0b0110, 0}) == 0.25);
  CHECK(index.nearest(std::vector<std::uint64_t>{0b1011, 0}) == 1);
  CHECK(DomainIndex(Domain{}).nearest(std::vector<std::uint64_t>(16, 1)) == 0);
}

TEST_CASE("domain: the index agrees with a plain loop") {
  Domain domain{.radius = 2, .words = 4, .bits = {}};
  Rng rng(3);
  const auto draw = [&] {
    std::vector<std::uint64_t> words(4);
    for (std::uint64_t& word : words) word = rng.bits() & rng.bits() & rng.bits();
    return words;
  };
  for (std::size_t m = 0; m < 300; ++m) domain.add(draw());
  domain.add(std::vector<std::uint64_t>(4, 0));
  const DomainIndex index(domain);
  for (std::size_t q = 0; q < 50; ++q) {
    const std::vector<std::uint64_t> query = q == 0 ? std::vector<std::uint64_t>(4, 0) : draw();
    double best = 0;
    for (std::size_t m = 0; m < domain.molecules(); ++m) best = std::max(best, tanimoto(std::span(domain.bits).subspan(4 * m, 4), query));
    CHECK(index.nearest(query) == best);
  }
}
