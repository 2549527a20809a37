// Wavefronts of a warp's access to shared memory: published counts, closed forms, and banks that
// hand out words one by one.
#include "core/memory/wavefronts.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::memory::wavefronts) {

using namespace loom;
using namespace loom::memory;

namespace {

constexpr int widths[] = {1, 2, 4, 8, 16};

WarpAccess strided(int width, std::int64_t base, std::int64_t stride) {
  WarpAccess access{.width = width};
  for (int lane = 0; lane < warp_lanes; ++lane)
    access.offsets[static_cast<size_t>(lane)] = base + lane * stride * width;
  return access;
}

Wavefronts of(const WarpAccess& access, Access kind = Access::load) {
  const Result<Wavefronts> found = wavefronts(access, kind);
  REQUIRE_MESSAGE(found, (found ? "" : found.error().message));
  return *found;
}

int count(const WarpAccess& access, Access kind = Access::load) { return of(access, kind).count(); }

bool is_active(const WarpAccess& access, size_t lane) { return (access.active >> lane & 1) != 0; }

// Which lanes go together, computed in another way: addresses per pair in sets.
std::vector<std::vector<size_t>> groups_of(const WarpAccess& access, Access kind) {
  size_t size = access.width <= 4 ? 32 : access.width == 8 ? 16 : 8;
  bool joined = false;
  for (size_t distance : {1u, 2u}) {
    bool all = true;
    for (size_t low = 0; low < 32; ++low) {
      if ((low & distance) != 0) continue;
      std::set<std::int64_t> addresses;
      for (size_t lane : {low, low + distance})
        if (is_active(access, lane)) addresses.insert(access.offsets[lane]);
      all = all && addresses.size() < 2;
    }
    joined = joined || all;
  }
  if (access.width > 4 && kind == Access::load && joined) size *= 2;
  std::vector<std::vector<size_t>> groups;
  for (size_t first = 0; first < 32; first += size) {
    groups.emplace_back();
    for (size_t lane = first; lane < first + size; ++lane)
      if (is_active(access, lane)) groups.back().push_back(lane);
  }
  return groups;
}

// 32 banks as queues of wanted words; every tick each bank serves the word at its head.
int replay(const WarpAccess& access, Access kind) {
  int ticks = 0;
  for (const auto& lanes : groups_of(access, kind)) {
    std::map<std::int64_t, std::deque<std::int64_t>> banks;
    for (size_t lane : lanes)
      for (int b = 0; b < access.width; ++b) {
        const std::int64_t byte =
            access.offsets[lane] + b + (std::int64_t{1} << 40);  // never below zero
        auto& queue = banks[byte / 4 % 32];
        const bool once_more = kind == Access::atomic && (b == 0 || byte % 4 == 0);
        if (once_more || std::find(queue.begin(), queue.end(), byte / 4) == queue.end())
          queue.push_back(byte / 4);
      }
    while (!banks.empty()) {
      ++ticks;
      for (auto bank = banks.begin(); bank != banks.end();) {
        bank->second.pop_front();
        bank = bank->second.empty() ? banks.erase(bank) : std::next(bank);
      }
    }
  }
  return ticks;
}

// What the deliveries must be, whatever the order of a bank's words.
void check_deliveries(const WarpAccess& access, Access kind) {
  const Wavefronts found = of(access, kind);
  std::set<std::pair<int, int>> places;                // (wavefront, bank): one word each
  std::map<std::pair<size_t, std::int64_t>, int> got;  // (lane, word)
  std::set<int> turns;
  std::vector<int> group_of_turn(static_cast<size_t>(found.count()), -1);
  int last = -1;
  for (const Delivery& delivery : found.deliveries()) {
    REQUIRE(delivery.bank() == ((delivery.word % 32) + 32) % 32);
    CHECK(places.insert({delivery.wavefront, delivery.bank()}).second);
    const int place = delivery.wavefront * 32 + delivery.bank();
    CHECK(place > last);
    last = place;
    REQUIRE(delivery.wavefront < found.count());
    turns.insert(delivery.wavefront);
    int& group = group_of_turn[delivery.wavefront];
    CHECK((group == -1 || group == delivery.group));  // groups do not share turns
    group = delivery.group;
    CHECK(delivery.lanes != 0);
    for (size_t lane = 0; lane < 32; ++lane)
      if ((delivery.lanes >> lane & 1) != 0) ++got[{lane, delivery.word}];
  }
  CHECK(static_cast<int>(turns.size()) == found.count());  // none is empty
  size_t wanted = 0;
  for (size_t lane = 0; lane < 32; ++lane) {
    if (!is_active(access, lane)) continue;
    for (int b = 0; b < access.width; b += access.width < 4 ? access.width : 4) {
      const std::int64_t byte = access.offsets[lane] + b, word = (byte - (byte % 4 + 4) % 4) / 4;
      if (got[{lane, word}] != 1)
        FAIL_CHECK("lane " << lane << " gets word " << word << " " << got[{lane, word}]
                           << " times");
      ++wanted;
    }
  }
  CHECK(got.size() == wanted);
}

WarpAccess random_access(Random& random) {
  WarpAccess access{.width = widths[random.below(5)]};
  const std::uint32_t span = 1u << (2 + random.below(9));
  for (std::int64_t& offset : access.offsets)
    offset = access.width * (std::int64_t{random.below(span)} - 16);
  // Half of them around the rule that joins groups: pairs made equal, some broken or switched off.
  if (random.below(2) == 0) {
    const size_t distance = std::size_t{1} << random.below(3);
    for (size_t lane = 0; lane < 32; ++lane)
      access.offsets[lane] = access.offsets[lane & ~distance];
    if (random.below(3) == 0) access.offsets[random.below(32)] += access.width;
  }
  if (random.below(2) == 0) access.active = static_cast<std::uint32_t>(random.next() >> 32);
  return access;
}

}  // namespace

