// What a tiled copy asks of memory: each byte once, by brute force; sectors, by hand.
#include "core/memory/copy_accesses.hpp"

#include <set>

#include "core/layout/parse.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::memory::copy_accesses) {

using namespace loom;
using namespace loom::memory;
using layout::CopyTile, layout::TiledCopy;

namespace {

TiledCopy copy(const char* threads, const char* values, const CopyTile& tile) {
  const auto made =
      layout::tiled_copy(*layout::parse_layout(threads), *layout::parse_layout(values), tile);
  REQUIRE(made);
  return *made;
}

int sectors(const TiledCopy& copy, int warp) {
  int sum = 0;
  for (const WarpAccess& access : copy_accesses(copy, warp))
    sum += static_cast<int>(request(access)->sectors().size());
  return sum;
}

}  // namespace

TEST_CASE("accesses of a tiled copy: the bytes of the tile, each once") {
  for (int rows : {1, 5, 8, 13})
    for (int columns : {3, 16, 40})
      for (bool row_major : {false, true}) {
        const TiledCopy made = copy("(2,4):(4,1)", "(2,2):(2,1)", {rows, columns, 4, row_major});
        std::multiset<std::int64_t> bytes;
        for (const WarpAccess& access : copy_accesses(made, 0))
          for (size_t lane = 0; lane < 32; ++lane)
            for (int byte = 0; (access.active >> lane & 1) != 0 && byte < access.width; ++byte)
              bytes.insert(access.offsets[lane] + byte);
        CHECK(std::set(bytes.begin(), bytes.end()).size() == bytes.size());
        CHECK(static_cast<int>(bytes.size()) == rows * columns * 4);
        CHECK((*bytes.begin() == 0 && *bytes.rbegin() == rows * columns * 4 - 1));
      }
}

TEST_CASE("accesses of a tiled copy: sectors of a warp") {
  const CopyTile tile = {16, 64, 2, true};
  CHECK(sectors(copy("(16,8):(8,1)", "(1,8):(1,1)", tile), 0) == 16);  // 4 rows of 128 bytes
  CHECK(sectors(copy("(32,8):(1,32)", "(1,8):(1,1)", {32, 64, 2, true}), 0) == 32);  // halves
  CHECK(sectors(copy("(2,64):(64,1)", "(1,1):(1,1)", tile), 0) == 8 * 2);
  CHECK(sectors(copy("(2,64):(64,1)", "(8,1):(1,1)", tile), 1) == 8 * 2);
}

TEST_CASE("cost of a tiled copy: sums by hand") {
  const CopyTile tile = {16, 64, 2, true};
  // 16 bytes a lane along rows: nothing is fetched in vain, and a quarter of the lanes at a time
  // fills the banks.
  const CopyCost along = *copy_cost(copy("(16,8):(8,1)", "(1,8):(1,1)", tile), 0);
  CHECK(along.instructions == 1);
  CHECK(along.bytes == 512);
  CHECK(along.sectors == 16);
  CHECK(along.fewest_sectors == 16);
  CHECK(along.fetched() == 512);
  CHECK(along.turns == 4);
  CHECK(along.fewest_turns == 4);
  // Down a column of rows of 128 bytes: every lane has a sector of its own, and all have the same
  // four banks.
  const CopyCost down = *copy_cost(copy("(32,8):(1,32)", "(1,8):(1,1)", {32, 64, 2, true}), 0);
  CHECK(down.sectors == 32);
  CHECK(down.fewest_sectors == 16);
  CHECK(down.turns == 32);
  CHECK(down.fewest_turns == 4);
  // Warps without an element ask for nothing.
  CHECK(copy_cost(copy("(16,8):(8,1)", "(1,8):(1,1)", {1, 8, 2, true}), 3)->instructions == 0);
}

}  // TESTS_OF(core::memory::copy_accesses)
