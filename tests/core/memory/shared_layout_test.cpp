// Where elements of shared memory lie, padded and swizzled.
#include "core/memory/shared_layout.hpp"

#include <set>

#include "core/memory/wavefronts.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::memory::shared_layout) {

using namespace loom;
using namespace loom::memory;

TEST_CASE("shared layout: padding follows every row of 128 bytes") {
  const SharedLayout plain{}, padded{.padding = 1}, wide{.width = 16, .padding = 4};
  for (int e : {0, 1, 31, 32, 33, 1023}) CHECK(plain.offset(e) == 4 * e);
  CHECK(padded.offset(31) == 124);
  CHECK(padded.offset(32) == 132);
  CHECK(padded.offset(1023) == 31 * 132 + 124);
  CHECK(wide.offset(7) == 112);
  CHECK(wide.offset(8) == 144);
}

TEST_CASE("shared layout: the 128-byte swizzle of the hardware, chunk for chunk") {
  // Address bits 4–6 XOR bits 7–9: what TMA and ldmatrix tiles use.
  const SharedLayout layout{.width = 16, .swizzle = true};
  for (int e = 0; e < 512; ++e) {
    const int address = 16 * e;
    CHECK(layout.offset(e) == (address ^ (address >> 3 & 0x70)));
  }
}

TEST_CASE("shared layout: every element has a place of its own, inside its row") {
  for (int width : {4, 8, 16})
    for (int padding = 0; padding <= 4; padding += width / 4)
      for (bool swizzle : {false, true}) {
        const SharedLayout layout{width, padding, swizzle};
        std::set<std::int64_t> places;
        for (int e = 0; e < 32 * layout.row_elements(); ++e) {
          const std::int64_t offset = layout.offset(e), row = e / layout.row_elements();
          CHECK(offset % width == 0);
          CHECK(offset >= row * layout.row_bytes());
          CHECK(offset + width <= row * layout.row_bytes() + 128);
          CHECK(places.insert(offset).second);
        }
      }
}

TEST_CASE("shared patterns: strides, a column, one element, draws") {
  const LaneIndices strided = shared_indices({.stride = 33});
  for (int lane = 0; lane < 32; ++lane) CHECK(strided[static_cast<size_t>(lane)] == 33 * lane);
  for (int width : {4, 8, 16}) {
    const LaneIndices column = shared_indices({.pattern = SharedPattern::column, .width = width});
    for (int lane = 0; lane < 32; ++lane)
      CHECK(column[static_cast<size_t>(lane)] == lane * 128 / width);
    std::set<int> drawn;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
      for (int e : shared_indices({.pattern = SharedPattern::random, .width = width, .seed = seed}))
        drawn.insert(e);
    CHECK(*drawn.begin() >= 0);
    CHECK(*drawn.rbegin() < 4096 / width);
    CHECK(drawn.size() > static_cast<size_t>(3800 / width));
  }
  CHECK(shared_indices({.pattern = SharedPattern::broadcast}) == LaneIndices{});
  CHECK(shared_indices({.pattern = SharedPattern::random, .seed = 5}) ==
        shared_indices({.pattern = SharedPattern::random, .seed = 5}));
}

TEST_CASE("shared access: refused where padding would misalign, and only there") {
  for (int width : {4, 8, 16})
    for (int padding = 0; padding <= 4; ++padding) {
      LaneIndices column = shared_indices({.pattern = SharedPattern::column, .width = width});
      const auto access = shared_access(column, {.width = width, .padding = padding});
      WarpAccess byte_by_byte{.width = width};
      for (size_t lane = 0; lane < 32; ++lane)
        byte_by_byte.offsets[lane] = static_cast<std::int64_t>(lane) * (128 + 4 * padding);
      CHECK(static_cast<bool>(access) == !refused(byte_by_byte));
      if (access) CHECK(access->offsets == byte_by_byte.offsets);
    }
  CHECK(shared_access({}, {.width = 16, .padding = 2}).error().message ==
        "'padding': got 2, expected a multiple of 4 words for elements of 16 bytes; the hardware "
        "refuses a misaligned address");
}

TEST_CASE("shared access: one word of padding or a swizzle frees a column") {
  const auto turns = [](const SharedLayout& layout) {
    return wavefronts(*shared_access(
                          shared_indices({.pattern = SharedPattern::column, .width = layout.width}),
                          layout))
        ->count();
  };
  CHECK(turns({}) == 32);
  CHECK(turns({.padding = 1}) == 1);
  CHECK(turns({.padding = 2}) == 2);
  CHECK(turns({.padding = 3}) == 1);
  CHECK(turns({.padding = 4}) == 4);
  CHECK(turns({.swizzle = true}) == 1);
  CHECK(turns({.width = 16}) == 32);
  CHECK(turns({.width = 16, .padding = 4}) == 4);
  CHECK(turns({.width = 16, .swizzle = true}) == 4);
}

}  // TESTS_OF(core::memory::shared_layout)
