// The picture of `all-reduce`: GPUs on a circle, with what each holds and what is on its way; the
// time of every algorithm at this size, and at all sizes.
#pragma once

#include "core/scaling/all_reduce.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int reduce_kinds = 4;
inline constexpr double least_reduce = 1e3, most_reduce = 1e11;  // bytes
inline constexpr int reduce_sizes = 25;                          // of a curve

struct ReducePicture {
  scaling::AllReduceOptions options;
  std::array<scaling::AllReduce, reduce_kinds> all;               // at this size
  std::array<std::array<double, reduce_sizes>, reduce_kinds> at;  // seconds, at each size
  int fastest = 0;
  bool measured =
      false;  // the GPUs and the link are those of core/scaling/measured_collectives.hpp
  // Of how many GPUs a chunk has the sum: [step][gpu][chunk]; the switch comes after the GPUs.
  std::vector<std::vector<std::vector<int>>> sums;
  std::vector<std::vector<scaling::Transfer>> transfers;  // of each step

  int chosen() const { return static_cast<int>(options.kind); }
  const scaling::AllReduce& now() const { return scene::nth(all, chosen()); }
  int steps() const { return static_cast<int>(transfers.size()); }
  int chunks() const { return static_cast<int>(sums[0][0].size()); }
  double ring_seconds(double bytes) const;  // by the rule, of another size
  using Drawing = struct AllReduceDrawing;
  float picture(const Sheet& sheet) const;
};

double reduce_size(int index);  // bytes, of a point of the curves
std::string_view reduce_name(int kind), reduce_value(int kind);

}  // namespace loom::scenes
