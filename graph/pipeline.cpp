#include "pipeline.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "thread_order.hpp"

namespace edgewise::detail {

void run_pipeline(const std::function<std::shared_ptr<void>()>& take, const std::function<void(void*)>& work,
                  const std::function<void(void*)>& hand_out) {
  namespace tbb = oneapi::tbb;
  using Handle = std::shared_ptr<void>;
  const std::size_t threads = std::min<std::size_t>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism),
                                                    static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
  ThreadOrder order;
  const auto in_order = [&order](auto&& station) {
    order.begin();
    station();
    order.done();
  };
  const auto first = [&](tbb::flow_control& control) {
    Handle thing;
    in_order([&] { thing = take(); });
    if (thing == nullptr) control.stop();
    return thing;
  };
  // Isolated: while a thing waits for its own loops, the thread takes up no other.
  const auto second = [&](Handle thing) {
    in_order([&] { tbb::this_task_arena::isolate([&] { work(thing.get()); }); });
    return thing;
  };
  const auto third = [&](Handle thing) {
    in_order([&] {
      hand_out(thing.get());
      thing.reset();
    });
  };
  order.done();
  tbb::parallel_pipeline(2 * threads, tbb::make_filter<void, Handle>(tbb::filter_mode::serial_in_order, first) &
                                          tbb::make_filter<Handle, Handle>(tbb::filter_mode::parallel, second) &
                                          tbb::make_filter<Handle, void>(tbb::filter_mode::serial_in_order, third));
  order.begin();
}

}  // namespace edgewise::detail
