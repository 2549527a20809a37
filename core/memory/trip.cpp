#include "core/memory/trip.hpp"

namespace loom::memory {

using device::Figure;
using device::Level;

const Figure& latency(const device::Gpu& gpu, Level level) {
  const Figure& own = gpu.at(level).latency;
  return level == Level::l1 && !own.known() ? gpu.l1_latency : own;
}

Trip trip(const device::Gpu& gpu) {
  const double one_second = latency(gpu, Level::registers).value;
  std::optional<double> start;
  Trip stops;
  for (int i = 0; i < device::level_count; ++i) {
    Stop& stop = stops[static_cast<size_t>(i)];
    stop.level = Level(device::level_count - 1 - i);
    const Figure& figure = latency(gpu, stop.level);
    if (!figure.known()) continue;
    if (!start) start = figure.value;
    stop.left = figure.value;
    stop.elapsed = *start - figure.value;
    stop.scaled = figure.value / one_second;
  }
  return stops;
}

}  // namespace loom::memory
