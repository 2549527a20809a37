// The picture of `k-quant`: a group of weights with the values it can hold, the bytes of its block
// field by field, the bits of one weight, and what they make.
#pragma once

#include "core/numerics/gguf_fields.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int k_quant_weights = 256;

struct KQuant {
  const numerics::BlockLayout* layout = nullptr;
  std::vector<double> values, decoded;  // of all weights
  std::vector<std::uint8_t> bytes;      // of all blocks
  int weight = 0;

  // Of the block that holds the weight.
  const std::uint8_t* block() const { return &nth(bytes, weight / layout->values * layout->bytes); }
  numerics::WeightParts parts(int of) const {
    return numerics::weight_parts(*layout, block(), of % layout->values);
  }
  double value(int i) const { return nth(values, i); }
  double result(int i) const { return nth(decoded, i); }
  int group() const { return weight / layout->group; }
  std::string place(int byte) const;      // "qs[73]"
  std::string code_places(int of) const;  // "qh[9] and qs[73]"
  // What makes the weight: "d · scale · code", or the same with its numbers.
  std::string formula(bool numbers) const;
  using Drawing = struct KQuantDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
