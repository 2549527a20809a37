// Races of random programs, against all pairs of accesses.
#include <algorithm>

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
  int part, block, thread, element, epoch, syncs;
  bool write;
};

bool race(const Access& a, const Access& b) {
  if (a.element != b.element || (!a.write && !b.write)) return false;
  if (a.block != b.block) return true;
  if (a.thread == b.thread || a.epoch != b.epoch) return false;
  return a.thread / 32 != b.thread / 32 || a.syncs == b.syncs;
}

std::vector<Access> accesses(const std::vector<Part>& parts, int blocks) {
  std::vector<Access> all;
  for (int block = 0; block < blocks; ++block) {
    int epoch = 0, syncs = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      epoch += part.kind == Part::barrier;
      syncs += part.kind == Part::sync;
      if (part.kind > Part::store) continue;
      for (int t = 0; t < threads; ++t)
        if (part.takes_part(t))
          all.push_back({static_cast<int>(i), block, t, part.element(t), epoch, syncs,
                         part.kind == Part::store});
    }
  }
  return all;
}

// A thread's accesses to an element in a part of the program.
struct Side {
  Party party;
  int part;
};
bool race_between(const std::vector<Access>& all, const Side& one, const Side& other, int element) {
  const auto of = [&](const Side& side) {
    std::vector<Access> mine;
    for (const Access& each : all)
      if (each.part == side.part && each.element == element &&
          each.block == static_cast<int>(side.party.block[0]) &&
          each.thread == static_cast<int>(side.party.thread[0]))
        mine.push_back(each);
    return mine;
  };
  for (const Access& a : of(one))
    for (const Access& b : of(other))
      if (race(a, b)) return true;
  return false;
}

bool any_race(const std::vector<Access>& all) {
  for (const Access& a : all)
    for (const Access& b : all)
      if (race(a, b)) return true;
  return false;
}

struct Found {
  std::vector<Finding> races;
  std::vector<int> lines;  // of each part: its access

  int part(const Place& place) const {
    return static_cast<int>(std::find(lines.begin(), lines.end(), place.line) - lines.begin());
  }
};

// The same as a kernel; each store has a value of its own.
Found found_races(const std::vector<Part>& parts, Type type, Space space, int blocks) {
  Found found;
  found.lines.resize(parts.size());
  Assembler m;
  const Register size = m.constant(size_of(type)), t = m.special(Special::thread_x),
                 length = m.constant(24);
  const Register s =
      space == Space::shared ? m.array(Space::shared, "s", type, 24) : m.pointer("s", type);
  const Register own = m.op(Op::fma, Type::i32, m.special(Special::block_x), m.constant(4096), t);
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
    const Register value =
        m.op(Op::add, Type::i32, own, m.constant(1 + static_cast<std::int64_t>(i) * 64));
    found.lines[i] = m.here() + 1;
    if (part.kind == Part::load)
      (void)m.load(type, at);
    else
      m.store(type, at, value);
    m.land(over);
  }
  m.simple(Op::exit);
  Launch launch;
  launch.block = {threads, 1, 1};
  launch.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
  if (space == Space::global) {
    launch.arguments.resize(1);
    launch.arguments[0].pointer = true;
    launch.arguments[0].bytes.resize(24 * static_cast<std::size_t>(size_of(type)));
  }
  const auto out = run(m.code, launch);
  REQUIRE(out);
  for (const Finding& each : out->findings)
    if (each.kind == Fault::race) found.races.push_back(each);
  return found;
}

// "s[12]"
int element_of(const Finding& finding) { return std::stoi(finding.object.substr(2)); }

}  // namespace

TEST_CASE("races: found where any pair of accesses races, and nowhere else") {
  Random random(21);
  int racing = 0;
  const int all = tries(3000);
  for (int i = 0; i < all; ++i) {
    const auto parts = random_parts(random);
    const bool expected = any_race(accesses(parts, 1)), of_blocks = any_race(accesses(parts, 3));
    racing += expected;
    CAPTURE(i);
    for (const Type type : {Type::i32, Type::i16}) {
      REQUIRE(!found_races(parts, type, Space::shared, 1).races.empty() == expected);
      REQUIRE(!found_races(parts, type, Space::global, 3).races.empty() == of_blocks);
    }
  }
  CHECK(racing > all / 10);
  CHECK(racing < all * 9 / 10);
}

TEST_CASE("races: the two threads and lines that a finding names do race there") {
  Random random(22);
  int named = 0;
  const int all = tries(1500);
  for (int i = 0; i < all; ++i) {
    const auto parts = random_parts(random);
    for (const auto& [space, blocks] : {std::pair(Space::shared, 1), std::pair(Space::global, 3)})
      for (const Type type : {Type::i32, Type::i16, Type::i8}) {
        const auto pairs = accesses(parts, blocks);
        const Found found = found_races(parts, type, space, blocks);
        for (const Finding& each : found.races) {
          CAPTURE(i);
          CAPTURE(each.message);
          REQUIRE(each.other);
          REQUIRE(each.other_place);
          REQUIRE(race_between(pairs, {*each.who, found.part(each.place)},
                               {*each.other, found.part(*each.other_place)}, element_of(each)));
          ++named;
        }
      }
  }
  CHECK(named > all);
}

}  // TESTS_OF(core::cuda::races)
