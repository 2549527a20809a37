#include "core/scaling/ring_attention.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

// Pairs of a piece of the queries with a piece of the keys, `length` tokens each.
std::int64_t pairs_of_pieces(int query_piece, int key_piece, std::int64_t length) {
  if (query_piece < key_piece) return 0;
  return query_piece > key_piece ? length * length : length * (length + 1) / 2;
}

}  // namespace

std::int64_t RingAttention::busiest(std::size_t step) const {
  std::int64_t most = 0;
  for (const auto& row : work) most = std::max(most, row[step]);
  return most;
}

std::int64_t RingAttention::of_gpu(std::size_t gpu) const {
  return std::accumulate(work[gpu].begin(), work[gpu].end(), std::int64_t{0});
}

int RingAttention::idle(std::size_t step) const {
  return static_cast<int>(
      std::count_if(work.begin(), work.end(), [&](const auto& row) { return row[step] == 0; }));
}

Result<RingAttention> ring_attention(int gpus, int n, RingOrder order) {
  if (auto error = check_limits(
          {{"gpus", 1.0 * gpus, 1, most_ring_gpus}, {"n", 1.0 * n, 1, most_ring_tokens}}))
    return *error;
  const bool zigzag = order == RingOrder::zigzag;
  const int pieces = ring_pieces(gpus, order);
  if (n % pieces != 0)
    return Error{"n: expected a multiple of " + std::to_string(pieces) + ", a piece for each GPU" +
                 (zigzag ? " and each end" : "") + ", got " + std::to_string(n)};
  const std::int64_t length = n / pieces;

  RingAttention found;
  found.total = std::int64_t{n} * (std::int64_t{n} + 1) / 2;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    std::vector<std::int64_t>& row = found.work.emplace_back();
    for (int step = 0; step < gpus; ++step) {
      const int from = (gpu - step + gpus) % gpus;
      std::int64_t pairs = pairs_of_pieces(gpu, from, length);
      if (zigzag) {
        const int late_gpu = pieces - 1 - gpu, late_from = pieces - 1 - from;
        pairs += pairs_of_pieces(gpu, late_from, length) + pairs_of_pieces(late_gpu, from, length) +
                 pairs_of_pieces(late_gpu, late_from, length);
      }
      row.push_back(pairs);
    }
  }
  for (int step = 0; step < gpus; ++step)
    found.critical += found.busiest(static_cast<std::size_t>(step));
  return found;
}

RingSchedule ring_schedule(const RingAttention& ring, double transfer) {
  RingSchedule found;
  double now = 0;
  const std::size_t steps = ring.work.size();
  for (std::size_t step = 0; step < steps; ++step) {
    const double busiest = static_cast<double>(ring.busiest(step));
    const bool late = step + 1 < steps && transfer > busiest;
    found.waits.push_back(late);
    found.late += late;
    now += late ? transfer : busiest;
    found.ends.push_back(now);
  }
  found.efficiency = static_cast<double>(ring.total) / (now * static_cast<double>(steps));
  return found;
}

double ring_transfer_pairs(double operations, double bandwidth, int sharing, double tokens) {
  return operations / bandwidth / sharing * tokens;
}

double ring_overlap_tokens(double operations, double bandwidth, int sharing, RingOrder order) {
  return operations / bandwidth / sharing * (order == RingOrder::zigzag ? 2 : 1);
}

}  // namespace loom::scaling
