#include "core/numerics/format.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::numerics::format) {

using namespace loom::numerics;

namespace {

double value(const char* id, std::uint32_t code) { return decode(*find_format(id), code); }

std::vector<double> positive_values(const char* id) {
  const Format& format = *find_format(id);
  std::vector<double> values;
  for (std::uint32_t code = 0; code <= format.max_code(); ++code)
    values.push_back(decode(format, code));
  return values;
}

}  // namespace

TEST_CASE("formats are found by id, and ids differ") {
  std::set<std::string_view> ids;
  for (const Format& format : formats()) {
    CHECK(find_format(format.id) == &format);
    CHECK(ids.insert(format.id).second);
  }
  CHECK(find_format("e4m4") == nullptr);
}

TEST_CASE("largest, smallest normal and smallest subnormal values, as the standards print them") {
  struct Row {
    const char* id;
    std::uint32_t max_code;
    double max, min_normal, min_subnormal;
  };
  const Row rows[] = {
      {"fp32", 0x7f7fffff, 0x1.fffffep127, 0x1p-126, 0x1p-149},
      {"tf32", 0x3fbff, 0x1.ffcp127, 0x1p-126, 0x1p-136},
      {"fp16", 0x7bff, 65504, 0x1p-14, 0x1p-24},
      {"bf16", 0x7f7f, 0x1.fep127, 0x1p-126, 0x1p-133},
      {"e4m3", 0x7e, 448, 0x1p-6, 0x1p-9},
      {"e5m2", 0x7b, 57344, 0x1p-14, 0x1p-16},
      {"e4m3fnuz", 0x7f, 240, 0x1p-7, 0x1p-10},
      {"e5m2fnuz", 0x7f, 57344, 0x1p-15, 0x1p-17},
      {"e3m2", 0x1f, 28, 0.25, 0.0625},
      {"e2m3", 0x1f, 7.5, 1, 0.125},
      {"e2m1", 0x7, 6, 1, 0.5},
      {"ue4m3", 0x7e, 448, 0x1p-6, 0x1p-9},
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const Format& format = *find_format(row.id);
    CHECK(format.max_code() == row.max_code);
    CHECK(decode(format, format.max_code()) == row.max);
    CHECK(decode(format, 1u << format.mantissa_bits) == row.min_normal);
    CHECK(decode(format, 1) == row.min_subnormal);
    CHECK(decode(format, 0) == 0);
  }
  CHECK(value("e8m0", 0) == 0x1p-127);
  CHECK(value("e8m0", 127) == 1);
  CHECK(value("e8m0", 0xfe) == 0x1p127);
  CHECK(std::isnan(value("e8m0", 0xff)));
}

TEST_CASE("the smallest formats, value by value") {
  CHECK(positive_values("e2m1") == std::vector<double>{0, 0.5, 1, 1.5, 2, 3, 4, 6});
  CHECK(positive_values("e2m3") ==
        std::vector<double>{0,   0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.375,
                            1.5, 1.625, 1.75, 1.875, 2,   2.25,  2.5,  2.75,  3, 3.25,  3.5,  3.75,
                            4,   4.5,   5,    5.5,   6,   6.5,   7,    7.5});
  CHECK(positive_values("e3m2") ==
        std::vector<double>{0,   0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375,
                            0.5, 0.625,  0.75,  0.875,  1,    1.25,   1.5,   1.75,
                            2,   2.5,    3,     3.5,    4,    5,      6,     7,
                            8,   10,     12,    14,     16,   20,     24,    28});
}

TEST_CASE("specials: infinities, NaNs and zeros") {
  for (std::uint32_t sign : {0u, 0x80u}) {
    CHECK(value("e5m2", sign | 0x7c) == (sign ? -HUGE_VAL : HUGE_VAL));
    for (std::uint32_t code : {0x7du, 0x7eu, 0x7fu}) CHECK(std::isnan(value("e5m2", sign | code)));
    CHECK(std::isnan(value("e4m3", sign | 0x7f)));
    CHECK(value("e4m3", sign | 0x78) == (sign ? -256 : 256));  // an IEEE-like E4M3 would end at 240
  }
  CHECK(std::isnan(value("e4m3fnuz", 0x80)));
  CHECK(std::isnan(value("e5m2fnuz", 0x80)));
  CHECK(value("e4m3fnuz", 0xff) == -240);
  for (const Format& format : formats()) {
    if (!format.has_sign || format.specials == Specials::fnuz) continue;
    const double zero = decode(format, format.sign_bit());
    CHECK(zero == 0);
    CHECK(std::signbit(zero));
  }
}

