// Codes taken apart, against decode() of every code.
#include "core/numerics/anatomy.hpp"

#include <cmath>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::numerics::anatomy) {

using namespace loom::numerics;

TEST_CASE("anatomy: fields, written side by side, are the code, and their formula is the value") {
  for (const char* id : {"fp16", "bf16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "tf32"}) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const std::uint32_t step = format.bits() > 8 ? loom::one_of_so_many : 1;
    for (std::uint32_t code = 0; code < format.codes(); code += step) {
      const Anatomy a = dissect(format, code);
      const std::uint32_t joined =
          (a.negative ? format.sign_bit() : 0u) | a.exponent << format.mantissa_bits | a.mantissa;
      REQUIRE(joined == code);
      const double value = decode(format, code);
      REQUIRE((a.kind == NumberKind::nan) == std::isnan(value));
      REQUIRE((a.kind == NumberKind::infinity) == std::isinf(value));
      if (!std::isfinite(value)) continue;
      const double size = std::ldexp(a.significand, a.power);
      REQUIRE((a.negative ? -size : size) == value);
      REQUIRE((a.kind == NumberKind::zero) == (value == 0));
      if (value == 0) continue;
      REQUIRE((a.significand >= 1) == (a.kind == NumberKind::normal));
      REQUIRE(a.significand < 2);
    }
  }
  const Anatomy pi = dissect(*find_format("fp32"), 0x40490fdb);
  CHECK(pi.exponent == 128);
  CHECK(pi.power == 1);
  CHECK(pi.mantissa == 0x490fdb);
  CHECK(static_cast<float>(pi.value) == 3.14159265f);
}

TEST_CASE("codes are written with all of their digits") {
  const auto text = [](const char* id, std::uint32_t code) {
    return code_text(*find_format(id), code);
  };
  CHECK(text("fp32", 0x3f800000) == "0x3F800000");
  CHECK(text("tf32", 0x1fc00) == "0x01FC00");
  CHECK(text("fp16", 0x3c) == "0x003C");
  CHECK(text("e4m3", 0x7e) == "0x7E");
  CHECK(text("e3m2", 0x3f) == "0x3F");
  CHECK(text("e2m1", 0xb) == "0xB");
}

TEST_CASE("bits of a code: a field each, and together the code") {
  for (const char* id : {"fp32", "fp16", "bf16", "e4m3", "e5m2", "e2m1"}) {
    const Format& format = *find_format(id);
    for (std::uint32_t code : {0u, 1u, 5u, format.sign_bit(), format.max_code()}) {
      const std::string text = bits_text(format, code);
      const std::size_t second = text.find(' ', 2);
      CHECK(text[1] == ' ');
      CHECK(static_cast<int>(second) == 2 + format.exponent_bits);
      CHECK(static_cast<int>(text.size() - second) == 1 + format.mantissa_bits);
      std::uint64_t read = 0;
      for (char digit : text)
        if (digit != ' ') read = 2 * read + (digit == '1');
      CHECK(read == code);
    }
  }
  CHECK(bits_text(*find_format("e4m3"), 0x1D) == "0 0011 101");
  CHECK(bits_text(*find_format("e4m3"), 0x1D, '|') == "0|0011|101");
}

}  // TESTS_OF(core::numerics::anatomy)
