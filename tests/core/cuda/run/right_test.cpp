// Right programs whose parts wait for each other: they end, without a finding.
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::right) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

Outcome outcome(Assembler& m, const Launch& launch) {
  m.simple(Op::exit);
  Result<Outcome> out = run(m.code, launch);
  if (!out) FAIL(out.error().message);
  for (const Finding& each : out->findings)
    FAIL_CHECK(std::string(name(each.kind)) << ": " << each.message);
  return *out;
}

}  // namespace

TEST_CASE("machine: each lane takes a lock in turn") {
  // while (atomicCAS(lock, 0, 1) != 0); sum = sum + 1; fence; atomicExch(lock, 0);
  for (const bool fence : {true, false}) {
    Assembler m;
    const Register lock = m.pointer("lock", Type::i32), sum = m.pointer("sum", Type::i32);
    const Register zero = m.constant(0), one = m.constant(1);
    const int again = m.here();
    const Register taken = m.atomic(Atomic::compare_and_swap, Type::i32, lock, zero, one);
    m.branch(Op::branch_true, taken, again);
    if (fence) m.simple(Op::fence);
    m.store(Type::i32, sum, m.op(Op::add, Type::i32, m.load(Type::i32, sum), one));
    if (fence) m.simple(Op::fence);
    (void)m.atomic(Atomic::exchange, Type::i32, lock, zero);
    Launch launch;
    launch.grid = {3, 1, 1};
    launch.block = {64, 1, 1};
    launch.arguments = {test::filled<std::int32_t>(1, 0), test::filled<std::int32_t>(1, 0)};
    if (fence) {
      CHECK(test::values_of<std::int32_t>(outcome(m, launch).arguments[1])[0] == 192);
      continue;
    }
    m.simple(Op::exit);  // without a fence nothing orders the sums
    const auto out = run(m.code, launch);
    REQUIRE(out);
    REQUIRE(out->findings.size() > 0);
    CHECK(out->findings[0].kind == Fault::race);
  }
}

TEST_CASE("machine: the last block adds up what the others left") {
  Assembler m;
  const Register partial = m.pointer("partial", Type::i32), count = m.pointer("count", Type::i32),
                 out = m.pointer("out", Type::i32);
  const Register one = m.constant(1), four = m.constant(4), zero = m.constant(0);
  const Register thread = m.special(Special::thread_x), block = m.special(Special::block_x),
                 blocks = m.special(Special::grid_size_x);
  const Register last = m.array(Space::shared, "last", Type::i32, 1);
  const Register sum = m.fresh(), i = m.fresh();
  int over = m.branch(Op::branch_true, thread);
  m.store(Type::i32, m.op(Op::fma, Type::i64, block, four, partial),
          m.op(Op::add, Type::i32, block, one));
  m.simple(Op::fence);
  const Register before = m.atomic(Atomic::add, Type::i32, count, one);
  m.store(Type::i32, last,
          m.op(Op::equal, Type::i32, m.op(Op::add, Type::i32, before, one), blocks));
  m.land(over);
  m.simple(Op::barrier);
  over = m.branch(Op::branch_false, m.load(Type::i32, last));
  const int not_first = m.branch(Op::branch_true, thread);
  m.into(sum, Op::copy, Type::i32, zero);
  m.into(i, Op::copy, Type::i32, zero);
  const int again = m.here();
  m.into(sum, Op::add, Type::i32, sum,
         m.load(Type::i32, m.op(Op::fma, Type::i64, i, four, partial)));
  m.into(i, Op::add, Type::i32, i, one);
  m.branch(Op::branch_true, m.op(Op::less, Type::i32, i, blocks), again);
  m.store(Type::i32, out, sum);
  m.land(over);
  m.land(not_first);
  Launch launch;
  launch.grid = {40, 1, 1};
  launch.block = {96, 1, 1};
  launch.arguments = {test::unwritten(160), test::filled<std::int32_t>(1, 0), test::unwritten(4)};
  CHECK(test::values_of<std::int32_t>(outcome(m, launch).arguments[2])[0] == 820);
}