TEST_CASE("laws over every code of the formats of at most 19 bits") {
  for (const Format& format : formats()) {
    if (format.bits() > 19) continue;
    CAPTURE(format.id);
    // Values rise with their codes, up to the largest; behind it lies nothing finite.
    double before = -1;
    for (std::uint32_t code = 0; code <= format.max_code(); ++code) {
      const double now = decode(format, code);
      REQUIRE(now > before);
      before = now;
      if (format.has_sign && (code > 0 || format.specials != Specials::fnuz))
        REQUIRE(decode(format, format.sign_bit() | code) == -now);
    }
    const std::uint32_t end =
        format.has_sign ? format.sign_bit() : static_cast<std::uint32_t>(format.codes());
    for (std::uint32_t code = format.max_code() + 1; code < end; ++code)
      REQUIRE_FALSE(std::isfinite(decode(format, code)));
  }
}

TEST_CASE("facts agree with looking at every code") {
  for (const Format& format : formats()) {
    if (format.bits() > 16) continue;
    CAPTURE(format.id);
    const Facts told = facts(format);
    std::set<double> values;
    std::uint64_t finite = 0;
    bool negative_zero = false;
    for (std::uint32_t code = 0; code < format.codes(); ++code) {
      const double now = decode(format, code);
      if (!std::isfinite(now)) continue;
      ++finite;
      values.insert(now);
      negative_zero = negative_zero || (now == 0 && std::signbit(now));
    }
    CHECK(told.finite_codes == finite);
    CHECK(told.distinct_values == values.size());
    CHECK(told.negative_zero == negative_zero);
    CHECK(told.zero == (values.count(0) == 1));
    CHECK(told.max == *values.rbegin());
    CHECK(told.epsilon == *values.upper_bound(1) - 1);
    CHECK(told.digits == doctest::Approx(std::log10(1 / told.epsilon)));
    // Below the smallest normal number neighbors stand equally far apart, above it they do not.
    const double smallest = *values.upper_bound(0), next = *values.upper_bound(smallest);
    if (told.min_subnormal == 0) {
      CHECK(told.min_normal == smallest);
      CHECK(next == 2 * smallest);
    } else {
      CHECK(told.min_subnormal == smallest);
      CHECK(next == 2 * smallest);
      CHECK(*values.upper_bound(2 * told.min_normal) - 2 * told.min_normal == 2 * smallest);
      CHECK(*values.upper_bound(told.min_normal) - told.min_normal == smallest);
    }
  }
  const Facts fp32 = facts(*find_format("fp32"));
  CHECK(fp32.max == 0x1.fffffep127);
  CHECK(fp32.min_normal == 0x1p-126);
  CHECK(fp32.min_subnormal == 0x1p-149);
  CHECK(fp32.finite_codes == 4278190080);
  CHECK(fp32.distinct_values == 4278190079);
}

TEST_CASE("E5M2 is the upper byte of FP16, BF16 the upper half of FP32, FNUZ half of OCP") {
  for (std::uint32_t code = 0; code < 256; ++code) {
    const double small = value("e5m2", code), large = value("fp16", code << 8);
    CHECK((small == large || (std::isnan(small) && std::isnan(large))));
    if (code != 0x80 && std::isfinite(value("e4m3", code)))
      CHECK(value("e4m3fnuz", code) == value("e4m3", code) / 2);
  }
  for (std::uint32_t code = 0; code < 0x10000; code += 7) {
    const double small = value("bf16", code), large = value("fp32", code << 16);
    CHECK((small == large || (std::isnan(small) && std::isnan(large))));
  }
}

}  // TESTS_OF(core::numerics::format)
