#include "core/cuda/run/values.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/cuda/run/arithmetic.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

// In the order of their numbers.
constexpr std::string_view spellings =
    "bool;"
    "char,signed char,int8_t;"
    "unsigned char,uint8_t,uchar;"
    "short,short int,int16_t;"
    "unsigned short,unsigned short int,uint16_t,ushort;"
    "int,signed,signed int,int32_t;"
    "unsigned,unsigned int,uint32_t,uint;"
    "long,long int,long long,long long int,int64_t,ptrdiff_t;"
    "unsigned long,unsigned long int,unsigned long long,unsigned long long "
    "int,uint64_t,size_t,ulong;"
    "half,__half;"
    "__nv_bfloat16,nv_bfloat16;"
    "float;"
    "double";

int bits_in(Type type) { return type == Type::boolean ? 1 : size_of(type) * 8; }

}  // namespace

std::optional<Type> type_named(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  int type = 0;
  for (const std::string_view names : words_in(spellings, ';')) {
    if (number_in(names, name, ',') >= 0) return static_cast<Type>(type);
    ++type;
  }
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
