// Tiled copies: against CuTe's own construction, a raked product and its right inverse; vectors,
// and elements that no thread copies, by brute force.
#include "core/layout/tiled_copy.hpp"

#include <algorithm>
#include <set>

#include "core/layout/inverse.hpp"
#include "core/layout/parse.hpp"
#include "core/layout/product.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::layout::tiled_copy) {

using namespace loom;
using namespace loom::layout;

namespace {

TiledCopy copy(const char* threads, const char* values, const CopyTile& tile) {
  const auto made = tiled_copy(*parse_layout(threads), *parse_layout(values), tile);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("tiled copies: thread and value of every element, against the raked product") {
  const struct {
    const char *threads, *values;
  } rows[] = {{"(16,8):(8,1)", "(1,8):(1,1)"},         {"(32,8):(1,32)", "(4,1):(1,1)"},
              {"(4,8):(8,1)", "(2,2):(2,1)"},          {"(4,8):(1,4)", "(2,4):(1,2)"},
              {"((2,2),8):((1,16),2)", "(2,2):(1,2)"}, {"(1,32):(0,1)", "(3,1):(1,0)"}};
  for (const auto& row : rows) {
    CAPTURE(row.threads);
    const Layout threads = *parse_layout(row.threads), values = *parse_layout(row.values);
    const auto raked = raked_product(threads, values);
    REQUIRE(raked);
    const int down = static_cast<int>(size(raked->modes[0])),
              across = static_cast<int>(size(raked->modes[1])),
              count = static_cast<int>(size(threads));
    const TiledCopy made = copy(row.threads, row.values, {down, across});
    CHECK(made.rounds() == 1);
    CHECK((made.threads.once && made.values.once));
    CHECK(made.uncovered + made.beyond == 0);
    const Layout inverse = right_inverse(*raked);
    CHECK(size(inverse) == size(*raked));
    for (int r = 0; r < down; ++r)
      for (int c = 0; c < across; ++c) {
        const std::int64_t slot = raked->modes[0](r) + raked->modes[1](c);
        const Owner& owner = made.at(r, c);
        CHECK(owner.thread + count * owner.value == slot);
        CHECK(inverse(slot) == r + down * c);
        CHECK(made.element(0, owner.thread, owner.value) == r * across + c);
      }
  }
}

TEST_CASE("tiled copies: rounds, and what reaches beyond the tile") {
  for (int rows : {1, 5, 8, 13})
    for (int columns : {3, 16, 40})
      for (bool row_major : {false, true}) {
        const TiledCopy made = copy("(2,4):(4,1)", "(2,2):(2,1)", {rows, columns, 4, row_major});
        CHECK(made.rounds() == (rows + 3) / 4 * ((columns + 7) / 8));
        CHECK(made.beyond == made.rounds() * 32 - rows * columns);
        std::set<int> elements;
        for (int round = 0; round < made.rounds(); ++round)
          for (int thread = 0; thread < 8; ++thread)
            for (int value = 0; value < 4; ++value)
              if (const int e = made.element(round, thread, value); e >= 0) {
                CHECK(elements.insert(e).second);
                CHECK(made.at(e / columns, e % columns).thread == thread);
                CHECK(made.at(e / columns, e % columns).value == value);
              }
        CHECK(static_cast<int>(elements.size()) == rows * columns);
      }
}

TEST_CASE("tiled copies: how many bytes a thread may move at once") {
  const struct {
    const char *threads, *values;
    CopyTile tile;
    int bytes;
  } rows[] = {
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 64, 2, true}, 16},
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 64, 4, true}, 16},  // two vectors of four
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 64, 2, false}, 2},  // memory goes the other way
      {"(16,8):(8,1)", "(8,1):(1,1)", {128, 8, 2, false}, 16},
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 60, 2, true}, 8},  // rows of 120 bytes
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 62, 2, true}, 4},
      {"(16,8):(8,1)", "(1,8):(1,1)", {16, 63, 2, true}, 2},
      {"(16,8):(8,1)", "(1,6):(1,1)", {16, 48, 2, true}, 4},
      {"(16,8):(8,1)", "(2,4):(4,1)", {32, 32, 2, true}, 8},
      {"(16,8):(8,1)", "(2,4):(1,2)", {32, 32, 2, true}, 2},  // neighbors are values 0, 2, 4, 6
      {"(16,8):(8,1)", "(1,1):(1,1)", {16, 8, 16, true}, 16},
  };
  for (const auto& row : rows) {
    CAPTURE(row.values);
    CAPTURE(row.tile.columns);
    CHECK(copy(row.threads, row.values, row.tile).vector * row.tile.element_bytes == row.bytes);
  }
}

