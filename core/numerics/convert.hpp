// Numbers into small floats: each rounded once, from its exact value. Codes and values:
// core/numerics/format.hpp.
//
// Where standards leave a choice, this is Loom's; CUDA's converters agree where they offer it
// (core/recorded/h200/conversions.json):
// - NaN: the format's NaN; where there is none, the largest positive number.
// - Overflow: by the argument; a format whose codes are all numbers always saturates.
// - A zero's sign, and that of what rounds to zero, is kept, except in FNUZ formats.
// - Below zero: UE4M3 gives zero; E8M0 ignores the sign.
// - Zero into E8M0, which has none: its smallest code.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/numerics/format.hpp"
#include "core/random.hpp"

namespace loom::numerics {

enum class Rounding {
  nearest_even,  // ties go to the even mantissa (E8M0: to the larger power of two)
  toward_zero,
  stochastic,  // up with probability (x − below) / (above − below)
};

// What happens to infinities and to numbers that round to more than the largest finite number.
enum class Overflow {
  saturate,  // ± the largest finite number
  ieee,      // infinity; NaN in a format without one. Toward zero, a finite number stays finite.
};

// FP32, TF32, FP16 and BF16 overflow to infinity, as their arithmetic does; the others saturate.
Overflow usual_overflow(const Format& format);

// Halfway from the largest number to the next, if there were one. Rounded to nearest, what lies
// beyond it overflows, and it does so itself where the largest number's code is odd.
double overflow_tie(const Format& format);

// `random` is used only for stochastic rounding, which needs it.
std::uint32_t encode(const Format& format, double value, Overflow overflow,
                     Rounding rounding = Rounding::nearest_even, Random* random = nullptr);

// What becomes of a number in a format.
struct Conversion {
  double from = 0;  // what the format rounds: x, or what FP16 made of it
  std::uint32_t code = 0;
  double value = 0;
  double error = 0;  // |value − x| / |x|; below 0: none, for 0 and for what is no number
};
struct ConvertOptions {
  std::optional<Overflow> overflow = {};  // otherwise each format's usual one
  Rounding rounding = Rounding::nearest_even;
  std::uint64_t seed = 0;   // of the draw, which is the same for every format
  bool half_first = false;  // FP16 before a format of at most 8 bits
};
Conversion convert(const Format& format, double x, const ConvertOptions& options);

// Many at once, to nearest even, as fast as memory allows; what encode() and decode() give for
// each, a NaN's code and sign included. Formats of at most 16 bits. `codes` and `values` are of one
// size.
void encode_all(const Format& format, std::span<const float> values, Overflow overflow,
                std::span<std::uint16_t> codes);
void decode_all(const Format& format, std::span<const std::uint16_t> codes,
                std::span<float> values);

}  // namespace loom::numerics
