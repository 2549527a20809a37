// What loads, stores, atomics and copies have in common: where a lane's bytes lie, and what is
// wrong with an access.
#pragma once

#include "core/cuda/run/machine.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"

namespace loom::cuda {

// Lanes whose `width` bytes lie in one region, aligned.
struct Hits {
  Region region;
  Mask lanes = 0;
  memory::WarpAccess access;  // offsets from the region's base
};

// Calls f(hits) for each region that lanes reach; reports lanes that reach none, are misaligned, or
// write where they may not. Returns the lanes that were good. Frames: see frame_region.
using ForHits = void (*)(void* with, const Hits& hits);
Mask for_regions(const Step& step, const Lanes& addresses, Mask lanes, int width, bool writes,
                 ForHits f, void* with);
template <class F>
Mask for_regions(const Step& step, const Lanes& addresses, Mask lanes, int width, bool writes,
                 F f) {
  const auto call = [](void* with, const Hits& hits) { (*static_cast<F*>(with))(hits); };
  return for_regions(step, addresses, lanes, width, writes, call, &f);
}

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

}  // namespace loom::cuda
