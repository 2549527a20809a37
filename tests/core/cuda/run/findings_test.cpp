// Each kind of finding, with a small program; and right programs, which have none.
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::findings) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

struct Case {
  Assembler m;
  Launch launch;
  Register zero, one, four, thread, block, index;

  explicit Case(std::uint32_t grid = 1, std::uint32_t threads = 64)
      : zero(m.constant(0)),
        one(m.constant(1)),
        four(m.constant(4)),
        thread(m.special(Special::thread_x)),
        block(m.special(Special::block_x)),
        index(m.global_index()) {
    launch.grid = {grid, 1, 1};
    launch.block = {threads, 1, 1};
  }
  Register address(Register pointer, Register at) {
    return m.op(Op::fma, Type::i64, at, four, pointer);
  }
  Register less(Register a, std::int64_t value) {
    return m.op(Op::less, Type::i32, a, m.constant(value));
  }
  Register array(const char* name, Argument argument) {
    launch.arguments.push_back(std::move(argument));
    return m.pointer(name, Type::i32);
  }
  Outcome run() {
    m.simple(Op::exit);
    Result<Outcome> out = cuda::run(m.code, launch);
    if (!out) FAIL(out.error().message);
    return *out;
  }
  // The race, beside bytes that are read before their thread wrote them.
  Finding race() {
    for (const Finding& each : run().findings)
      if (each.kind == Fault::race)
        return each;
      else
        CHECK(each.kind == Fault::uninitialized);
    FAIL("no race");
    return {};
  }
  // The only finding.
  Finding only() {
    const Outcome out = run();
    REQUIRE(out.findings.size() == 1);
    return out.findings[0];
  }
  void right() {
    for (const Finding& each : run().findings) FAIL_CHECK(each.message);
  }
};

}  // namespace

TEST_CASE("findings: out of bounds, with the element, and the run goes on") {
  Case c;
  const Register out = c.array("out", test::filled<std::int32_t>(60, 7));
  c.m.store(Type::i32, c.address(out, c.index), c.index);
  const Finding found = c.only();
  CHECK(found.kind == Fault::out_of_bounds);
  CHECK(found.object == "out[60]");
  CHECK(found.count == 4);
  CHECK(found.who->thread == Index3{60, 0, 0});

  Case before;
  const Register in = before.array("in", test::filled<std::int32_t>(64, 7)),
                 to = before.array("to", test::unwritten(64 * 4));
  const Register value = before.m.load(
      Type::i32, before.address(in, before.m.op(Op::sub, Type::i32, before.index, before.one)));
  before.m.store(Type::i32, before.address(to, before.index), value);
  const Outcome ran = before.run();
  REQUIRE(ran.findings.size() == 1);
  CHECK(ran.findings[0].object == "in[-1]");
  CHECK(test::values_of<std::int32_t>(ran.arguments[1])[0] == 0);  // a bad load gives 0
  CHECK(test::values_of<std::int32_t>(ran.arguments[1])[1] == 7);
}

TEST_CASE("findings: misaligned, null, read-only") {
  Case odd;
  const Register in = odd.array("in", test::filled<std::int32_t>(200, 1));
  (void)odd.m.load(Type::i64, odd.m.op(Op::fma, Type::i64, odd.thread, odd.m.constant(8),
                                       odd.m.op(Op::add, Type::i64, in, odd.four)));
  CHECK(odd.only().kind == Fault::misaligned);

  Case null;
  Argument nothing;
  nothing.pointer = nothing.null = true;
  const Register pointer = null.array("p", nothing);
  null.m.store(Type::i32, null.address(pointer, null.index), null.index);
  CHECK(null.only().kind == Fault::null);

  Case constant;
  Variable table;
  table.name = "table", table.space = Space::constant, table.bytes = 256,
  table.element = Assembler::shape(Type::i32), table.dimensions = {64};
  table.address = constant.m.fresh();
  constant.m.code.variables.push_back(table);
  const Register read =
      constant.m.load(Type::i32, constant.address(table.address, constant.thread));
  constant.m.store(Type::i32, constant.address(table.address, constant.thread), read);
  CHECK(constant.only().kind == Fault::read_only);
}

