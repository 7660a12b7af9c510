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

/// The caller's side of a loop: what it did before comes before every piece, and all pieces before what it does next, exceptions included.
class WholeLoop {
 public:
  WholeLoop(ThreadOrder& fork, ThreadOrder& join) : join_(join) { fork.done(); }
  ~WholeLoop() { join_.begin(); }
  WholeLoop(const WholeLoop&) = delete;
  WholeLoop& operator=(const WholeLoop&) = delete;

 private:
  ThreadOrder& join_;
};

/// One piece of it, on the thread that has taken it up.
class LoopPiece {
 public:
  LoopPiece(ThreadOrder& fork, ThreadOrder& join) : join_(join) { fork.begin(); }
  ~LoopPiece() { join_.done(); }
  LoopPiece(const LoopPiece&) = delete;
  LoopPiece& operator=(const LoopPiece&) = delete;

 private:
  ThreadOrder& join_;
};

}  // namespace edgewise::detail
