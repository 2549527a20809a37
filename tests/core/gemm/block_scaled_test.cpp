// Block-scaled dot products against sums in double precision over values that this file decodes by
// itself, and the place of scales against CUTLASS's layout.
#include "core/gemm/block_scaled.hpp"

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "core/find.hpp"
#include "core/layout/parse.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::gemm::block_scaled) {

using namespace loom;
using namespace loom::gemm;
using loom::numerics::BlockScheme;

namespace {

const BlockScaledKind& kind(std::string_view id) { return *find_by_id(block_scaled_kinds(), id); }
const BlockScheme& scheme(std::string_view id) { return *numerics::find_block_scheme(id); }

// Sign, exponent, mantissa, as the standards print them: nothing of core/numerics.
double element(std::string_view of, int code) {
  struct Bits {
    int exponent, mantissa, bias;
  };
  const Bits bits = of == "mxfp8_e4m3"   ? Bits{4, 3, 7}
                    : of == "mxfp8_e5m2" ? Bits{5, 2, 15}
                    : of == "mxfp6_e3m2" ? Bits{3, 2, 3}
                    : of == "mxfp6_e2m3" ? Bits{2, 3, 1}
                                         : Bits{2, 1, 1};
  const int m = code & ((1 << bits.mantissa) - 1),
            e = code >> bits.mantissa & ((1 << bits.exponent) - 1);
  const double size = e == 0 ? std::ldexp(m, 1 - bits.bias - bits.mantissa)
                             : std::ldexp((1 << bits.mantissa) + m, e - bits.bias - bits.mantissa);
  return code >> (bits.exponent + bits.mantissa) & 1 ? -size : size;
}

double scale(std::string_view of, int code) {
  if (of != "nvfp4") return std::ldexp(1, code - 127);
  return element("mxfp8_e4m3", code);
}

double brute(std::string_view a_scheme, std::string_view b_scheme, const BlockScaledDot& dot) {
  double sum = 0;
  for (std::size_t k = 0; k < dot.a.codes.size(); ++k) {
    const std::size_t block = k / static_cast<std::size_t>(dot.block);
    sum += element(a_scheme, dot.a.codes[k]) * scale(a_scheme, dot.a.scales[block]) *
           element(b_scheme, dot.b.codes[k]) * scale(b_scheme, dot.b.scales[block]);
  }
  return sum * dot.a.tensor_scale * dot.b.tensor_scale;
}

double greatest_term(const BlockScaledDot& dot) {
  double most = 0;
  for (double scaled : dot.scaled) most = std::max(most, std::fabs(scaled));
  return most * dot.a.tensor_scale * dot.b.tensor_scale;
}

}  // namespace

TEST_CASE("block-scaled: the kinds, by CUTLASS's table of instructions") {
  CHECK(block_scaled_kinds().size() == 3);
  for (const BlockScaledKind& each : block_scaled_kinds()) {
    CAPTURE(each.id);
    CHECK(each.depth == (each.id == "mxf8f6f4" ? 32 : 64));
    for (std::string_view id : each.schemes) {
      CAPTURE(id);
      // An instruction takes one, two or four scales of a row.
      const int scales = each.depth / scheme(id).block;
      CHECK(scales == (each.id == "mxf8f6f4" ? 1 : id == "nvfp4" ? 4 : 2));
      const int padding = scheme(id).element_bits == 8   ? 0
                          : each.id != "mxf8f6f4"        ? 0
                          : scheme(id).element_bits == 6 ? 8
                                                         : 16;
      CHECK(padding_bytes(each, scheme(id)) == padding);
    }
  }
}

