// Sectors of a warp's load: published and measured counts, closed forms, and a count of single
// bytes.
#include "core/memory/sectors.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::memory::sectors) {

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

Request of(const WarpAccess& access) {
  const Result<Request> request = memory::request(access);
  REQUIRE_MESSAGE(request, (request ? "" : request.error().message));
  return *request;
}

int count(const WarpAccess& access) { return static_cast<int>(of(access).sectors().size()); }

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// The same, byte by byte, in sets.
void check_against_bytes(const WarpAccess& access) {
  std::set<std::int64_t> bytes, sectors, lines;
  std::map<std::int64_t, std::set<int>> lanes;
  int active = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if ((access.active >> lane & 1) == 0) continue;
    ++active;
    for (int b = 0; b < access.width; ++b) {
      const std::int64_t byte = access.offsets[static_cast<size_t>(lane)] + b;
      bytes.insert(byte);
      sectors.insert(floor_div(byte, 32));
      lines.insert(floor_div(byte, 128));
      lanes[floor_div(byte, 32)].insert(lane);
    }
  }
  const Request request = of(access);
  REQUIRE(request.sectors().size() == sectors.size());
  CHECK(request.lines() == static_cast<int>(lines.size()));
  CHECK(request.bytes_used() == static_cast<int>(bytes.size()));
  CHECK(request.bytes_requested() == active * access.width);
  auto expected = sectors.begin();
  for (const Sector& sector : request.sectors()) {
    REQUIRE(sector.address == *expected * 32);
    for (int lane = 0; lane < warp_lanes; ++lane)
      REQUIRE((sector.lanes >> lane & 1) == lanes[*expected].count(lane));
    for (int b = 0; b < 32; ++b) REQUIRE((sector.used >> b & 1) == bytes.count(sector.address + b));
    ++expected;
  }
}

// 32 aligned offsets of one of several kinds, some lanes off.
WarpAccess random_access(Random& random) {
  WarpAccess access{.width = widths[random.below(5)]};
  const std::int64_t base =
      (static_cast<std::int64_t>(random.next()) >> (8 + random.below(50))) / 16 * 16;
  const std::uint32_t spread = 1u << random.below(14);
  for (std::int64_t& offset : access.offsets)
    offset = base + std::int64_t{random.below(spread)} * access.width;
  if (random.below(3) == 0) access.active = static_cast<std::uint32_t>(random.next());
  return access;
}

}  // namespace

TEST_CASE("sectors, lines and useful share that hardware counters gave for strides and offsets") {
  const struct {
    int width, base, stride, sectors, lines;
    double percent;
  } rows[] = {
      {1, 0, 1, 1, 1, 100},     {2, 0, 1, 2, 1, 100},     {4, 0, 1, 4, 1, 100},
      {8, 0, 1, 8, 2, 100},     {16, 0, 1, 16, 4, 100},   {4, 4, 1, 5, 2, 80},
      {4, 28, 1, 5, 2, 80},     {4, 4100, 1, 5, 2, 80},   {4, 32, 1, 4, 2, 100},
      {4, 96, 1, 4, 2, 100},    {8, 8, 1, 9, 3, 88.9},    {8, 24, 1, 9, 3, 88.9},
      {16, 16, 1, 17, 5, 94.1}, {16, 48, 1, 17, 5, 94.1}, {16, 32, 1, 16, 5, 100},
      {1, 1, 1, 2, 1, 50},      {1, 31, 1, 2, 1, 50},     {4, 0, 2, 8, 2, 50},
      {4, 0, 3, 12, 3, 33.3},   {4, 0, 4, 16, 4, 25},     {4, 0, 5, 20, 5, 20},
      {4, 0, 7, 28, 7, 14.3},   {4, 0, 8, 32, 8, 12.5},   {4, 0, 16, 32, 16, 12.5},
      {4, 0, 32, 32, 32, 12.5}, {4, 0, 33, 32, 32, 12.5}, {4, 0, 64, 32, 32, 12.5},
      {8, 0, 2, 16, 4, 50},     {8, 0, 3, 24, 6, 33.3},   {8, 0, 4, 32, 8, 25},
      {8, 0, 8, 32, 16, 25},    {16, 0, 2, 32, 8, 50},    {16, 0, 3, 32, 12, 50},
      {16, 0, 4, 32, 16, 50},   {1, 0, 2, 2, 1, 50},      {1, 0, 4, 4, 1, 25},
      {1, 0, 32, 32, 8, 3.1},   {4, 0, 0, 1, 1, 12.5},
  };
  for (const auto& row : rows) {
    CAPTURE(row.width);
    CAPTURE(row.base);
    CAPTURE(row.stride);
    const Request request = of(strided(row.width, row.base, row.stride));
    CHECK(request.sectors().size() == static_cast<size_t>(row.sectors));
    CHECK(request.lines() == row.lines);
    CHECK(std::abs(100 * request.efficiency() - row.percent) < 0.051);
  }
  CHECK(of(strided(4, 0, 0)).nominal_efficiency() == 4);
}

TEST_CASE("half a warp that is switched off fetches nothing for itself") {
  WarpAccess access = strided(4, 0, 1);
  access.active = 0xffff;
  CHECK(count(access) == 2);
  access.offsets[20] = 3;  // misaligned, but off
  CHECK(count(access) == 2);
  access.active = 0;
  const Request none = of(access);
  CHECK(none.sectors().empty());
  CHECK(none.lines() == 0);
  CHECK(none.bytes_fetched() == 0);
  CHECK(none.efficiency() == 1);
  CHECK(none.nominal_efficiency() == 1);
}

