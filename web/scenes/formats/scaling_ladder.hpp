// The picture of `scaling-ladder`: the error of every value, which values share a scale with the
// one that is looked at, and noise against bits for coarse and fine scales.
#pragma once

#include "core/numerics/scaling_ladder.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// The formats in which a matrix can be stored. Neighbors in the list have the same size.
struct LadderTarget {
  std::string_view id, name;
  int bits;                  // of an integer; 0: a float format
  std::string_view element;  // its id
};
inline constexpr LadderTarget ladder_targets[] = {{"int8", "INT8", 8, ""},
                                                  {"fp8", "FP8", 0, "e4m3"},
                                                  {"int4", "INT4", 4, ""},
                                                  {"fp4", "FP4", 0, "e2m1"}};

// The values of the parameter, and which values share a scale, for the rungs of the ladder.
inline constexpr std::string_view rung_ids[] = {"tensor", "128", "row", "32", "16"};
inline constexpr std::string_view rung_names[] = {"all values", "every two rows", "every row",
                                                  "every 32 values", "every 16 values"};

struct ScalingLadder {
  const LadderTarget* target = nullptr;
  const LadderTarget* rival = nullptr;  // the other of that size
  int chosen = 0;                       // rung
  int value = 0;                        // the one looked at: row · 64 + column
  bool outliers = true;
  std::vector<double> matrix;
  numerics::Ladder ladder, rivals;

  const numerics::Rung& rung() const { return nth(ladder, chosen); }
  int group() const { return numerics::ladder_groups[chosen]; }
  using Drawing = struct ScalingLadderDrawing;
  float picture(const Sheet& sheet) const;
};

std::string bits_text(double bits);  // "4.125", "5"

}  // namespace loom::scenes
