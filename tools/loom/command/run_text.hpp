// What `loom run` prints for people: the source with its counts at the margin, findings, and what
// changed in memory.
#pragma once

#include <string>

#include "core/cuda/code.hpp"
#include "core/cuda/run/run.hpp"

namespace loom::command {

struct KernelRun {
  std::string file, source;
  cuda::Code code;
  cuda::Launch launch;
  cuda::Outcome outcome;
};

std::string as_text(const KernelRun& run);
std::string side_by_side(const KernelRun& a, const KernelRun& b);

// The same as SARIF 2.1.0, which code hosts show beside the lines.
std::string as_sarif(const std::vector<const KernelRun*>& runs);

}  // namespace loom::command
