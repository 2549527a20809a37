// Swizzles, and layouts followed by a swizzle.
//
// Sw<B,M,S>(x) = x ^ ((x >> S) & ((2^B − 1) << M)): the low M bits stay, the B bits above them are
// XORed with the B bits that stand S places higher. With S < 0 the B bits that stand |S| places
// higher are XORed with those at M. Since |S| ≥ B, no bit is both read and changed. So
//   Sw(Sw(x)) = x, and every block of 2^(M+B+|S|) offsets is permuted within itself.
//
// A swizzle keeps no integer strides: Sw o offset o L is a function, x ↦ Sw(offset + L(x)), and no
// Layout. (CuTe's specification also has strides over F2, whose sum is the XOR.)
// The offset is added before the XOR, and may move out only by whole blocks.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

inline constexpr int most_swizzle_bits = 53;  // M + B + |S|

struct Swizzle {
  int bits = 0, base = 0, shift = 0;  // B, M, S

  bool identity() const { return bits == 0; }
  std::int64_t operator()(std::int64_t offset) const;  // offset ≥ 0
  bool operator==(const Swizzle&) const = default;
};

// Refused: B or M below 0, |S| below B, M + B + |S| above most_swizzle_bits.
Result<Swizzle> make_swizzle(std::int64_t bits, std::int64_t base, std::int64_t shift);
// The same swizzle, counted in units of `to` where `swizzle` counts in units of `from`: bytes to
// elements. Both are powers of two. Refused: M would be below 0.
Result<Swizzle> recast(const Swizzle& swizzle, std::int64_t from, std::int64_t to);

// Sw<3,4,3>
std::string to_text(const Swizzle& swizzle);

struct SwizzledLayout {
  Swizzle swizzle;
  std::int64_t offset = 0;
  Layout layout;

  bool plain() const { return swizzle.identity() && offset == 0; }
  std::int64_t operator()(std::int64_t index) const;
};

// Refused: an offset + L(x) below 0 or beyond the limits, for some x < size.
Result<SwizzledLayout> make(const Swizzle& swizzle, std::int64_t offset, Layout layout);

std::vector<std::int64_t> offsets(const SwizzledLayout& layout);
// 1 + the largest offset, found by looking at every index: for sizes small enough to list.
std::int64_t cosize(const SwizzledLayout& layout);

// Sw<3,3,3> o 0 o (8,64):(64,1); a plain one as its layout.
std::string to_text(const SwizzledLayout& layout);

}  // namespace loom::layout
