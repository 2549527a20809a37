// Values, conversions and accesses of memory.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {

using Form = CType::Form;

Value Lowerer::number(const CType* type, std::int64_t bits) const {
  Value made{type};
  made.where = Where::constant;
  made.bits = bits;
  return made;
}

Value Lowerer::in_registers(const CType* type, Register first, bool is_fresh) const {
  Value made{type};
  made.where = Where::registers;
  made.first = first;
  made.fresh = is_fresh;
  return made;
}

// Arrays become pointers, and what lies in memory is loaded.
Value Lowerer::rvalue(Value value) {
  if (value.type->is(Form::array)) {
    const Value at = address(value, {});
    return in_registers(types_.pointer_to(value.type->of), at.first, at.fresh);
  }
  if (value.type->is(Form::text)) return rvalue(characters(value));
  if (value.in_memory()) {
    if (!value.type->flat) {
      value.lvalue = false;
      value.type = value.type->plain;
      return value;
    }
    return load(value);
  }
  if (value.unset && value.where == Where::registers && value.type->has_registers())
    emit(Op::use, value.type->scalar, none, value.first);
  value.type = value.type->plain;
  value.unset = false;
  if (value.lvalue) value.fresh = false;
  value.lvalue = false;
  return value;
}

// The register of a scalar.
Register Lowerer::reg(const Value& value) {
  if (value.is_constant()) {
    const Type type = value.type->has_registers() ? value.type->scalar : Type::u64;
    return constant(static_cast<std::uint64_t>(value.bits), type);
  }
  if (value.in_memory() || value.type->is(Form::array)) return rvalue(value).first;
  if (value.times != none) {
    const Register result = fresh();
    emit(Op::mul, value.type->scalar, result, value.first, value.times);
    return result;
  }
  if (value.first == none) {
    fail({}, "a value of type '%' cannot be used here", {value.type});
    return 0;
  }
  return value.first;
}

// As many scalars of one type as lie side by side within the alignment, at most 16 bytes.
std::vector<Piece> pieces_of(const CType* type) {
  const Shape shape = shape_of(type);
  const auto& all = shape.scalars;
  std::vector<Piece> made;
  for (std::size_t i = 0; i < all.size();) {
    const int size = size_of(all[i].type);
    const int widest = std::min(16, shape.alignment);
    std::size_t end = i + 1;
    while (end < all.size() && all[end].type == all[i].type &&
           all[end].offset == all[end - 1].offset + size)
      ++end;
    std::size_t count = 1;
    while (i + count * 2 <= end && static_cast<int>(count) * 2 * size <= widest &&
           all[i].offset % (static_cast<int>(count) * 2 * size) == 0)
      count *= 2;
    made.push_back({all[i].offset, static_cast<int>(i), all[i].type, static_cast<int>(count)});
    i += count;
  }
  return made;
}

Value Lowerer::load(const Value& from) {
  if (const auto known = known_value(from)) return *known;
  const int scalars = from.type->scalars;
  const Register first = fresh(std::max(scalars, 1));
  const std::int32_t place_before = place_;
  if (from.place != none) place_ = from.place;
  for (const auto& [offset, scalar, type, count] : pieces_of(from.type)) {
    Instruction& made = emit(Op::load, type, first + scalar, from.first);
    made.count = static_cast<std::uint8_t>(count);
    made.imm = from.bits + offset;
    made.strong = from.type->is_volatile;
    made.whole = from.type->is_structure();
  }
  place_ = place_before;
  return in_registers(from.type->plain, first);
}

void Lowerer::store(const Value& to, const Value& value) {
  Value from = value;
  const bool moved = from.where != Where::registers || from.times != none;
  if (moved && to.type->has_registers()) from = in_registers(to.type->plain, reg(from), false);
  if (from.first >= pool && to.type->scalars > 1) {
    const Register copy = fresh(to.type->scalars);
    copy_registers(copy, from);
    from.first = copy;
  }
  for (const auto& [offset, scalar, type, count] : pieces_of(to.type)) {
    Instruction& made = emit(Op::store, type, none, to.first, from.first + scalar);
    made.count = static_cast<std::uint8_t>(count);
    made.imm = to.bits + offset;
    made.strong = to.type->is_volatile;
    made.whole = to.type->is_structure();
  }
}

void Lowerer::copy_registers(Register to, const Value& value) {
  const Shape shape = shape_of(value.type);
  if (value.is_constant() || value.times != none) {
    const Register from = reg(value);
    if (value.times != none)
      code_.instructions.back().result = to;
    else
      emit(Op::copy, value.type->scalar, to, from);
    return;
  }
  const int count = value.type->scalars;
  if (count == 0 || value.first == to) return;
  // The instruction that made the value may as well put it here.
  if (value.fresh && code_.instructions.size() > barrier_) {
    Instruction& last = code_.instructions.back();
    const bool whole =
        last.result == value.first && (count == 1 || (last.op == Op::load && last.count == count));
    if (whole && last.op != Op::match_all) {
      last.result = to;
      return;
    }
  }
  for (int i = 0; i < count; ++i)
    emit(Op::copy, shape.scalars[static_cast<std::size_t>(i)].type, to + i, value.first + i);
}

