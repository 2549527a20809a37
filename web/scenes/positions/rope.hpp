// The picture of `rope`: a query and a key at two positions, their pairs of numbers as hands that
// turn, and the score over the distance.
#pragma once

#include "core/attention/rope.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int rope_dim = 8, rope_pairs = rope_dim / 2, rope_farthest = 24;

struct RopeRun {
  int m = 0, n = 0, shift = 0;  // the query is at m + shift, the key at n + shift
  double theta = 0;
  attention::Pairing made{}, read{};  // what the checkpoint was made for; what the code pairs
  attention::Rope rope;
  std::vector<double> q, k;                // as the checkpoint has them
  std::vector<double> turned_q, turned_k;  // at their positions, as the code turns them
  std::array<double, rope_pairs> adds{};   // what each pair adds to the score
  double score = 0, right = 0;             // right: with the pairs that the checkpoint was made for
  // At distances −rope_farthest … rope_farthest.
  std::vector<double> curve, right_curve;

  // How far a pair has turned since position 0, 0 to 360 degrees.
  double degrees(int i, int position) const {
    const double turns = attention::turns(nth(rope.frequencies, i), position + shift);
    return 360 * (turns - static_cast<double>(static_cast<long long>(turns)));
  }
  bool wrong() const { return made != read; }
  attention::PairIndices pair(int i) const { return attention::pair_indices(read, rope_dim, i); }
  using Drawing = struct RopeDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
