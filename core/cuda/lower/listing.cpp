#include <string>

#include "core/cuda/lower/compile.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view op_names[] = {"constant",
                                         "copy",
                                         "add",
                                         "sub",
                                         "mul",
                                         "div",
                                         "rem",
                                         "and",
                                         "or",
                                         "xor",
                                         "shift_left",
                                         "shift_right",
                                         "min",
                                         "max",
                                         "mul_high",
                                         "fma",
                                         "negate",
                                         "not",
                                         "absolute",
                                         "equal",
                                         "not_equal",
                                         "less",
                                         "less_equal",
                                         "greater",
                                         "greater_equal",
                                         "select",
                                         "convert",
                                         "function",
                                         "special",
                                         "load",
                                         "store",
                                         "atomic",
                                         "copy_async",
                                         "copy_async_commit",
                                         "copy_async_wait",
                                         "fence",
                                         "shuffle_index",
                                         "shuffle_up",
                                         "shuffle_down",
                                         "shuffle_xor",
                                         "vote_any",
                                         "vote_all",
                                         "vote_ballot",
                                         "vote_uniform",
                                         "match_any",
                                         "match_all",
                                         "reduce_add",
                                         "reduce_min",
                                         "reduce_max",
                                         "reduce_and",
                                         "reduce_or",
                                         "reduce_xor",
                                         "active_mask",
                                         "sync_warp",
                                         "barrier",
                                         "undefine",
                                         "use",
                                         "jump",
                                         "branch_true",
                                         "branch_false",
                                         "exit",
                                         "print",
                                         "assertion",
                                         "trap"};
static_assert(std::size(op_names) == static_cast<std::size_t>(Op::trap) + 1);

constexpr std::string_view type_names[] = {"bool", "i8",  "u8",  "i16",  "u16", "i32", "u32",
                                           "i64",  "u64", "f16", "bf16", "f32", "f64"};
constexpr std::string_view special_names[] = {
    "thread.x",     "thread.y",     "thread.z",       "block.x",     "block.y",     "block.z",
    "block_size.x", "block_size.y", "block_size.z",   "grid_size.x", "grid_size.y", "grid_size.z",
    "lane",         "warp",         "dynamic_shared", "frame"};

std::string register_name(Register number) { return "r" + std::to_string(number); }

bool has_type(Op op) {
  return op != Op::jump && op != Op::branch_true && op != Op::branch_false && op != Op::exit &&
         op != Op::barrier && op != Op::special && op != Op::fence;
}

bool has_number(Op op) {
  return op == Op::constant || op == Op::load || op == Op::store || op == Op::atomic ||
         op == Op::copy_async_wait || op == Op::barrier || op == Op::jump ||
         op == Op::branch_true || op == Op::branch_false || op == Op::print ||
         op == Op::assertion || (op >= Op::shuffle_index && op <= Op::shuffle_xor);
}

std::string line_of(const Instruction& each) {
  std::string made = each.result == none ? "" : register_name(each.result) + " = ";
  made += op_names[static_cast<int>(each.op)];
  if (has_type(each.op)) made += "." + std::string(type_names[static_cast<int>(each.type)]);
  if (each.op == Op::convert || each.op == Op::function)
    made += "." + std::string(type_names[static_cast<int>(each.from)]);
  if (each.count != 1) made += "x" + std::to_string(each.count);
  if (each.checked) made += ".checked";
  if (each.op == Op::special) made += " " + std::string(special_names[each.imm]);
  if (each.op == Op::function) made += " " + std::to_string(each.imm);
  for (Register operand : {each.a, each.b, each.c})
    if (operand != none) made += " " + register_name(operand);
  if (has_number(each.op) &&
      (each.imm != 0 || (each.op != Op::load && each.op != Op::store && each.op != Op::barrier)))
    made +=
        (each.op == Op::jump || each.op == Op::branch_true || each.op == Op::branch_false ? " -> "
                                                                                          : " #") +
        std::to_string(each.imm);
  return made;
}

}  // namespace

std::string listing(const Code& code) {
  std::string made;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& each = code.instructions[i];
    const Place place = code.places[static_cast<std::size_t>(each.place)];
    made += std::to_string(i) + " [" + std::to_string(place.line) + ":" +
            std::to_string(place.column) + "] " + line_of(each) + "\n";
  }
  return made;
}

}  // namespace loom::cuda