void Lowerer::assign(const Value& to, const Value& value, const Place& place) {
  if (bad()) return;
  if (to.type->flat) {
    const Value from = convert(value, to.type->plain, place);
    if (bad()) return;
    at(place);
    if (to.in_memory()) return store(to, from);
    if (to.where == Where::registers) return copy_registers(to.first, from);
    if (to.where == Where::nothing && to.type->scalars == 0) return;
    fail(place, "this cannot be given a value");
    return;
  }
  if (!value.in_memory() || !same(value.type, to.type)) {
    fail(place, "expected a value of type '%', got '%'", {to.type, value.type});
    return;
  }
  const Shape shape = shape_of(to.type);
  if (shape.scalars.size() > 1024) {
    fail(place, "this copies an array of more than 1024 elements at once; use a loop");
    return;
  }
  for (const auto& [offset, scalar, type, count] : pieces_of(to.type)) {
    const Register moved = fresh(count);
    Instruction& read = emit(Op::load, type, moved, value.first);
    read.count = static_cast<std::uint8_t>(count);
    read.imm = value.bits + offset;
    read.whole = true;
    Instruction& written = emit(Op::store, type, none, to.first, moved);
    written.count = static_cast<std::uint8_t>(count);
    written.imm = to.bits + offset;
    written.whole = true;
  }
}

Value Lowerer::convert_scalar(const Value& value, const CType* to) {
  const Type from = value.type->scalar, type = to->scalar;
  Value made = value;
  made.type = to;
  if (from == type) return made;
  if (type == Type::boolean) {
    const Value zero = number(value.type, 0);
    return computed(Op::not_equal, to, from, value, zero);
  }
  if (value.is_constant()) {
    Instruction conversion{Op::convert, type};
    conversion.from = from;
    if (const auto known = folded(conversion, value, {}, {})) return number(to, *known);
  }
  // Narrow integers lie extended in their registers, so that wider ones need nothing.
  const bool integers = from < Type::f16 && type < Type::f16;
  const bool keeps_sign = is_signed(type) || !is_signed(from);
  if (integers && loom::cuda::size_of(type) > loom::cuda::size_of(from) &&
      (keeps_sign || loom::cuda::size_of(type) == 8))
    return made;
  if (integers && loom::cuda::size_of(type) == 8 && loom::cuda::size_of(from) == 8) return made;
  const Register result = fresh(), operand = reg(value);
  emit(Op::convert, type, result, operand).from = from;
  return in_registers(to, result);
}

Value Lowerer::truth(const Value& value, const Place& place) {
  return convert(value, types_.boolean(), place, true);
}

Value Lowerer::convert(const Value& given, const CType* to, const Place& place, bool is_explicit) {
  if (bad()) return number(types_.int_(), 0);
  to = to->plain;
  if (given.type->is_structure() && same(given.type, to)) return rvalue(given);
  if (to->is(Form::nothing)) return nothing();
  if (given.type->is(Form::text)) {
    if (to->is(Form::text)) return given;
    if (same(to, types_.boolean())) return number(to, 1);  // assert(a < b && "why")
  }
  Value value = rvalue(given);
  const CType* from = value.type;
  if (same(from, to)) return value;
  const bool scalar = from->is_scalar() || from->is(Form::enumeration);
  if (scalar && (to->is_scalar() || (to->is(Form::enumeration) && is_explicit)) &&
      (is_explicit || !from->scoped))
    return convert_scalar(value, to);
  if (from->is_pointer() && to->is_pointer())
    if (const auto made = converted_pointer(value, to)) return *made;
  if (from->is_pointer() && to->is_pointer() && (is_explicit || fit(types_, from, to) >= 0)) {
    value.type = to;
    return value;
  }
  if (from->is_pointer() && to->is_scalar() && (is_explicit || to->scalar == Type::boolean) &&
      to->is_integer())
    return convert_scalar(value, to);
  if (to->is_pointer() && from->is_integer() &&
      (is_explicit || (value.is_constant() && value.bits == 0))) {
    value = convert_scalar(value, types_.size());
    value.type = to;
    return value;
  }
  if (to->is(Form::function_pointer)) {
    if (from->is(Form::functions)) return pointer_to_function(from->functions, to, place);
    if (from->is_integer() && value.is_constant() && value.bits == 0) return number(to, 0);
    if (from->is(Form::closure))
      return failed(place,
                    "a lambda cannot become a pointer to a function here; write a "
                    "__device__ function");
  }
  if (from->is(Form::function_pointer) && to->is_scalar() && to->scalar == Type::boolean)
    return convert_scalar(value, to);
  if (from->is_structure()) {
    if (const auto base = base_of(from, to)) return rvalue(member(value, *base));
    if (const auto made = converted_structure(value, to, place))
      return convert(*made, to, place, is_explicit);
  }
  if (to->is_structure() && has_constructor(to)) {
    const Value made = temporary(to);
    std::vector<Given> arguments{{value, nullptr, place}};
    if (construct_into(made, arguments, place, false)) return rvalue(made);
  }
  if (bad()) return number(types_.int_(), 0);
  return failed(place, "cannot convert '%' to '%'", {from, to});
}

