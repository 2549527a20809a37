// What threads do together, where all of them come: barriers, shuffles, votes, atomics.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

namespace {

// What shuffles, and reductions of a warp, take.
constexpr Scalar moved[] = {Scalar::i32, Scalar::u32, Scalar::i64,   Scalar::u64,
                            Scalar::f32, Scalar::f64, Scalar::long_, Scalar::unsigned_long};

}  // namespace

void Generator::meet(int depth) {
  begin();
  switch (below(depth > 1 ? 10 : 7)) {
    case 0:
    case 1:
      return exchange(depth);
    case 2:
    case 3:
      return shuffle(depth);
    case 4:
      return vote(depth);
    case 5:
      return block_vote(depth);
    case 6:
      return shared_atomic(depth);
    case 7:
      return part_of_warp(depth);
    default:
      break;
  }
  if (chance(60)) {
    const std::string name = fresh("u");
    const int rounds = between(2, 4);
    scopes_.emplace_back();
    Variable& made = add(Variable::scalar, name, Scalar::i32);
    made.range = {0, rounds - 1};
    made.writable = false;
    open("for (int " + name + " = 0; " + name + " < " + std::to_string(rounds) + "; ++" + name +
         ") {");
  } else {
    scopes_.emplace_back();
    open(chance(50) ? "if (blockIdx.x == 0) {" : "if (gridDim.x * 3 % 2 == 1) {");
  }
  ++loops_;
  statements(depth - 1, between(1, 3));
  --loops_;
  close();
  scopes_.pop_back();
}

void Generator::exchange(int) {
  const Scalar type = any_scalar();
  const std::string name = fresh("shared"), count = std::to_string(threads_);
  const std::string got = fresh("v");
  line("__shared__ " + spell(type) + " " + name + "[" + count + "];");
  line(name + "[threadIdx.x] = " + at(as(type, 3), assignment_level) + ";");
  line("__syncthreads();");
  begin();
  const std::string from = chance(50)
                               ? "(threadIdx.x + " + std::to_string(between(1, 40)) + ") % " + count
                           : chance(50) ? count + " - 1 - threadIdx.x"
                                        : at(index(threads_, 3), assignment_level);
  line("const " + spell(type) + " " + got + " = " + name + "[" + from + "];");
  line("__syncthreads();");
  begin();
  add(Variable::scalar, got, type).writable = false;
}

void Generator::shuffle(int) {
  const Scalar type = moved[below(8)];
  const std::string name = fresh("v");
  static const char* const ways[] = {"", "_up", "_down", "_xor"};
  Expression value = as(type, 3);
  if (value.type != type) value = cast(value, type);
  begin();
  const std::string lane = at(index(32, 2), assignment_level);
  begin();
  static const char* const widths[] = {"", "", "", ", 32", ", 16", ", 8", ", 2"};
  static const char* const masks[] = {"0xffffffff", "0xffffffffu", "~0u"};
  const std::string text =
      std::string("__shfl") + ways[below(4)] + "_sync(" + masks[below(3)] + ", ";
  // The lane's own value, and the lane, may not be computed in any order if one changes the other.
  const std::string given = fresh("v");
  line("const " + spell(type) + " " + given + " = " + at(value, assignment_level) + ";");
  line(spell(type) + " " + name + " = " + text + given + ", " + lane + widths[below(7)] + ");");
  add(Variable::scalar, name, type);
}

void Generator::vote(int) {
  const auto test = [&] {
    return at(chance(60) ? condition(3) : as(Scalar::i32, 3), assignment_level);
  };
  const std::string name = fresh("v");
  const int which = below(8);
  const std::string mask = "0xffffffffu";
  if (which < 3) {
    static const char* const names[] = {"__ballot_sync", "__any_sync", "__all_sync"};
    const Scalar type = which == 0 ? Scalar::u32 : Scalar::i32;
    line(spell(type) + " " + name + " = " + names[which] + "(" + mask + ", " + test() + ");");
    Variable& made = add(Variable::scalar, name, type);
    if (which == 0) return;
    made.range = {0, 1};
    made.writable = false;
    return;
  }
  static const char* const names[] = {"__match_any_sync", "__reduce_add_sync", "__reduce_min_sync",
                                      "__reduce_max_sync", "__reduce_xor_sync"};
  const bool bits = which == 3 || which == 7;
  const Scalar type = bits || chance(50) ? Scalar::u32 : Scalar::i32;
  Expression value = which == 3 ? index(between(2, 8), 3) : as(type, 3);
  if (value.type != type) value = cast(value, type);
  line(spell(type) + " " + name + " = " + names[which - 3] + "(" + mask + ", " +
       at(value, assignment_level) + ");");
  add(Variable::scalar, name, type);
}

