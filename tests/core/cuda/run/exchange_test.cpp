// Shuffles, votes, matches and reductions, against their definitions lane by lane.
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::exchange) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

// What each lane of one warp gets; `mask`: that lanes take part with, and the lanes that do.
std::vector<std::int32_t> answers(Op op, const std::vector<std::int32_t>& values,
                                  const std::vector<std::int32_t>& operands, int width, Mask mask) {
  Assembler m;
  const Register a = m.pointer("a", Type::i32), b = m.pointer("b", Type::i32),
                 out = m.pointer("out", Type::i32);
  const Register lane = m.special(Special::lane), one = m.constant(1),
                 masks = m.constant(static_cast<std::int64_t>(mask));
  const Register x = m.load(Type::i32, m.at(a, lane, 4)), y = m.load(Type::i32, m.at(b, lane, 4));
  const int over =
      m.branch(Op::branch_false,
               m.op(Op::bit_and, Type::u32, m.op(Op::shift_right, Type::u32, masks, lane), one));
  const Register result = m.fresh(2);
  m.emit({.op = op, .type = Type::i32, .result = result, .a = masks, .b = x, .c = y, .imm = width});
  m.store(Type::i32, m.at(out, lane, 4), result);
  m.land(over);
  m.simple(Op::exit);
  Launch launch;
  launch.block = {32, 1, 1};
  launch.arguments = {test::array_of(values), test::array_of(operands),
                      test::filled<std::int32_t>(32, -1)};
  const auto ran = run(m.code, launch);
  REQUIRE(ran);
  return test::values_of<std::int32_t>(ran->arguments[2]);
}

std::vector<std::int32_t> random_values(Random& random, std::uint32_t below) {
  std::vector<std::int32_t> out;
  for (int i = 0; i < 32; ++i) out.push_back(static_cast<std::int32_t>(random.below(below)));
  return out;
}

}  // namespace

TEST_CASE("exchange: shuffles with every width and distance") {
  Random random(1);
  const auto values = random_values(random, 1000);
  for (int width = 1; width <= 32; width *= 2)
    for (int delta = 0; delta < 32; ++delta) {
      const std::vector<std::int32_t> operands(32, delta);
      const auto index = answers(Op::shuffle_index, values, operands, width, all_lanes),
                 up = answers(Op::shuffle_up, values, operands, width, all_lanes),
                 down = answers(Op::shuffle_down, values, operands, width, all_lanes),
                 crossed = answers(Op::shuffle_xor, values, operands, width, all_lanes);
      for (int lane = 0; lane < 32; ++lane) {
        const int in_part = lane % width, part = lane - in_part;
        const auto at = [&](int i) { return values[static_cast<std::size_t>(i)]; };
        const auto l = static_cast<std::size_t>(lane);
        REQUIRE(index[l] == at(part + delta % width));
        REQUIRE(up[l] == at(in_part >= delta ? lane - delta : lane));
        REQUIRE(down[l] == at(in_part + delta < width ? lane + delta : lane));
        REQUIRE(crossed[l] == at((lane ^ delta) < part + width ? lane ^ delta : lane));
      }
    }
}

TEST_CASE("exchange: a lane of its own choice, and lanes that are not there") {
  Random random(2);
  const auto values = random_values(random, 1000), operands = random_values(random, 32);
  const auto found = answers(Op::shuffle_index, values, operands, 32, 0xffff0000);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const auto from = static_cast<std::size_t>(operands[lane]);
    CHECK(found[lane] == (lane < 16 ? -1 : from < 16 ? 0 : values[from]));
  }
}

TEST_CASE("exchange: votes, matches and reductions") {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Mask mask = i == 0 ? all_lanes : static_cast<Mask>(random.next()) | 1u;
    const auto values = random_values(random, i % 2 == 0 ? 2 : 5);
    Mask yes = 0, equal[5] = {};
    std::int32_t sum = 0, least = 9, every = -1;
    for_lanes(mask, [&](int lane) {
      const std::int32_t value = values[static_cast<std::size_t>(lane)];
      yes |= Mask{value != 0} << lane;
      equal[value] |= 1u << lane;
      sum += value, least = std::min(least, value), every &= value;
    });
    const auto check = [&](Op op, auto expected) {
      const auto found = answers(op, values, values, 32, mask);
      for_lanes(mask, [&](int lane) {
        CAPTURE(static_cast<int>(op));
        CHECK(found[static_cast<std::size_t>(lane)] == static_cast<std::int32_t>(expected(lane)));
      });
    };
    check(Op::vote_ballot, [&](int) { return yes; });
    check(Op::vote_any, [&](int) { return yes != 0; });
    check(Op::vote_all, [&](int) { return yes == mask; });
    check(Op::vote_uniform, [&](int) { return yes == 0 || yes == mask; });
    check(Op::match_any, [&](int lane) { return equal[values[static_cast<std::size_t>(lane)]]; });
    check(Op::match_all, [&](int lane) {
      return equal[values[static_cast<std::size_t>(lane)]] == mask ? mask : 0;
    });
    check(Op::reduce_add, [&](int) { return sum; });
    check(Op::reduce_min, [&](int) { return least; });
    check(Op::reduce_and, [&](int) { return every; });
  }
}

TEST_CASE("exchange: a mask names lanes that wait at another shuffle") {
  Assembler m;
  const Register lane = m.special(Special::lane), one = m.constant(1);
  const int over = m.branch(Op::branch_false, m.op(Op::less, Type::i32, lane, m.constant(16)));
  (void)m.op(Op::shuffle_down, Type::i32, none, lane, one, 32);
  const int end = m.jump();
  m.land(over);
  (void)m.op(Op::shuffle_down, Type::i32, none, lane, one, 32);
  m.land(end);
  m.simple(Op::exit);
  Launch launch;
  launch.block = {32, 1, 1};
  const auto ran = run(m.code, launch);
  REQUIRE(ran);
  REQUIRE(!ran->findings.empty());
  CHECK(ran->findings[0].kind == Fault::inactive_shuffle);
  CHECK(ran->findings[0].message ==
        "the mask names lanes that wait at another instruction, so this one runs without them");
}

}  // TESTS_OF(core::cuda::exchange)
