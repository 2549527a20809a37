// What a warp does at once, against the same lane after lane: random programs run both ways, and
// nothing may differ, neither memory nor counts nor findings.
#include <algorithm>

#include "core/cuda/run/shadow.hpp"
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::transfer) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

constexpr int elements = 256;  // of 16 bytes, so that any access of a good index lies inside

class Program {
 public:
  Assembler m;
  Launch launch;

  explicit Program(std::uint64_t seed) : random_(seed) {
    fences_ = chance(25);
    neat_ = chance(50);
    global_ = m.pointer("g", Type::i32);
    shared_ = m.array(Space::shared, "s", Type::i32, elements * 4);
    local_ = m.array(Space::local, "l", Type::i32, 64);
    t_ = m.special(Special::thread_x);
    block_ = m.special(Special::block_x);
    everyone_ = m.constant(-1);
    value_ = m.fresh(8);
    for (int k = 0; k < 8; ++k)
      m.into(value_ + k, Op::add, Type::i32, t_, m.constant(chance(30) ? 0 : 1 + below(3)));
    for (int n = 4 + below(8); n > 0; --n) part();
    m.simple(Op::exit);
    launch.block = {static_cast<std::uint32_t>(chance(60) ? 64 : 1 + below(100)), 1, 1};
    launch.grid = {static_cast<std::uint32_t>(1 + below(3)), 1, 1};
    launch.arguments = {chance(70) ? test::filled<std::int32_t>(elements * 4, 3)
                                   : test::unwritten(elements * 16)};
    if (chance(20)) launch.order = 7;
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(n))); }
  bool chance(int percent) { return below(100) < percent; }

  // Of neat programs threads one after another touch words one after another: who touched a word
  // before is of the same warp here, of another there.
  Register neighbor() {
    const Register at = m.op(Op::add, Type::i32, t_, m.constant(8 * below(6)));
    return m.op(Op::convert, Type::i64,
                chance(50) ? at : m.op(Op::fma, Type::i32, block_, m.constant(16), at));
  }

  // What each thread touches: (t · stride + shift + block · apart) % modulo, perhaps turned around.
  Register index() {
    constexpr int strides[] = {1, 1, 1, 1, 0, 2, 3, 8, 17, 32}, modulos[] = {16, 64, 200, 256, 256};
    const Register t = chance(15)   ? m.op(Op::div, Type::i32, t_, m.constant(1 + below(20)))
                       : chance(10) ? m.op(Op::bit_xor, Type::i32, t_, m.constant(below(32)))
                                    : t_;
    Register at = m.op(Op::fma, Type::i32, t, m.constant(strides[below(10)]),
                       m.constant(chance(50) ? 0 : below(40)));
    at = m.op(Op::fma, Type::i32, block_, m.constant(chance(50) ? 0 : below(100)), at);
    at = m.op(Op::rem, Type::i32, at, m.constant(modulos[below(5)]));
    if (chance(4)) at = m.op(Op::add, Type::i32, at, m.constant(elements * 16 - 60));
    return m.op(Op::convert, Type::i64, at);
  }

  void part() {
    const int kind = below(20);
    if (kind < 2) return m.simple(Op::barrier);
    if (kind == 2 || (neat_ && kind > 16)) return sync(everyone_);
    if (kind == 3) return chance(neat_ ? 70 : 30) ? sync_half() : m.simple(Op::barrier);
    if (kind == 4 && fences_) return m.simple(Op::fence);
    int over = -1;
    if (chance(neat_ ? 10 : 40)) {
      const Register limit = m.constant(1 + below(64));
      over = m.branch(Op::branch_false, chance(70) ? m.op(Op::less, Type::i32, t_, limit)
                                                   : m.op(Op::rem, Type::i32, t_, limit));
    }
    access(kind);
    if (over >= 0) m.land(over);
  }

  void sync(Register mask) { m.emit({.op = Op::sync_warp, .a = mask}); }
  // Of the lower lanes of each warp.
  void sync_half() {
    const Register lane = m.op(Op::rem, Type::i32, t_, m.constant(32));
    const int over = m.branch(Op::branch_false, m.op(Op::less, Type::i32, lane, m.constant(16)));
    sync(m.constant(0xffff));
    m.land(over);
  }

  void access(int kind) {
    constexpr Type types[] = {Type::i32, Type::i32, Type::f32, Type::u32,    Type::i8,
                              Type::u16, Type::f64, Type::i64, Type::boolean};
    const Type type = neat_ ? Type::i32 : types[below(9)];
    const int most = 16 / size_of(type);
    const int count = neat_ || chance(60) ? 1 : std::min(most, 1 << below(3));
    const int size = size_of(type) * count;
    const int space = below(10);
    const Register base = space < 5 ? shared_ : space < 9 ? global_ : local_;
    Register at = neat_ ? neighbor() : index();
    if (base == local_) at = m.op(Op::rem, Type::i64, at, m.constant(chance(90) ? 15 : 20));
    const Register address = m.at(base, at, chance(96) ? size : std::max(1, size / 2));
    if (kind == 5 && base != local_) {
      (void)m.atomic(Atomic::add, Type::i32, m.at(base, at, 4), value_);
      return;
    }
    const bool strong = chance(5);
    const Register result = m.fresh(count);
    if (kind < 13)
      m.emit({.op = Op::load,
              .type = type,
              .count = static_cast<std::uint8_t>(count),
              .result = result,
              .a = address,
              .imm = chance(20) ? 16 : 0,
              .strong = strong});
    else
      m.emit({.op = Op::store,
              .type = type,
              .count = static_cast<std::uint8_t>(count),
              .a = address,
              .b = value_,
              .imm = chance(20) ? 16 : 0,
              .strong = strong});
    if (kind < 13 && chance(30))  // what was read goes on
      m.into(value_, Op::add, Type::i32, value_, result);
  }

  Random random_;
  bool fences_ = false, neat_ = false;
  Register global_ = none, shared_ = none, local_ = none, t_ = none, block_ = none,
           everyone_ = none, value_ = none;
};

