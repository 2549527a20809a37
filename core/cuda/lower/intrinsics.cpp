// Functions of CUDA that are single instructions; the rest is written in CUDA itself
// (check/prelude.cpp).
#include <algorithm>

#include "core/cuda/functions.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

struct MathName {
  std::string_view name;  // of the double or general form; with f behind it, of the float form
  Function function;
  int operands;
};

// In the order of Function; -: they have no name like that. With f behind it, the float form.
constexpr std::string_view names_of_one =
    "sqrt rsqrt cbrt rcbrt - exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin "
    "acos atan sinh cosh tanh asinh acosh atanh sinpi cospi erf erfc erfinv erfcinv erfcx "
    "normcdf normcdfinv tgamma lgamma j0 j1 y0 y1 floor ceil trunc round rint -";
constexpr std::string_view names_of_two = "pow fmod remainder atan2 hypot copysign nextafter fdim";

constexpr MathName more_table[] = {{"logb", Function::logb, 1},
                                   {"logbf", Function::logb, 1},
                                   {"__loom_frexp_part", Function::frexp_fraction, 1}};
constexpr MathName fast_table[] = {
    {"__expf", Function::exp, 1},           {"__exp10f", Function::exp10, 1},
    {"__logf", Function::log, 1},           {"__log2f", Function::log2, 1},
    {"__log10f", Function::log10, 1},       {"__sinf", Function::sin, 1},
    {"__cosf", Function::cos, 1},           {"__tanf", Function::tan, 1},
    {"__powf", Function::pow, 2},           {"__frcp_rn", Function::reciprocal, 1},
    {"__saturatef", Function::saturate, 1}, {"__fsqrt_rn", Function::sqrt, 1},
    {"__frsqrt_rn", Function::rsqrt, 1}};

// One operation rounded to zero, down or up: __fadd_rz, __dmul_ru …
struct Directed {
  std::string_view name;
  Function zero, down, up;
  int operands;
};
constexpr Directed directed_table[] = {
    {"add", Function::add_zero, Function::add_down, Function::add_up, 2},
    {"sub", Function::sub_zero, Function::sub_down, Function::sub_up, 2},
    {"mul", Function::mul_zero, Function::mul_down, Function::mul_up, 2},
    {"div", Function::div_zero, Function::div_down, Function::div_up, 2},
    {"sqrt", Function::sqrt_zero, Function::sqrt_down, Function::sqrt_up, 1},
    {"maf", Function::fma_zero, Function::fma_down, Function::fma_up, 3},
    {"ma", Function::fma_zero, Function::fma_down, Function::fma_up, 3}};

constexpr MathName test_table[] = {
    {"isnan", Function::is_nan, 1},       {"isinf", Function::is_infinite, 1},
    {"isfinite", Function::is_finite, 1}, {"signbit", Function::sign_bit, 1},
    {"__isnanf", Function::is_nan, 1},    {"__isinff", Function::is_infinite, 1}};

}  // namespace

Value Lowerer::count_of_arguments(std::string_view name, std::size_t expected, std::size_t got,
                                  const Place& place) {
  return failed(place, "'%' takes %%, got %",
                {name, expected, expected == 1 ? " value" : " values", got});
}

std::optional<Value> Lowerer::intrinsic(std::string_view name, const Node*,
                                        std::vector<Given>& arguments, const Place& place) {
  if (name == "printf") return print(arguments, place);
  std::vector<Value> values;
  for (const Given& each : arguments) {
    if (!each.value.type) return std::nullopt;
    if (each.value.type->is(Form::nothing)) return failed(each.place, "this call gives no value");
    if (auto made = converted_structure(each.value, nullptr, place))
      values.push_back(*made);
    else
      values.push_back(each.value.type->is_structure() || each.value.type->is(Form::closure) ||
                               each.value.type->is(Form::text)
                           ? each.value
                           : rvalue(each.value));
    if (bad()) return std::nullopt;
  }
  at(place);
  if (auto made = math(name, values, place)) return made;
  if (auto made = bit_function(name, values, place)) return made;
  if (auto made = rounded_conversion(name, values, place)) return made;
  if (auto made = warp_function(name, values, place)) return made;
  if (auto made = block_function(name, values, place)) return made;
  if (auto made = atomic(name, values, place)) return made;
  return copy_function(name, values, place);
}

