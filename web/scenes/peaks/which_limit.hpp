// The picture of `which-limit`: the units of a kernel with the thresholds, the rules that were
// asked, and the verdict.
#pragma once

#include "core/device/kernel_limit.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct WhichLimit {
  device::KernelCounters counters;
  device::LimitVerdict verdict;

  using Drawing = struct WhichLimitDrawing;
  float picture(const Sheet& sheet) const;
};

// A unit: the parameter that has its percentage, its name on Nsight Compute's details page and in
// short, and its counter.
struct UnitWords {
  std::string_view key, name, brief, counter;
};
const UnitWords& words(device::CountedUnit unit);

// A limit: its name, what to try, and the section of this site that explains it.
struct LimitWords {
  std::string_view name, first, section;
};
const LimitWords& words(device::KernelLimit limit);

// What warps wait for: "for data from L2 or HBM".
std::string_view words(device::Stall stall);

// What a rule asks, and what it was answered in this state: "4.2 µs", "83.2%".
std::string_view question(device::LimitRule rule);
std::string answer(const WhichLimit& shown, device::LimitRule rule);

}  // namespace loom::scenes