TEST_CASE("findings: what was never written") {
  Case global;
  const Register in = global.array("in", test::unwritten(64 * 4));
  (void)global.m.load(Type::i32, global.address(in, global.index));
  const Finding found = global.only();
  CHECK(found.kind == Fault::uninitialized);
  CHECK(found.count == 64);

  Case shared;
  const Register s = shared.m.array(Space::shared, "s", Type::i32, 128);
  shared.m.store(Type::i32, shared.address(s, shared.thread), shared.thread);
  shared.m.simple(Op::barrier);
  (void)shared.m.load(
      Type::i32, shared.address(s, shared.m.op(Op::add, Type::i32, shared.thread, shared.one)));
  const Finding last = shared.only();
  CHECK(last.kind == Fault::uninitialized);
  CHECK(last.object == "s[64]");

  Case local;
  const Register a = local.m.array(Space::local, "a", Type::i32, 4);
  local.m.store(Type::i32, a, local.thread);
  (void)local.m.load(Type::i32, local.address(a, local.zero));
  const Register unwritten = local.m.load(Type::i32, local.address(a, local.one));
  (void)local.m.op(Op::add, Type::i32, unwritten, local.one);
  CHECK(local.only().object == "a[1]");

  Case beyond;
  const Register b = beyond.m.array(Space::local, "b", Type::i32, 4);
  (void)beyond.m.array(Space::local, "c", Type::i32, 4);
  beyond.m.store(Type::i32, beyond.address(b, beyond.four), beyond.thread);
  CHECK(beyond.only().kind == Fault::out_of_bounds);

  Case variable;
  const Register v = variable.m.fresh();
  variable.m.emit({.op = Op::undefine, .a = v});
  const int over = variable.m.branch(Op::branch_true, variable.less(variable.thread, 10));
  variable.m.into(v, Op::copy, Type::i32, variable.one);
  variable.m.land(over);
  variable.m.emit({.op = Op::use, .a = v});
  (void)variable.m.op(Op::add, Type::i32, variable.m.op(Op::copy, Type::i32, v), variable.one);
  CHECK(variable.only().count == 10);
}

TEST_CASE("findings: a leader's value for all lanes, whose own variables have none") {
  for (const bool right : {true, false}) {
    Case c;
    const Register v = c.m.fresh();
    c.m.emit({.op = Op::undefine, .a = v});
    const int over = c.m.branch(Op::branch_true, c.m.special(Special::lane));
    c.m.into(v, Op::copy, Type::i32, c.thread);
    c.m.land(over);
    c.m.emit({.op = Op::use, .a = v});
    const Register all = c.m.op(Op::shuffle_index, Type::i32, none, v, right ? c.zero : c.one, 32);
    c.m.store(Type::i32, c.address(c.array("out", test::unwritten(256)), c.thread), all);
    if (right)
      c.right();
    else
      CHECK(c.only().count == 64);
  }
}

TEST_CASE("findings: division by zero, and a signed index that overflows") {
  Case c;
  (void)c.m.op(Op::div, Type::i32, c.one, c.thread);
  CHECK(c.only().kind == Fault::division_by_zero);
  Case o;
  const int over = o.m.branch(Op::branch_true, o.less(o.thread, 3));
  o.m.emit({.op = Op::mul,
            .type = Type::i32,
            .checked = true,
            .result = o.m.fresh(),
            .a = o.m.constant(1 << 30),
            .b = o.thread});
  o.m.land(over);
  const Finding found = o.only();
  CHECK(found.kind == Fault::overflow);
  CHECK(found.count == 61);  // lanes that do not take part have no fault
}

TEST_CASE("findings: races in shared memory, within a warp and across warps") {
  for (const int distance : {1, 32}) {
    for (const bool barrier : {false, true}) {
      Case c;
      const Register s = c.m.array(Space::shared, "s", Type::i32, 128);
      const Register other = c.m.op(Op::bit_xor, Type::i32, c.thread, c.m.constant(distance));
      c.m.store(Type::i32, c.address(s, c.thread), c.thread);
      if (barrier) c.m.simple(Op::barrier);
      (void)c.m.load(Type::i32, c.address(s, other));
      if (barrier) {
        c.right();
        continue;
      }
      const Finding found = c.race();
      REQUIRE(found.other);
      CHECK((found.who->thread[0] ^ found.other->thread[0]) ==
            static_cast<std::uint32_t>(distance));
      REQUIRE(found.other_place);
      CHECK(found.other_place->line != found.place.line);
    }
  }
}