std::optional<Value> Lowerer::math(std::string_view name, std::vector<Value>& values,
                                   const Place& place) {
  const CType *real = types_.scalar("float"), *wide = types_.scalar("double");
  const auto apply = [&](Function function, int operands, const CType* in,
                         const CType* out) -> Value {
    if (values.size() != static_cast<std::size_t>(operands))
      return count_of_arguments(name, static_cast<std::size_t>(operands), values.size(), place);
    std::vector<Register> registers(3, none);
    for (std::size_t i = 0; i < values.size(); ++i)
      registers[i] = reg(convert(values[i], in, place));
    if (bad()) return values[0];
    const Register result = fresh();
    Instruction& made =
        emit(Op::function, out->scalar, result, registers[0], registers[1], registers[2]);
    made.from = in->scalar;
    made.imm = static_cast<std::int64_t>(function);
    return in_registers(out, result);
  };
  // A general name computes in float if all values are floats, else in double.
  const auto general = [&]() {
    for (const Value& each : values)
      if (!each.type->is_scalar() || each.type->scalar != Type::f32) return wide;
    return real;
  };
  const auto numbered = [&](std::string_view each, const CType* in) -> std::optional<Value> {
    if (each == "-") return std::nullopt;
    if (each == "nearbyint") each = "rint";
    if (const int number = number_in(names_of_one, each); number >= 0)
      return apply(static_cast<Function>(number), 1, in, in);
    const int number = number_in(names_of_two, each);
    if (number < 0) return std::nullopt;
    return apply(static_cast<Function>(static_cast<int>(Function::pow) + number), 2, in, in);
  };
  if (auto made = numbered(name, general())) return made;
  if (name.ends_with('f'))
    if (auto made = numbered(name.substr(0, name.size() - 1), real)) return made;
  for (const MathName& each : more_table)
    if (name == each.name) return apply(each.function, each.operands, general(), general());
  for (const MathName& each : fast_table)
    if (name == each.name) return apply(each.function, each.operands, real, real);
  for (const Directed& each : directed_table) {
    if (name.size() != each.name.size() + 6 || !name.starts_with("__") ||
        name.substr(3, each.name.size()) != each.name)
      continue;
    const std::string_view rounding = name.substr(name.size() - 3);
    const bool fma = each.operands == 3;
    if ((name[2] != 'f' && (name[2] != 'd' || fma)) ||
        (rounding != "_rz" && rounding != "_rd" && rounding != "_ru"))
      continue;
    const CType* in = name[2] == 'f' && each.name != "ma" ? real : wide;
    return apply(rounding == "_rz"   ? each.zero
                 : rounding == "_rd" ? each.down
                                     : each.up,
                 each.operands, in, in);
  }
  for (const MathName& each : test_table)
    if (name == each.name && values.size() == 1 && values[0].type->is_scalar())
      return apply(each.function, 1, general(), types_.boolean());
  if (name == "ilogb" || name == "ilogbf")
    return apply(Function::ilogb, 1, name.ends_with("f") ? real : general(), types_.int_());
  if (name == "__loom_frexp_power")
    return apply(Function::frexp_exponent, 1, general(), types_.int_());
  return operation(name, values, general(), place);
}

