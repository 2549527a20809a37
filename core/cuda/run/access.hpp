// What loads, stores, atomics and copies have in common: where a lane's bytes lie, and what is
// wrong with an access.
#pragma once

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {

// Lanes whose `width` bytes lie in one region, aligned.
struct Hits {
  Region region;
  Mask lanes = 0;
  memory::WarpAccess access;  // offsets from the region's base
};

// Calls f(hits) for each region that lanes reach; reports lanes that reach none, are misaligned, or
// write where they may not. Returns the lanes that were good. Frames: see frame_region.
template <class F>
Mask for_regions(const Step& step, const Lanes& addresses, Mask lanes, int width, bool writes, F f);

// Of a thread's frame.
Region frame_region(const Step& step, int lane);

// Findings of one lane, whose `width` bytes at an address are not what it may touch.
void report_bad(const Step& step, int lane, Address address, int width, bool writes);
void report_uninitialized(const Step& step, int lane, Address address);
void report_race(const Step& step, int lane, Address address, bool writes, Rival rival);

// For Machine::watch.
void note_watched(const Step& step, const Hits& hits, bool writes);

// Counts a request.
void count(const Step& step, const Hits& hits, memory::Access kind);

template <class F>
Mask for_regions(const Step& step, const Lanes& addresses, Mask lanes, int width, bool writes,
                 F f) {
  Mask good = 0;
  while (lanes != 0) {
    const int first = first_lane(lanes);
    const Address address = addresses[first];
    Hits hits;
    hits.access.width = width;
    const int kind = window::kind(address);
    if (kind == 3) {
      hits.region = frame_region(step, first);
      hits.lanes = 1u << first;
      const std::uint64_t offset = address - hits.region.base;
      hits.access.offsets[static_cast<std::size_t>(first)] = static_cast<std::int64_t>(offset);
      if (offset > hits.region.size - static_cast<std::uint64_t>(width) ||
          (offset & static_cast<std::uint64_t>(width - 1)) != 0)
        hits.lanes = 0;
    } else {
      hits.region = kind == 2 ? step.block.shared_region() : step.machine.memory.region(address);
      const bool room = hits.region.size >= static_cast<std::uint64_t>(width) &&
                        !(writes && hits.region.constant);
      const std::uint64_t last = room ? hits.region.size - static_cast<std::uint64_t>(width) : 0;
      const auto odd = static_cast<std::uint64_t>(width - 1);
      std::uint64_t bad[warp_lanes], any = 0;
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const std::uint64_t offset = addresses[lane] - hits.region.base;
        hits.access.offsets[static_cast<std::size_t>(lane)] = static_cast<std::int64_t>(offset);
        bad[lane] = (offset | (last - offset)) >> 63 | (offset & odd);  // beyond 0 … last, or odd
        any |= bad[lane];
      }
      hits.lanes = all_lanes;
      for (int lane = 0; any != 0 && lane < warp_lanes; ++lane)
        hits.lanes &= ~(static_cast<Mask>(bad[lane] != 0) << lane);
      hits.lanes &= room ? lanes : 0;
    }
    if (hits.lanes == 0 || !has(hits.lanes, first)) {
      report_bad(step, first, address, width, writes);
      lanes &= ~(1u << first);
      continue;
    }
    hits.access.active = hits.lanes;
    if (step.machine.watch && kind != 3) note_watched(step, hits, writes);
    f(hits);
    good |= hits.lanes;
    lanes &= ~hits.lanes;
  }
  return good;
}

}  // namespace loom::cuda
