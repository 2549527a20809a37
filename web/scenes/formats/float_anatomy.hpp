// The picture of `float-anatomy`: the bits, to be flipped; what each field says; the format's
// special codes; and all formats beside each other.
#pragma once

#include "core/numerics/anatomy.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int field_count = 3;  // sign, exponent, mantissa
struct FieldText {
  std::string formula, result;  // "130 − bias 127", "2³"
};

struct FloatAnatomy {
  const numerics::Format* format = nullptr;
  std::uint32_t code = 0;
  numerics::Anatomy is;
  std::array<FieldText, field_count> fields() const;  // what each says
  using Drawing = struct FloatAnatomyDrawing;
  float picture(const Sheet& sheet) const;
};

std::string largest_text(const numerics::Format& format, bool raised);  // "3.4 × 10^38", or 10³⁸
std::string digits_text(const numerics::Format& format);  // of the stored mantissa bits: "0.9"
// "bf16-0x4049": a code that stays the same number when the format changes.
std::string own_code(const numerics::Format& format, std::uint32_t code);

}  // namespace loom::scenes
