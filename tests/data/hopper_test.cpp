// What Hopper's own machines did on an H200, against closed forms: boxes of the copy engine, cycles
// of the warpgroup's instruction, rings of buffers, and branches that lanes do not share.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;

namespace {

// A row of tma.json, by column.
struct Box {
  long long element, width, height, pitch, box_width, box_height, swizzle, base;

  explicit Box(const Json& row)
      : element(row[0]),
        width(row[1]),
        height(row[2]),
        pitch(row[3]),
        box_width(row[4]),
        box_height(row[5]),
        swizzle(row[6]),
        base(row[7]) {}

  long long inner() const { return box_width * element; }
  bool accepted() const {
    const auto within = [](long long value, long long least, long long most) {
      return least <= value && value <= most;
    };
    constexpr long long most = 1ll << 32;
    return base % 16 == 0 && pitch % 16 == 0 && pitch < 1ll << 40 && within(width, 1, most) &&
           within(height, 1, most) && within(box_width, 1, 256) && within(box_height, 1, 256) &&
           inner() % 16 == 0 && (swizzle == 0 || inner() <= swizzle);
  }
};

constexpr int kZero = -1, kUntouched = -2;

// What each slot of shared memory holds after a load: the index of an element, or one of the above.
std::vector<int> slots_of(const Box& box, long long x, long long y, long long misalign) {
  std::map<long long, int> found;
  // A row takes a whole span of the swizzle, also where it is narrower.
  const long long row_bytes = std::max(box.inner(), box.swizzle);
  const long long mask = box.swizzle == 0 ? 0 : box.swizzle - 16;
  for (long long row = 0; row < box.box_height; ++row)
    for (long long column = 0; column < box.box_width; ++column) {
      const long long address = misalign + row * row_bytes + column * box.element;
      long long from_x = x + column, from_y = y + row;
      const bool inside = from_x >= 0 && from_x < box.width && from_y >= 0 && from_y < box.height;
      // Where rows overlap, the later one was written last.
      while (inside && from_x * box.element >= box.pitch && from_y + 1 < box.height) {
        from_x -= box.pitch / box.element;
        ++from_y;
      }
      found[(address ^ (address >> 3 & mask)) / box.element] =
          inside ? static_cast<int>(from_y * box.width + from_x) : kZero;
    }
  std::vector<int> slots(static_cast<size_t>(found.rbegin()->first + 1), kUntouched);
  for (const auto& [slot, index] : found) slots[static_cast<size_t>(slot)] = index;
  return slots;
}

// Runs [first, count, …], as recorded.
std::vector<int> expanded(const Json& runs) {
  std::vector<int> slots;
  for (size_t i = 0; i < runs.size(); i += 2)
    for (int k = 0; k < runs[i + 1].get<int>(); ++k) {
      const int first = runs[i];
      slots.push_back(first < 0 ? first : first + k);
    }
  return slots;
}

}  // namespace

TEST_CASE("tma: the driver takes exactly the descriptors that follow its rules") {
  const Json recorded = test::recorded("h200/tma.json");
  int taken = 0;
  for (const Json& row : recorded["descriptors"]) {
    CAPTURE(row.dump());
    CHECK(Box(row).accepted() == (row[8] == 1));
    taken += row[8].get<int>();
  }
  CHECK(recorded["descriptors"].size() == 772);
  CHECK(taken == 293);
}

TEST_CASE("tma: boxes land byte for byte where the rules say, or fault where they say") {
  const Json recorded = test::recorded("h200/tma.json");
  int loaded = 0;
  for (const Json& row : recorded["loads"]) {
    CAPTURE(row.dump());
    const Box box(row);
    const long long x = row[8], y = row[9], misalign = row[10];
    const std::string status = row[11];
    if (misalign % 128 != 0) {
      CHECK(status == "cudaErrorMisalignedAddress");
    } else if (x * box.element % 16 != 0) {
      CHECK(status == "cudaErrorIllegalInstruction");
    } else {
      CHECK(status == "ok");
      CHECK(row[12] == box.inner() * box.box_height);
      CHECK(expanded(row[13]) == slots_of(box, x, y, misalign));
      ++loaded;
    }
  }
  CHECK(loaded == 495);
}

