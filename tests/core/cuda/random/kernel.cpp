// The kernel itself, and what it is launched with.
#include <cmath>
#include <cstring>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

void Generator::launch() {
  made_.meets = chance(35);
  if (made_.meets) {
    made_.block = {static_cast<unsigned>(32 * between(1, 2)), 1, 1};
    made_.grid = {static_cast<unsigned>(between(1, 2)), 1, 1};
  } else if (chance(50)) {
    made_.block = {static_cast<unsigned>(between(1, 48)), 1, 1};
    made_.grid = {static_cast<unsigned>(between(1, 3)), 1, 1};
  } else {
    for (auto* each : {&made_.block, &made_.grid})
      for (unsigned& axis : *each)
        axis = static_cast<unsigned>(between(1, each == &made_.block ? 4 : 2));
  }
  threads_ = static_cast<int>(made_.block[0] * made_.block[1] * made_.block[2]);
}

// Numbers of all kinds, and the edges of their type.
std::vector<std::uint8_t> Generator::values(Scalar type, int count) {
  std::vector<std::uint8_t> made(static_cast<std::size_t>(count * bytes(type)));
  for (int i = 0; i < count; ++i) {
    std::uint8_t* const at_byte = made.data() + i * bytes(type);
    const bool simple = chance(60);
    if (is_real(type)) {
      double value = simple ? below(200) - 100 : std::ldexp(random_.unit() - 0.5, between(-60, 60));
      if (chance(3)) value = chance(50) ? HUGE_VAL : -0.0;
      const auto single = static_cast<float>(value);
      if (type == Scalar::f32)
        std::memcpy(at_byte, &single, 4);
      else
        std::memcpy(at_byte, &value, 8);
      continue;
    }
    std::uint64_t value =
        simple ? static_cast<std::uint64_t>(below(32)) : random_.next() >> below(64);
    if (is_signed(type) && chance(40)) value = 0 - value;
    if (type == Scalar::boolean) value &= 1;
    std::memcpy(at_byte, &value, static_cast<std::size_t>(bytes(type)));
  }
  return made;
}

void Generator::parameters(std::string& list) {
  const int all = static_cast<int>(made_.threads());
  const auto pointer = [&](Scalar type, int count, const std::string& text) {
    made_.given.push_back({type, true, values(type, count)});
    list += (list.empty() ? "" : ", ") + text;
  };
  for (int i = between(1, 3); i > 0; --i) {  // each thread's own part
    const Scalar type = any_scalar();
    const std::string name = fresh("out");
    const int count = between(1, 4);
    pointer(type, all * count, spell(type) + "* " + name);
    Variable& made = add(Variable::array, name, type);
    made.counts = {count};
    made.own = count == 1   ? "t"
               : chance(50) ? "t * " + std::to_string(count)
                            : std::to_string(count) + " * t";
  }
  for (int i = between(1, 2); i > 0; --i) {
    const Scalar type = any_scalar();
    const std::string name = fresh("in");
    const int count = between(5, 40);
    pointer(type, count,
            "const " + spell(type) + "* " + (chance(30) ? "__restrict__ " : "") + name);
    Variable& made = add(Variable::array, name, type);
    made.counts = {count};
    made.writable = false;
  }
  for (int i = below(3); i > 0; --i) {
    static const Scalar types[] = {Scalar::i32, Scalar::u32, Scalar::u64};
    Sum made{fresh("sum"), types[below(3)], {"Add", "Max", "Min", "Xor", "Or", "And"}};
    if (made.type != Scalar::u64) made.operations.push_back("Sub");
    if (made.type == Scalar::u32) made.operations.push_back("Inc");
    const int count = static_cast<int>(made.operations.size());
    pointer(made.type, count, spell(made.type) + "* " + made.name);
    sums_.push_back(made);
  }
  for (int i = below(3); i > 0; --i) {
    const Scalar type = any_scalar();
    const std::string name = fresh("n");
    made_.given.push_back({type, false, values(type, 1)});
    const bool constant = chance(20);
    list += ", " + std::string(constant ? "const " : "") + spell(type) + " " + name;
    add(Variable::scalar, name, type).writable = !constant;
  }
}

