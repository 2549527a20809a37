// Functions of warps and blocks, atomics and asynchronous copies.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

struct NamedOp {
  std::string_view name;
  Op op;
};

}  // namespace

// mask, value, lane or delta, width
Value Lowerer::shuffle(Op op, std::vector<Value>& values, const Place& place) {
  const CType* type = values[1].type->plain;
  if (type->is(Form::enumeration) || type->scalar == Type::boolean) {
    if (!type->is_structure()) values[1] = convert(values[1], promoted(types_, type), place);
  }
  type = values[1].type->plain;
  if (!type->flat || type->scalars == 0)
    return failed(place, "a shuffle takes numbers, got '%'", {type});
  const Value width =
      values.size() > 3 ? convert(values[3], types_.int_(), place) : number(types_.int_(), 32);
  if (bad()) return width;
  if (!width.is_constant()) {  // written with a shuffle of the whole warp
    static constexpr std::string_view names[] = {"__loom_shfl", "__loom_shfl_up",
                                                 "__loom_shfl_down", "__loom_shfl_xor"};
    std::vector<Given> given;
    for (const Value& each : values) given.push_back({each, nullptr, place});
    const auto made = call_functions(
        names[static_cast<int>(op) - static_cast<int>(Op::shuffle_index)], nullptr, given, place);
    return made ? *made : failed(place, "the width of a shuffle must be a constant here");
  }
  if (width.bits <= 0 || width.bits > 32 || (width.bits & (width.bits - 1)) != 0)
    return failed(place, "the width of a shuffle must be 1, 2, 4, 8, 16 or 32, got %",
                  {width.bits});
  Value value = rvalue(values[1]);
  if (type->has_registers()) value = in_registers(type, reg(value), false);
  const Register mask = reg(convert(values[0], types_.unsigned_(), place)),
                 lane = reg(convert(values[2], types_.int_(), place));
  if (bad()) return value;
  const Shape shape = shape_of(type);
  const Register result = fresh(type->scalars);
  for (int i = 0; i < type->scalars; ++i) {
    Instruction& made = emit(op, shape.scalars[static_cast<std::size_t>(i)].type, result + i, mask,
                             value.first + i, lane);
    made.imm = width.bits;
  }
  return in_registers(type, result);
}

// The predicate of a vote is an int. Any other argument is converted to int first, so 0.5 becomes
// 0, which is false.
Value Lowerer::predicate(const Value& value, const Place& place) {
  const bool whole = value.type->is_scalar() && value.type->scalar <= Type::u32;
  return truth(whole ? value : convert(value, types_.int_(), place), place);
}

std::optional<Value> Lowerer::shuffle_function(std::string_view name, std::vector<Value>& values,
                                               const Place& place) {
  static constexpr NamedOp shuffles[] = {{"__shfl_sync", Op::shuffle_index},
                                         {"__shfl_up_sync", Op::shuffle_up},
                                         {"__shfl_down_sync", Op::shuffle_down},
                                         {"__shfl_xor_sync", Op::shuffle_xor}};
  for (const NamedOp& each : shuffles)
    if (name == each.name) {
      if (values.size() < 3 || values.size() > 4)
        return count_of_arguments(name, 3, values.size(), place);
      return shuffle(each.op, values, place);
    }
  static constexpr std::pair<std::string_view, std::string_view> old[] = {
      {"__shfl", "__shfl_sync"},
      {"__shfl_up", "__shfl_up_sync"},
      {"__shfl_down", "__shfl_down_sync"},
      {"__shfl_xor", "__shfl_xor_sync"},
      {"__ballot", "__ballot_sync"},
      {"__any", "__any_sync"},
      {"__all", "__all_sync"}};
  for (const auto& [each, now_called] : old)
    if (name == each)
      return failed(place,
                    "% is gone since CUDA 9 for this chip; use % with a mask, such as 0xffffffff",
                    {name, now_called});
  return std::nullopt;
}