// Functions that are an operation of arithmetic; `general`: what a name without f computes in.
std::optional<Value> Lowerer::operation(std::string_view name, std::vector<Value>& values,
                                        const CType* general, const Place& place) {
  const CType *real = types_.scalar("float"), *wide = types_.scalar("double");
  if (is_one_of(name, "fma fmaf __fmaf_rn __fma_rn")) {
    if (values.size() != 3) return count_of_arguments(name, 3, values.size(), place);
    const CType* in = name == "fmaf" || name == "__fmaf_rn" ? real
                      : name == "__fma_rn"                  ? wide
                                                            : general;
    for (Value& each : values) each = convert(each, in, place);
    if (bad()) return values[0];
    return computed(Op::fma, in, in->scalar, values[0], values[1], values[2]);
  }
  if ((name == "__loom_add" || name == "__loom_mul") && values.size() == 2)  // never part of an fma
    return computed(name == "__loom_add" ? Op::add : Op::mul, values[0].type,
                    values[0].type->scalar, values[0], values[1]);
  if (name == "__loom_hfma" && values.size() == 3)
    return computed(Op::fma, values[0].type, values[0].type->scalar, values[0], values[1],
                    values[2]);
  const bool low = is_one_of(name, "min fmin fminf umin llmin ullmin");
  const bool high = is_one_of(name, "max fmax fmaxf umax llmax ullmax");
  if (low || high) {
    if (values.size() != 2) return count_of_arguments(name, 2, values.size(), place);
    for (Value& each : values)
      if (!each.type->is_scalar() && !each.type->is(Form::enumeration)) return std::nullopt;
    const CType* in = name.ends_with("f")       ? real
                      : name[0] == 'f'          ? general
                      : name.starts_with("ull") ? types_.scalar("unsigned long long")
                      : name.starts_with("ll")  ? types_.scalar("long long")
                      : name[0] == 'u'          ? types_.unsigned_()
                                                : common(types_, values[0].type, values[1].type);
    for (Value& each : values) each = convert(each, in, place);
    return computed(low ? Op::min : Op::max, in, in->scalar, values[0], values[1]);
  }
  if (is_one_of(name, "abs fabs fabsf labs llabs")) {
    if (values.size() != 1) return count_of_arguments(name, 1, values.size(), place);
    if (!values[0].type->is_scalar()) return std::nullopt;
    const CType* in = name == "fabsf"  ? real
                      : name == "fabs" ? general
                                       : promoted(types_, values[0].type);
    return computed(Op::absolute, in, in->scalar, convert(values[0], in, place));
  }
  if (is_one_of(name, "ldexp ldexpf scalbn scalbnf")) {
    if (values.size() != 2) return count_of_arguments(name, 2, values.size(), place);
    const CType* in = name.ends_with("f") || values[0].type->scalar == Type::f32 ? real : wide;
    const Register a = reg(convert(values[0], in, place)),
                   b = reg(convert(values[1], types_.int_(), place)), result = fresh();
    Instruction& made = emit(Op::function, in->scalar, result, a, b);
    made.from = in->scalar;
    made.imm = static_cast<std::int64_t>(Function::ldexp);
    return in_registers(in, result);
  }
  return std::nullopt;
}

std::optional<Value> Lowerer::bit_function(std::string_view name, std::vector<Value>& values,
                                           const Place& place) {
  struct Bits {
    std::string_view name;
    Function function;
    std::string_view in, out;
    std::size_t operands;
  };
  static constexpr Bits table[] = {
      {"__popc", Function::popcount, "unsigned int", "int", 1},
      {"__popcll", Function::popcount, "unsigned long long", "int", 1},
      {"__clz", Function::leading_zeros, "int", "int", 1},
      {"__clzll", Function::leading_zeros, "long long", "int", 1},
      {"__ffs", Function::first_set, "int", "int", 1},
      {"__ffsll", Function::first_set, "long long", "int", 1},
      {"__brev", Function::reverse_bits, "unsigned int", "unsigned int", 1},
      {"__brevll", Function::reverse_bits, "unsigned long long", "unsigned long long", 1},
      {"__loom_average", Function::average, "int", "int", 2},
      {"__uhadd", Function::average, "unsigned int", "unsigned int", 2},
      {"__rhadd", Function::rounded_average, "int", "int", 2},
      {"__urhadd", Function::rounded_average, "unsigned int", "unsigned int", 2},
      {"__byte_perm", Function::byte_permute, "unsigned int", "unsigned int", 3},
      {"__funnelshift_l", Function::funnel_left, "unsigned int", "unsigned int", 3},
      {"__funnelshift_r", Function::funnel_right, "unsigned int", "unsigned int", 3},
      {"__funnelshift_lc", Function::funnel_left_clamped, "unsigned int", "unsigned int", 3},
      {"__funnelshift_rc", Function::funnel_right_clamped, "unsigned int", "unsigned int", 3}};
  for (const Bits& each : table) {
    if (name != each.name) continue;
    if (values.size() != each.operands)
      return count_of_arguments(name, each.operands, values.size(), place);
    const CType *in = types_.scalar(each.in), *out = types_.scalar(each.out);
    std::vector<Register> registers(3, none);
    for (std::size_t i = 0; i < values.size(); ++i)
      registers[i] = reg(convert(values[i], in, place));
    const Register result = fresh();
    Instruction& made =
        emit(Op::function, out->scalar, result, registers[0], registers[1], registers[2]);
    made.from = in->scalar;
    made.imm = static_cast<std::int64_t>(each.function);
    return in_registers(out, result);
  }
  static constexpr std::pair<std::string_view, std::string_view> highs[] = {
      {"__mulhi", "int"},
      {"__umulhi", "unsigned int"},
      {"__mul64hi", "long long"},
      {"__umul64hi", "unsigned long long"}};
  for (const auto& [each, type] : highs)
    if (name == each && values.size() == 2) {
      const CType* in = types_.scalar(type);
      return computed(Op::mul_high, in, in->scalar, convert(values[0], in, place),
                      convert(values[1], in, place));
    }
  return same_bits(name, values, place);
}

