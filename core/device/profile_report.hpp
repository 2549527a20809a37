// The counters of `kernel_limit` in a report of Nsight Compute, as ncu prints it: its text, with
// or without --print-details all, with names of either kind (--print-metric-name), or the CSV of
// its details page (--csv). Of several kernels, the one with the longest Duration counts.
//
// A line of the text has a name, often a unit, and a value: "Duration  us  249.38". All other lines
// are passed over, and so are values that ncu does not have, "n/a" and "nan". The largest stall is
// known where a table has all of them, or metrics smsp__average_warps_issue_stalled_…: in the
// details of Warp State Statistics.
#pragma once

#include <string>
#include <string_view>

#include "core/device/kernel_limit.hpp"

namespace loom::device {

struct ProfileReport {
  std::string kernel;  // as its header has it, "copy(const float *, float *)"; "": none
  KernelCounters counters;
  int kernels = 1;  // how many the text has
};

// Errors: no counter in it; Duration, Waves Per SM or one of the two throughputs missing, without
// which the verdict would be another one; a value that ncu does not write; a unit of time that is
// not known; a CSV without the columns "Metric Name", "Metric Unit", "Metric Value"; ncu's own
// message that it may not read the counters, or found no kernel.
Result<ProfileReport> read_profile_report(std::string_view text);

// The same in as few lines as possible, which read_profile_report takes, too.
std::string short_profile_report(const ProfileReport& report);

}  // namespace loom::device