std::optional<Value> Lowerer::vote_function(std::string_view name, std::vector<Value>& values,
                                            const Place& place) {
  static constexpr NamedOp votes[] = {{"__any_sync", Op::vote_any},
                                      {"__all_sync", Op::vote_all},
                                      {"__ballot_sync", Op::vote_ballot},
                                      {"__uni_sync", Op::vote_uniform}};
  for (const NamedOp& each : votes) {
    if (name != each.name) continue;
    if (values.size() != 2) return count_of_arguments(name, 2, values.size(), place);
    const Register mask = reg(convert(values[0], types_.unsigned_(), place)),
                   test = reg(predicate(values[1], place)), result = fresh();
    const CType* type = each.op == Op::vote_ballot ? types_.unsigned_() : types_.int_();
    emit(each.op, type->scalar, result, mask, test);
    return in_registers(type, result);
  }
  return std::nullopt;
}

std::optional<Value> Lowerer::match_function(std::string_view name, std::vector<Value>& values,
                                             const Place& place) {
  if (name == "__match_any_sync" || name == "__loom_match_all") {
    const bool any = name == "__match_any_sync";
    if (values.size() != 2) return count_of_arguments(name, 2, values.size(), place);
    const Register mask = reg(convert(values[0], types_.unsigned_(), place)),
                   value = reg(values[1]), result = fresh(2);
    emit(any ? Op::match_any : Op::match_all, values[1].type->scalar, result, mask, value);
    return in_registers(types_.unsigned_(), result, false);
  }
  if (name == "__match_all_sync") {
    if (values.size() != 3 || !values[2].type->is_pointer())
      return count_of_arguments(name, 3, values.size(), place);
    const Register mask = reg(convert(values[0], types_.unsigned_(), place)),
                   value = reg(values[1]), result = fresh(2);
    emit(Op::match_all, values[1].type->scalar, result, mask, value);
    store(pointed(values[2]),
          convert(in_registers(types_.int_(), result + 1, false), values[2].type->of, place));
    return in_registers(types_.unsigned_(), result, false);
  }
  return std::nullopt;
}

std::optional<Value> Lowerer::reduce_function(std::string_view name, std::vector<Value>& values,
                                              const Place& place) {
  static constexpr NamedOp reductions[] = {
      {"__reduce_add_sync", Op::reduce_add}, {"__reduce_min_sync", Op::reduce_min},
      {"__reduce_max_sync", Op::reduce_max}, {"__reduce_and_sync", Op::reduce_and},
      {"__reduce_or_sync", Op::reduce_or},   {"__reduce_xor_sync", Op::reduce_xor}};
  for (const NamedOp& each : reductions) {
    if (name != each.name) continue;
    if (values.size() != 2) return count_of_arguments(name, 2, values.size(), place);
    const bool bits =
        each.op == Op::reduce_and || each.op == Op::reduce_or || each.op == Op::reduce_xor;
    const CType* type = bits || !is_signed(values[1].type) ? types_.unsigned_() : types_.int_();
    const Register mask = reg(convert(values[0], types_.unsigned_(), place)),
                   value = reg(convert(values[1], type, place)), result = fresh();
    emit(each.op, type->scalar, result, mask, value);
    return in_registers(type, result);
  }
  return std::nullopt;
}

std::optional<Value> Lowerer::warp_function(std::string_view name, std::vector<Value>& values,
                                            const Place& place) {
  for (Intrinsic Lowerer::*some : {&Lowerer::shuffle_function, &Lowerer::vote_function,
                                   &Lowerer::match_function, &Lowerer::reduce_function})
    if (auto made = (this->*some)(name, values, place)) return made;
  if (name == "__activemask") {
    const Register result = fresh();
    emit(Op::active_mask, Type::u32, result);
    return in_registers(types_.unsigned_(), result);
  }
  if (name == "__syncwarp") {
    const Register mask =
        values.empty() ? none : reg(convert(values[0], types_.unsigned_(), place));
    emit(Op::sync_warp, Type::u32, none, mask);
    return nothing();
  }
  if (name == "__loom_lane" || name == "__loom_warp")
    return in_registers(types_.unsigned_(),
                        special(name == "__loom_lane" ? Special::lane : Special::warp), false);
  return std::nullopt;
}

