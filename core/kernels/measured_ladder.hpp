// Softmax of ladder_rows rows of ladder_columns BF16 numbers, written in several languages, on an
// H200 (core/recorded/h200/ladder.json; the programs: tools/probes/ladder.py, ladder.cuh,
// ladder_cute.cuh).
#pragma once

#include <string_view>

namespace loom::kernels::h200 {

struct LadderRun {
  const char* rung;
  int lines;         // of code, without blank ones and comments
  double us, error;  // with nothing in L2 before; relative to FP64

  constexpr double gb_per_s() const;  // of the numbers, read and written once
};
// ladder_runs, from the most words to the most control
#include "core/recorded/ladder.inc"  // IWYU pragma: export

constexpr double LadderRun::gb_per_s() const { return 4e-3 * ladder_rows * ladder_columns / us; }

constexpr const LadderRun* find_ladder_run(std::string_view rung) {
  for (const LadderRun& run : ladder_runs)
    if (run.rung == rung) return &run;
  return nullptr;
}

}  // namespace loom::kernels::h200
