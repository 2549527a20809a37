// All-reduce: n GPUs hold S bytes each, and all of them end with the sum, element by element.
//
//                  steps            sent by the busiest GPU
//   ring           2(n − 1)         2(n − 1)/n · S   every GPU passes a chunk on to the next, n − 1
//                                                    times to add up, n − 1 times to spread the
//                                                    sums
//   tree           2 ⌈log2 n⌉       2S at most       two binary trees, each for a half of the data;
//                                                    what is a leaf in one branches in the other
//   one-shot       1                (n − 1)S         everybody sends everything to everybody
//   in the switch  2                S                the switch adds what the GPUs send it, and
//                                                    sends all of them the sum
//
// Time: steps · latency + bytes sent by the busiest GPU / bandwidth. A ring's steps have a chunk of
// S/n each; in a tree and through the switch the data follow each other in small pieces, so that
// the steps overlap. Bandwidth is a GPU's in one direction. One GPU has nothing to do.
// Sources: Patarasuk and Yuan, JPDC 2009 (ring); Sanders, Speck and Träff, Parallel Computing 2009
// (two trees), and NCCL 2.4, whose trees these are,
// https://developer.nvidia.com/blog/massively-scale-deep-learning-training-nccl-2-4/; NVLink SHARP
// (in the switch), https://github.com/stas00/ml-engineering/tree/master/network.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"

namespace loom::scaling {

enum class AllReduceKind : unsigned char { ring, tree, one_shot, in_switch };

inline constexpr int most_reducing_gpus = 1024;

// A chunk on its way. GPU number n of n is the switch.
struct Transfer {
  int from = 0, to = 0, chunk = 0;
  bool adds = false;  // to what is there; otherwise it takes its place
};

// What is sent in which step, in so many chunks of equal size. gpus: 1 to most_reducing_gpus.
class AllReducePlan {
 public:
  AllReducePlan(AllReduceKind kind, int gpus);
  int steps() const { return steps_; }
  int chunks() const { return chunks_; }
  // All of a step begin at the same time, with what is there at its beginning.
  std::vector<Transfer> transfers(int step) const;

 private:
  std::vector<Transfer> tree_transfers(int step) const;

  AllReduceKind kind_;
  int gpus_, steps_ = 0, chunks_ = 1;
  // For each GPU in both trees: its parent (−1: none), and the number of steps up to the root.
  std::vector<int> parents_[2], depths_[2];
};

// Carries out a plan: each chunk is a number, with which GPU g begins as `start(g, chunk)`.
class AllReduceReplay {
 public:
  AllReduceReplay(const AllReducePlan& plan, int gpus, std::int64_t (*start)(int gpu, int chunk));
  void step();  // the next one
  std::int64_t at(int gpu, int chunk) const {
    return held_[static_cast<std::size_t>(gpu) * static_cast<std::size_t>(plan_->chunks()) +
                 static_cast<std::size_t>(chunk)];
  }
  // Chunks that a GPU has sent so far.
  std::int64_t sent(int gpu) const { return sent_[static_cast<std::size_t>(gpu)]; }

 private:
  const AllReducePlan* plan_;
  int next_ = 0;
  std::vector<std::int64_t> held_, sent_;
};

struct AllReduceOptions {
  AllReduceKind kind = AllReduceKind::ring;
  int gpus = 8;
  double bytes = 0;      // held by each GPU: S
  double bandwidth = 1;  // of a GPU, bytes a second in one direction
  double latency = 0;    // seconds a step
};

struct AllReduce {
  int steps = 0;
  double bytes_sent = 0;  // by the busiest GPU
  double seconds = 0;
  std::vector<double> sent;  // bytes, by each GPU
};

// Carries the plan out with numbers, so that the answer belongs to a plan whose sums are exact.
// Refused: gpus outside 1…1024; bytes or a latency that are negative or above 1e18 and 1e6; a
// bandwidth that is not above 0, or above 1e18, or so small that the time is beyond double
// precision.
Result<AllReduce> all_reduce(const AllReduceOptions& options);

}  // namespace loom::scaling