std::optional<Value> Lowerer::block_function(std::string_view name, std::vector<Value>& values,
                                             const Place& place) {
  static constexpr std::string_view barriers[] = {"__syncthreads", "__syncthreads_count",
                                                  "__syncthreads_and", "__syncthreads_or"};
  for (int i = 0; i < 4; ++i) {
    if (name != barriers[i]) continue;
    const std::size_t expected = i == 0 ? 0 : 1;
    if (values.size() != expected) return count_of_arguments(name, expected, values.size(), place);
    const Register test = i == 0 ? none : reg(predicate(values[0], place)),
                   result = i == 0 ? none : fresh();
    emit(Op::barrier, Type::i32, result, none, test).imm = i;
    return i == 0 ? nothing() : in_registers(types_.int_(), result);
  }
  if (is_one_of(name, "__threadfence __threadfence_block __threadfence_system")) {
    emit(Op::fence, Type::i32, none).imm = name == "__threadfence_block";
    return nothing();
  }
  if (name == "__trap" || name == "__loom_assert") {
    if (name == "__trap") {
      emit(Op::trap, Type::i32, none);
      return nothing();
    }
    if (values.size() != 2 || !values[1].type->is(Form::text))
      return count_of_arguments("assert", 1, values.size(), place);
    const Register test = reg(truth(values[0], place));
    emit(Op::assertion, Type::boolean, none, test).imm = values[1].bits;
    return nothing();
  }
  static constexpr std::string_view spaces[] = {"__isShared", "__isGlobal", "__isLocal",
                                                "__isConstant"};
  for (std::string_view each : spaces)
    if (name == each)
      return failed(place, "% is not taken; the kernel knows where its arrays lie", {name});
  return std::nullopt;
}

Value Lowerer::atomic_of(Atomic what, std::string_view name, std::vector<Value>& values,
                         const Place& place) {
  static constexpr std::string_view summed[] = {"float2", "float4", "__half2", "__nv_bfloat162"};
  const std::size_t expected = what == Atomic::compare_and_swap ? 3 : 2;
  if (values.size() != expected) return count_of_arguments(name, expected, values.size(), place);
  if (!values[0].type->is_pointer())
    return failed(place, "the first value of '%' must be a pointer, got '%'",
                  {name, values[0].type});
  const CType* type = values[0].type->of;
  if (type->is_const()) return failed(place, "'%' writes, but its pointer is const", {name});
  const bool small = type->is_scalar() &&
                     (type->size == 1 ||
                      (type->size == 2 && type->is_integer() && what != Atomic::compare_and_swap));
  const bool real = type->is_real() && what != Atomic::add && what != Atomic::exchange;
  const bool vector =
      type->is_structure() && what == Atomic::add &&
      std::find(std::begin(summed), std::end(summed), type->name) != std::end(summed);
  const bool pointer =
      type->is_pointer() && (what == Atomic::exchange || what == Atomic::compare_and_swap);
  if ((!type->is_scalar() && !vector && !pointer) || small || real)
    return failed(place, "hardware has no '%' for '%'%",
                  {name, type, real ? "; loop with atomicCAS over its bits (__float_as_int)" : ""});
  const Value to = convert(values[1], type, place);
  const Value put = expected == 3 ? convert(values[2], type, place) : Value{};
  if (bad()) return to;
  const Register address_register = reg(values[0]);
  const Register operand = type->is_structure() ? to.first : reg(to),
                 third = put.type ? reg(put) : none;
  const Register result = fresh(type->scalars);
  Instruction& made =
      emit(Op::atomic, shape_of(type).scalars[0].type, result, address_register, operand, third);
  made.imm = static_cast<std::int64_t>(what);
  made.count = static_cast<std::uint8_t>(type->scalars);
  return in_registers(type, result, false);
}

