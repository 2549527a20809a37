// Conversions that say how they round: __float2int_rd, __ll2float_rz, __half2uint_rn …
#include "core/cuda/functions.hpp"
#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

namespace {

struct Number {
  std::string_view name, type;
};
constexpr Number numbers[] = {{"float", "float"},  {"double", "double"},
                              {"int", "int"},      {"uint", "unsigned int"},
                              {"ll", "long long"}, {"ull", "unsigned long long"},
                              {"short", "short"},  {"ushort", "unsigned short"},
                              {"half", "__half"},  {"bfloat16", "__nv_bfloat16"}};

const Number* number_named(std::string_view name) {
  for (const Number& each : numbers)
    if (each.name == name) return &each;
  return nullptr;
}

// Whether CUDA has this conversion; those that are always exact round to nearest only.
bool exists(const CType* from, const CType* to, bool nearest) {
  const bool half = from->size == 2 && from->is_real(), to_half = to->size == 2 && to->is_real();
  if (from->is_integer() == to->is_integer()) {
    if (from->is_integer()) return false;
    return to_half ? from->scalar == Type::f32
                   : from->scalar == Type::f64 && to->scalar == Type::f32;
  }
  const CType *real = from->is_real() ? from : to, *integer = from->is_real() ? to : from;
  if (integer->size == 2) return half || to_half;
  return nearest || real->scalar != Type::f64 || from == real || integer->size == 8;
}

}  // namespace

std::optional<Value> Lowerer::rounded_conversion(std::string_view name, std::vector<Value>& values,
                                                 const Place& place) {
  if (name.size() < 8 || !name.starts_with("__") || name.substr(name.size() - 3, 2) != "_r")
    return std::nullopt;
  const char way = name.back();
  const std::string_view middle = name.substr(2, name.size() - 5);
  const std::size_t two = middle.find('2');
  if (two == std::string_view::npos || std::string_view("nzud").find(way) == std::string_view::npos)
    return std::nullopt;
  std::string_view target = middle.substr(two + 1);
  std::string_view source = middle.substr(0, two);
  if (middle.starts_with("bfloat162")) {  // the name's own number
    source = middle.substr(0, 8);
    target = middle.substr(9);
  }
  const Number *a = number_named(source), *b = number_named(target);
  if (!a || !b) return std::nullopt;
  const CType *from = types_.scalar(a->type), *to = types_.scalar(b->type);
  if (!exists(from, to, way == 'n')) return std::nullopt;
  if (values.size() != 1) return count_of_arguments(name, 1, values.size(), place);
  const Value value = convert(values[0], from, place);
  if (bad() || (way == 'n' && to->is_real())) return convert(value, to, place);
  Instruction made{Op::function, to->scalar};
  Register operand, direction = none;
  if (to->is_real()) {  // from the widest number that holds the value exactly
    const CType* wide = from->is_real()   ? types_.scalar("double")
                        : is_signed(from) ? types_.scalar("long long")
                                          : types_.scalar("unsigned long long");
    operand = reg(convert(value, wide, place));
    direction = constant(static_cast<std::uint64_t>(way == 'z'   ? 0
                                                    : way == 'd' ? -1
                                                                 : 1),
                         Type::i64);
    made.from = wide->scalar;
    made.imm = static_cast<std::int64_t>(Function::convert_rounded);
  } else {
    if (way == 'z') return convert(value, to, place);
    operand = reg(value);
    made.type = made.from = from->scalar;
    made.imm = static_cast<std::int64_t>(way == 'n'   ? Function::rint
                                         : way == 'd' ? Function::floor
                                                      : Function::ceil);
  }
  const Register result = fresh();
  Instruction& added = emit(Op::function, made.type, result, operand, direction);
  added.from = made.from;
  added.imm = made.imm;
  return to->is_real() ? in_registers(to, result) : convert(in_registers(from, result), to, place);
}

}  // namespace loom::cuda