// The bits of a number as another type: integers lie extended with their sign, floats with zeros.
std::optional<Value> Lowerer::same_bits(std::string_view name, std::vector<Value>& values,
                                        const Place& place) {
  struct Same {
    std::string_view name, from, to;
  };
  static constexpr Same casts[] = {{"__float_as_int", "float", "int"},
                                   {"__float_as_uint", "float", "unsigned int"},
                                   {"__int_as_float", "int", "float"},
                                   {"__uint_as_float", "unsigned int", "float"},
                                   {"__double_as_longlong", "double", "long long"},
                                   {"__longlong_as_double", "long long", "double"},
                                   {"__half_as_short", "__half", "short"},
                                   {"__half_as_ushort", "__half", "unsigned short"},
                                   {"__short_as_half", "short", "__half"},
                                   {"__ushort_as_half", "unsigned short", "__half"},
                                   {"__bfloat16_as_ushort", "__nv_bfloat16", "unsigned short"},
                                   {"__ushort_as_bfloat16", "unsigned short", "__nv_bfloat16"},
                                   {"__bfloat16_as_short", "__nv_bfloat16", "short"},
                                   {"__short_as_bfloat16", "short", "__nv_bfloat16"}};
  for (const Same& each : casts) {
    if (name != each.name || values.size() != 1) continue;
    const CType *from = types_.scalar(each.from), *to = types_.scalar(each.to);
    Value value = convert(values[0], from, place);
    const bool narrow = from->size == 2;
    const CType* plain =
        from->size == 8 ? from : types_.scalar(narrow ? "unsigned short" : "unsigned int");
    if (from->is_integer()) value = convert_scalar(value, plain);
    value.type = plain;
    if (value.times != none) value = in_registers(plain, reg(value));
    if (to->is_integer() && from->size < 8) value = convert_scalar(value, to);
    value.type = to;
    return value;
  }
  return std::nullopt;
}

Value Lowerer::print(std::vector<Given>& arguments, const Place& place) {
  if (arguments.empty() || !arguments[0].value.type || !arguments[0].value.type->is(Form::text) ||
      !arguments[0].value.is_constant())
    return failed(place, "printf needs its text as a string in the call");
  auto text = static_cast<std::size_t>(arguments[0].value.bits);
  if (!code_.texts[text].types.empty())  // printed already, by another call
    text = static_cast<std::size_t>(text_value(std::string(code_.texts[text].text)).bits);
  std::vector<Value> values;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (!arguments[i].value.type)
      return failed(arguments[i].place, "printf takes numbers, pointers and strings");
    const bool literal =
        arguments[i].value.type->is(Form::text) && arguments[i].value.is_constant();
    Value value = literal ? arguments[i].value : rvalue(arguments[i].value);
    if (bad()) return value;
    if (!value.type->has_registers() && !value.type->is(Form::text))
      return failed(arguments[i].place, "printf takes numbers, pointers and strings, got '%'",
                    {value.type});
    values.push_back(value);
  }
  if (values.size() > 32) return failed(place, "printf takes at most 32 values");
  const Register first = values.empty() ? none : fresh(static_cast<int>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].fresh = false;
    copy_registers(first + static_cast<Register>(i), values[i]);
    code_.texts[text].types.push_back(values[i].type->scalar);
  }
  Instruction& made = emit(Op::print, Type::i32, none, first);
  made.imm = static_cast<std::int64_t>(text);
  made.count = static_cast<std::uint8_t>(values.size());
  return number(types_.int_(), static_cast<std::int64_t>(values.size()));
}

}  // namespace loom::cuda
