// How long NCCL's collective operations took between two H200s that NVLink 4 joins
// (core/recorded/h200/collectives.json).
#pragma once

#include <string_view>

namespace loom::scaling {

enum class Collective : unsigned char { all_reduce, reduce_scatter, all_gather, all_to_all };

// What each GPU sends of n, for each byte that it holds (before the operation; of an all-gather,
// after it). A ring's all-reduce is a reduce-scatter and an all-gather.
constexpr double sent_share(Collective operation, int gpus) {
  return (operation == Collective::all_reduce ? 2.0 : 1.0) * (gpus - 1) / gpus;
}

namespace h200 {

inline constexpr int measured_gpus = 2;

// One call among many in a row, of FP32 numbers: `bytes` held by each GPU; `way` is the algorithm
// and the protocol, as in "ring LL".
struct CollectiveRun {
  Collective operation;
  std::string_view way;
  double bytes, us;
};

// collective_runs: from one buffer to another, by the way that NCCL chose, in ascending order;
// `way` is empty for an all-to-all, whose log does not tell. collectives_date: year, month, day.
#include "core/recorded/collectives.inc"  // IWYU pragma: export

}  // namespace h200
}  // namespace loom::scaling