Value Lowerer::member(const Value& of, const Field& field) {
  if (of.where == Where::nothing)
    return unevaluated_ ? imagined(field.type) : failed(here_, "'%' needs an object", {field.name});
  Value made = of;
  const bool is_mutable = field.declared && field.declared->flags.is_mutable;
  made.type = of.type->is_const() && !is_mutable ? types_.const_of(field.type) : field.type;
  if (of.type->is_volatile) made.type = types_.volatile_of(made.type);
  made.fresh = false;
  if (of.in_memory())
    made.bits += field.offset;
  else if (of.first != none)
    made.first = of.first + field.scalar;
  return field.reference ? pointed(rvalue(made)) : made;
}

// Where a value of this type can be put together.
Value Lowerer::temporary(const CType* type) {
  refuse_ends(type, {});
  return new_variable(type->plain, "", !type->flat, 0);
}

Value Lowerer::pointed(const Value& pointer) {
  Value made{pointer.type->of};
  made.where = Where::memory;
  made.lvalue = true;
  made.first = reg(pointer);
  return made;
}

Value Lowerer::address(const Value& value, const Place& place) {
  if (!value.in_memory()) {
    if (value.type->is_structure() && value.type->scalars == 0 && !moves_to_memory(value))
      return number(types_.pointer_to(value.type), 1);  // nothing is ever read there
    moves_to_memory(value);
    return failed(place, "the address of this value cannot be taken; give it a name first");
  }
  const CType* type = types_.pointer_to(value.type);
  if (value.bits == 0) return in_registers(type, value.first, false);
  const Register result = fresh();
  emit(Op::add, Type::u64, result, value.first,
       constant(static_cast<std::uint64_t>(value.bits), Type::u64));
  return in_registers(type, result);
}

Value Lowerer::pinned(const Value& value) {
  Value made = value;
  made.fresh = false;
  if (!value.in_memory() || value.first >= pool) return made;
  made.first = fresh();
  emit(Op::copy, Type::u64, made.first, value.first);
  return made;
}

// pointer ± index
Value Lowerer::moved(const Value& pointer, const Value& index, bool minus, const Place& place) {
  const CType* of = pointer.type->of;
  if (of->is(Form::nothing))
    return failed(place, "a pointer to void has no elements; cast it first");
  Value by = plain_number(index, place);
  if (by.type->is(Form::enumeration)) by.type = by.type->of;
  if (!by.type->is_integer())
    return failed(place, "an index must be an integer, got '%'", {by.type});
  at(place);
  by = convert_scalar(
      by, is_signed(by.type) || by.type->size < 8 ? types_.difference() : types_.size());
  const std::int64_t size = of->plain->size;
  const Register base = reg(pointer);
  if (by.is_constant()) {
    const auto bytes = static_cast<std::uint64_t>(by.bits) * static_cast<std::uint64_t>(size);
    const Register sum = fresh();
    emit(minus ? Op::sub : Op::add, Type::u64, sum, base, constant(bytes, Type::u64));
    return in_registers(pointer.type->plain, sum);
  }
  const Register step = constant(static_cast<std::uint64_t>(minus ? -size : size), Type::i64),
                 index_register = reg(by), result = fresh();
  if (size == 1 && !minus)
    emit(Op::add, Type::u64, result, base, index_register);
  else
    emit(Op::fma, Type::i64, result, index_register, step, base);
  return in_registers(pointer.type->plain, result);
}

// of[index], for arrays and pointers.
Value Lowerer::element(const Value& of, const Value& index, const Place& place) {
  const Value by = plain_number(index, place);
  const CType* type = of.type->of;
  if (by.is_constant() && (by.type->is_integer() || by.type->is(Form::enumeration)) &&
      !type->is(Form::nothing)) {
    Value made = of.type->is(Form::array) ? of : pointed(rvalue(of));
    made.bits += by.bits * type->plain->size;
    made.type = type;
    made.lvalue = true;
    return made;
  }
  Value base = of;
  std::int64_t offset = 0;
  if (of.type->is(Form::array)) {  // its own offset is added by the access
    offset = of.bits;
    base.bits = 0;
  }
  Value made = pointed(moved(rvalue(base), by, false, place));
  if (bad()) return made;
  made.bits = offset;
  return made;
}

}  // namespace loom::cuda
