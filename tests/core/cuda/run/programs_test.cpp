// Random programs, against an interpreter that runs one thread after another, with its own
// arithmetic.
#include <cmath>

#include "core/cuda/run/fused.hpp"
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::programs) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

float as_float(std::uint64_t bits) { return value_in<float>(bits); }

// The library's function in WebAssembly rounds what lies in the middle of two floats up.
float fma_of(float x, float y, float z) {
#ifdef __EMSCRIPTEN__
  return fused(x, y, z);  // checked in arithmetic_test.cpp
#else
  return std::fma(x, y, z);
#endif
}

// One instruction of one thread.
std::uint64_t scalar(const Instruction& i, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b),
             z = static_cast<std::uint32_t>(c);
  const auto sx = static_cast<std::int32_t>(x), sy = static_cast<std::int32_t>(y);
  const bool real = i.type == Type::f32;
  const auto integer = [](std::uint32_t value) {
    return bits_of(static_cast<std::int32_t>(value));
  };
  switch (i.op) {
    case Op::add:
      return real ? bits_of(as_float(a) + as_float(b)) : integer(x + y);
    case Op::sub:
      return real ? bits_of(as_float(a) - as_float(b)) : integer(x - y);
    case Op::mul:
      return real ? bits_of(as_float(a) * as_float(b)) : integer(x * y);
    case Op::fma:
      return real ? bits_of(fma_of(as_float(a), as_float(b), as_float(c))) : integer(x * y + z);
    case Op::bit_xor:
      return integer(x ^ y);
    case Op::min:
      return integer(static_cast<std::uint32_t>(sx < sy ? sx : sy));
    case Op::less:
      return real ? as_float(a) < as_float(b) : sx < sy;
    case Op::equal:
      return x == y;
    case Op::select:
      return a != 0 ? b : c;
    case Op::convert:
      return real ? bits_of(static_cast<float>(sx)) : 0;
    case Op::copy:
      return a;
    default:
      return 0;
  }
}

// A whole thread; loops end because each has a counter.
std::vector<std::uint64_t> run_thread(const Code& code, std::vector<std::uint64_t> registers) {
  for (std::size_t pc = 0; pc < code.instructions.size();) {
    const Instruction& i = code.instructions[pc];
    const auto at = [&](Register r) {
      return r == none ? 0 : registers[static_cast<std::size_t>(r)];
    };
    if (i.op == Op::exit) break;
    const bool jumps = i.op == Op::jump || (i.op == Op::branch_true && at(i.a) != 0) ||
                       (i.op == Op::branch_false && at(i.a) == 0);
    pc = jumps ? static_cast<std::size_t>(i.imm) : pc + 1;
    if (i.op == Op::constant)
      registers[static_cast<std::size_t>(i.result)] = static_cast<std::uint64_t>(i.imm);
    else if (i.op == Op::store)
      break;  // the end of what is compared
    else if (i.result != none && i.op != Op::special)
      registers[static_cast<std::size_t>(i.result)] = scalar(i, at(i.a), at(i.b), at(i.c));
  }
  return registers;
}

class Generator {
 public:
  Assembler m;
  std::vector<Register> integers, reals;
  Register one = none, zero = none;

  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Register any(const std::vector<Register>& of) {
    return of[random_.below(static_cast<std::uint32_t>(of.size()))];
  }

