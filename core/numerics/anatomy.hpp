// A code taken apart into its fields. For all of formats() but E8M0, UE4M3 (no sign) and the FNUZ
// pair (no −0).
#pragma once

#include <string>

#include "core/numerics/format.hpp"

namespace loom::numerics {

enum class NumberKind { zero, subnormal, normal, infinity, nan };

// The value is ± 2^power · significand, where it is a number.
struct Anatomy {
  bool negative = false;
  std::uint32_t exponent = 0, mantissa = 0;  // the fields as they stand
  NumberKind kind = NumberKind::zero;
  int power = 0;           // exponent − bias; 1 − bias where the field is 0
  double significand = 0;  // 1 + mantissa / 2^M; without the 1 where the field is 0
  double value = 0;        // as decode() has it
};

Anatomy dissect(const Format& format, std::uint32_t code);

// The code of any format, "0x3E20": two hexadecimal digits a byte, one where four bits are all.
std::string code_text(const Format& format, std::uint32_t code);

// The same bit by bit, "0 0011 101": the fields that the format has, with a character between them.
std::string bits_text(const Format& format, std::uint32_t code, char between = ' ');

}  // namespace loom::numerics
