// Races of random programs, against all pairs of accesses.
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::races) {

using namespace loom;
using namespace loom::cuda;
using loom::test::Assembler;

namespace {

constexpr int threads = 64;

// Every thread with thread % every == rest touches element (thread · stride + shift) % 24; or all
// meet.
struct Part {
  enum { load, store, barrier, sync } kind;
  int stride, shift, every, rest;
  bool takes_part(int t) const { return t % every == rest; }
  int element(int t) const { return (t * stride + shift) % 24; }
};

std::vector<Part> random_parts(Random& random) {
  std::vector<Part> out;
  const auto below = [&](int n) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
  };
  for (int n = 3 + below(5); n > 0; --n) {
    Part part{Part::load, 0, below(24), 1 + below(64), 0};
    const int kind = below(8);
    part.kind = kind < 3   ? Part::load
                : kind < 5 ? Part::store
                : kind < 7 ? Part::sync
                           : Part::barrier;
    part.stride = below(3) == 0 ? 0 : 1 + below(3);
    part.rest = below(part.every);
    out.push_back(part);
  }
  return out;
}

struct Access {
  int part, thread, element, epoch, syncs;
  bool write;
};

bool race(const Access& a, const Access& b) {
  if (a.thread == b.thread || a.element != b.element || (!a.write && !b.write) ||
      a.epoch != b.epoch)
    return false;
  return a.thread / 32 != b.thread / 32 || a.syncs == b.syncs;
}

bool any_race(const std::vector<Part>& parts) {
  std::vector<Access> all;
  int epoch = 0, syncs = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    epoch += parts[i].kind == Part::barrier;
    syncs += parts[i].kind == Part::sync;
    if (parts[i].kind > Part::store) continue;
    for (int t = 0; t < threads; ++t)
      if (parts[i].takes_part(t))
        all.push_back({static_cast<int>(i), t, parts[i].element(t), epoch, syncs,
                       parts[i].kind == Part::store});
  }
  for (const Access& a : all)
    for (const Access& b : all)
      if (race(a, b)) return true;
  return false;
}

// The same as a kernel; each store has a value of its own.
bool found_race(const std::vector<Part>& parts, Type type) {
  Assembler m;
  const Register s = m.array(Space::shared, "s", type, 24), size = m.constant(size_of(type)),
                 t = m.special(Special::thread_x);
  const Register length = m.constant(24);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (part.kind == Part::barrier) m.simple(Op::barrier);
    if (part.kind == Part::sync) m.simple(Op::sync_warp);
    if (part.kind > Part::store) continue;
    const Register rest = m.op(Op::rem, Type::i32, t, m.constant(part.every));
    const int over =
        m.branch(Op::branch_false, m.op(Op::equal, Type::i32, rest, m.constant(part.rest)));
    const Register linear =
        m.op(Op::fma, Type::i32, t, m.constant(part.stride), m.constant(part.shift));
    const Register at = m.op(Op::fma, Type::i64, m.op(Op::rem, Type::i32, linear, length), size, s);
    if (part.kind == Part::load)
      (void)m.load(type, at);
    else
      m.store(type, at, m.op(Op::add, Type::i32, t, m.constant(static_cast<std::int64_t>(i) * 64)));
    m.land(over);
  }
  m.simple(Op::exit);
  Launch launch;
  launch.block = {threads, 1, 1};
  const auto out = run(m.code, launch);
  REQUIRE(out);
  bool found = false;
  for (const Finding& each : out->findings) found |= each.kind == Fault::race;
  return found;
}

}  // namespace

TEST_CASE("races: found where any pair of accesses races, and nowhere else") {
  Random random(21);
  int racing = 0;
  const int all = tries(3000);
  for (int i = 0; i < all; ++i) {
    const auto parts = random_parts(random);
    const bool expected = any_race(parts);
    racing += expected;
    CAPTURE(i);
    REQUIRE(found_race(parts, Type::i32) == expected);
    REQUIRE(found_race(parts, Type::i16) <=
            expected);  // neighbors in one word may hide a race, but make none
  }
  CHECK(racing > all / 10);
  CHECK(racing < all * 9 / 10);
}

}  // TESTS_OF(core::cuda::races)