TEST_CASE("block-scaled: a worked example") {
  // Blocks of 16 ones, of which the second is twice as large.
  std::vector<float> a(32, 1.f), b(32, 1.f);
  for (std::size_t k = 16; k < 32; ++k) a[k] = 2;
  const auto dot = block_scaled_dot(kind("mxf4nvf4"), scheme("nvfp4"), scheme("nvfp4"), a, b);
  REQUIRE(dot);
  CHECK(dot->exact == 48);
  CHECK(dot->result == doctest::Approx(48));
  CHECK(dot->block == 16);
  CHECK(dot->sums == std::vector<double>{576, 576, 0, 0});  // 16 · 6 · 6
  CHECK(dot->products.size() == 64);
  CHECK(dot->totals.size() == 4);
  CHECK(dot->totals[1] == dot->totals[3]);
  const auto power = block_scaled_dot(kind("mxf4"), scheme("mxfp4"), scheme("mxfp4"), a, b);
  REQUIRE(power);
  CHECK(power->result == 48.f);  // 1 and 2 are 2 and 4 times 2⁻¹; 1 is 4 times 2⁻²
  CHECK(power->sums == std::vector<double>{384, 0});
}

TEST_CASE("block-scaled: random numbers, every kind and format, against decoded values") {
  Random random(7);
  int cases = 0;
  for (const BlockScaledKind& each : block_scaled_kinds())
    for (std::string_view of_a : each.schemes)
      for (std::string_view of_b : each.schemes) {
        if (scheme(of_a).block != scheme(of_b).block) {
          CHECK_FALSE(
              block_scaled_dot(each, scheme(of_a), scheme(of_b), std::array{1.f}, std::array{1.f}));
          continue;
        }
        for (int round = 0; round < 20; ++round) {
          CAPTURE(each.id);
          CAPTURE(of_a);
          CAPTURE(of_b);
          std::vector<float> a, b;
          for (int k = 0; k < each.depth - round % 3; ++k) {
            a.push_back(static_cast<float>(std::ldexp(random.normal(), round - 10)));
            b.push_back(static_cast<float>(random.normal() * (k % 9 == 0 ? 30 : 1)));
          }
          const auto rule = round % 2 ? numerics::ScaleRule::floor : numerics::ScaleRule::round_up;
          const auto dot = block_scaled_dot(each, scheme(of_a), scheme(of_b), a, b, rule);
          REQUIRE(dot);
          ++cases;
          // A rounding to float32 a block, of totals no larger than the blocks together.
          CHECK(std::fabs(static_cast<double>(dot->result) - brute(of_a, of_b, *dot)) <=
                0x1p-22 * greatest_term(*dot) * static_cast<double>(dot->scaled.size()));
          double exact = 0;
          for (std::size_t k = 0; k < a.size(); ++k)
            exact += static_cast<double>(a[k]) * static_cast<double>(b[k]);
          CHECK(dot->exact == doctest::Approx(exact).epsilon(1e-12));
        }
      }
  CHECK(cases == 20 * (25 + 1 + 2));
}

TEST_CASE("block-scaled: totals are float32, rounded once a block") {
  // 2^24 in the first block and 1 in the second: float32 has no 2^24 + 1, and ties go to even.
  std::vector<float> a(64, 0.f), b(64, 0.f);
  a[0] = b[0] = 0x1p12f;
  a[32] = b[32] = 1;
  const auto dot = block_scaled_dot(kind("mxf4"), scheme("mxfp4"), scheme("mxfp4"), a, b);
  REQUIRE(dot);
  CHECK(dot->totals == std::vector<float>{0x1p24f, 0x1p24f});
  CHECK(dot->exact == 0x1p24 + 1);
}

TEST_CASE("block-scaled: what is refused") {
  const std::vector<float> many(65, 1.f), one(1, 1.f), none;
  const auto message = [&](std::string_view of, std::string_view format,
                           const std::vector<float>& a) {
    const auto dot = block_scaled_dot(kind(of), scheme(format), scheme(format), a, one);
    return dot ? std::string() : dot.error().message;
  };
  CHECK(message("mxf4", "mxfp4", many) == "mxf4: expected 1 to 64 numbers, got 65");
  CHECK(message("mxf4", "mxfp4", none) == "mxf4: expected 1 to 64 numbers, got 0");
  CHECK(message("mxf4", "nvfp4", one) == "mxf4: expected elements in mxfp4, got nvfp4");
  CHECK(message("mxf4nvf4", "mxint8", one) ==
        "mxf4nvf4: expected elements in nvfp4, mxfp4, got mxint8");
  CHECK(block_scaled_dot(kind("mxf4nvf4"), scheme("nvfp4"), scheme("mxfp4"), one, one)
            .error()
            .message == "expected one block size for both operands, got 16 and 32");
}

