// Launches that are refused; code that is not sound; and that nothing makes the machine fail.
#include <limits>

#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::launch) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

Code simple_code() {
  Assembler m;
  const Register out = m.pointer("out", Type::f32);
  (void)m.load(Type::f32, out);
  m.simple(Op::exit);
  return m.code;
}

std::string refusal(const Code& code, Launch launch) {
  if (launch.arguments.empty()) launch.arguments = {test::filled(4, 0.0f)};
  const auto out = run(code, launch);
  return out ? "" : out.error().message;
}

}  // namespace

TEST_CASE("launch: what hardware refuses") {
  Code code = simple_code();
  CHECK(refusal(code, {}) == "");
  CHECK(refusal(code, {.grid = {0, 1, 1}}) == "1:1: grid x: expected 1 to 2147483647, got 0");
  CHECK(refusal(code, {.grid = {1, 65536, 1}}) == "1:1: grid y: expected 1 to 65535, got 65536");
  CHECK(refusal(code, {.block = {32, 33, 1}}) ==
        "1:1: threads of a block: expected at most 1024, got 1056");
  CHECK(refusal(code, {.block = {1, 1, 65}}) == "1:1: block z: expected 1 to 64, got 65");
  CHECK(refusal(code, {.dynamic_shared = 227 * 1024}) == "");
  CHECK(refusal(code, {.dynamic_shared = 227 * 1024 + 1})
            .starts_with("1:1: shared memory of a block: expected at most 232448 bytes"));
  CHECK(refusal(code, {.dynamic_shared = std::numeric_limits<long long>::max()})
            .ends_with("got 9223372036854775807"));
  CHECK(refusal(code, {.arguments = {test::filled(4, 0.0f), test::filled(4, 0.0f)}}) ==
        "1:1: arguments: expected 1 for 'kernel', got 2");
  CHECK(refusal(code, {.arguments = {Argument{}}})
            .starts_with("1:1: argument 1, 'out': expected an array"));
  CHECK(refusal(code, {.capability = "1.0"}) ==
        "1:1: unknown compute capability '1.0', expected one of 7.0, 7.5, 8.0, 8.6, 8.9, 9.0, "
        "10.0, 10.3, 12.0");
  CHECK(refusal(code, {.limits = {.memory = 100}}).starts_with("1:1: memory for arrays"));
  code.max_threads = 64;
  CHECK(refusal(code, {.block = {65, 1, 1}}) ==
        "1:1: threads of a block: expected at most 64, as __launch_bounds__ says, got 65");
  code.shared_bytes = 49153;
  CHECK(refusal(code, {}) == "1:1: static shared memory: expected at most 49152 bytes, got 49153");
}

TEST_CASE("launch: code that is not sound") {
  const Code good = simple_code();
  const auto bad = [&](auto change) {
    Code code = good;
    change(code);
    return refusal(code, {}) != "";
  };
  CHECK(bad([](Code& c) { c.instructions.clear(); }));
  CHECK(bad([](Code& c) { c.instructions.pop_back(); }));
  CHECK(bad([](Code& c) { c.instructions[0].result = c.registers; }));
  CHECK(bad([](Code& c) { c.instructions[0].a = none; }));
  CHECK(bad([](Code& c) { c.instructions[0].place = 99; }));
  CHECK(bad([](Code& c) { c.instructions[0] = {.op = Op::jump, .imm = 5}; }));
  CHECK(bad([](Code& c) {
    c.instructions[0] = {.op = Op::shuffle_up, .result = 0, .b = 0, .c = 0, .imm = 3};
  }));
  CHECK(bad([](Code& c) { c.instructions[0] = {.op = Op::print, .imm = 0}; }));
  CHECK(bad([](Code& c) { c.parameters[0].first = 77; }));
}

