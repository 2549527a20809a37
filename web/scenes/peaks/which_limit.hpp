// The picture of `which-limit`: the units of a kernel with the thresholds, the rules that were
// asked, and the verdict.
#pragma once

#include "core/device/kernel_limit.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct WhichLimit {
  device::KernelCounters counters;
  device::LimitVerdict verdict;
  bool entered = true;      // by hand: the counters are parameters
  std::string kernel = {};  // of a report: its name there
  int kernels = 1;          // of which it is the longest

  using Drawing = struct WhichLimitDrawing;
  float picture(const Sheet& sheet) const;
};

// A percentage: the parameter that has it, its name on Nsight Compute's details page and in short,
// and its counter.
struct UnitWords {
  std::string_view key, name, brief, counter;
};
const UnitWords& words(device::CountedUnit unit);
const UnitWords& memory_words();  // of all of memory's units
const UnitWords& sm_words();
// The unit of memory or of the SM that is used most, or all of them if it is not known.
const UnitWords& side_words(const WhichLimit& shown, bool memory);
const UnitWords& busiest_words(const WhichLimit& shown);
// The counter of all its units, or, where that is not known, of the one that is used most.
const UnitWords& counted_words(const WhichLimit& shown, bool memory);

// What to try, and the section of this site that explains it.
struct Advice {
  std::string_view first, section;
};
// A latency has that of its stall, and a kernel that is shorter than a launch has its own.
const Advice& advice(const WhichLimit& shown);

std::string_view limit_name(device::KernelLimit limit);  // "the tensor cores"

// What warps wait for: "for data from L2 or HBM".
std::string_view why(device::Stall stall);

// What a rule asks, and what it was answered in this state: "4.2 µs", "83.2%".
std::string_view question(device::LimitRule rule);
std::string answer(const WhichLimit& shown, device::LimitRule rule);

}  // namespace loom::scenes
