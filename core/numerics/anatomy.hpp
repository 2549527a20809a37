// A code taken apart into its fields, and where a number lies among a format's own.
//
// For all of formats() but E8M0, UE4M3 (no sign) and the FNUZ pair (no −0).
#pragma once

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

// The numbers of a format on either side, in size: |below| ≤ |x| < |above|, with the sign of x.
struct Neighbors {
  std::uint32_t below_code = 0, above_code = 0;
  double below = 0, above = 0;  // above: infinite beyond the largest number
  double gap() const { return above < below ? below - above : above - below; }
  // How far x is on the way from below to above: 0 … 1; 0 beyond the largest.
  double share(double x) const;
};

Neighbors neighbors(const Format& format, double x);  // x: finite

// The least code of a number of at least x ≥ 0; max_code() + 1 where none is so large. Numbers in
// [a, b): first_code_from(b) − first_code_from(a).
std::uint32_t first_code_from(const Format& format, double x);

}  // namespace loom::numerics
