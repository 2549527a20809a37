// How long an H200 took for the attention of one query of each head, its keys in parts
// (core/recorded/h200/split_kv.json).
#pragma once

namespace loom::kernels::h200 {

// Every head has keys of its own, of 128 BF16 numbers. Microseconds of both kernels, the second of
// which merges, with nothing in L2 before.
struct SplitRun {
  int batch, heads, context, splits;
  double us;
};
// split_runs
#include "core/recorded/split_kv.inc"  // IWYU pragma: export

constexpr const SplitRun* find_split_run(int batch, int heads, int context, int splits) {
  for (const SplitRun& run : split_runs)
    if (run.batch == batch && run.heads == heads && run.context == context && run.splits == splits)
      return &run;
  return nullptr;
}

}  // namespace loom::kernels::h200