// Slot after slot: whether aligned vectors of so many values are whole and neighbors in memory.
static bool moves(const TiledCopy& copy, int count) {
  for (int round = 0; round < copy.rounds(); ++round)
    for (int thread = 0; thread < copy.threads.count(); ++thread)
      for (int value = 0; value < copy.values.count(); ++value) {
        const int element = copy.element(round, thread, value);
        if (element < 0) continue;
        const int lead = value - value % count, first = copy.element(round, thread, lead);
        if (first < 0 || copy.byte(first) % (count * copy.tile.element_bytes) != 0) return false;
        for (int i = 0; i < count; ++i) {
          const int next = copy.element(round, thread, lead + i);
          if (next < 0 || copy.byte(next) != copy.byte(first) + i * copy.tile.element_bytes)
            return false;
        }
      }
  return true;
}

TEST_CASE("tiled copies: vectors and what lies beyond, slot after slot") {
  Random random(11);
  std::set<int> vectors;
  for (int i = 0; i < tries(400); ++i) {
    const auto small = [&](unsigned most) { return static_cast<int>(random.below(most)); };
    const auto layout = [&](int down, int across, bool odd) {
      const bool columns_first = random.below(2) == 0;
      Layout made =
          tuple({mode(down, columns_first ? across : 1), mode(across, columns_first ? 1 : down)});
      if (odd) made.modes[static_cast<size_t>(small(2))] = mode(2, small(3));
      return made;
    };
    const Layout threads = layout(1 << small(4), 1 << small(4), random.below(4) == 0),
                 values = layout(1 + small(4), 1 << small(4), random.below(4) == 0);
    const CopyTile tile{1 + small(20), random.below(2) ? 8 << small(3) : 1 + small(40),
                        1 << small(4), random.below(2) == 0};
    CAPTURE(to_text(threads));
    CAPTURE(to_text(values));
    CAPTURE(tile.rows);
    CAPTURE(tile.columns);
    const auto made = tiled_copy(threads, values, tile);
    REQUIRE(made);
    int beyond = 0, vector = 1;
    for (int round = 0; round < made->rounds(); ++round)
      for (int thread = 0; thread < made->threads.count(); ++thread)
        for (int value = 0; value < made->values.count(); ++value)
          beyond += made->threads.place[static_cast<size_t>(thread)] >= 0 &&
                    made->values.place[static_cast<size_t>(value)] >= 0 &&
                    made->element(round, thread, value) < 0;
    while (2 * vector * tile.element_bytes <= 16 && moves(*made, 2 * vector)) vector *= 2;
    CHECK(made->beyond == beyond);
    CHECK(made->vector == vector);
    vectors.insert(vector);
  }
  CHECK(vectors.size() > 2);
}

TEST_CASE("tiled copies: numbers that stand twice, or nowhere") {
  const TiledCopy twice = copy("(4,8):(8,0)", "(1,2):(1,1)", {4, 16, 2, true});
  CHECK_FALSE(twice.threads.once);
  CHECK(twice.uncovered == 4 * 7 * 2);
  CHECK(twice.at(1, 1).thread == 8);
  CHECK(twice.at(1, 2).thread == -1);
  const TiledCopy gaps = copy("(4,8):(16,2)", "(1,2):(1,1)", {4, 16, 2, true});
  CHECK_FALSE(gaps.threads.once);
  CHECK(gaps.uncovered == 0);
  CHECK(gaps.threads.count() == 63);
  CHECK(gaps.element(0, 1, 0) == -1);
}

TEST_CASE("tiled copies: what is refused") {
  const auto why = [](const char* threads, const char* values, const CopyTile& tile) {
    const auto made = tiled_copy(*parse_layout(threads), *parse_layout(values), tile);
    return made ? std::string() : made.error().message;
  };
  CHECK(why("32:1", "(1,8):(1,1)", {}) == "threads 32:1: 1 mode, expected 2, rows and columns");
  CHECK(why("(2,2):(-1,2)", "(1,8):(1,1)", {}) ==
        "threads (2,2):(-1,2): number -1, expected 0 to 1023");
  CHECK(why("(64,32):(32,1)", "(1,8):(1,1)", {}) ==
        "threads (64,32):(32,1): 2048 places, expected at most 1024");
  CHECK(why("(2,2):(1,2)", "(1,8):(1,40)", {}) ==
        "values (1,8):(1,40): number 280, expected 0 to 255");
  CHECK(why("(2,2):(1,2)", "(1,8):(1,1)", {0, 4}) == "tile 0 × 4: expected 1 to 8192 elements");
  CHECK(why("(2,2):(1,2)", "(1,8):(1,1)", {4, 4, 3}) ==
        "element bytes 3: expected 1, 2, 4, 8 or 16");
}

TEST_CASE("tiled copy: a thread's elements are those that it owns") {
  for (const CopyTile& tile : {CopyTile{16, 64, 2, true}, CopyTile{7, 10, 4, false}}) {
    const TiledCopy made = copy("(4,2):(2,1)", "(1,3):(1,1)", tile);
    for (int thread = 0; thread < made.threads.count(); ++thread) {
      std::vector<int> owned, found = made.elements(thread);
      for (size_t i = 0; i < made.owners.size(); ++i)
        if (made.owners[i].thread == thread) owned.push_back(static_cast<int>(i));
      std::sort(found.begin(), found.end());
      CHECK(found == owned);
    }
  }
}

}  // TESTS_OF(core::layout::tiled_copy)
