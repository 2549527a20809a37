// The same work on every page or figure, on all processors.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace loom {

// Calls each(0) … each(count − 1), in any order, on several threads. The first exception ends the
// work and is thrown again here.
template <class Each>
void parallel(size_t count, Each each) {
  const size_t processors = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (size_t i; (i = next++) < count;) each(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> helpers(std::min(processors, std::max<size_t>(count, 1)) - 1);
  try {
    for (std::thread& helper : helpers) helper = std::thread(work);
  } catch (const std::exception&) {
    // The system gives no more threads, or no memory for them: those that run, and this one, do the
    // work.
  }
  work();
  for (std::thread& helper : helpers)
    if (helper.joinable()) helper.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace loom