// 1024 multiply-adds of BF16 per cycle from registers; 128 bytes of shared memory per cycle.
TEST_CASE("wgmma: N/2 cycles, unless shared memory has to deliver too much") {
  const Json recorded = test::recorded("h200/wgmma.json");
  CHECK(recorded["cases"].size() == 56);
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const double n = row["n"], math = n / 2;
    // 64 rows of A and N columns of B, 32 bytes each.
    const double shared = (64 * 32 + n * 32) / 128;
    const double least = row["a"] == "shared" ? shared : 13;
    CHECK(row["cycles"].get<double>() == std::max(math, least));
    CHECK(row["cycles_of_two"].get<double>() ==
          doctest::Approx(std::max(math, least)).epsilon(0.02));
  }
}

TEST_CASE("ring: the pace is the slower side's, or a whole turn over the buffers") {
  const Json recorded = test::recorded("h200/ring.json");
  const Json& cases = recorded["cases"];
  CHECK(cases.size() == 64);
  const auto pace = [&](const Json& bytes, int produce, int consume, size_t buffers) {
    for (const Json& row : cases)
      if (row["bytes"] == bytes && row["produce"] == produce && row["consume"] == consume)
        return row["pace"][buffers - 1].get<double>();
    FAIL("no such case");
    return 0.;
  };
  for (const Json& row : cases) {
    CAPTURE(row.dump());
    const double producer = pace(row["bytes"], row["produce"], 0, 8);
    const double consumer = pace(row["bytes"], 0, row["consume"], 8);
    const double turn = row["pace"][0];
    for (size_t buffers = 2; buffers <= 8; ++buffers) {
      const double expected = std::max({producer, consumer, turn / static_cast<double>(buffers)});
      CHECK(row["pace"][buffers - 1].get<double>() == doctest::Approx(expected).epsilon(0.09));
      if (buffers > 2)
        CHECK(row["pace"][buffers - 1].get<double>() == doctest::Approx(expected).epsilon(0.005));
    }
    // With one buffer the sides wait for each other: their costs add up.
    CHECK(turn ==
          doctest::Approx(pace(row["bytes"], row["produce"], 0, 1) +
                          pace(row["bytes"], 0, row["consume"], 1) - pace(row["bytes"], 0, 0, 1))
              .epsilon(0.002));
  }
}

TEST_CASE("divergence: one lane on the other side costs that whole side") {
  const Json recorded = test::recorded("h200/divergence.json");
  const int repeats = 20;
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const int then = row["then"], otherwise = row["otherwise"];
    const Json& cycles = row["cycles"];
    REQUIRE(cycles.size() == 33);
    // A dependent FFMA takes four cycles.
    CHECK(cycles[0].get<int>() - 4 * otherwise < 50);
    CHECK(cycles[32].get<int>() - 4 * then < 50);
    for (size_t taken = 1; taken < 32; ++taken) {
      const int beyond = cycles[taken].get<int>() - 4 * (then + otherwise);
      CHECK(beyond > 0);
      CHECK(beyond < 80);
    }
    // Both sides are issued, and every lane executes one of them.
    const Json& counted = row["counted_lanes"];
    const auto instructions = [&](size_t i) { return row["instructions"][i].get<int>(); };
    const auto of_lanes = [&](size_t i) { return row["lane_instructions"][i].get<int>(); };
    for (size_t i = 1; i + 1 < counted.size(); ++i) {
      CHECK(instructions(i) == instructions(1));
      CHECK(instructions(i) - instructions(0) >= repeats * then);
      CHECK(instructions(i) - instructions(0) <= repeats * (then + 2));
      const int taken = counted[i];
      const int change = repeats * taken * (then - otherwise);
      CHECK(std::abs(of_lanes(i) - of_lanes(0) - change) <= 32 * repeats * 3);
    }
  }
}
