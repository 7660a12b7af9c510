#pragma once
/// For sources of this folder only: rows.cpp and pipeline.cpp, the doors to oneTBB.  oneTBB as shipped is not instrumented, and neither are these
/// two; here they tell ThreadSanitizer which work comes before which.
#ifdef EDGEWISE_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace edgewise::detail {

/// What was done before `done` comes before what is done after `begin`.
class ThreadOrder {
 public:
#ifdef EDGEWISE_THREAD_SANITIZER
  void done() { __tsan_release(&mark_); }
  void begin() { __tsan_acquire(&mark_); }

 private:
  char mark_ = 0;
#else
  void done() {}
  void begin() {}
#endif
};

}  // namespace edgewise::detail
