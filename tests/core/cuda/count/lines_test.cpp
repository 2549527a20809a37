// Counts of random accesses, against the simulators of core/memory, asked here for addresses that
// are computed here.
#include "core/cuda/lower/compile.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::count) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

constexpr int warps = 3, elements = 4096;

// Index of thread t in round r, of elements of 4 bytes; whether it takes part.
struct Pattern {
  int stride, shift, modulo, step, every;
  int index(int t, int r) const { return (t * stride + shift + r * step) % modulo; }
  bool active(int t) const { return t % every == 0; }
};

Pattern random_pattern(Random& random) {
  constexpr int strides[] = {0, 1, 2, 3, 4, 5, 8, 16, 17, 31, 32, 33, 64},
                modulos[] = {7, 32, 33, 100, 512, 1024};
  return {strides[random.below(13)], static_cast<int>(random.below(40)), modulos[random.below(6)],
          static_cast<int>(random.below(9)), 1 + static_cast<int>(random.below(3))};
}

Launch three_warps() {
  Launch launch;
  launch.block = {32 * warps, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(elements, 1)};
  return launch;
}

// A loop of loads, or of stores, of `count` elements each from global and from shared memory.
struct Program {
  Assembler m;
  int global = 0, shared = 0, branch = 0;  // lines

  Program(const Pattern& p, int count, int rounds, bool store) {
    const Register in = m.pointer("in", Type::i32),
                   s = m.array(Space::shared, "s", Type::i32, elements);
    const Register t = m.special(Special::thread_x), stride = m.constant(p.stride),
                   shift = m.constant(p.shift), modulo = m.constant(p.modulo);
    const Register one = m.constant(1), r = m.fresh(), step = m.constant(p.step),
                   size = m.constant(4 * count), value = m.fresh(count);
    m.into(r, Op::copy, Type::i32, m.constant(0));
    const Register part = m.op(Op::rem, Type::i32, t, m.constant(p.every));
    const int begin = m.here();
    const Register linear = m.op(Op::add, Type::i32, m.op(Op::fma, Type::i32, t, stride, shift),
                                 m.op(Op::mul, Type::i32, r, step));
    const Register index = m.op(Op::rem, Type::i32, linear, modulo);
    const Register a = m.op(Op::fma, Type::i64, index, size, in),
                   b = m.op(Op::fma, Type::i64, index, size, s);
    const int over = m.branch(Op::branch_true, part);
    branch = over + 1;
    if (store)
      m.store(Type::i32, a, value, count);
    else
      (void)m.load(Type::i32, a, count);
    global = m.here();
    if (store)
      m.store(Type::i32, b, value, count);
    else
      (void)m.load(Type::i32, b, count);
    shared = m.here();
    m.land(over);
    m.into(r, Op::add, Type::i32, r, one);
    m.branch(Op::branch_true, m.op(Op::less, Type::i32, r, m.constant(rounds)), begin);
    m.simple(Op::exit);
  }
};

}  // namespace

TEST_CASE("count: sectors and wavefronts of random patterns") {
  Random random(5);
  constexpr int rounds = 5;
  for (int i = 0; i < 120; ++i) {
    const Pattern p = random_pattern(random);
    const int count = 1 << random.below(3);
    const bool store = i % 2 == 0;
    Program program(p, count, rounds, store);
    const auto out = run(program.m.code, three_warps());
    REQUIRE(out);
    Traffic expected;
    int parted = 0;
    for (int warp = 0; warp < warps; ++warp) {
      memory::WarpAccess access{4 * count, {}, 0};
      for (int lane = 0; lane < 32; ++lane)
        access.active |= Mask{p.active(warp * 32 + lane)} << lane;
      parted += access.active != 0 && access.active != all_lanes ? rounds : 0;
      for (int r = 0; r < rounds; ++r) {
        for (int lane = 0; lane < 32; ++lane)
          access.offsets[static_cast<std::size_t>(lane)] =
              std::int64_t{p.index(warp * 32 + lane, r)} * 4 * count;
        if (access.active == 0) continue;
        const auto request = memory::request(access);
        const auto wavefronts =
            memory::wavefronts(access, store ? memory::Access::store : memory::Access::load);
        REQUIRE(request);
        REQUIRE(wavefronts);
        ++expected.requests;
        expected.sectors += static_cast<std::int64_t>(request->sectors().size());
        expected.sectors_ideal += (request->bytes_used() + 31) / 32;
        expected.wavefronts += wavefronts->count();
      }
    }
    for (const LineCounts& line : out->lines) {
      if (line.line == program.branch) CHECK(line.divergent == parted);
      if (line.line == program.global) {
        CHECK(line.traffic.requests == expected.requests);
        CHECK(line.traffic.sectors == expected.sectors);
        CHECK(line.traffic.sectors_ideal == expected.sectors_ideal);
        CHECK(line.executed == expected.requests);
        CHECK(line.lanes ==
              doctest::Approx(p.every == 1
                                  ? 32
                                  : static_cast<double>((32 * warps + p.every - 1) / p.every) /
                                        warps));
      }
      if (line.line == program.shared) CHECK(line.traffic.wavefronts == expected.wavefronts);
    }
  }
}

