#include <edgewise/graph/pipeline.hpp>
#include <edgewise/graph/rows.hpp>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("pipeline: everything comes out once and in order, whoever worked on it") {
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    int next = 0;
    std::vector<int> out;
    run_pipeline<int>([&] { return next < 500 ? std::make_unique<int>(next++) : nullptr; }, [](int& thing) { thing *= 3; },
                      [&](const int& thing) { out.push_back(thing); });
    REQUIRE(out.size() == 500);
    for (int k = 0; k < 500; ++k) CHECK(out[static_cast<std::size_t>(k)] == 3 * k);
  }
}

TEST_CASE("pipeline: what works inside may use all threads, and nothing at all is fine") {
  int left = 20;
  std::atomic<std::size_t> sum = 0;
  run_pipeline<int>([&] { return left-- > 0 ? std::make_unique<int>(left) : nullptr; },
                    [&](int&) { parallel_ranges(1000, 10, [&](std::size_t first, std::size_t last) { sum += last - first; }); }, [](int&) {});
  CHECK(sum == 20000);
  run_pipeline<int>([] { return std::unique_ptr<int>(); }, [](int&) { FAIL("nothing to work on"); }, [](int&) { FAIL("nothing to hand out"); });
}

TEST_CASE("pipeline: whatever is under way when a station throws is let go of") {
  std::atomic<int> alive = 0;
  struct Counted {
    explicit Counted(std::atomic<int>& count) : alive(count) { ++alive; }
    ~Counted() { --alive; }
    std::atomic<int>& alive;
  };
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> worked = 0;
    CHECK_THROWS_WITH(run_pipeline<Counted>([&] { return std::make_unique<Counted>(alive); },
                                            [&](Counted&) {
                                              if (++worked == 5 + round % 7) throw std::runtime_error("tripped");
                                            },
                                            [](Counted&) {}),
                      "tripped");
    REQUIRE(alive == 0);
  }
}

TEST_CASE("pipeline: an exception of any station reaches the caller") {
  for (const int station : {0, 1, 2}) {
    std::atomic<int> next = 0;
    const auto trip = [&](int here) {
      if (here == station && next > 20) throw std::runtime_error("tripped");
    };
    CHECK_THROWS_WITH(run_pipeline<int>(
                          [&] {
                            trip(0);
                            return next < 100 ? std::make_unique<int>(next++) : nullptr;
                          },
                          [&](int&) { trip(1); }, [&](int&) { trip(2); }),
                      "tripped");
  }
}
