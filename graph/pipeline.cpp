#include "pipeline.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <vector>

#include "thread_order.hpp"

namespace edgewise::detail {

void run_pipeline(const std::function<std::shared_ptr<void>()>& take, const std::function<void(void*)>& work,
                  const std::function<void(void*)>& hand_out) {
  namespace tbb = oneapi::tbb;
  using Handle = std::shared_ptr<void>;
  const std::size_t threads = std::min<std::size_t>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism),
                                                    static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
  // Things stay ours, oneTBB passes on where they lie: what is under way when a station throws is not always given back by it.  A place is
  // free again when its turn comes, because things leave in the order in which they came and no more of them are under way than there are places.
  std::vector<Handle> places(2 * threads);
  std::size_t taken = 0;
  ThreadOrder order;  // a station comes after those before it, of this thing and of others
  const WholeLoop loop(order, order);
  const auto in_order = [&order](auto&& station) {
    const LoopPiece piece(order, order);
    station();
  };
  const auto first = [&](tbb::flow_control& control) {
    Handle* const place = &places[taken++ % places.size()];
    in_order([&] { *place = take(); });
    if (*place == nullptr) control.stop();
    return place;
  };
  // Isolated: while a thing waits for its own loops, the thread takes up no other.
  const auto second = [&](Handle* place) {
    in_order([&] { tbb::this_task_arena::isolate([&] { work(place->get()); }); });
    return place;
  };
  const auto third = [&](Handle* place) {
    in_order([&] {
      hand_out(place->get());
      place->reset();
    });
  };
  tbb::parallel_pipeline(places.size(), tbb::make_filter<void, Handle*>(tbb::filter_mode::serial_in_order, first) &
                                            tbb::make_filter<Handle*, Handle*>(tbb::filter_mode::parallel, second) &
                                            tbb::make_filter<Handle*, void>(tbb::filter_mode::serial_in_order, third));
}

}  // namespace edgewise::detail
