// Compares the swizzle that is found with a different search over all candidates.
#include "core/memory/swizzle_search.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "core/random.hpp"
#include "tests/core/layout/examples.hpp"

TESTS_OF(core::memory::swizzle_search) {

using namespace loom;
using namespace loom::memory;
using layout::Layout, layout::Swizzle, layout::to_text;
using test::read;
using test::show;

namespace {

using Accesses = std::vector<memory::WarpAccess>;

Accesses accesses(const std::string& tile, int element_bytes, Walk walk, int width) {
  auto found = tile_accesses(read(tile), element_bytes, {walk, width});
  REQUIRE_MESSAGE(found, tile << ": " << (found ? "" : found.error().message));
  return *found;
}

std::string best(const Accesses& all) {
  const auto search = find_swizzle(all);
  REQUIRE(search);
  return (search->found ? "" : "none, best ") + to_text(search->swizzle);
}

// Free of conflicts by the definition: in each group of lanes no bank has two words. This is for
// stores, whose groups never merge.
bool free_of_conflicts(const Accesses& all, int bits, int base, int shift) {
  for (const memory::WarpAccess& access : all) {
    const int group = std::min(32, 128 / access.width);
    for (int first = 0; first < 32; first += group) {
      std::map<std::int64_t, std::set<std::int64_t>> words;
      for (int lane = first; lane < first + group; ++lane) {
        if ((access.active >> lane & 1) == 0) continue;
        std::int64_t address = access.offsets[static_cast<std::size_t>(lane)];
        for (int i = 0; i < bits; ++i) {
          const int read = base + i + std::max(shift, 0), changed = base + i + std::max(-shift, 0);
          address ^= (address >> read & 1) << changed;
        }
        for (int b = 0; b < access.width; b += 4) {
          const std::int64_t word = (address + b) / 4;
          words[word % 32].insert(word);
        }
      }
      for (const auto& [bank, wanted] : words)
        if (wanted.size() > 1) return false;
    }
  }
  return true;
}

// All there are, in order of (B, |S|, sign, M).
std::string smallest(const Accesses& all) {
  if (free_of_conflicts(all, 0, 0, 0)) return "Sw<0,0,0>";
  int lowest = 0;
  while (1 << lowest < all[0].width) ++lowest;
  for (int bits = 1; bits < 8; ++bits)
    for (int far = bits; far < 14; ++far)
      for (int shift : {far, -far})
        for (int base = lowest; base < 14; ++base)
          if (base + bits + far <= 14 && free_of_conflicts(all, bits, base, shift))
            return to_text(Swizzle{bits, base, shift});
  return "none";
}

}  // namespace

TEST_CASE("swizzle search: tiles of halves read by ldmatrix get the swizzles of the hardware") {
  // Rows of 128, 64 and 32 bytes: what TMA calls its 128-, 64- and 32-byte swizzles.
  CHECK(best(accesses("(8,64):(64,1)", 2, Walk::along_column, 16)) == "Sw<3,4,3>");
  CHECK(best(accesses("(8,32):(32,1)", 2, Walk::along_column, 16)) == "Sw<2,4,3>");
  CHECK(best(accesses("(8,16):(16,1)", 2, Walk::along_column, 16)) == "Sw<1,4,3>");
  CHECK(best(accesses("(8,128):(128,1)", 2, Walk::along_column, 16)) == "Sw<3,4,4>");
  CHECK(best(accesses("(8,8):(8,1)", 2, Walk::along_column, 16)) == "Sw<0,0,0>");
  CHECK(best(accesses("(8,64):(64,1)", 2, Walk::along_row, 16)) == "Sw<0,0,0>");
}

TEST_CASE("swizzle search: a transposed tile of floats, rows and columns at once") {
  Accesses both = accesses("(32,32):(32,1)", 4, Walk::along_column, 4);
  const auto rows = accesses("(32,32):(32,1)", 4, Walk::along_row, 4);
  both.insert(both.end(), rows.begin(), rows.end());
  const auto search = find_swizzle(both);
  REQUIRE(search);
  CHECK(search->found);
  CHECK(to_text(search->swizzle) == "Sw<5,2,5>");
  CHECK(search->before == 32 * 31);
  CHECK(search->after == 0);
  CHECK(search->address_bits == 12);
}

TEST_CASE("swizzle search: none where none is") {
  // 32 lanes, 48 words apart: three bits of the address differ in a way that no XOR undoes.
  memory::WarpAccess far{.width = 4};
  for (std::size_t lane = 0; lane < 32; ++lane)
    far.offsets[lane] = static_cast<std::int64_t>(lane * lane) * 128;
  const auto search = find_swizzle(std::vector{far}, memory::Access::store);
  REQUIRE(search);
  CHECK_FALSE(search->found);
  CHECK(search->after < search->before);
  CHECK(search->tried > 100);
}

TEST_CASE("swizzle search: the same as trying everything") {
  Random random(3);
  int found = 0;
  for (int i = 0; i < 60; ++i) {
    const int width = 4 << random.below(3), steps = 1 + static_cast<int>(random.below(3));
    memory::WarpAccess access{.width = width};
    std::int64_t strides[5];
    for (std::int64_t& stride : strides)
      stride = width * (1ll << random.below(8)) * (random.below(8) == 0 ? 3 : 1);
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (std::size_t k = 0; k < 5; ++k)
        access.offsets[lane] += (lane >> k & 1) != 0 ? strides[k] : 0;
    access.active = steps == 1 ? 0x0000ffffu : ~0u;
    if (*std::max_element(access.offsets.begin(), access.offsets.end()) + width > 1 << 14) continue;
    const Accesses all = {access};
    const auto search = find_swizzle(all, memory::Access::store);
    REQUIRE(search);
    const std::string expected = smallest(all);
    CHECK((search->found ? to_text(search->swizzle) : "none") == expected);
    found += search->found;
  }
  CHECK(found > 10);
}

TEST_CASE("swizzle search: no warp has parts of two lines, and each vector has its lane") {
  for (int rows : {1, 5, 8, 16, 24, 31, 32, 33, 48, 64, 100})
    for (int columns : {1, 3, 16, 33, 40})
      for (Walk walk : {Walk::along_row, Walk::along_column}) {
        const LineWalk lines = line_walk(rows, columns, walk);
        std::map<std::pair<int, int>, std::pair<int, int>> at;  // (warp, lane): (line, place)
        for (int line = 0; line < lines.lines; ++line)
          for (int place = 0; place < lines.length; ++place) {
            const int warp = lines.warp(line, place), lane = lines.lane(line, place);
            CHECK((warp < lines.warps() && lane < 32));
            CHECK(at.emplace(std::pair(warp, lane), std::pair(line, place)).second);
          }
        std::map<int, std::map<int, int>> places;  // of a warp, of a line
        for (const auto& [who, what] : at) ++places[who.first][what.first];
        for (const auto& [warp, of_lines] : places)
          for (const auto& [line, count] : of_lines)
            CHECK((of_lines.size() == 1 || count == lines.length));
      }
}

TEST_CASE("swizzle search: what is found permutes the tile") {
  int bent = 0;  // tiles that a swizzle could leave
  for (int rows : {8, 24, 32, 33, 48, 64})
    for (int columns : {20, 32, 34, 36, 40, 48, 64}) {
      const std::string tile = "(" + std::to_string(rows) + "," + std::to_string(columns) + "):(" +
                               std::to_string(columns) + ",1)";
      const std::int64_t room = std::int64_t{rows} * columns * 4;
      const auto search =
          find_swizzle(accesses(tile, 4, Walk::along_column, 4), memory::Access::load, room);
      REQUIRE(search);
      bent += !std::has_single_bit(static_cast<std::uint64_t>(room));
      std::set<std::int64_t> places;
      for (std::int64_t byte = 0; byte < room; byte += 4) places.insert(search->swizzle(byte));
      CHECK(places.size() == static_cast<std::size_t>(room / 4));
      CHECK(*places.rbegin() == room - 4);
    }
  CHECK(bent > 20);
}

TEST_CASE("swizzle search: refused") {
  const auto refused = [](const char* tile, int bytes, TileAccess access) {
    const auto result = tile_accesses(read(tile), bytes, access);
    return result ? "answered" : result.error().message;
  };
  CHECK(refused("8:1", 2, {}) == "tile of rank 1: expected 2, rows and columns");
  CHECK(refused("(8,8):(8,1)", 3, {}) == "element bytes 3: expected 1, 2, 4, 8 or 16");
  CHECK(refused("(8,8):(8,1)", 8, {.width = 4}) ==
        "width 4: expected a multiple of the 8 bytes of an element");
  CHECK(refused("(8,12):(12,1)", 2, {}) ==
        "columns 12: expected a multiple of the 8 elements of a lane");
  CHECK(refused("(8,8):(1,8)", 2, {}) ==
        "row 0, column 0 + 1 lies at element 8, expected 1, the neighbor that one lane would take "
        "as well");
  CHECK(refused("(8,8):(9,1)", 2, {}) ==
        "row 1, column 0 lies at byte 18, expected a multiple of 16, the bytes of a lane");
  CHECK(refused("(1024,1024):(1024,1)", 2, {.width = 2}) ==
        "vectors of the tile 1048576: expected at most 8192");
  CHECK(find_swizzle({}).error().message == "accesses 0: expected 1 to 256");
  memory::WarpAccess low;
  low.offsets[3] = -4;
  CHECK(find_swizzle(std::vector{low}).error().message ==
        "lane 3: offset -4: expected 0 to 2^20 − 1 bytes");
}

}  // TESTS_OF(core::memory::swizzle_search)