  void instruction() {
    constexpr Op integer_ops[] = {Op::add, Op::sub, Op::mul, Op::fma, Op::bit_xor, Op::min};
    constexpr Op real_ops[] = {Op::add, Op::sub, Op::mul, Op::fma};
    if (random_.below(8) == 0)
      m.emit({.op = Op::convert,
              .type = Type::f32,
              .from = Type::i32,
              .result = any(reals),
              .a = any(integers)});
    else if (random_.below(2) == 0)
      m.into(any(integers), integer_ops[random_.below(6)], Type::i32, any(integers), any(integers),
             any(integers));
    else
      m.into(any(reals), real_ops[random_.below(4)], Type::f32, any(reals), any(reals), any(reals));
  }
  Register condition() {
    return random_.below(2) == 0 ? m.op(Op::less, Type::i32, any(integers), any(integers))
                                 : m.op(Op::less, Type::f32, any(reals), any(reals));
  }
  void statements(int depth) {
    for (std::uint32_t n = 1 + random_.below(4); n > 0; --n) {
      const std::uint32_t kind = depth == 0 ? 0 : random_.below(4);
      if (kind < 2) {
        instruction();
      } else if (kind == 2) {  // if … else …
        const int over = m.branch(Op::branch_false, condition());
        statements(depth - 1);
        const int end = m.jump();
        m.land(over);
        if (random_.below(2) == 0) statements(depth - 1);
        m.land(end);
      } else {  // a loop with a number of rounds of each thread's own
        const Register rounds = m.op(Op::min, Type::i32, any(integers), m.constant(5)),
                       count = m.fresh();
        m.into(count, Op::copy, Type::i32, zero);
        const int begin = m.here();
        const int out = m.branch(Op::branch_false, m.op(Op::less, Type::i32, count, rounds));
        statements(depth - 1);
        m.into(count, Op::add, Type::i32, count, one);
        m.jump(begin);
        m.land(out);
      }
    }
  }

 private:
  Random random_;
};

}  // namespace

TEST_CASE("machine: random programs with branches and loops do what each thread alone would do") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Generator g(seed);
    Assembler& m = g.m;
    const Register out = m.pointer("out", Type::u64);
    g.one = m.constant(1), g.zero = m.constant(0);
    const Register thread = m.global_index(), lane = m.special(Special::lane);
    const int prologue = m.here();
    for (int i = 0; i < 4; ++i) {
      g.integers.push_back(m.op(Op::mul, Type::i32, i % 2 ? thread : lane, m.constant(i * 7 - 3)));
      g.reals.push_back(m.fresh());
      m.emit({.op = Op::convert,
              .type = Type::f32,
              .from = Type::i32,
              .result = g.reals.back(),
              .a = g.integers.back()});
    }
    g.statements(3);
    const Register eight = m.op(Op::copy, Type::i64, m.constant(8 * 8));
    Register address = m.op(Op::fma, Type::i64, thread, eight, out);
    for (int i = 0; i < 8; ++i) {
      m.store(Type::u64, address,
              i < 4 ? g.integers[static_cast<std::size_t>(i)]
                    : g.reals[static_cast<std::size_t>(i - 4)]);
      m.code.instructions.back().imm = 8 * i;
    }
    m.simple(Op::exit);
    Launch launch;
    launch.grid = {2, 1, 1};
    launch.block = {50, 1, 1};
    launch.arguments = {test::unwritten(100 * 64)};
    const Result<Outcome> found = run(m.code, launch);
    REQUIRE(found);
    CHECK(found->findings.empty());
    const auto values = test::values_of<std::uint64_t>(found->arguments[0]);
    for (std::size_t t = 0; t < 100; ++t) {
      std::vector<std::uint64_t> registers(static_cast<std::size_t>(m.code.registers));
      registers[static_cast<std::size_t>(thread)] = t;
      registers[static_cast<std::size_t>(lane)] = t % 50 % 32;
      Code body = m.code;  // special registers are set above
      for (int i = 0; i < prologue; ++i)
        if (Instruction& each = body.instructions[static_cast<std::size_t>(i)];
            each.op != Op::constant)
          each = {.op = Op::copy, .result = each.result, .a = each.result};
      const auto expected = run_thread(body, registers);
      for (std::size_t i = 0; i < 8; ++i) {
        const Register at = i < 4 ? g.integers[i] : g.reals[i - 4];
        const std::uint64_t bits = expected[static_cast<std::size_t>(at)];
        const bool both_nan =
            i >= 4 && std::isnan(as_float(bits)) && std::isnan(as_float(values[8 * t + i]));
        CAPTURE(seed);
        CAPTURE(t);
        if (!both_nan) REQUIRE(values[8 * t + i] == bits);
      }
    }
  }
}

}  // TESTS_OF(core::cuda::programs)