TEST_CASE("count: the passes that a width alone needs, by the lanes that take part") {
  const auto ideal = [](int count, int active) {
    Assembler m;
    const Register s = m.array(Space::shared, "s", Type::i32, 1024),
                   t = m.special(Special::thread_x);
    const int over = m.branch(Op::branch_false, m.op(Op::less, Type::i32, t, m.constant(active)));
    (void)m.load(Type::i32, m.op(Op::fma, Type::i64, t, m.constant(4 * count), s), count);
    m.land(over);
    m.simple(Op::exit);
    Launch launch;
    launch.block = {32, 1, 1};
    const auto out = run(m.code, launch);
    REQUIRE(out);
    return out->total.traffic.wavefronts_ideal;
  };
  CHECK(ideal(1, 32) == 1);
  CHECK(ideal(1, 3) == 1);
  CHECK(ideal(2, 32) == 2);
  CHECK(ideal(2, 16) == 1);
  CHECK(ideal(4, 32) == 4);
  CHECK(ideal(4, 17) == 3);
}

// As an H200 counts __pipeline_memcpy_async of 4, 8 and 16 bytes.
TEST_CASE("count: a copy that does not wait loads and stores, each once") {
  for (const int width : {4, 8, 16}) {
    Assembler m;
    const Register in = m.pointer("in", Type::i32), s = m.array(Space::shared, "s", Type::i32, 512),
                   t = m.special(Special::thread_x), size = m.constant(width);
    m.emit({.op = Op::copy_async,
            .count = static_cast<std::uint8_t>(width),
            .a = m.op(Op::fma, Type::i64, t, size, s),
            .b = m.op(Op::fma, Type::i64, t, size, in)});
    m.emit({.op = Op::copy_async_wait, .imm = -1});
    m.simple(Op::exit);
    const auto out = run(m.code, three_warps());
    REQUIRE(out);
    CHECK(out->findings.empty());
    CHECK(out->total.traffic.wavefronts == warps * width / 4);
    CHECK(out->total.traffic.wavefronts_ideal == warps * width / 4);
    CHECK(out->total.traffic.sectors == warps * width);
  }
}

TEST_CASE("count: a helper's line counts its calls together") {
  Code code;
  code.places = {{1, 1}, {2, 1}};
  code.instructions = {{.op = Op::copy, .place = 0, .copy = 1},
                       {.op = Op::add, .place = 0, .copy = 1},
                       {.op = Op::copy, .place = 0, .copy = 2},
                       {.op = Op::add, .place = 1},
                       {.op = Op::constant, .place = 1}};
  std::vector<Tally> tallies(5);
  tallies[0] = {8, 256}, tallies[1] = {4, 64}, tallies[2] = {8, 128}, tallies[3] = {3, 33},
  tallies[4] = {99, 99};
  const auto lines = by_line(code, tallies);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].executed == 16);
  CHECK(lines[0].lanes == 24);
  CHECK(lines[1].executed == 3);
}

TEST_CASE("count: a line is the caller's, and the end of a kernel is its last brace") {
  const auto code = compile(
      "__device__ float twice(float x) {\n  return 2 * x;\n}\n"
      "__global__ void k(float* a) {\n  if (threadIdx.x < 8)\n    a[threadIdx.x] = "
      "twice(threadIdx.x "
      "+ 1);\n}\n",
      {"k", false});
  REQUIRE(code);
  const auto out = run(*code, three_warps());
  REQUIRE(out);
  REQUIRE(out->lines.size() == 4);
  const int lines[] = {2, 5, 6, 7}, executed[] = {1, 3, 1, 3};
  const double lanes[] = {8, 32, 8, 32};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(out->lines[i].line == lines[i]);
    CHECK(out->lines[i].executed == executed[i]);
    CHECK(out->lines[i].lanes == lanes[i]);
  }
}

TEST_CASE("count: atomics that meet at one address") {
  Assembler m;
  const Register in = m.pointer("in", Type::i32), t = m.special(Special::thread_x);
  const Register index = m.op(Op::rem, Type::i32, t, m.constant(5));
  (void)m.atomic(Atomic::add, Type::i32, m.op(Op::fma, Type::i64, index, m.constant(4), in), t);
  m.simple(Op::exit);
  const auto out = run(m.code, three_warps());
  REQUIRE(out);
  CHECK(out->total.traffic.atomic_conflicts == 3 * (32 - 5));
  CHECK(out->findings.empty());
}

}  // TESTS_OF(core::cuda::count)