// The number of the thread, and perhaps a part of shared memory of its own.
void Generator::own_parts() {
  const bool plain = made_.block[1] * made_.block[2] * made_.grid[1] * made_.grid[2] == 1;
  const std::string in_block =
      plain ? "threadIdx.x"
            : "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)";
  const std::string block =
      plain ? "blockIdx.x" : "((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x)";
  const std::string size = plain ? "blockDim.x" : "(blockDim.x * blockDim.y * blockDim.z)";
  line(std::string(chance(50) ? "const int" : "const unsigned") + " t = " + block + " * " + size +
       " + " + in_block + ";");
  Variable& made = add(Variable::scalar, "t", Scalar::i32);
  if (text_.rfind("const unsigned t") != std::string::npos) made.type = Scalar::u32;
  made.writable = false;
  made.range = {0, made_.threads() - 1};
  if (!chance(40)) return;
  const Scalar type = any_scalar();
  const std::string name = fresh("shared");
  line("__shared__ " + spell(type) + " " + name + "[" + std::to_string(threads_) + "];");
  const std::string own = plain ? "threadIdx.x" : in_block;
  line(name + "[" + own + "] = " + at(as(type, 1), assignment_level) + ";");
  begin();
  Variable& shared = add(Variable::array, name, type);
  shared.counts = {1};
  shared.own = own;
}

// What the variables are at the end, so that nothing is computed in vain.
void Generator::results() {
  int whole = 0, real = 0;
  std::string lines;
  std::vector<std::pair<std::string, Scalar>> all;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables) {
      if (each.kind == Variable::scalar) all.emplace_back(each.name, each.type);
      if (each.kind == Variable::array && each.local && each.counts.size() == 1)
        for (int i = 0; i < each.counts[0]; ++i)
          all.emplace_back(each.name + "[" + std::to_string(i) + "]", each.type);
      if (each.kind == Variable::structure && each.counts.empty() && each.below != -1)
        for (const Member& part : structures_[static_cast<std::size_t>(each.of)].members)
          for (int i = 0; i < (part.count ? part.count : 1); ++i)
            all.emplace_back(
                each.name + "." + part.name + (part.count ? "[" + std::to_string(i) + "]" : ""),
                part.type);
    }
  for (const auto& each : all) ++(is_real(each.second) ? real : whole);
  int wholes = 0, reals = 0;
  for (const auto& [name, type] : all) {
    const bool fraction = is_real(type);
    line(std::string(fraction ? "reals" : "wholes") + "[t * " +
         std::to_string(fraction ? real : whole) + " + " +
         std::to_string(fraction ? reals++ : wholes++) + "] = " + name + ";");
  }
  const int threads = static_cast<int>(made_.threads());
  const auto empty = [&](Scalar type, int count) {
    made_.given.push_back(
        {type, true,
         std::vector<std::uint8_t>(static_cast<std::size_t>(8 * (count ? count : 1) * threads))});
  };
  empty(Scalar::i64, whole);
  empty(Scalar::f64, real);
}

Program Generator::program() {
  launch();
  scopes_.emplace_back();
  head();
  scopes_.emplace_back();
  std::string list;
  parameters(list);
  const std::string before = std::exchange(text_, "");
  open("");
  text_.clear();
  in_kernel_ = true;
  result_.reset();
  may_return_ = !made_.meets;
  own_parts();
  left_ = between(6, 26);
  loops_ = 0;
  uniform_ = made_.meets;
  may_break_ = may_continue_ = false;
  statements(3, 12);
  results();
  close();
  made_.text =
      before + "__global__ void k(" + list + ", long long* wholes, double* reals) {\n" + text_;
  return std::move(made_);
}

Program random_program(std::uint64_t seed) { return Generator(seed).program(); }

}  // namespace loom::random_kernels
