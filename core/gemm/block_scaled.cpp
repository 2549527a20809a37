#include "core/gemm/block_scaled.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/numerics/accumulate.hpp"
#include "core/random.hpp"

namespace loom::gemm {
namespace {

using numerics::BlockQuantized;
using numerics::BlockScheme;

constexpr std::string_view eight_bit_schemes[] = {"mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e3m2",
                                                  "mxfp6_e2m3", "mxfp4"},
                           power_schemes[] = {"mxfp4"}, four_bit_schemes[] = {"nvfp4", "mxfp4"};

constexpr BlockScaledKind kind_table[] = {{"mxf8f6f4", 32, eight_bit_schemes},
                                          {"mxf4", 64, power_schemes},
                                          {"mxf4nvf4", 64, four_bit_schemes}};

constexpr int float_mantissa = 23;

bool takes(const BlockScaledKind& kind, const BlockScheme& scheme) {
  return std::find(kind.schemes.begin(), kind.schemes.end(), scheme.id) != kind.schemes.end();
}

std::vector<float> filled_up(std::span<const float> numbers, int depth) {
  std::vector<float> all_numbers(numbers.begin(), numbers.end());
  all_numbers.resize(static_cast<std::size_t>(depth));
  return all_numbers;
}

double exact_dot(std::span<const float> a, std::span<const float> b) {
  numerics::ExactSum sum;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    sum.add(static_cast<double>(a[k]) * static_cast<double>(b[k]));
  return sum.value();
}

Error wrong_scheme(const BlockScaledKind& kind, const BlockScheme& scheme) {
  std::string message = std::string(kind.id) + ": expected elements in ";
  for (std::string_view id : kind.schemes)
    message += std::string(id == kind.schemes.front() ? "" : ", ") + std::string(id);
  return Error{message + ", got " + std::string(scheme.id)};
}

void add_blocks(BlockScaledDot& dot, const BlockScheme& a, const BlockScheme& b) {
  const std::size_t block = static_cast<std::size_t>(dot.block);
  double total = 0;
  for (std::size_t first = 0; first < dot.a.codes.size(); first += block) {
    numerics::ExactSum sum;
    for (std::size_t k = first; k < first + block; ++k) {
      dot.products.push_back(decode_element(a, dot.a.codes[k]) * decode_element(b, dot.b.codes[k]));
      sum.add(dot.products.back());
    }
    const std::size_t at = first / block;
    dot.sums.push_back(sum.value());
    dot.scaled.push_back(sum.value() * decode_scale(a, dot.a.scales[at], 1) *
                         decode_scale(b, dot.b.scales[at], 1));
    total = numerics::add_rounded(total, dot.scaled.back(), float_mantissa);
    dot.totals.push_back(static_cast<float>(total));
  }
}

}  // namespace

std::span<const BlockScaledKind> block_scaled_kinds() { return kind_table; }

int padding_bytes(const BlockScaledKind& kind, const BlockScheme& scheme) {
  return operand_bytes - kind.depth * scheme.element_bits / 8;
}

Result<BlockScaledDot> block_scaled_dot(const BlockScaledKind& kind, const BlockScheme& a_scheme,
                                        const BlockScheme& b_scheme, std::span<const float> a,
                                        std::span<const float> b, numerics::ScaleRule rule) {
  for (const BlockScheme* scheme : {&a_scheme, &b_scheme})
    if (!takes(kind, *scheme)) return wrong_scheme(kind, *scheme);
  if (a_scheme.block != b_scheme.block)
    return Error{"expected one block size for both operands, got " +
                 std::to_string(a_scheme.block) + " and " + std::to_string(b_scheme.block)};
  for (std::size_t count : {a.size(), b.size()})
    if (count < 1 || count > static_cast<std::size_t>(kind.depth))
      return Error{std::string(kind.id) + ": expected 1 to " + std::to_string(kind.depth) +
                   " numbers, got " + std::to_string(count)};
  BlockScaledDot dot;
  dot.block = a_scheme.block;
  dot.a = quantize(a_scheme, filled_up(a, kind.depth), rule);
  dot.b = quantize(b_scheme, filled_up(b, kind.depth), rule);
  add_blocks(dot, a_scheme, b_scheme);
  const auto scale = static_cast<float>(dot.a.tensor_scale * dot.b.tensor_scale);
  dot.result = dot.totals.back() * scale;
  dot.exact = exact_dot(a, b);
  return dot;
}

DotNumbers dot_numbers(std::uint64_t seed, int depth, double outlier) {
  Random random(seed);
  DotNumbers numbers;
  const auto draw = [&] { return std::nearbyint(100 * random.normal()) / 100; };
  for (int k = 0; k < depth; ++k) {
    const double a = draw();
    numbers.a.push_back(static_cast<float>(k == outlier_place ? a * outlier : a));
    numbers.b.push_back(static_cast<float>(draw()));
  }
  return numbers;
}

std::vector<float> outlier_rows(double outlier, int draws) {
  std::vector<float> rows;
  for (int seed = 1; seed <= draws; ++seed) {
    const DotNumbers drawn = dot_numbers(static_cast<std::uint64_t>(seed), noise_depth, outlier);
    rows.insert(rows.end(), drawn.a.begin(), drawn.a.end());
  }
  return rows;
}

double noise_beside_outlier(const BlockScheme& scheme, std::span<const float> rows) {
  const BlockQuantized coded = quantize(scheme, rows);
  double errors = 0, numbers = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k % noise_depth == outlier_place) continue;
    const auto number = static_cast<double>(rows[k]);
    errors += (coded.values[k] - number) * (coded.values[k] - number);
    numbers += number * number;
  }
  return std::sqrt(errors / numbers);
}

}  // namespace loom::gemm
