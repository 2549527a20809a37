#include "core/scaling/all_reduce.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

// NCCL's binary tree. The children of a rank are the two ranks that are half its lowest set bit
// away. If that is beyond the last rank, the next rank on the way there takes its place. Rank 0 is
// the root.
struct BinaryTree {
  std::vector<int> parents;

  explicit BinaryTree(int size) : parents(static_cast<std::size_t>(size), -1) {
    for (int rank = 1; rank < size; ++rank) {
      const int bit = rank & -rank;
      const int up = (rank ^ bit) | (bit << 1);
      parents[static_cast<std::size_t>(rank)] = up < size ? up : rank ^ bit;
    }
  }
};

int depth_of(const std::vector<int>& parents, int rank) {
  int depth = 0;
  for (; parents[static_cast<std::size_t>(rank)] >= 0; ++depth)
    rank = parents[static_cast<std::size_t>(rank)];
  return depth;
}

std::int64_t something(int gpu, int chunk) {
  return std::int64_t{1} * (gpu + 1) * (gpu + 1) * (chunk + 1) + gpu;
}

std::optional<Error> check_link(const AllReduceOptions& options) {
  const auto text = [](const char* name, const char* expected) {
    return Error{std::string(name) + ": expected " + expected};
  };
  if (auto error =
          check_limits({{"gpus", static_cast<double>(options.gpus), 1, most_reducing_gpus}}))
    return error;
  if (!(options.bytes >= 0 && options.bytes <= 1e18))
    return text("bytes", "a number from 0 to 1e18");
  if (!(options.bandwidth > 0 && options.bandwidth <= 1e18))
    return text("bandwidth", "bytes a second, above 0, up to 1e18");
  if (!(options.latency >= 0 && options.latency <= 1e6))
    return text("latency", "seconds, from 0 to 1e6");
  return std::nullopt;
}

}  // namespace

AllReducePlan::AllReducePlan(AllReduceKind kind, int gpus) : kind_(kind), gpus_(gpus) {
  if (gpus == 1) return;
  switch (kind) {
    case AllReduceKind::ring:
      steps_ = 2 * (gpus - 1);
      chunks_ = gpus;
      break;
    case AllReduceKind::one_shot:
      steps_ = 1;
      break;
    case AllReduceKind::in_switch:
      steps_ = 2;
      break;
    case AllReduceKind::tree: {
      chunks_ = 2;
      const std::vector<int> first = BinaryTree(gpus).parents;
      // The other tree: mirrored, or with an odd number moved on by one.
      std::vector<int> second(first.size());
      const auto other = [&](int rank) {
        return rank < 0 ? rank : gpus % 2 == 0 ? gpus - 1 - rank : (rank + 1) % gpus;
      };
      for (int rank = 0; rank < gpus; ++rank)
        second[static_cast<std::size_t>(other(rank))] =
            other(first[static_cast<std::size_t>(rank)]);
      parents_[0] = first;
      parents_[1] = second;
      int deepest = 0;
      for (int tree = 0; tree < 2; ++tree)
        for (int rank = 0; rank < gpus; ++rank) {
          depths_[tree].push_back(depth_of(parents_[tree], rank));
          deepest = std::max(deepest, depths_[tree].back());
        }
      steps_ = 2 * deepest;
    }
  }
}

// The deepest nodes send first; on the way back the root does.
std::vector<Transfer> AllReducePlan::tree_transfers(int step) const {
  std::vector<Transfer> found;
  const int deepest = steps_ / 2;
  const bool up = step < deepest;
  const int depth = up ? deepest - step : step - deepest + 1;  // of the lower end
  for (int tree = 0; tree < 2; ++tree)
    for (int rank = 0; rank < gpus_; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      if (depths_[tree][r] != depth) continue;
      const int above = parents_[tree][r];
      found.push_back(up ? Transfer{rank, above, tree, true} : Transfer{above, rank, tree, false});
    }
  return found;
}

std::vector<Transfer> AllReducePlan::transfers(int step) const {
  if (kind_ == AllReduceKind::tree) return tree_transfers(step);
  std::vector<Transfer> found;
  const int n = gpus_;
  for (int gpu = 0; gpu < n; ++gpu) {
    const bool first = step < n - 1;
    switch (kind_) {
      case AllReduceKind::ring:
        found.push_back({gpu, (gpu + 1) % n,
                         first ? (gpu - step + n) % n : (gpu + 1 - (step - n + 1) + n) % n, first});
        break;
      case AllReduceKind::in_switch:
        found.push_back(step == 0 ? Transfer{gpu, n, 0, true} : Transfer{n, gpu, 0, false});
        break;
      default:
        for (int to = 0; to < n; ++to)
          if (to != gpu) found.push_back({gpu, to, 0, true});
    }
  }
  return found;
}

AllReduceReplay::AllReduceReplay(const AllReducePlan& plan, int gpus,
                                 std::int64_t (*start)(int gpu, int chunk))
    : plan_(&plan), sent_(static_cast<std::size_t>(gpus) + 1) {
  for (int gpu = 0; gpu <= gpus; ++gpu)
    for (int chunk = 0; chunk < plan.chunks(); ++chunk)
      held_.push_back(gpu < gpus ? start(gpu, chunk) : 0);
}

void AllReduceReplay::step() {
  const std::vector<Transfer> all = plan_->transfers(next_++);
  std::vector<std::int64_t> moving;
  for (const Transfer& each : all) moving.push_back(at(each.from, each.chunk));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Transfer& each = all[i];
    std::int64_t& there =
        held_[static_cast<std::size_t>(each.to) * static_cast<std::size_t>(plan_->chunks()) +
              static_cast<std::size_t>(each.chunk)];
    there = moving[i] + (each.adds ? there : 0);
    ++sent_[static_cast<std::size_t>(each.from)];
  }
}

Result<AllReduce> all_reduce(const AllReduceOptions& options) {
  if (auto error = check_link(options)) return *error;
  const int n = options.gpus;
  const AllReducePlan plan(options.kind, n);
  AllReduceReplay replay(plan, n, something);
  for (int step = 0; step < plan.steps(); ++step) replay.step();
  for (int chunk = 0; chunk < plan.chunks(); ++chunk) {
    std::int64_t sum = 0;
    for (int gpu = 0; gpu < n; ++gpu) sum += something(gpu, chunk);
    for (int gpu = 0; gpu < n; ++gpu)
      if (replay.at(gpu, chunk) != sum) return Error{"a GPU ends without the sum"};
  }
  AllReduce found;
  found.steps = plan.steps();
  for (int gpu = 0; gpu < n; ++gpu) {
    found.sent.push_back(static_cast<double>(replay.sent(gpu)) * options.bytes / plan.chunks());
    found.bytes_sent = std::max(found.bytes_sent, found.sent.back());
  }
  found.seconds = found.steps * options.latency + found.bytes_sent / options.bandwidth;
  if (!std::isfinite(found.seconds))
    return Error{"bandwidth: so small that the seconds are beyond every number"};
  return found;
}

}  // namespace loom::scaling
