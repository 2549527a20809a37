#include "core/numerics/ternary.hpp"

#include <algorithm>
#include <cmath>

namespace loom::numerics {
namespace {

double greatest(std::span<const double> numbers) {
  double most = 0;
  for (double number : numbers) most = std::max(most, std::fabs(number));
  return most;
}

// Ties go to even.
int nearest(double number, int limit) {
  return static_cast<int>(std::clamp(std::nearbyint(number), -1.0 * limit, 1.0 * limit));
}

// Where TQ1_0 keeps a weight: 160 in bytes 0 to 31, 80 in bytes 32 to 47, 16 in bytes 48 to 51.
struct Place {
  int byte, trit;
};

Place tq1_place(int i) {
  if (i < 160) return {i % 32, i / 32};
  if (i < 240) return {32 + i % 16, (i - 160) / 16};
  return {48 + i % 4, (i - 240) / 4};
}

// And TQ2_0: 128 in each run of 32 bytes.
Place tq2_place(int i) { return {i / 128 * 32 + i % 32, i % 128 / 32}; }

template <class Block>
void put_scale(Block& block, std::uint16_t scale) {
  block[block.size() - 2] = static_cast<std::uint8_t>(scale);
  block[block.size() - 1] = static_cast<std::uint8_t>(scale >> 8);
}

}  // namespace

TernaryWeights ternarize(std::span<const double> weights, TernaryScale scale) {
  TernaryWeights out;
  for (double weight : weights) out.scale += std::fabs(weight);
  if (!weights.empty()) out.scale /= static_cast<double>(weights.size());
  if (scale == TernaryScale::absmax) out.scale = greatest(weights);
  for (double weight : weights)
    out.trits.push_back(out.scale > 0 ? nearest(weight / out.scale, 1) : 0);
  return out;
}

Result<TernaryProduct> ternary_product(std::span<const double> weights,
                                       std::span<const double> activations, TernaryScale scale) {
  const std::size_t columns = activations.size();
  if (columns == 0 || weights.size() % columns != 0)
    return Error{"weights: expected whole rows, each as long as the activations"};
  TernaryProduct out;
  out.weights = ternarize(weights, scale);
  out.activation_scale = greatest(activations) / 127;
  for (double number : activations)
    out.activations.push_back(out.activation_scale > 0 ? nearest(number / out.activation_scale, 127)
                                                       : 0);
  double wrong = 0, whole = 0;
  for (std::size_t r = 0; r < weights.size() / columns; ++r) {
    const TernaryRow row = partial_row(out, weights, activations, r, columns);
    out.adds += row.adds;
    out.subtracts += row.subtracts;
    out.skips += row.skips;
    wrong += (row.output - row.exact) * (row.output - row.exact);
    whole += row.exact * row.exact;
    out.rows.push_back(row);
  }
  if (wrong > 0) out.error = std::sqrt(wrong / whole);
  return out;
}

TernaryRow partial_row(const TernaryProduct& product, std::span<const double> weights,
                       std::span<const double> activations, std::size_t row, std::size_t columns) {
  TernaryRow out;
  const std::size_t first = row * activations.size();
  for (std::size_t i = 0; i < columns; ++i) {
    const int trit = product.weights.trits[first + i];
    ++(trit > 0 ? out.adds : trit < 0 ? out.subtracts : out.skips);
    out.sum += trit * product.activations[i];
    out.exact += weights[first + i] * activations[i];
  }
  out.output = product.weights.scale * product.activation_scale * out.sum;
  return out;
}

std::uint8_t pack_trits(std::span<const int> trits) {
  int digits = 0;
  for (std::size_t n = 0; n < 5; ++n) digits = 3 * digits + (n < trits.size() ? trits[n] + 1 : 0);
  return static_cast<std::uint8_t>((digits * 256 + 242) / 243);  // rounded up
}

int unpack_trit(std::uint8_t byte, int n) {
  int rest = byte;
  for (int i = 0; i < n; ++i) rest = rest * 3 & 255;
  return (rest * 3 >> 8) - 1;
}

Tq1Block pack_tq1_0(std::span<const int, ternary_block> trits, std::uint16_t scale) {
  int digits[52][5];
  for (auto& byte : digits) std::fill(std::begin(byte), std::end(byte), -1);
  for (int i = 0; i < ternary_block; ++i) {
    const auto [byte, trit] = tq1_place(i);
    digits[byte][trit] = trits[static_cast<std::size_t>(i)];
  }
  Tq1Block block{};
  for (std::size_t byte = 0; byte < 52; ++byte) block[byte] = pack_trits(digits[byte]);
  put_scale(block, scale);
  return block;
}

Tq2Block pack_tq2_0(std::span<const int, ternary_block> trits, std::uint16_t scale) {
  Tq2Block block{};
  for (int i = 0; i < ternary_block; ++i) {
    const auto [byte, trit] = tq2_place(i);
    block[static_cast<std::size_t>(byte)] |=
        static_cast<std::uint8_t>((trits[static_cast<std::size_t>(i)] + 1) << 2 * trit);
  }
  put_scale(block, scale);
  return block;
}

std::array<int, ternary_block> unpack_tq1_0(const Tq1Block& block) {
  std::array<int, ternary_block> trits{};
  for (int i = 0; i < ternary_block; ++i) {
    const auto [byte, trit] = tq1_place(i);
    trits[static_cast<std::size_t>(i)] = unpack_trit(block[static_cast<std::size_t>(byte)], trit);
  }
  return trits;
}

std::array<int, ternary_block> unpack_tq2_0(const Tq2Block& block) {
  std::array<int, ternary_block> trits{};
  for (int i = 0; i < ternary_block; ++i) {
    const auto [byte, trit] = tq2_place(i);
    trits[static_cast<std::size_t>(i)] =
        (block[static_cast<std::size_t>(byte)] >> 2 * trit & 3) - 1;
  }
  return trits;
}

}  // namespace loom::numerics
