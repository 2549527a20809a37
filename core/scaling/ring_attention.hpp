// Ring attention: how much of causal attention each GPU computes in which step.
//
// Each of G GPUs has n/G of the queries and as many keys and values. The queries stay, the keys and
// values go round: in step s GPU g has those of GPU g − s. Query i sees the keys 0…i.
//
//   plain    GPU g has the tokens from g · n/G on: those of early tokens soon have nothing to do
//   zigzag   the tokens are cut into 2G pieces, and GPU g has pieces g and 2G − 1 − g
//
// Sources: Ring Attention, arXiv 2310.01889; Striped Attention, arXiv 2311.09431, for what is
// uneven; zigzag: https://github.com/zhuzilin/ring-flash-attention, and Llama 3, arXiv
// 2407.21783, 3.3.2.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"

namespace loom::scaling {

enum class RingOrder : unsigned char { plain, zigzag };

// Into how many pieces the tokens are cut, and the GPU that has a piece.
constexpr int ring_pieces(int gpus, RingOrder order) {
  return order == RingOrder::zigzag ? 2 * gpus : gpus;
}
constexpr int ring_owner(int gpus, int piece) {
  return piece < gpus ? piece : 2 * gpus - 1 - piece;
}

struct RingAttention {
  // Pairs of a query and a key: work[gpu][step].
  std::vector<std::vector<std::int64_t>> work;
  // In each step all GPUs wait for the busiest: the sum of its work over the steps.
  std::int64_t critical = 0;
  std::int64_t total = 0;  // n(n + 1)/2

  std::int64_t busiest(std::size_t step) const;  // the work of the GPU that has most
  std::int64_t of_gpu(std::size_t gpu) const;    // its work in all steps
  int idle(std::size_t step) const;              // GPUs without work
  // The used share of the GPUs' time if no key is late; 1 if all have the same work in every step.
  double efficiency() const {
    return static_cast<double>(total) /
           (static_cast<double>(critical) * static_cast<double>(work.size()));
  }
};

inline constexpr int most_ring_gpus = 1024;
inline constexpr int most_ring_tokens = 1 << 30;

// Refused: gpus outside 1…1024, n outside 1…2^30, and an n that does not divide into a piece for
// each GPU, or two with zigzag.
Result<RingAttention> ring_attention(int gpus, int n, RingOrder order);

// The fewest tokens per GPU for which a transfer ends before the computation does, of causal
// attention: with F operations a second and B bytes a second to the next GPU, 16-bit keys and
// values, and `sharing` query heads for each key head, the products of p pairs take 4pd·sharing /
// F, the c keys and values 4c·d / B. The busiest GPU has p = c² pairs in a step with the plain
// order, each GPU c²/2 with zigzag.
// In the first step, the busiest GPU of the plain order has only c²/2 as well.
double ring_overlap_tokens(double operations, double bandwidth, int sharing, RingOrder order);

// By the same rule, how many pairs a GPU computes while c keys and values travel.
double ring_transfer_pairs(double operations, double bandwidth, int sharing, double tokens);

// When each step ends. The keys for the next step start to travel as a step begins, and take as
// long as `transfer` pairs. A step ends when the busiest GPU is done and the keys are there; the
// last step only needs the former. GPUs that wait only for their neighbors finish at the same time,
// because the last GPU of the plain order is the busiest in every step.
struct RingSchedule {
  std::vector<double> ends;  // of the steps, in pairs of one GPU
  std::vector<bool> waits;   // whether the keys for the next step are late, when all GPUs are done
  int late = 0;              // such steps
  double efficiency = 0;     // the used share of the GPUs' time
};

// `transfer` is finite and not negative.
RingSchedule ring_schedule(const RingAttention& ring, double transfer);

}  // namespace loom::scaling