TEST_CASE("the closed forms for strides, for every width, base and stride") {
  for (int width : widths)
    for (std::int64_t base = 0; base < 256; base += width)
      for (std::int64_t stride = 0; stride <= 70; ++stride) {
        const std::int64_t step = stride * width;
        const std::int64_t expected = stride == 0 ? 1
                                      : step <= 32
                                          ? (base + 31 * step + width - 1) / 32 - base / 32 + 1
                                          : 32;
        const Request request = of(strided(width, base, stride));
        REQUIRE(static_cast<std::int64_t>(request.sectors().size()) == expected);
        REQUIRE(request.bytes_used() == (stride == 0 ? width : 32 * width));
      }
}

TEST_CASE("random loads agree with a count of single bytes") {
  Random random(1);
  for (int i = 0; i < tries(4000); ++i) check_against_bytes(random_access(random));
}

TEST_CASE("addresses below zero and at the ends of 64 bits") {
  check_against_bytes(strided(4, -64, 1));
  check_against_bytes(strided(16, -16, 1));
  CHECK(of(strided(4, -4, 1)).sectors()[0].address == -32);
  WarpAccess far{.width = 16};
  far.offsets.fill(INT64_MAX - 15);
  far.offsets[3] = INT64_MIN;
  const Request request = of(far);
  REQUIRE(request.sectors().size() == 2);
  CHECK(request.sectors()[0].address == INT64_MIN);
  CHECK(request.sectors()[1].used == 0xffff0000);
}

TEST_CASE(
    "laws: order does not matter, lanes only add, shifting by a line shifts all, bounds hold") {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    WarpAccess access = random_access(random);
    const Request request = of(access);
    CHECK(request.bytes_used() <= request.bytes_requested());
    CHECK(request.bytes_used() <= request.bytes_fetched());
    CHECK(request.sectors().size() <= static_cast<size_t>(std::popcount(access.active)));
    CHECK(request.lines() <= static_cast<int>(request.sectors().size()));
    CHECK(static_cast<int>(request.sectors().size()) <= 4 * request.lines());
    std::uint32_t lanes = 0;
    int wasted = 0;
    for (const Sector& sector : request.sectors()) {
      CHECK((lanes & sector.lanes) == 0);  // no lane straddles two sectors
      lanes |= sector.lanes;
      wasted += sector.bytes_wasted();
    }
    CHECK(lanes == access.active);
    CHECK(wasted + request.bytes_used() == request.bytes_fetched());

    WarpAccess moved = access;
    for (std::int64_t& offset : moved.offsets) offset += 128 * 5;
    const Request elsewhere = of(moved);
    REQUIRE(elsewhere.sectors().size() == request.sectors().size());
    for (size_t s = 0; s < request.sectors().size(); ++s) {
      CHECK(elsewhere.sectors()[s].address == request.sectors()[s].address + 640);
      CHECK(elsewhere.sectors()[s].used == request.sectors()[s].used);
    }

    access.active = ~0u;
    WarpAccess shuffled = access;
    random.shuffle(std::span<std::int64_t>(shuffled.offsets));
    CHECK(count(shuffled) == count(access));
    CHECK(of(shuffled).bytes_used() == of(access).bytes_used());
    CHECK(of(shuffled).lines() == of(access).lines());
    CHECK(count(access) >= static_cast<int>(request.sectors().size()));
  }
}

TEST_CASE("a random gather over N sectors meets N(1 − (1 − 1/N)^32) of them") {
  Random random(3);
  double sum = 0;
  constexpr int runs = 4000;
  for (int i = 0; i < runs; ++i) {
    WarpAccess access;
    for (std::int64_t& offset : access.offsets) offset = 4 * random.below(1024);
    sum += count(access);
  }
  CHECK(sum / runs == doctest::Approx(28.41).epsilon(0.005));
}

TEST_CASE("what the hardware refuses is refused, by name") {
  const auto message = [](const WarpAccess& access) {
    const Result<Request> request = memory::request(access);
    return request ? std::string("accepted") : request.error().message;
  };
  WarpAccess access = strided(4, 0, 1);
  access.offsets[7] = 30;
  CHECK(message(access) ==
        "'offsets[7]': 30 is not a multiple of the width, 4 bytes; the hardware refuses a "
        "misaligned address");
  access.offsets[7] = -30;
  CHECK(message(access).starts_with("'offsets[7]': -30"));
  for (int width : {0, -4, 3, 5, 12, 32, 64}) {
    access.width = width;
    CHECK(message(access) ==
          "'width': got " + std::to_string(width) + ", expected 1, 2, 4, 8 or 16 bytes");
  }
  for (int width : widths)
    for (int offset = 0; offset < 64; ++offset) {
      WarpAccess one{.width = width, .active = 1u << 31};
      one.offsets[31] = offset;
      CHECK((message(one) == "accepted") == (offset % width == 0));
    }
}

TEST_CASE("sectors and lines at the ends of what an offset can be") {
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                         high = std::numeric_limits<std::int64_t>::max();
  for (int width : widths) {
    WarpAccess access{.width = width};
    for (std::size_t lane = 0; lane < warp_lanes; ++lane)
      access.offsets[lane] = lane % 2 == 0 ? low + static_cast<int>(lane / 2) * width
                                           : high - width + 1 - static_cast<int>(lane / 2) * width;
    const Request request = of(access);
    const int per_end = (16 * width + 31) / 32, lines = (16 * width + 127) / 128;
    CHECK(static_cast<int>(request.sectors().size()) == 2 * per_end);
    CHECK(request.lines() == 2 * lines);
    CHECK(request.bytes_used() == 32 * width);
    CHECK(request.sectors().front().address == low);
    CHECK(request.sectors().back().address == high - 31);
  }
}

}  // TESTS_OF(core::memory::sectors)
