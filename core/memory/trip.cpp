#include "core/memory/trip.hpp"

namespace loom::memory {

using device::Level;
using device::Sourced;

const Sourced& latency(const device::Gpu& gpu, Level level) {
  const Sourced& own = gpu.at(level).latency;
  return level == Level::l1 && !own.known() ? gpu.l1_latency : own;
}

Trip trip(const device::Gpu& gpu) {
  const double one_second = latency(gpu, Level::registers).value;
  std::optional<double> start;
  Trip stops;
  for (int i = 0; i < device::level_count; ++i) {
    Stop& stop = stops[static_cast<size_t>(i)];
    stop.level = Level(device::level_count - 1 - i);
    const Sourced& number = latency(gpu, stop.level);
    if (!number.known()) continue;
    if (!start) start = number.value;
    stop.left = number.value;
    stop.elapsed = *start - number.value;
    stop.scaled = number.value / one_second;
  }
  return stops;
}

}  // namespace loom::memory