TEST_CASE("block-scaled: smaller blocks and finer scales each keep an outlier's noise down") {
  for (double outlier : {8., 16., 32.}) {
    CAPTURE(outlier);
    const std::vector<float> rows = outlier_rows(outlier, 32);
    const auto noise = [&](int block, bool fine) {
      return noise_beside_outlier(four_bits(block, fine), rows);
    };
    for (bool fine : {false, true})
      for (int block : {16, 32, 64}) {
        CAPTURE(block);
        if (block < 64) CHECK(noise(block, fine) < noise(2 * block, fine));
        if (!fine) CHECK(noise(block, false) > noise(block, true));
        CHECK(noise(block, fine) > 2 * noise_beside_outlier(scheme("mxfp8_e4m3"), rows));
      }
    // The two that have a name.
    CHECK(noise(32, false) == noise_beside_outlier(scheme("mxfp4"), rows));
    CHECK(noise(16, true) == noise_beside_outlier(scheme("nvfp4"), rows));
  }
}

TEST_CASE("block-scaled: that noise, with the sums written out") {
  double errors = 0, numbers = 0;
  for (int seed = 1; seed <= 5; ++seed) {
    const DotNumbers drawn = dot_numbers(static_cast<std::uint64_t>(seed), 64, 4);
    const auto dot =
        block_scaled_dot(kind("mxf4"), scheme("mxfp4"), scheme("mxfp4"), drawn.a, drawn.b);
    REQUIRE(dot);
    for (std::size_t k = 0; k < 64; ++k) {
      if (k == outlier_place) continue;
      const double value =
          element("mxfp4", dot->a.codes[k]) * scale("mxfp4", dot->a.scales[k / 32]);
      errors += std::pow(value - static_cast<double>(drawn.a[k]), 2);
      numbers += std::pow(drawn.a[k], 2);
    }
  }
  CHECK(noise_beside_outlier(scheme("mxfp4"), outlier_rows(4, 5)) ==
        doctest::Approx(std::sqrt(errors / numbers)));
}

TEST_CASE("block-scaled: the draw is two decimals, and the outlier one place of the row") {
  const DotNumbers plain = dot_numbers(3, 64, 1), with = dot_numbers(3, 64, 10);
  CHECK(plain.b == with.b);
  for (std::size_t k = 0; k < 64; ++k) {
    CHECK(plain.a[k] == doctest::Approx(std::round(plain.a[k] * 100) / 100));
    CHECK(with.a[k] == doctest::Approx(k == outlier_place ? 10 * plain.a[k] : plain.a[k]));
  }
}

TEST_CASE("block-scaled: where scales lie, by CUTLASS's layout of a tile and by counting") {
  for (const char* text : {"((32,4),(16,4)):((16,4),(0,1))", "((32,4),(32,4)):((16,4),(0,1))"}) {
    const auto atom = layout::parse_layout(text);
    REQUIRE(atom);
    const int block = text[9] == '1' ? 16 : 32;
    for (int row = 0; row < 128; ++row)
      for (int k = 0; k < 4 * block; ++k)
        CHECK((*atom)(row + 128 * k) == scale_offset(row, k / block, 4));
  }
  std::set<std::int64_t> bytes;
  for (int row = 0; row < 384; ++row)
    for (int k = 0; k < 12; ++k) bytes.insert(scale_offset(row, k, 12));
  CHECK(bytes.size() == 384 * 12);
  CHECK(*bytes.rbegin() == 384 * 12 - 1);
  CHECK(scale_offset(37, 2, 4) == 86);
  CHECK(scale_offset(0, 4, 12) == scale_tile_bytes);  // along the row first
  CHECK(scale_offset(128, 0, 12) == 3 * scale_tile_bytes);
}

}  // TESTS_OF(core::gemm::block_scaled)