TEST_CASE("machine: rounds of a grid with a barrier of atomics between them") {
  // Each round a block adds its left neighbor's value, from one array into the other.
  Assembler m;
  const Register a = m.pointer("a", Type::i32), b = m.pointer("b", Type::i32),
                 count = m.pointer("count", Type::i32);
  const Register one = m.constant(1), four = m.constant(4), zero = m.constant(0),
                 blocks = m.special(Special::grid_size_x);
  const Register thread = m.special(Special::thread_x), block = m.special(Special::block_x),
                 rounds = m.constant(6);
  const Register round = m.fresh(), from = m.fresh(), to = m.fresh(), swap = m.fresh(),
                 goal = m.fresh();
  m.into(round, Op::copy, Type::i32, zero);
  m.into(goal, Op::copy, Type::i32, zero);
  m.into(from, Op::copy, Type::u64, a);
  m.into(to, Op::copy, Type::u64, b);
  const int again = m.here();
  const int over = m.branch(Op::branch_true, thread);
  const Register left =
      m.op(Op::rem, Type::i32,
           m.op(Op::add, Type::i32, block, m.op(Op::sub, Type::i32, blocks, one)), blocks);
  const Register mine = m.load(Type::i32, m.op(Op::fma, Type::i64, block, four, from));
  const Register other = m.load(Type::i32, m.op(Op::fma, Type::i64, left, four, from));
  m.store(Type::i32, m.op(Op::fma, Type::i64, block, four, to),
          m.op(Op::add, Type::i32, mine, other));
  m.simple(Op::fence);
  (void)m.atomic(Atomic::add, Type::i32, count, one);
  m.into(goal, Op::add, Type::i32, goal, blocks);
  const int spin = m.here();
  m.branch(Op::branch_true, m.op(Op::less, Type::i32, m.load(Type::i32, count), goal), spin);
  m.simple(Op::fence);
  m.land(over);
  m.simple(Op::barrier);
  m.into(swap, Op::copy, Type::u64, from);
  m.into(from, Op::copy, Type::u64, to);
  m.into(to, Op::copy, Type::u64, swap);
  m.into(round, Op::add, Type::i32, round, one);
  m.branch(Op::branch_true, m.op(Op::less, Type::i32, round, rounds), again);
  Launch launch;
  launch.grid = {20, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(20, 1), test::unwritten(80),
                      test::filled<std::int32_t>(1, 0)};
  CHECK(test::values_of<std::int32_t>(outcome(m, launch).arguments[0]) ==
        std::vector<std::int32_t>(20, 64));
}

TEST_CASE("machine: a tree over a warp with a sync, or with shuffles") {
  Assembler m;
  const Register out = m.pointer("out", Type::i32);
  const Register s = m.array(Space::shared, "s", Type::i32, 64);
  const Register four = m.constant(4), lane = m.special(Special::lane),
                 thread = m.special(Special::thread_x);
  m.store(Type::i32, m.op(Op::fma, Type::i64, thread, four, s), thread);
  m.simple(Op::sync_warp);
  for (int distance = 16; distance > 0; distance /= 2) {
    const Register other = m.op(Op::add, Type::i32, thread, m.constant(distance));
    const int over =
        m.branch(Op::branch_false, m.op(Op::less, Type::i32, lane, m.constant(distance)));
    const Register x = m.load(Type::i32, m.op(Op::fma, Type::i64, thread, four, s)),
                   y = m.load(Type::i32, m.op(Op::fma, Type::i64, other, four, s));
    m.store(Type::i32, m.op(Op::fma, Type::i64, thread, four, s), m.op(Op::add, Type::i32, x, y));
    m.land(over);
    m.simple(Op::sync_warp);
  }
  Register sum = thread;
  for (int distance = 16; distance > 0; distance /= 2)
    sum = m.op(Op::add, Type::i32, sum,
               m.op(Op::shuffle_down, Type::i32, none, sum, m.constant(distance), 32));
  const int over = m.branch(Op::branch_true, lane);
  m.store(
      Type::i32, m.op(Op::fma, Type::i64, thread, four, out),
      m.op(Op::sub, Type::i32, sum, m.load(Type::i32, m.op(Op::fma, Type::i64, thread, four, s))));
  m.land(over);
  Launch launch;
  launch.block = {64, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(64, -1)};
  const auto values = test::values_of<std::int32_t>(outcome(m, launch).arguments[0]);
  CHECK(values[0] == 0);
  CHECK(values[32] == 0);
}

