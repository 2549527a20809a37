// What the generator draws from, and how numbers and types are spelled.
#include <cstdio>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

Scalar Generator::any_integer() {
  if (chance(50)) return static_cast<Scalar>(6 + below(2));  // int and unsigned
  return static_cast<Scalar>(below(integers));
}

Scalar Generator::any_scalar() {
  if (chance(30)) return chance(65) ? Scalar::f32 : Scalar::f64;
  return any_integer();
}

// One of the names of a type.
std::string Generator::spell(Scalar type) {
  static const std::vector<std::string> others[scalars] = {
      {},
      {},
      {"int8_t"},
      {"uint8_t"},
      {"short int", "int16_t", "signed short"},
      {"uint16_t", "unsigned short int", "short unsigned"},
      {"int32_t", "signed", "signed int"},
      {"unsigned", "uint32_t"},
      {"int64_t", "long int", "ptrdiff_t"},
      {"size_t", "uint64_t", "unsigned long int"},
      {"long long int", "signed long long"},
      {"unsigned long long int", "long long unsigned"},
      {},
      {}};
  const auto& list = others[static_cast<std::size_t>(type)];
  return list.empty() || chance(60) ? std::string(spelled(type)) : any(list);
}

std::string Generator::fresh(const char* start) { return start + std::to_string(names_++); }

// Few variables share one: then the generator is only more careful than it must be.
Bits Generator::fresh_bit() { return Bits{1} << (bit_++ % 64); }

std::string Generator::at(const Expression& of, int level) {
  const bool sign = level >= unary_level && !of.text.empty() &&
                    (of.text[0] == '-' || of.text[0] == '+' || of.text[0] == '&');
  return of.level < level || sign || chance(7) ? "(" + of.text + ")" : of.text;
}

Expression Generator::small(int value) {
  return {std::to_string(value), Scalar::i32, {value, value}, value < 0 ? unary_level : primary};
}

// A number of a type that literals can have.
Expression Generator::literal(Scalar type) {
  if (type == Scalar::boolean) {
    const bool value = chance(50);
    return {value ? "true" : "false", type, {value, value}};
  }
  if (type == Scalar::character) {
    const char value = static_cast<char>(between('a', 'z'));
    return {std::string("'") + value + "'", type, {value, value}};
  }
  type = promoted(type);
  static const char* const suffixes[scalars] = {"",  "",  "",   "",   "",    "", "",
                                                "u", "l", "ul", "ll", "ull", "", ""};
  static const std::uint64_t edges[] = {0,
                                        1,
                                        2,
                                        3,
                                        5,
                                        7,
                                        15,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        100,
                                        127,
                                        128,
                                        255,
                                        256,
                                        1000,
                                        32767,
                                        32768,
                                        65535,
                                        65536,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x100000000,
                                        0x7fffffffffffffff,
                                        0xffffffffffffffff};
  std::uint64_t value = chance(50) ? static_cast<std::uint64_t>(below(12))
                                   : edges[static_cast<std::size_t>(below(28))];
  if (chance(15)) value = random_.next();
  const Range all = range_of(type);
  while (Wide{value} > all.high) value >>= chance(50) ? 1 : 32;
  char text[80];
  const auto number = static_cast<unsigned long long>(value);
  const int base = below(10);
  if (base == 0)
    std::snprintf(text, sizeof text, "0x%llx", number);
  else if (base == 1)
    std::snprintf(text, sizeof text, "0%llo", number);
  else
    std::snprintf(text, sizeof text, "%llu", number);
  std::string made = text;
  if (base == 2 && number > 999) made.insert(made.size() - 3, "'");
  if (base == 3 && number < 256) {
    made = "0b";
    for (int bit = 7; bit >= 0; --bit) made += number >> bit & 1 ? '1' : '0';
  }
  made += suffixes[static_cast<std::size_t>(type)];
  return {made, type, {Wide{value}, Wide{value}}};
}

Expression Generator::real_literal(Scalar type) {
  static const char* const texts[] = {
      "0.0",   "1.0",   "0.5",   "-1.0", "2.",   ".25",    "3.5",     "0.1",   "1e-3",    "1e10",
      "-7.25", "100.0", "1e-40", "3e38", "1e-7", "0x1p-3", "65536.0", "1.5e5", "0x1.8p1", "-0.0"};
  std::string text = texts[below(20)];
  if (chance(30))
    text =
        std::to_string(below(1000)) + "." + std::to_string(below(1000)) + (chance(20) ? "e-4" : "");
  if (type == Scalar::f32) text += chance(90) ? "f" : "F";
  return {text, type, {}, text[0] == '-' ? unary_level : primary};
}

std::pair<Expression, Expression> Generator::two(Expression (Generator::*make)(int), int depth) {
  std::pair<Expression, Expression> made;
  unsequenced([&] { made.first = (this->*make)(depth); },
              [&] { made.second = (this->*make)(depth); });
  return made;
}

}  // namespace loom::random_kernels