TEST_CASE("findings: a write after reads races with each of them") {
  // Every thread reads its neighbor, and then writes without waiting.
  for (const bool barrier : {false, true}) {
    Case c(1, 96);
    const Register s = c.m.array(Space::shared, "s", Type::i32, 97);
    c.m.store(Type::i32, c.address(s, c.thread), c.zero);
    c.m.store(Type::i32, c.address(s, c.m.constant(96)), c.zero);
    c.m.simple(Op::barrier);
    const Register next =
        c.m.load(Type::i32, c.address(s, c.m.op(Op::add, Type::i32, c.thread, c.one)));
    if (barrier) c.m.simple(Op::barrier);
    c.m.store(Type::i32, c.address(s, c.thread), c.m.op(Op::add, Type::i32, next, c.one));
    if (barrier)
      c.right();
    else
      CHECK(c.only().kind == Fault::race);
  }
}

TEST_CASE("findings: lanes that store different values at one place with one instruction") {
  Case c;
  const Register out = c.array("out", test::filled<std::int32_t>(1, 0));
  c.m.store(Type::i32, out, c.thread);
  CHECK(c.only().kind == Fault::race);
  Case same;
  const Register flag = same.array("flag", test::filled<std::int32_t>(1, 0));
  same.m.store(Type::i32, flag, same.one);
  same.right();
}

TEST_CASE("findings: races of bytes and halves beside each other are told apart") {
  for (const bool barrier : {false, true}) {
    Case c;
    const Register s = c.m.array(Space::shared, "s", Type::u8, 128);
    c.m.store(Type::u8, c.m.op(Op::add, Type::i64, s, c.thread), c.thread);
    if (barrier) c.m.simple(Op::barrier);
    (void)c.m.load(Type::u8,
                   c.m.op(Op::add, Type::i64, s, c.m.op(Op::bit_xor, Type::i32, c.thread, c.one)));
    if (barrier)
      c.right();
    else
      CHECK(c.race().count > 0);
  }
}

TEST_CASE("findings: a race between blocks") {
  Case c(4, 32);
  const Register out = c.array("out", test::filled<std::int32_t>(1, 0));
  const int over = c.m.branch(Op::branch_false, c.less(c.thread, 1));
  const Register old = c.m.load(Type::i32, out);
  c.m.store(Type::i32, out, c.m.op(Op::add, Type::i32, old, c.one));
  c.m.land(over);
  for (const Finding& each : c.run().findings) {
    CHECK(each.kind == Fault::race);
    CHECK(each.who->block != each.other->block);
  }

  // Neighbors that other blocks also read, and a barrier that does not help across blocks.
  Case stencil(2, 32);
  const Register a = stencil.array("a", test::filled<std::int32_t>(66, 1));
  const Register left = stencil.m.load(Type::i32, stencil.address(a, stencil.index));
  const Register middle = stencil.m.op(Op::add, Type::i32, stencil.index, stencil.one);
  (void)stencil.m.load(Type::i32, stencil.address(a, middle));
  (void)stencil.m.load(Type::i32,
                       stencil.address(a, stencil.m.op(Op::add, Type::i32, middle, stencil.one)));
  stencil.m.simple(Op::barrier);
  stencil.m.store(Type::i32, stencil.address(a, middle),
                  stencil.m.op(Op::add, Type::i32, left, stencil.one));
  const Outcome raced = stencil.run();
  REQUIRE(raced.findings.size() > 0);
  for (const Finding& each : raced.findings) CHECK(each.kind == Fault::race);
}

TEST_CASE("findings: atomics do not race with each other, but with a plain store") {
  Case c(4, 64);
  const Register sum = c.array("sum", test::filled<std::int32_t>(1, 0));
  (void)c.m.atomic(Atomic::add, Type::i32, sum, c.one);
  const Outcome out = c.run();
  CHECK(out.findings.empty());
  CHECK(test::values_of<std::int32_t>(out.arguments[0])[0] == 256);

  Case plain(1, 64);
  const Register cell = plain.array("cell", test::filled<std::int32_t>(1, 0));
  (void)plain.m.atomic(Atomic::add, Type::i32, cell, plain.one);
  const int over = plain.m.branch(Op::branch_false, plain.less(plain.thread, 1));
  plain.m.store(Type::i32, cell, plain.zero);
  plain.m.land(over);
  CHECK(plain.only().kind == Fault::race);
}

