#include "core/trace/timing.hpp"

#include <algorithm>

namespace loom::trace {

namespace {

// Tables: timed_kernels, first_launches_us, idle_launches.
namespace recorded {
#include "core/recorded/timing.inc"
}  // namespace recorded

struct Replay {
  double calls = 0, started = 0, done = 0;  // when the last call returned, the first kernel began …
};

Replay replay(const Launches& launches, int count) {
  Replay now;
  for (int i = 0; i < count; ++i) {
    now.calls += launches.call_us;
    const double start = std::max(now.calls, now.done);
    if (i == 0) now.started = start;
    now.done = start + launches.kernel_us;
  }
  return now;
}

}  // namespace

double least_us(TimingWay way, const Launches& launches) {
  const Replay one = replay(launches, 1), many = replay(launches, launches_together);
  switch (way) {
    case TimingWay::host_without_wait:
      return one.calls;
    case TimingWay::host_with_wait:
      return one.done;
    case TimingWay::host_many:
      return many.done / launches_together;
    case TimingWay::events_one:
      return one.done - one.started;
    case TimingWay::events_many:
      break;
  }
  return (many.done - many.started) / launches_together;
}

std::span<const TimedKernel> timed_kernels() { return recorded::timed_kernels; }
std::span<const double> first_launches_us() { return recorded::first_launches_us; }
std::span<const IdleLaunch> idle_launches() { return recorded::idle_launches; }

}  // namespace loom::trace
