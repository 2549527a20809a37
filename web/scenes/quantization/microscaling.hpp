// The picture of `microscaling`: 32 values as bars to drag, in two schemes one below the other,
// with what they decode to, the grid of their shared scale and the codes; one value followed; and
// the same values in every scheme.
#pragma once

#include "core/numerics/block_scale.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int microscaling_values = 32;
inline constexpr double microscaling_reach = 8;  // the greatest size that a value can be dragged to

struct Microscaling {
  const numerics::BlockScheme* scheme = nullptr;
  std::vector<double> values;
  numerics::BlockQuantized coded;
  int followed = 0;       // a value
  bool scale_up = false;  // the rule of schemes whose scale is a power of two
  // Of every scheme, with the same rule and tensor: signal to noise in dB.
  std::vector<double> sqnr;

  double own_sqnr() const;
  double value(int i) const { return nth(values, i); }
  double decoded(int i) const { return nth(coded.values, i); }
  int block(int i) const { return i / scheme->block; }
  std::uint8_t scale_code(int block) const { return nth(coded.scales, block); }
  double scale(int block) const;
  double element(int i) const;  // what the code means
  std::string code(int i) const;
  double scaled(int i) const { return value(i) / scale(block(i)); }
  bool clamped(int i) const;
  int greatest() const;                     // the value of greatest size
  double doubling() const;                  // the size of a value that makes its scale double
  std::string scale_text(int block) const;  // "2⁻¹", "448 · 0.0026 = 1.17"
};

// A scheme, and a rival with the same values: NVFP4, or what it is compared with.
struct MicroscalingPair {
  Microscaling own, rival;
  using Drawing = struct MicroscalingDrawing;
  float picture(const Sheet& sheet) const;
};

std::string byte_text(int byte);  // "7F"
std::string db_text(double db);   // "18.2 dB", "exact"

}  // namespace loom::scenes
