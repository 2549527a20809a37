// Numbers as printf writes them, against the C library's printf.
#include "core/cuda/run/format.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "core/numerics/bits.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::format) {

using namespace loom;
using namespace loom::cuda;

namespace {

template <class T>
std::string expected(const std::string& format, T value) {
  char text[2000];
  std::snprintf(text, sizeof text, format.c_str(), value);
  return text;
}

std::string any_conversion(Random& random) {
  std::string out;
  for (const char flag : {'-', '+', ' ', '#', '0'})
    if (random.below(4) == 0) out += flag;
  if (random.below(2) == 0) out += std::to_string(1 + random.below(30));
  if (random.below(2) == 0) out += "." + std::to_string(random.below(20));
  if (random.below(20) == 0) out += out.find('.') == out.npos ? "." : "";
  return out;
}

double any_real(Random& random) {
  switch (random.below(6)) {
    case 0:
      return numerics::from_bits(random.next());
    case 1:
      return static_cast<double>(static_cast<float>(random.unit() * 100 - 50));
    case 2:
      return static_cast<double>(random.below(100)) / 8 - 5;  // ties of few digits
    case 3:
      return std::ldexp(random.unit(), static_cast<int>(random.below(200)) - 100);
    case 4:
      return static_cast<double>(random.below(20)) - 10;
    default: {
      constexpr double special[] = {
          0.0,      -0.0, 1e-5,   9.9999e-5,
          999999.5, 1e16, 5e-324, std::numeric_limits<double>::infinity()};
      return special[random.below(8)];
    }
  }
}

}  // namespace

TEST_CASE("printf: whole numbers, with every flag, width and precision") {
  Random random(1);
  for (int i = 0; i < tries(50'000); ++i) {
    const std::string conversion = any_conversion(random);
    const char letter = "duoxX"[random.below(5)];
    const std::uint64_t bits = random.next() >> random.below(65 - 1);
    const std::uint64_t value = random.below(8) == 0 ? 0 : random.below(2) == 0 ? 0 - bits : bits;
    // '+' and ' ' mean nothing for numbers without a sign.
    CHECK_MESSAGE(format_integer(conversion, letter, value) ==
                      expected("%" + conversion + "ll" + letter, value),
                  conversion << letter << " " << value);
  }
}

TEST_CASE("printf: real numbers, with every flag, width and precision") {
  Random random(2);
  for (int i = 0; i < tries(100'000); ++i) {
    const std::string conversion = any_conversion(random);
    const char letter = "fFeEgGaA"[random.below(8)];
    const double value = any_real(random);
    if (std::isnan(value)) continue;
    // The C library drops the zeros that '#' keeps where digits round up to a power of ten.
    if ((letter | 32) == 'g' && conversion.find('#') != conversion.npos && value == 999999.5)
      continue;
#ifdef __EMSCRIPTEN__
    if ((letter | 32) == 'a') continue;  // its library has another first digit
#endif
    CHECK_MESSAGE(
        format_real(conversion, letter, value) == expected("%" + conversion + letter, value),
        conversion << letter << " " << value);
  }
  CHECK(format_real("+08", 'f', std::nan("")) == "    +nan");
}

TEST_CASE("printf: texts, and widths beyond sense") {
  CHECK(format_text("-6", "abc") == "abc   ");
  CHECK(format_text("6.2", "abc") == "    ab");
  CHECK(format_text("", "abc") == "abc");
  CHECK(format_integer("99999999999", 'd', 1).size() == 1100);
  CHECK(format_real(".-3", 'f', 1.5) == "1.500000");
}

}  // TESTS_OF(core::cuda::format)