TEST_CASE("wavefronts: closed forms for strides, loads and stores, from any base") {
  for (std::int64_t base : {0, 16, 64, 112, 128, 1008, -48})
    for (int s = 0; s <= 70; ++s) {
      CAPTURE(s);
      CHECK(count(strided(4, base, s)) == (s == 0 ? 1 : std::gcd(s, 32)));
      CHECK(count(strided(8, base, s)) == (s == 0 ? 1 : 2 * std::gcd(s, 16)));
      CHECK(count(strided(16, base, s)) == (s == 0 ? 2 : 4 * std::gcd(s, 8)));
      // A store never merges: one word for all is written once per half or quarter.
      CHECK(count(strided(4, base, s), Access::store) == (s == 0 ? 1 : std::gcd(s, 32)));
      CHECK(count(strided(8, base, s), Access::store) == (s == 0 ? 2 : 2 * std::gcd(s, 16)));
      CHECK(count(strided(16, base, s), Access::store) == (s == 0 ? 4 : 4 * std::gcd(s, 8)));
    }
}

TEST_CASE("wavefronts: bytes and half words of one word never conflict") {
  CHECK(count(strided(1, 0, 1)) == 1);
  CHECK(count(strided(2, 0, 1)) == 1);
  CHECK(count(strided(1, 0, 4)) == 1);
  CHECK(count(strided(2, 0, 2)) == 1);
  CHECK(count(strided(1, 0, 5)) == 2);
  CHECK(count(strided(1, 0, 128)) == 32);
  CHECK(count(strided(2, 0, 64)) == 32);
}

