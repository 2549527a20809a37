// Weights of −1, 0 and +1: how they are made, what a product with them takes, and how GGUF files
// store them.
//
// Weights share a scale γ. `absmean`: the mean of their sizes, as BitNet b1.58 is trained with (Ma
// et al., arXiv 2402.17764); `absmax`: the greatest size. t = w / γ, rounded to nearest (ties to
// even) and held to ±1; it stands for γ · t. Activations become integers of 8 bits: s = greatest
// size / 127, q = x / s, rounded to nearest. A scale of zero gives zeros.
//
// TQ1_0 and TQ2_0 (ggml, src/ggml-quants.c): blocks of 256 under one FP16 scale. TQ1_0: five trits
// a byte as a fraction of 243 in 256ths, so that multiplying by 3 carries one trit after the other
// out of the byte; TQ2_0: t + 1 in two bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::numerics {

enum class TernaryScale { absmean, absmax };

struct TernaryWeights {
  double scale = 0;        // γ
  std::vector<int> trits;  // −1, 0 or 1, one per weight
};

TernaryWeights ternarize(std::span<const double> weights, TernaryScale scale);

struct TernaryRow {
  int adds = 0, subtracts = 0, skips = 0;
  int sum = 0;                   // of activations' integers, added and subtracted
  double output = 0, exact = 0;  // γ · s · sum; the product of the numbers as given
};

struct TernaryProduct {
  TernaryWeights weights;
  double activation_scale = 0;   // s
  std::vector<int> activations;  // q, −127…127
  std::vector<TernaryRow> rows;
  int adds = 0, subtracts = 0, skips = 0;  // of all rows
  // Length of (output − exact) over the length of exact; 0 where both are zeros.
  double error = 0;
};

// A matrix times a vector; `weights` row after row, each as long as `activations`. Refuses weights
// that are no whole rows.
Result<TernaryProduct> ternary_product(std::span<const double> weights,
                                       std::span<const double> activations, TernaryScale scale);

// A row of that product, of its first columns only.
TernaryRow partial_row(const TernaryProduct& product, std::span<const double> weights,
                       std::span<const double> activations, std::size_t row, std::size_t columns);

inline constexpr int ternary_block = 256;
using Tq1Block = std::array<std::uint8_t, 54>;  // 1.6875 bits a weight
using Tq2Block = std::array<std::uint8_t, 66>;  // 2.0625

// Five trits (fewer: followed by zeros of the byte's fraction) in a byte, and trit n of it.
std::uint8_t pack_trits(std::span<const int> trits);
int unpack_trit(std::uint8_t byte, int n);

// 256 trits and the bits of an FP16 scale; unpacked: trits, without their scale.
Tq1Block pack_tq1_0(std::span<const int, ternary_block> trits, std::uint16_t scale);
Tq2Block pack_tq2_0(std::span<const int, ternary_block> trits, std::uint16_t scale);
std::array<int, ternary_block> unpack_tq1_0(const Tq1Block& block);
std::array<int, ternary_block> unpack_tq2_0(const Tq2Block& block);

}  // namespace loom::numerics