std::string party(const std::optional<Party>& party) {
  return party ? text(party->block) + text(party->thread) : "-";
}

std::vector<std::string> told(const Outcome& out) {
  std::vector<std::string> lines{"steps " + std::to_string(out.steps)};
  const auto counts = [&](const LineCounts& c) {
    std::string all = "line " + std::to_string(c.line) + ": " + std::to_string(c.lanes);
    for (const std::int64_t each :
         {c.executed, c.divergent, c.traffic.requests, c.traffic.sectors, c.traffic.sectors_ideal,
          c.traffic.wavefronts, c.traffic.wavefronts_ideal, c.traffic.bytes,
          c.traffic.atomic_conflicts})
      all += " " + std::to_string(each);
    lines.push_back(all);
  };
  for (const LineCounts& line : out.lines) counts(line);
  counts(out.total);
  for (const Finding& each : out.findings)
    lines.push_back(std::string(name(each.kind)) + " " + std::to_string(each.place.line) + " " +
                    each.message + " " + each.object + " " + party(each.who) + party(each.other) +
                    std::to_string(each.other_place ? each.other_place->line : 0) + " " +
                    std::to_string(each.count));
  return lines;
}

}  // namespace

TEST_CASE("transfer: a warp at once does what its lanes do one after another") {
  const int all = tries(8000);
  int clean = 0, racing = 0;
  for (int i = 0; i < all; ++i) {
    Program program(static_cast<std::uint64_t>(i));
    const auto at_once = run(program.m.code, program.launch);
    program.launch.one_by_one = true;
    const auto one_by_one = run(program.m.code, program.launch);
    REQUIRE(at_once);
    REQUIRE(one_by_one);
    CAPTURE(i);
    const auto a = told(*at_once), b = told(*one_by_one);
    for (std::size_t line = 0; line < std::min(a.size(), b.size()); ++line)
      REQUIRE(a[line] == b[line]);
    REQUIRE(a.size() == b.size());
    REQUIRE(at_once->arguments == one_by_one->arguments);
    clean += at_once->findings.empty();
    racing += std::any_of(at_once->findings.begin(), at_once->findings.end(),
                          [](const Finding& each) { return each.kind == Fault::race; });
  }
  CHECK(clean > all / 200);
  CHECK(racing > all / 20);
}

TEST_CASE("shadow: three bytes for each byte, six once it is split, all untouched") {
  for (const std::size_t bytes : {0u, 4u, 1000u, 1u << 20}) {
    Shadow shadow;
    shadow.reset(bytes, true);
    CHECK(shadow.size() == 3 * bytes);
    for (std::size_t i = 0; i < bytes / 4; ++i)
      CHECK(
          (shadow.cells().written(i) == 0xf && shadow.cells().at(i).touch(0) == Touch::untouched));
    shadow.do_split();
    CHECK(shadow.cells().split());
    CHECK(shadow.size() == 6 * bytes);
    shadow.reset(bytes, true);
    CHECK(!shadow.cells().split());
  }
}

TEST_CASE("shadow: what one warp does between two barriers splits nothing") {
  for (const bool one_block : {false, true}) {
    Order order(false);
    Clock clocks[2];
    clocks[1].warp = 1;
    const std::vector<Clock*> warps = {&clocks[0], &clocks[1]};
    Shadow shadow;
    shadow.reset(64, true, one_block);
    Rival rival;
    // Each thread of a warp touches one byte of its word; returns whether any races.
    const auto warp_touches = [&](Touch touch, int warp) {
      Clock& clock = clocks[warp];
      bool raced = false;
      for (int t = 0; t < 32; ++t)
        raced |= visit(shadow.cells(), static_cast<std::size_t>(8 * warp + t / 4),
                       {touch, 32 * warp + t, 1u << t % 4, 0, order.stretch(clock), 1}, order,
                       clock, rival);
      return raced;
    };
    CHECK(!warp_touches(Touch::read, 0));
    CHECK(!warp_touches(Touch::write, 0));
    CHECK(!warp_touches(Touch::read, 1));
    CHECK(!shadow.split());
    order.barrier(warps);
    CHECK(!warp_touches(Touch::write, 1));
    CHECK(shadow.split() == !one_block);  // another block might have read the other bytes
  }
}

}  // TESTS_OF(core::cuda::transfer)