TEST_CASE("wavefronts: a column of a tile, with its remedies") {
  const auto column = [](int width, int pitch) { return count(strided(width, 0, pitch / width)); };
  CHECK(column(4, 128) == 32);
  CHECK(column(4, 132) == 1);
  CHECK(column(4, 136) == 2);
  CHECK(column(4, 140) == 1);
  CHECK(column(4, 144) == 4);
  CHECK(column(16, 128) == 32);
  CHECK(column(16, 144) == 4);
  // An XOR swizzle of 128-byte rows: every column without conflicts, and every row too.
  for (int width : {4, 8, 16}) {
    const int row = 128 / width;
    for (int c = 0; c < row; ++c) {
      WarpAccess down{.width = width}, across{.width = width};
      for (int l = 0; l < 32; ++l) {
        down.offsets[static_cast<size_t>(l)] = (l * row + (c ^ l % row)) * width;
        across.offsets[static_cast<size_t>(l)] =
            ((c + l / row) * row + (l % row ^ (c + l / row) % row)) * width;
      }
      CHECK(of(down).conflicts() == 0);
      CHECK(of(across).conflicts() == 0);
      CHECK(count(down) == width / 4);
    }
  }
}

TEST_CASE("wavefronts: neighboring groups join when all pairs of the warp agree") {
  WarpAccess access{.width = 16};
  for (size_t lane = 0; lane < 32; ++lane)
    access.offsets[lane] = 16 * static_cast<std::int64_t>(lane / 2);
  CHECK(of(access).merged());
  CHECK(count(access) == 2);
  CHECK(of(access).groups() == 2);
  CHECK(count(access, Access::store) == 4);
  // One lane in the upper half that disagrees parts the lower half as well.
  access.offsets[30] = 0;
  CHECK_FALSE(of(access).merged());
  CHECK(count(access) == 4);
  access.active = ~(1u << 31);  // its partner away: no obstacle
  CHECK(of(access).merged());
  CHECK(count(access) == 3);  // lane 30's word and lane 16's share bank 0

  WarpAccess half = strided(8, 0, 1);
  for (size_t lane = 0; lane < 32; ++lane)
    half.offsets[lane] = 8 * static_cast<std::int64_t>(lane & ~2u);
  CHECK(of(half).merged());
  for (size_t lane = 0; lane < 32; ++lane)
    half.offsets[lane] = 8 * static_cast<std::int64_t>(lane & ~4u);
  CHECK_FALSE(of(half).merged());  // l and l^4 is no such pair
  WarpAccess narrow = strided(4, 0, 0);
  CHECK_FALSE(of(narrow).merged());
}

TEST_CASE("wavefronts: lanes that are switched off want nothing") {
  WarpAccess access = strided(4, 0, 32);
  for (int lanes = 0; lanes <= 32; ++lanes) {
    access.active = lanes == 32 ? ~0u : (1u << lanes) - 1;
    CHECK(count(access) == lanes);
  }
  access.active = 0;
  CHECK(of(access).groups() == 0);
  CHECK(of(access).conflicts() == 0);
  CHECK(of(access).deliveries().empty());
  WarpAccess wide = strided(16, 0, 1);
  wide.active = 0xff00;  // one quarter alone
  CHECK(count(wide) == 1);
  CHECK(of(wide).groups() == 1);
}

TEST_CASE("wavefronts: what each turn delivers, in a case made by hand") {
  WarpAccess access{.width = 4};
  access.active = 0b111111;
  access.offsets = {128, 0, 4, 128, 256, 132};  // words 32, 0, 1, 32, 64, 33
  const Wavefronts found = of(access);
  CHECK(found.count() == 3);
  CHECK(found.conflicts() == 2);
  const Delivery expected[] = {{0, 0b10, 0, 0},
                               {1, 0b100, 0, 0},
                               {32, 0b1001, 1, 0},
                               {33, 0b100000, 1, 0},
                               {64, 0b10000, 2, 0}};
  REQUIRE(found.deliveries().size() == 5);
  for (size_t i = 0; i < 5; ++i) {
    CHECK(found.deliveries()[i].word == expected[i].word);
    CHECK(found.deliveries()[i].lanes == expected[i].lanes);
    CHECK(found.deliveries()[i].wavefront == expected[i].wavefront);
  }
}