TEST_CASE("launch: random instructions never make the machine fail") {
  Random random(11);
  int ran = 0;
  for (int i = 0; i < tries(4000); ++i) {
    Assembler m;
    const Register pointer = m.pointer("p", Type::i32),
                   shared = m.array(Space::shared, "s", Type::i32, 16),
                   local = m.array(Space::local, "l", Type::i32, 4);
    const Register bases[] = {pointer, shared, local, m.special(Special::thread_x),
                              m.constant(static_cast<std::int64_t>(random.next()))};
    m.code.registers += 8;
    m.code.texts = {{"%d %s %999.999f %", {Type::i32, Type::u64, Type::f64}}};
    const int length = 3 + static_cast<int>(random.below(12));
    for (int k = 0; k < length; ++k) {
      const auto any = [&] {
        return static_cast<Register>(
            random.below(static_cast<std::uint32_t>(m.code.registers - 4)));
      };
      Instruction made;
      made.op = static_cast<Op>(random.below(static_cast<std::uint32_t>(Op::trap) + 1));
      made.type = static_cast<Type>(random.below(13)),
      made.from = static_cast<Type>(random.below(13));
      made.count = static_cast<std::uint8_t>(1 << random.below(3));
      made.checked = random.below(2) == 0;
      made.result = any(), made.a = random.below(2) == 0 ? bases[random.below(5)] : any(),
      made.b = any(), made.c = any();
      made.imm =
          random.below(4) == 0 ? static_cast<std::int64_t>(random.below(20)) : 1 << random.below(6);
      if (made.op >= Op::jump && made.op <= Op::branch_false)
        made.imm = static_cast<std::int64_t>(
            random.below(static_cast<std::uint32_t>(m.here() + length - k)));
      m.emit(made);
    }
    m.simple(Op::exit);
    Launch launch;
    launch.grid = {2, 1, 1};
    launch.block = {40, 1, 1};
    launch.limits.steps = 30'000;
    launch.arguments = {test::filled<std::int32_t>(8, 3)};
    if (i % 3 == 0) launch.order = random.next();
    if (i % 5 == 0) launch.trace = TraceRequest{};
    ran += static_cast<bool>(run(m.code, launch));
  }
  CHECK(ran > tries(4000) / 20);
}

TEST_CASE("launch: blocks that wait take no more memory than there may be") {
  Assembler m;
  const Register flag = m.pointer("flag", Type::i32);
  m.code.registers += 1000;
  const int again = m.here();
  m.branch(Op::branch_false, m.load(Type::i32, flag), again);
  m.simple(Op::exit);
  Launch launch;
  launch.grid = {1000, 1, 1};
  launch.block = {1024, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(1, 0)};
  launch.limits.memory = 40 << 20;  // four blocks
  const auto out = run(m.code, launch);
  REQUIRE(out);
  REQUIRE(out->findings.size() == 1);
  CHECK(out->findings[0].kind == Fault::step_limit);
}

TEST_CASE("launch: a run can be stopped") {
  Assembler m;
  const Register n = m.fresh(), one = m.constant(1);
  const int loop = m.here();
  m.into(n, Op::add, Type::i32, n, one);
  m.jump(loop);
  m.simple(Op::exit);
  Launch launch;
  int asked = 0;
  launch.go_on = [&](long long) { return ++asked < 3; };
  const auto out = run(m.code, launch);
  REQUIRE(out);
  CHECK(asked == 3);
  REQUIRE(out->findings.size() == 1);
  CHECK(out->findings[0].kind == Fault::step_limit);
}

TEST_CASE("launch: a grid of many blocks without a loop ends at its steps, too") {
  test::Assembler m;
  m.simple(Op::barrier);
  m.simple(Op::exit);
  Launch launch;
  launch.grid = {1'000'000, 1, 1};
  launch.limits.steps = 10'000;
  const auto cut = run(m.code, launch);
  REQUIRE(cut);
  REQUIRE(cut->findings.size() == 1);
  CHECK(cut->findings[0].kind == Fault::step_limit);
  CHECK(cut->steps < 11'000);
}

}  // TESTS_OF(core::cuda::launch)