TEST_CASE("findings: a barrier that only some threads reach") {
  Case c;
  const int over = c.m.branch(Op::branch_false, c.less(c.thread, 40));
  c.m.simple(Op::barrier);
  c.m.land(over);
  CHECK(c.only().kind == Fault::barrier_divergence);

  Case apart;  // two barriers, one for each half of a warp
  const int other = apart.m.branch(Op::branch_false, apart.less(apart.thread, 16));
  apart.m.simple(Op::barrier);
  const int end = apart.m.jump();
  apart.m.land(other);
  apart.m.simple(Op::barrier);
  apart.m.land(end);
  const Outcome both = apart.run();
  REQUIRE(both.findings.size() == 2);
  for (const Finding& each : both.findings) CHECK(each.kind == Fault::barrier_divergence);
  CHECK(both.findings[0].place.line != both.findings[1].place.line);
}

TEST_CASE("findings: a shuffle whose lanes do not all take part") {
  Case c(1, 32);
  const int over = c.m.branch(Op::branch_false, c.less(c.thread, 16));
  (void)c.m.op(Op::shuffle_down, Type::i32, none, c.thread, c.four, 32);
  c.m.land(over);
  for (const Finding& each : c.run().findings) CHECK(each.kind == Fault::inactive_shuffle);

  Case masked(1, 32);  // the mask names those that are there
  const int skip = masked.m.branch(Op::branch_false, masked.less(masked.thread, 16));
  (void)masked.m.op(Op::shuffle_xor, Type::i32, masked.m.constant(0xffff), masked.thread,
                    masked.four, 32);
  masked.m.land(skip);
  masked.right();
}

TEST_CASE("findings: loops that never end") {
  Case endless;
  endless.m.jump(endless.m.here());
  CHECK(endless.only().kind == Fault::step_limit);

  Case counting;
  counting.launch.limits.steps = 100'000;
  const Register n = counting.m.fresh();
  const int loop = counting.m.here();
  counting.m.into(n, Op::add, Type::i32, n, counting.one);
  counting.m.jump(loop);
  CHECK(counting.only().kind == Fault::step_limit);

  Case waiting;
  const Register flag = waiting.array("flag", test::filled<std::int32_t>(1, 0));
  const int again = waiting.m.here();
  const Register seen = waiting.m.load(Type::i32, flag);
  waiting.m.branch(Op::branch_false, seen, again);
  CHECK(waiting.only().kind == Fault::deadlock);
}

TEST_CASE("findings: a barrier of more blocks than are resident is a deadlock") {
  for (const std::uint32_t blocks : {66u, 67u}) {
    Case c(blocks, 1024);
    c.launch.sms = 33;  // two blocks of 1,024 threads each
    const Register count = c.array("count", test::filled<std::int32_t>(1, 0));
    const int over = c.m.branch(Op::branch_true, c.m.op(Op::less, Type::i32, c.zero, c.thread));
    c.m.simple(Op::fence);
    (void)c.m.atomic(Atomic::add, Type::i32, count, c.one);
    const int again = c.m.here();
    const Register arrived = c.m.load(Type::i32, count);
    c.m.branch(Op::branch_true, c.m.op(Op::less, Type::i32, arrived, c.m.constant(blocks)), again);
    c.m.land(over);
    c.m.simple(Op::barrier);
    if (blocks == 66)
      c.right();
    else
      CHECK(c.only().kind == Fault::deadlock);
  }
}

TEST_CASE("findings: a result that depends on the order") {
  Case c(8, 32);
  c.launch.order = 3;
  const Register next = c.array("next", test::filled<std::int32_t>(1, 0)),
                 out = c.array("out", test::filled<std::int32_t>(256, 0));
  const Register place = c.m.atomic(Atomic::add, Type::i32, next, c.one);
  c.m.store(Type::i32, c.address(out, place), c.index);
  const Finding found = c.only();
  CHECK(found.kind == Fault::order_dependent);
  Case sum(8, 32);
  sum.launch.order = 3;
  const Register total = sum.array("total", test::filled<std::int32_t>(1, 0));
  (void)sum.m.atomic(Atomic::add, Type::i32, total, sum.index);
  sum.right();
}

}  // TESTS_OF(core::cuda::findings)
