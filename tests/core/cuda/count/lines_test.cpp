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
  const auto ideal = [](int count, int active, int every = 1) {
    Assembler m;
    const Register s = m.array(Space::shared, "s", Type::i32, 1024),
                   t = m.special(Special::thread_x);
    const Register part = m.op(Op::rem, Type::i32, t, m.constant(every)),
                   number = m.op(Op::div, Type::i32, t, m.constant(every));
    const int off = m.branch(Op::branch_true, part);
    const int over =
        m.branch(Op::branch_false, m.op(Op::less, Type::i32, number, m.constant(active)));
    (void)m.load(Type::i32, m.op(Op::fma, Type::i64, t, m.constant(4 * count), s), count);
    m.land(over);
    m.land(off);
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
  CHECK(ideal(4, 16, 2) == 2);  // every quarter of the warp has lanes, but all fit in two passes
  CHECK(ideal(4, 8, 4) == 1);
  CHECK(ideal(2, 8, 4) == 1);
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

// Shared memory, 32 lanes on 4 words: 8 lanes to a word.
TEST_CASE("count: atomics of shared memory, by what nvcc makes of them") {
  const auto wavefronts = [](const std::string& statement, bool cas = false) {
    const auto code = compile(
        "__global__ void k(int* a, int n) {\n  __shared__ int s[64]; __shared__ float f[4];\n"
        "  s[threadIdx.x] = 0; f[threadIdx.x % 4] = 0;\n  __syncthreads();\n  int t = "
        "threadIdx.x % 4;\n" +
            statement + "\n}\n",
        {"k", false});
    REQUIRE_MESSAGE(code, (code ? "" : code.error().message));
    Launch launch;
    launch.block = {32, 1, 1};
    launch.arguments = {test::filled<std::int32_t>(64, 1), {}};
    launch.arguments[1].scalars = {3};
    const auto out = run(*code, launch);
    REQUIRE(out);
    for (const auto& line : out->lines)
      if (line.line == 6) {
        CHECK(line.traffic.wavefronts_ideal == (cas ? 2 : 1));
        return line.traffic.wavefronts;
      }
    return std::int64_t{0};
  };
  CHECK(wavefronts("atomicAdd(&s[t], 1);") == 1);  // ones are counted
  CHECK(wavefronts("atomicAdd(&s[t], t + 1);") == 8);
  CHECK(wavefronts("atomicMax(&s[t], t);") == 8);
  CHECK(wavefronts("atomicExch(&s[t], 5);") == 8);
  CHECK(wavefronts("atomicAdd(&s[2 * t], 2);") == 8);
  CHECK(wavefronts("atomicAdd(&s[threadIdx.x % 2 * 32], 3);") == 32);  // two words of one bank
  CHECK(wavefronts("atomicAdd(&s[0], t);") == 1);                      // one lane acts for the warp
  CHECK(wavefronts("atomicOr(&s[3], t);") == 1);
  CHECK(wavefronts("int i = blockIdx.x + n; atomicMin(&s[2 * i + 1], t);") == 1);
  CHECK(wavefronts("int i = a[0]; for (int k = 0; k < n; ++k) ++i; atomicMin(&s[i], t);") == 32);
  CHECK(wavefronts("int i = 3; atomicAdd(&s[i + n], t); ++i;") == 1);
  CHECK(wavefronts("atomicExch(&s[3], t);") == 32);
  CHECK(wavefronts("a[t] = atomicAdd(&s[t], 1);") == 8);     // its result is used: not counted
  CHECK(wavefronts("atomicCAS(&s[t], 5, t);", true) == 16);  // two operands
  CHECK(wavefronts("atomicAdd(&f[t], 1.0f);") == 1);         // one turn of a loop
}

// The lines on which nvcc books the accesses of statements over several lines (-lineinfo).
TEST_CASE("count: an access counts on the line where its expression stands") {
  const auto code = compile(
      "__device__ float sum(float a, float b) { return a + b; }\n"  // 1
      "#define AT(i) (i)\n"
      "__global__ void k(float* out, float* in, float4* wide) {\n"
      "  __shared__ float s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] =\n"  // 6
      "      in[AT(t)];\n"
      "  float x = sum(\n"  // 8
      "      in[t], in[t]);\n"
      "  out[t] = sum(x,\n"  // 10
      "               s[t]);\n"
      "  out[t] = x *\n"  // 12
      "           in[t];\n"
      "  out[t] = s[t]\n"  // 14
      "         + in[t];\n"
      "  out[t] = x * in[\n"  // 16
      "      t + 1];\n"
      "  out[t] = in[t] +\n"  // 18
      "      s[t] * x;\n"
      "  float4 four = wide[t];\n"  // 20
      "  wide[t + 32] =\n"
      "      four;\n"
      "  out[t] =\n"  // 23
      "      max(in[t],\n"
      "          s[t]);\n"
      "  out[t] = *(in +\n"  // 26
      "             t);\n"
      "  s[t] = out[t] = out[t + 32] = 0.5f;\n"  // 28: three stores, no load
      "  out[t]\n"                               // 29
      "      = in[t];\n"
      "  x = wide\n"  // 31
      "      [t].\n"
      "          x;\n"
      "  out[t]\n"  // 34
      "      += x;\n"
      "}\n",
      {"k", false});
  REQUIRE_MESSAGE(code, (code ? "" : code.error().message));
  Launch launch;
  launch.block = {32, 1, 1};
  launch.arguments = {test::filled<float>(64, 1.0f), test::filled<float>(64, 1.0f),
                      test::filled<float>(256, 1.0f)};
  const auto out = run(*code, launch);
  REQUIRE_MESSAGE(out, (out ? "" : out.error().message));
  CHECK(out->findings.empty());
  std::string counts;
  for (const auto& line : out->lines) {
    if (line.traffic.bytes == 0) continue;
    counts += std::to_string(line.line) + ":" + std::to_string(line.traffic.sectors) + "," +
              std::to_string(line.traffic.wavefronts) + " ";
  }
  CHECK(counts ==
        "6:0,1 7:4,0 9:8,0 10:4,0 11:0,1 12:4,0 13:4,0 14:4,1 15:4,0 16:4,0 17:5,0 18:8,0 19:0,1 "
        "20:16,0 22:16,0 23:4,0 24:4,0 25:0,1 26:4,0 27:4,0 "
        "28:8,1 29:4,0 30:4,0 32:16,0 34:8,0 ");
}

TEST_CASE("count: no line is counted that nobody executes") {
  const auto lines = [](const std::string& body) {
    const auto code =
        compile("__global__ void k(float* a, float* b) {\nint t = threadIdx.x;\n" + body + "\n}\n",
                {"k", false});
    REQUIRE_MESSAGE(code, (code ? "" : code.error().message));
    Launch launch;
    launch.block = {32, 1, 1};
    launch.arguments = {test::filled<float>(64, 0), test::filled<float>(64, 0)};
    const auto out = run(*code, launch);
    REQUIRE(out);
    std::string found;
    double lanes = 0, executed = 0;
    for (const auto& line : out->lines) {
      found += (found.empty() ? "" : " ") + std::to_string(line.line);
      executed += static_cast<double>(line.executed);
      lanes += line.lanes * static_cast<double>(line.executed);
    }
    CHECK(static_cast<double>(out->total.executed) == executed);
    CHECK(out->total.lanes == doctest::Approx(lanes / executed));
    return found;
  };
  // The jump from the inner choice over the outer 'else'.
  CHECK(lines("if (a[t] == 0) {\nif (b[t] == 0)\nb[t] = 1;\nelse\nb[t] += 1;\n} else {\n"
              "b[t] = 7;\n}") == "2 3 4 5 11");
  CHECK(lines("if (a[t] == 0) {\nif (b[t] == 1)\nb[t] = 1;\n} else {\nb[t] = 7;\n}") == "2 3 4 9");
  CHECK(lines("int q = a[t] == 0 ?\n(b[t] == 1\n? (b[t] = 2) :\n(b[t] = 3)) : 5;") ==
        "2 3 4 5 6 7");
  // A comparison belongs to the line of 'switch'.
  CHECK(lines("switch ((int)a[t] + 3) {\ncase 0: b[t] = 1; break;\ncase 3: b[t] = 2; break;\n"
              "default: b[t] = 3;\n}") == "2 3 5 8");
}

}  // TESTS_OF(core::cuda::count)