void Generator::block_vote(int) {
  const auto test = [&] {
    return at(chance(60) ? condition(3) : as(Scalar::i32, 3), assignment_level);
  };
  static const char* const names[] = {"__syncthreads_count", "__syncthreads_and",
                                      "__syncthreads_or"};
  const int which = below(3);
  const std::string name = fresh("v");
  line("const int " + name + " = " + names[which] + "(" + test() + ")" + (which ? " != 0;" : ";"));
  Variable& made = add(Variable::scalar, name, Scalar::i32);
  made.writable = false;
  made.range = {0, which ? 1 : threads_};
}

void Generator::shared_atomic(int) {
  static const Scalar types[] = {Scalar::i32, Scalar::u32, Scalar::u64};
  static const char* const names[] = {"Add", "Max", "Min", "Xor", "Or", "And"};
  const Scalar type = types[below(3)];
  const std::string name = fresh("shared"), got = fresh("v");
  line("__shared__ " + spell(type) + " " + name + ";");
  line("if (threadIdx.x == 0) " + name + " = " + literal(type).text + ";");
  line("__syncthreads();");
  line(std::string("atomic") + names[below(6)] + "(&" + name + ", " +
       at(as(type, 3), assignment_level) + ");");
  line("__syncthreads();");
  line("const " + spell(type) + " " + got + " = " + name + ";");
  line("__syncthreads();");
  begin();
  add(Variable::scalar, got, type).writable = false;
}

// On a thread's own place, what was there before is known, too.
void Generator::own_atomic(int) {
  static const char* const names[] = {"Add", "Exch", "CAS", "Min", "Max", "And", "Or", "Xor"};
  const int which = below(8);
  const auto fits = [&](const Variable& of) {
    if (of.kind != Variable::array || of.own.empty() || !of.writable) return false;
    if (of.type == Scalar::f32) return which < 2;
    if (of.type == Scalar::f64) return which < 1;
    return of.type == Scalar::i32 || of.type == Scalar::u32 || of.type == Scalar::u64;
  };
  std::vector<Variable> fitting;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables)
      if (fits(each)) fitting.push_back(each);
  if (fitting.empty()) return assign(3);
  begin();
  const Variable of = any(fitting);
  const std::string name = fresh("v"), to = element(of, 0).value.text;
  std::string values;
  for (int i = which == 2 ? 2 : 1; i > 0; --i) {
    Expression value = as(of.type, 2);
    if (value.type != of.type) value = cast(value, of.type);
    values += ", " + at(value, assignment_level);
    no_read_ = writes_;  // the two may be computed in any order
    no_write_ = ~Bits{0};
  }
  begin();
  line(spell(of.type) + " " + name + " = atomic" + names[which] + "(&" + to + values + ");");
  add(Variable::scalar, name, of.type);
}

// All threads change the same place. Where they do so by one operation alone, the order does not
// matter.
void Generator::global_atomic(int) {
  begin();
  const Sum& of = any(sums_);
  const int which = below(static_cast<int>(of.operations.size()));
  const std::string& how = of.operations[static_cast<std::size_t>(which)];
  // Where it begins again must be the same for all.
  const std::string by =
      how == "Inc" ? std::to_string(3 + threads_ % 7) : at(as(of.type, 3), assignment_level);
  line("atomic" + how + "(&" + of.name + "[" + std::to_string(which) + "], " + by + ");");
  begin();
}

void Generator::part_of_warp(int depth) {
  const bool uniform = std::exchange(uniform_, false);
  const bool low = chance(50);
  open(low ? "if (threadIdx.x % 32 < 16) {" : "if (threadIdx.x % 32 >= 16) {");
  const Scalar type = moved[below(8)];
  const std::string name = fresh("v"), given = fresh("v");
  line("const " + spell(type) + " " + given + " = " + at(as(type, 3), assignment_level) + ";");
  line(spell(type) + " " + name + " = __shfl_xor_sync(" + (low ? "0xffffu" : "0xffff0000u") + ", " +
       given + ", " + std::to_string(below(16)) + ");");
  begin();
  add(Variable::scalar, name, type);
  line("__syncwarp(" + std::string(low ? "0xffffu" : "0xffff0000u") + ");");
  statements(depth - 1, between(1, 2));
  close();
  uniform_ = uniform;
}

}  // namespace loom::random_kernels
