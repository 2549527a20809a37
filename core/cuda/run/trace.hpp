// What one warp did, step by step: each a stretch of instructions of one line with the same lanes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {

struct TraceRequest {
  std::array<std::uint32_t, 3> block{};
  int warp = 0;
  std::size_t most = 10'000;  // steps
};

struct TraceStep {
  int line = 0;
  Mask lanes = 0;
  struct Change {
    std::int32_t variable = 0;  // index into Code::names
    std::int32_t scalar = 0;    // of it
    Lanes values;
  };
  std::vector<Change> changes;  // of variables, as they are after the step
  struct Access {
    bool store = false, atomic = false;
    int bytes = 0;  // a lane
    Mask lanes = 0;
    Lanes addresses;
  };
  std::vector<Access> accesses;
};

struct Trace {
  std::vector<TraceStep> steps;
  bool cut = false;  // there were more than the most
};

}  // namespace loom::cuda
