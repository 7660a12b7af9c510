#pragma once
/// For sources: a choice that holds for the whole process.
#include <atomic>
#include <mutex>

namespace edgewise::detail {

/// What `first` says when it is asked for the first time, unless somebody has chosen before: then `first`, which may throw, is never asked.
template <class T>
class ProcessChoice {
 public:
  explicit constexpr ProcessChoice(T (*first)()) : first_(first) {}

  T get() {
    if (!known_.load(std::memory_order_acquire)) {
      const T value = first_();
      const std::lock_guard lock(mutex_);
      if (!known_.load(std::memory_order_relaxed)) store(value);
    }
    return value_.load(std::memory_order_relaxed);
  }
  void set(T value) {
    const std::lock_guard lock(mutex_);
    store(value);
  }

 private:
  void store(T value) {
    value_.store(value, std::memory_order_relaxed);
    known_.store(true, std::memory_order_release);
  }

  T (*first_)();
  std::mutex mutex_;
  std::atomic<T> value_{};
  std::atomic<bool> known_{false};
};

}  // namespace edgewise::detail
