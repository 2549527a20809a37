// The functions that Op::function computes: each takes up to three registers and gives one.
#pragma once

#include <cstdint>

namespace loom::cuda {

enum class Function : std::uint8_t {
  // Floats, in `type` (f16 and bf16: of the value, rounded once). With f32 and f64 exact to the
  // error that CUDA documents.
  sqrt,
  rsqrt,
  cbrt,
  rcbrt,
  reciprocal,
  exp,
  exp2,
  exp10,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  sinpi,
  cospi,
  erf,
  erfc,
  erfinv,
  erfcinv,
  erfcx,
  normcdf,
  normcdfinv,
  tgamma,
  lgamma,
  j0,
  j1,
  y0,
  y1,
  floor,
  ceil,
  trunc,
  round,
  rint,
  saturate,
  pow,
  fmod,
  remainder,
  atan2,
  hypot,
  copysign,
  nextafter,
  fdim,
  ldexp,  // a · 2^b, b an i32
  logb,
  frexp_fraction,  // floats
  ilogb,
  frexp_exponent,  // results are i32
  is_nan,
  is_infinite,
  is_finite,
  sign_bit,  // results are boolean
  min_nan,
  max_nan,  // NaN where one is: __hmin_nan and its kin
  // One operation, rounded to zero, down, up: __fadd_rz and its kin.
  add_zero,
  add_down,
  add_up,
  sub_zero,
  sub_down,
  sub_up,
  mul_zero,
  mul_down,
  mul_up,
  div_zero,
  div_down,
  div_up,
  sqrt_zero,
  sqrt_down,
  sqrt_up,
  fma_zero,
  fma_down,
  fma_up,
  // Of an i64, u64 or f64 to a float of `type`; b: 0 to zero, −1 down, 1 up.
  convert_rounded,
  // Integers, in `type`.
  popcount,
  leading_zeros,
  first_set,  // results are i32
  reverse_bits,
  byte_permute,  // __byte_perm(a, b, c)
  funnel_left,
  funnel_right,  // __funnelshift_l(a, b, c): lo, hi, shift mod 32
  funnel_left_clamped,
  funnel_right_clamped,
  mul24,
  sad,
  average,
  rounded_average,  // __mul24, __sad (a, b, c), __hadd, __rhadd
  dot4,             // __dp4a(a, b, c), a and b i32 or u32 by `type`
  reinterpret,      // the same bits as a `type`: __float_as_int and its kin
};

}  // namespace loom::cuda
