#pragma once
/// The second door to threads, for streams: things are taken in one after the other, worked on in parallel, and handed out in the order they came.
#include <functional>
#include <memory>

#include "api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

namespace detail {
void run_pipeline(const std::function<std::shared_ptr<void>()>& take, const std::function<void(void*)>& work,
                  const std::function<void(void*)>& hand_out);
}  // namespace detail

/// take() gives the next thing, null at the end; work(thing) runs on any thread of the caller's arena, several at once; hand_out(thing) follows in
/// the order of take().
/// Memory   At most two things a thread are under way.
/// Threads  Returns when all is handed out.  An exception of one station ends the others and reaches the caller.
template <class Thing, class Take, class Work, class HandOut>
void run_pipeline(Take&& take, Work&& work, HandOut&& hand_out) {
  detail::run_pipeline([&]() -> std::shared_ptr<void> { return std::shared_ptr<Thing>(take()); },
                       [&](void* thing) { work(*static_cast<Thing*>(thing)); }, [&](void* thing) { hand_out(*static_cast<Thing*>(thing)); });
}

EDGEWISE_API_END
}  // namespace edgewise