std::optional<Value> Lowerer::atomic(std::string_view name, std::vector<Value>& values,
                                     const Place& place) {
  static constexpr std::pair<std::string_view, Atomic> table[] = {
      {"Add", Atomic::add},       {"Sub", Atomic::sub},       {"Min", Atomic::min},
      {"Max", Atomic::max},       {"Exch", Atomic::exchange}, {"CAS", Atomic::compare_and_swap},
      {"Inc", Atomic::increment}, {"Dec", Atomic::decrement}, {"And", Atomic::bit_and},
      {"Or", Atomic::bit_or},     {"Xor", Atomic::bit_xor}};
  if (!name.starts_with("atomic")) return std::nullopt;
  std::string_view rest = name.substr(6);
  for (std::string_view scope : {"_block", "_system"})
    if (rest.ends_with(scope)) rest.remove_suffix(scope.size());
  for (const auto& [each, what] : table)
    if (rest == each) return atomic_of(what, name, values, place);
  return std::nullopt;
}

// memcpy and memset of a constant number of bytes: in the widest parts for which both sides are
// aligned.
Value Lowerer::copy_memory(std::string_view name, std::vector<Value>& values, const Place& place) {
  if (values.size() != 3) return count_of_arguments(name, 3, values.size(), place);
  const bool copies = name == "memcpy";
  if (!values[0].type->is_pointer() || (copies && !values[1].type->is_pointer()))
    return failed(place, "% takes pointers", {name});
  const Value size = convert(values[2], types_.size(), place);
  if (bad()) return size;
  if (!size.is_constant() || size.bits < 0 || size.bits > 1024)
    return failed(place, "the size of % must be a constant of at most 1024 bytes here; use a loop",
                  {name});
  std::int64_t part = std::max(1, std::min(8, values[0].type->of->alignment));
  if (copies) part = std::min<std::int64_t>(part, std::max(1, values[1].type->of->alignment));
  if (!copies && !(values[1].is_constant() && values[1].bits == 0)) part = 1;
  const Register to = reg(values[0]),
                 from = copies ? reg(values[1])
                               : reg(convert(values[1], types_.scalar("unsigned char"), place));
  for (std::int64_t at_byte = 0; at_byte < size.bits && !bad();) {
    while (at_byte + part > size.bits) part /= 2;
    const Type type = part == 8   ? Type::u64
                      : part == 4 ? Type::u32
                      : part == 2 ? Type::u16
                                  : Type::u8;
    const Register value = copies ? fresh() : from;
    const auto moves = [&](Instruction& made) { made.imm = at_byte, made.whole = copies; };
    if (copies) moves(emit(Op::load, type, value, from));
    moves(emit(Op::store, type, none, to, value));
    at_byte += part;
  }
  return values[0];
}

std::optional<Value> Lowerer::copy_function(std::string_view name, std::vector<Value>& values,
                                            const Place& place) {
  if (name == "memcpy" || name == "memset") return copy_memory(name, values, place);
  if (name == "__pipeline_memcpy_async") {
    if (values.size() < 3 || values.size() > 4)
      return count_of_arguments(name, 3, values.size(), place);
    const Value size = convert(values[2], types_.size(), place);
    if (bad()) return size;
    if (!size.is_constant() || (size.bits != 4 && size.bits != 8 && size.bits != 16))
      return failed(
          place,
          "__pipeline_memcpy_async copies 4, 8 or 16 bytes, and their number must be a constant");
    if (!values[0].type->is_pointer() || !values[1].type->is_pointer())
      return failed(place, "__pipeline_memcpy_async takes two pointers");
    Register bytes = none;
    if (values.size() == 4) {  // so many zeros at the end
      const Value zeros = convert(values[3], types_.size(), place);
      bytes = reg(computed(Op::sub, types_.size(), Type::u64, size, zeros));
    }
    const Register to = reg(values[0]), from = reg(values[1]);
    emit(Op::copy_async, Type::u8, none, to, from, bytes).count =
        static_cast<std::uint8_t>(size.bits);
    return nothing();
  }
  if (name == "__pipeline_commit") {
    emit(Op::copy_async_commit, Type::i32, none);
    return nothing();
  }
  if (name == "__pipeline_wait_prior") {
    if (values.size() != 1) return count_of_arguments(name, 1, values.size(), place);
    if (!values[0].is_constant())
      return failed(place, "the number of groups of __pipeline_wait_prior must be a constant");
    emit(Op::copy_async_wait, Type::i32, none).imm = values[0].bits;
    return nothing();
  }
  return std::nullopt;
}

}  // namespace loom::cuda