TEST_CASE("wavefronts: random accesses agree with banks that serve queues") {
  Random random(11);
  int merged = 0;
  for (int i = 0; i < tries(1500); ++i) {
    const WarpAccess access = random_access(random);
    for (Access kind : {Access::load, Access::store, Access::atomic}) {
      REQUIRE(count(access, kind) == replay(access, kind));
      check_deliveries(access, kind);
      const TurnCount counted = count_turns(access, kind);
      CHECK(counted.wavefronts == count(access, kind));
      CHECK(counted.groups == of(access, kind).groups());
    }
    merged += of(access).merged();
  }
  CHECK(merged > tries(80));
}

// An H100: 1,040 exchanges of one word by 32 lanes took 33,280 wavefronts, and three sums of 26
// lanes over words that at most four of them share took 12.
TEST_CASE("wavefronts: an atomic takes a turn for each lane of a bank") {
  WarpAccess access{.width = 4};
  CHECK(count(access, Access::atomic) == 32);
  CHECK(count(access, Access::store) == 1);
  access.active = (1u << 26) - 1;
  for (int lane = 0; lane < 26; ++lane) access.offsets[static_cast<size_t>(lane)] = lane / 4 * 4;
  CHECK(count(access, Access::atomic) == 4);
  CHECK(count(access, Access::store) == 1);
}

TEST_CASE("wavefronts: laws") {
  Random random(12);
  for (int i = 0; i < 3000; ++i) {
    WarpAccess access = random_access(random);
    const Wavefronts found = of(access);
    CHECK(found.count() <= 32);
    CHECK(found.count() >= found.groups());
    CHECK(found.count() * 32 >= static_cast<int>(found.deliveries().size()));
    CHECK(found.count() <= count(access, Access::store));
    // Shifting by whole words turns the banks, and changes nothing.
    WarpAccess moved = access;
    for (std::int64_t& offset : moved.offsets) offset += 16 * 7;
    CHECK(count(moved) == found.count());
    CHECK(of(moved).deliveries().size() == found.deliveries().size());
    // Up to 4 bytes per lane, order does not matter, and a lane more never makes it faster.
    if (access.width > 4) continue;
    WarpAccess all = access;
    all.active = ~0u;
    CHECK(count(all) >= found.count());
    WarpAccess shuffled = all;
    random.shuffle(std::span<std::int64_t>(shuffled.offsets));
    CHECK(count(shuffled) == count(all));
  }
}

TEST_CASE("wavefronts: refused as the hardware refuses") {
  const auto message = [](const WarpAccess& access) {
    const Result<Wavefronts> found = wavefronts(access);
    return found ? std::string("accepted") : found.error().message;
  };
  WarpAccess access = strided(8, 0, 1);
  access.offsets[3] = 20;
  CHECK(message(access) ==
        "'offsets[3]': 20 is not a multiple of the width, 8 bytes; the hardware refuses a "
        "misaligned address");
  access.active = ~8u;
  CHECK(message(access) == "accepted");
  access.width = 6;
  CHECK(message(access) == "'width': got 6, expected 1, 2, 4, 8 or 16 bytes");
}

TEST_CASE("wavefronts: at the ends of what an offset can be") {
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                         high = std::numeric_limits<std::int64_t>::max();
  for (int width : widths)
    for (Access kind : {Access::load, Access::store}) {
      WarpAccess below = strided(width, low, 1), above = strided(width, high - 32 * width + 1, 1);
      CHECK(count(below, kind) == count(strided(width, 0, 1), kind));
      CHECK(count(above, kind) == count(strided(width, 0, 1), kind));
      check_deliveries(below, kind);
      // Both ends lie at banks that differ by as much as words do.
      WarpAccess both{.width = width};
      for (std::size_t lane = 0; lane < 32; ++lane)
        both.offsets[lane] = lane % 2 == 0 ? low : high - width + 1;
      CHECK(of(both, kind).deliveries().front().word == low / 4);
      CHECK(of(both, kind).deliveries().back().word == high / 4);
      CHECK(of(both, kind).conflicts() == 0);
    }
}

}  // TESTS_OF(core::memory::wavefronts)