TEST_CASE("machine: tiles of a warp sync on their own") {
  // Lanes of a group of four pass a number on, each group with a mask of its own, in code that only
  // some groups reach.
  Assembler m;
  const Register s = m.array(Space::shared, "s", Type::i32, 32);
  const Register out = m.pointer("out", Type::i32);
  const Register four = m.constant(4), lane = m.special(Special::lane);
  const Register group = m.op(Op::div, Type::i32, lane, four);
  const Register mask =
      m.op(Op::shift_left, Type::u32, m.constant(15), m.op(Op::mul, Type::i32, group, four));
  const int over = m.branch(Op::branch_false, m.op(Op::less, Type::i32, group, m.constant(5)));
  m.store(Type::i32, m.op(Op::fma, Type::i64, lane, four, s), lane);
  m.emit({.op = Op::sync_warp, .a = mask});
  const Register other = m.op(Op::bit_xor, Type::i32, lane, m.constant(3));
  const Register value = m.load(Type::i32, m.op(Op::fma, Type::i64, other, four, s));
  m.store(Type::i32, m.op(Op::fma, Type::i64, lane, four, out), value);
  m.land(over);
  Launch launch;
  launch.block = {32, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(32, -1)};
  const auto values = test::values_of<std::int32_t>(outcome(m, launch).arguments[0]);
  for (std::size_t i = 0; i < 20; ++i) CHECK(values[i] == static_cast<std::int32_t>(i ^ 3));
}

TEST_CASE("machine: a chain of blocks that pass a flag through volatile memory") {
  for (const bool strong : {true, false}) {
    Assembler m;
    const Register flags = m.pointer("flags", Type::i32), data = m.pointer("data", Type::i32);
    const Register one = m.constant(1), four = m.constant(4), block = m.special(Special::block_x);
    const auto at = [&](Register array, Register index) {
      return m.op(Op::fma, Type::i64, index, four, array);
    };
    const Register next = m.op(Op::add, Type::i32, block, one);
    const int again = m.here();
    m.branch(Op::branch_false, m.load(Type::i32, at(flags, block)), again);
    m.simple(Op::fence);
    m.store(Type::i32, at(data, next),
            m.op(Op::add, Type::i32, m.load(Type::i32, at(data, block)), one));
    m.simple(Op::fence);
    m.store(Type::i32, at(flags, next), one);
    m.code.instructions.back().strong = strong;
    m.simple(Op::exit);
    Launch launch;
    launch.grid = {9, 1, 1};
    launch.block = {1, 1, 1};
    launch.order = 4;
    std::vector<std::int32_t> begun(10, 0);
    begun[0] = 1;
    launch.arguments = {test::array_of(begun), test::filled<std::int32_t>(10, 0)};
    const auto out = run(m.code, launch);
    REQUIRE(out);
    CHECK(test::values_of<std::int32_t>(out->arguments[1])[9] == 9);
    CHECK(out->findings.empty() == strong);
  }
}

TEST_CASE("machine: copies that are waited for") {
  for (const int wait : {0, 1, 2}) {  // how: right, one group too many left open, no barrier
    Assembler m;
    const Register in = m.pointer("in", Type::i32), s = m.array(Space::shared, "s", Type::i32, 64);
    const Register thread = m.special(Special::thread_x), four = m.constant(4);
    const Register there = m.op(Op::fma, Type::i64, thread, four, s);
    m.emit({.op = Op::copy_async,
            .count = 4,
            .a = there,
            .b = m.op(Op::fma, Type::i64, thread, four, in)});
    m.simple(Op::copy_async_commit);
    m.emit({.op = Op::copy_async_wait, .imm = wait == 1 ? 1 : 0});
    if (wait != 2) m.simple(Op::barrier);
    const Register other = m.op(Op::bit_xor, Type::i32, thread, m.constant(33));
    (void)m.load(Type::i32, m.op(Op::fma, Type::i64, other, four, s));
    m.simple(Op::exit);
    Launch launch;
    launch.block = {64, 1, 1};
    launch.arguments = {test::filled<std::int32_t>(64, 5)};
    const auto out = run(m.code, launch);
    REQUIRE(out);
    CHECK(out->findings.empty() == (wait == 0));
    for (const Finding& each : out->findings)
      CHECK((each.kind == Fault::race || each.kind == Fault::uninitialized));
  }
}

}  // TESTS_OF(core::cuda::right)
