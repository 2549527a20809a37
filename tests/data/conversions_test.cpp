// Number formats: every code and every rounding against CUDA's converters, or against PyTorch's if
// CUDA has none.
#include <cmath>
#include <string>

#include "core/numerics/bits.hpp"
#include "core/numerics/convert.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::conversions) {

using namespace loom;
using namespace loom::numerics;
using loom::test::Json;
using loom::test::word;

namespace {

// Calls check(input bits, code) for every input of a column.
template <class Check>
int for_each(const Json& shared, const Json& format, const std::string& name, size_t digits,
             const Check& check) {
  const Json& column = format["encode"][name];
  const Json none = Json::object();
  const Json& except = column.contains("except") ? column["except"] : none;
  const Json& codes = column.contains("same")
                          ? format["encode"][column["same"].template get<std::string>()]
                          : column;
  REQUIRE_FALSE(codes.contains("same"));
  int inputs = 0;
  for (const auto& [kind, text] : codes.items()) {
    const std::string hex = text.template get<std::string>();
    const std::string bits =
        (shared.contains(kind) ? shared[kind] : format["inputs"][kind]).template get<std::string>();
    REQUIRE(hex.size() / digits == bits.size() / 8);
    for (size_t i = 0; i < bits.size() / 8; ++i, ++inputs) {
      const std::string input = bits.substr(8 * i, 8);
      check(word(bits, i, 8), except.contains(input)
                                  ? word(except[input].template get<std::string>(), 0, digits)
                                  : word(hex, i, digits));
    }
  }
  return inputs;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || to_bits(a) == to_bits(b);
}

size_t digits_of(const Format& format) {
  return format.bits() == 4 ? 1 : format.bits() == 16 ? 4 : format.bits() == 19 ? 5 : 2;
}

}  // namespace

TEST_CASE("number formats: every code means what CUDA's and the libraries' converters say") {
  const Json formats = test::recorded("h200/conversions.json")["formats"];
  int compared = 0;
  for (const auto& each : formats.items()) {
    const std::string& id = each.key();
    const Json& recorded = each.value();
    const Format* format = find_format(id);
    REQUIRE_MESSAGE(format, id);
    if (format->bits() > 8)
      continue;  // the file has a hash of those; arithmetic covers them in core/numerics
    const std::string values =
        recorded["decode"][recorded["decode"].contains("cuda") ? "cuda" : "torch_cpu"];
    REQUIRE(values.size() == 8 * format->codes());
    for (std::uint32_t code = 0; code < format->codes(); ++code, ++compared)
      CHECK(
          same(decode(*format, code), static_cast<double>(float_from_bits(word(values, code, 8)))));
  }
  CHECK(compared == 5 * 256 + 2 * 64 + 16);
}

TEST_CASE("number formats: each float32 becomes the code that CUDA or PyTorch makes of it") {
  struct Mode {
    const char* column;
    Overflow overflow;
    Rounding rounding;
  };
  const Mode modes[] = {
      {"cuda saturate", Overflow::saturate, Rounding::nearest_even},
      {"cuda ieee", Overflow::ieee, Rounding::nearest_even},
      {"cuda saturate zero", Overflow::saturate, Rounding::toward_zero},
      {"cuda ieee zero", Overflow::ieee, Rounding::toward_zero},
      {"torch_cpu", Overflow::ieee, Rounding::nearest_even},
  };
  const Json file = test::recorded("h200/conversions.json");
  int compared = 0, columns = 0;
  for (const auto& each : file["formats"].items()) {
    const std::string& id = each.key();
    const Json& recorded = each.value();
    const Format& format = *find_format(id);
    for (const Mode& mode : modes) {
      if (!recorded["encode"].contains(mode.column)) continue;
      ++columns;
      CAPTURE(id);
      CAPTURE(mode.column);
      int wrong = 0;
      compared +=
          for_each(file["inputs"], recorded, mode.column, digits_of(format),
                   [&](std::uint32_t bits, std::uint32_t code) {
                     const double value = static_cast<double>(float_from_bits(bits));
                     const std::uint32_t mine = encode(format, value, mode.overflow, mode.rounding);
                     // Libraries may choose any of their NaNs.
                     // PyTorch goes up everywhere between E8M0's two smallest, 2^−127 and 2^−126,
                     // where a float32 is subnormal.
                     const std::uint32_t size = bits & 0x7fffffff;
                     const bool quirk = format.specials == Specials::scale && size > 0x400000 &&
                                        size < 0x600000 && code == 1;
                     const bool agree =
                         quirk || mine == code ||
                         (std::isnan(decode(format, mine)) && std::isnan(decode(format, code)));
                     if (!agree && ++wrong <= 5)
                       FAIL_CHECK(std::hex << bits << " -> " << mine << ", recorded " << code);
                   });
      CHECK(wrong == 0);
    }
  }
  MESSAGE(compared << " conversions in " << columns << " columns");
}

}  // TESTS_OF(data::conversions)
