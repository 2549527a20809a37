#include "core/cuda/run/values.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

struct Spelling {
  std::string_view name;
  Type type;
};
constexpr Spelling spellings[] = {
    {"bool", Type::boolean},
    {"char", Type::i8},
    {"signed char", Type::i8},
    {"int8_t", Type::i8},
    {"unsigned char", Type::u8},
    {"uint8_t", Type::u8},
    {"uchar", Type::u8},
    {"short", Type::i16},
    {"short int", Type::i16},
    {"int16_t", Type::i16},
    {"unsigned short", Type::u16},
    {"unsigned short int", Type::u16},
    {"uint16_t", Type::u16},
    {"ushort", Type::u16},
    {"int", Type::i32},
    {"signed", Type::i32},
    {"signed int", Type::i32},
    {"int32_t", Type::i32},
    {"unsigned", Type::u32},
    {"unsigned int", Type::u32},
    {"uint32_t", Type::u32},
    {"uint", Type::u32},
    {"long", Type::i64},
    {"long int", Type::i64},
    {"long long", Type::i64},
    {"long long int", Type::i64},
    {"int64_t", Type::i64},
    {"ptrdiff_t", Type::i64},
    {"unsigned long", Type::u64},
    {"unsigned long int", Type::u64},
    {"unsigned long long", Type::u64},
    {"unsigned long long int", Type::u64},
    {"uint64_t", Type::u64},
    {"size_t", Type::u64},
    {"ulong", Type::u64},
    {"half", Type::f16},
    {"__half", Type::f16},
    {"__nv_bfloat16", Type::bf16},
    {"nv_bfloat16", Type::bf16},
    {"float", Type::f32},
    {"double", Type::f64},
};

int bits_in(Type type) { return type == Type::boolean ? 1 : size_of(type) * 8; }

}  // namespace

std::optional<Type> type_named(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  for (const Spelling& each : spellings)
    if (each.name == name) return each.type;
  return std::nullopt;
}

bool holds(Type type, std::int64_t value) {
  if (!is_signed(type)) return value >= 0 && holds(type, static_cast<std::uint64_t>(value));
  const int bits = bits_in(type);
  if (bits == 64) return true;
  const std::int64_t end = std::int64_t{1} << (bits - 1);
  return value >= -end && value < end;
}
bool holds(Type type, std::uint64_t value) {
  const int bits = bits_in(type) - is_signed(type);
  return bits == 64 || value >> bits == 0;
}

std::uint64_t float_bits(double value, Type type) {
  if (is_half(type)) return half_bits(value, type);
  return type == Type::f32 ? bits_of(static_cast<float>(value)) : bits_of(value);
}
double float_value(std::uint64_t bits, Type type) {
  if (is_half(type)) return half_value(bits, type);
  return type == Type::f32 ? static_cast<double>(value_in<float>(bits)) : value_in<double>(bits);
}

std::uint64_t read_scalar(const std::uint8_t* at, Type type) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, static_cast<std::size_t>(size_of(type)));
  return extended(bits, type);
}
void write_scalar(std::uint8_t* at, Type type, std::uint64_t bits) {
  std::memcpy(at, &bits, static_cast<std::size_t>(size_of(type)));
}

bool flattens(const Shape& shape, Type type) {
  return shape.name.ends_with("]") &&
         std::all_of(shape.scalars.begin(), shape.scalars.end(),
                     [&](const Scalar& each) { return each.type == type; });
}

Shape scalar_shape(Type type, std::string_view name) {
  return {std::string(name), size_of(type), size_of(type), {{"", 0, type}}};
}

}  // namespace loom::cuda
