// Five ways of timing a kernel: what each measures at least, and what it measured on an H200
// (core/recorded/h200/timing_ways.json).
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace loom::trace {

enum class TimingWay : std::uint8_t {
  host_without_wait,  // the host's clock around the call that launches
  host_with_wait,     // the same, until the GPU is done
  host_many,          // the same for many launches and one wait, for each launch
  events_one,         // events of the GPU around one launch
  events_many,        // the same around many launches, for each launch
};
inline constexpr int timing_way_count = 5, timing_samples = 101, launches_together = 100;

// Launches one after another: the host's call for each, and the kernel on the GPU. A kernel starts
// when its call has returned and the kernel before it has ended.
struct Launches {
  double call_us = 0, kernel_us = 0;
};

// Microseconds by that way, if nothing but calls and kernels took time: waiting, recording events
// and starting a kernel cost nothing. An H200 takes a little longer.
double least_us(TimingWay way, const Launches& launches);

struct TimedKernel {
  std::int64_t bytes;  // that it reads and writes
  double profiler_us;  // its duration by the profiler, launched alone and with empty caches
  std::array<std::array<double, timing_samples>, timing_way_count> sorted_us;

  std::span<const double> samples(TimingWay way) const {
    return sorted_us[static_cast<std::size_t>(way)];
  }
  double median_us(TimingWay way) const { return samples(way)[timing_samples / 2]; }
  Launches launches() const { return {median_us(TimingWay::host_without_wait), profiler_us}; }
};

// A kernel that only computes, launched again and again after 8 seconds without work.
struct IdleLaunch {
  double at_ms, us, clock_mhz;
};

std::span<const TimedKernel> timed_kernels();  // a short and a long one
std::span<const double> first_launches_us();   // of a program, by the host's clock with a wait
std::span<const IdleLaunch> idle_launches();

}  // namespace loom::trace
