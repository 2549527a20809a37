// Fragments, against the thread-value layouts that CuTe has for them: shapes and strides, one
// sum for each, where the closed forms divide and shift.
#include "core/layout/fragment.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/find.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::layout::fragment) {

using namespace loom;
using namespace loom::layout;

namespace {

struct Mode {
  int shape, stride;
};
using Modes = std::vector<Mode>;

int index_of(const Modes& modes, int coordinate) {
  int index = 0;
  for (const auto& [shape, stride] : modes) {
    index += coordinate % shape * stride;
    coordinate /= shape;
  }
  return index;
}

struct Row {
  const char* atom;
  Operand operand;
  int n;
  Modes threads, values;
};

// Lane and value to the index row + rows · column.
std::vector<Row> thread_value_layouts() {
  const Modes c_lanes = {{4, 32}, {8, 1}};
  std::vector<Row> rows = {
      {"sm80_16x8x16_f16", Operand::a, 8, c_lanes, {{2, 16}, {2, 8}, {2, 128}}},
      {"sm80_16x8x16_f16", Operand::b, 8, {{4, 16}, {8, 1}}, {{2, 8}, {2, 64}}},
      {"sm80_16x8x16_f16", Operand::c, 8, c_lanes, {{2, 16}, {2, 8}}},
      {"sm80_16x8x8_f16", Operand::a, 8, c_lanes, {{2, 16}, {2, 8}}},
      {"sm80_16x8x8_f16", Operand::b, 8, {{4, 16}, {8, 1}}, {{2, 8}}},
      {"sm80_16x8x8_f16", Operand::c, 8, c_lanes, {{2, 16}, {2, 8}}},
      {"sm80_16x8x8_tf32", Operand::a, 8, {{4, 16}, {8, 1}}, {{2, 8}, {2, 64}}},
      {"sm80_16x8x8_tf32", Operand::b, 8, {{4, 8}, {8, 1}}, {{2, 32}}},
      {"sm80_16x8x8_tf32", Operand::c, 8, c_lanes, {{2, 16}, {2, 8}}},
      {"sm90_64xNx16", Operand::a, 8, {{4, 128}, {8, 1}, {4, 16}}, {{2, 64}, {2, 8}, {2, 512}}},
      // Lane bits 2 and 3 choose the quadpair: no element depends on them.
      {"sm70_8x8x4", Operand::a, 8, {{4, 1}, {4, 0}, {2, 4}}, {{4, 8}}},
      {"sm70_8x8x4", Operand::b, 8, {{4, 1}, {4, 0}, {2, 4}}, {{4, 8}}},
      {"sm70_8x8x4", Operand::c, 8, {{2, 1}, {2, 16}, {4, 0}, {2, 4}}, {{2, 8}, {2, 2}, {2, 32}}},
  };
  for (int n = least_n; n <= most_n; n += 8)
    rows.push_back({"sm90_64xNx16",
                    Operand::c,
                    n,
                    {{4, 128}, {8, 1}, {4, 16}},
                    {{2, 64}, {2, 8}, {n / 8, 512}}});
  return rows;
}

const Atom& atom(const char* id) { return *find_by_id(atoms(), id); }

}  // namespace

TEST_CASE("fragments are CuTe's thread-value layouts") {
  for (const Row& row : thread_value_layouts()) {
    CAPTURE(row.atom);
    CAPTURE(row.n);
    const Result<Fragment> found = fragment(atom(row.atom), row.operand, row.n);
    REQUIRE(found);
    int count = 1;
    for (const Mode& mode : row.values) count *= mode.shape;
    REQUIRE(found->values() == count);
    for (int thread = 0; thread < found->threads(); ++thread)
      for (int value = 0; value < count; ++value) {
        const int index = index_of(row.threads, thread) + index_of(row.values, value);
        const Element& element = found->at(thread, value);
        if (element.row + found->rows() * element.column != index)
          FAIL_CHECK("thread " << thread << ", value " << value);
      }
  }
}

TEST_CASE("every element has one holder; of Volta's each quadpair has one") {
  for (const Row& row : thread_value_layouts()) {
    const Fragment found = *fragment(atom(row.atom), row.operand, row.n);
    std::vector<int> holders(static_cast<size_t>(found.rows() * found.columns()));
    for (int thread = 0; thread < found.threads(); ++thread)
      for (int value = 0; value < found.values(); ++value) {
        const Element element = found.at(thread, value);
        const bool inside = element.row >= 0 && element.row < found.rows() && element.column >= 0 &&
                            element.column < found.columns();
        REQUIRE_MESSAGE(inside, row.atom << ": thread " << thread << ", value " << value);
        ++holders[static_cast<size_t>(element.row * found.columns() + element.column)];
        const Slot holder = found.holder(element);
        if (!(found.at(holder.thread, holder.value) == element) || holder.thread > thread)
          FAIL_CHECK(row.atom << ": thread " << thread << ", value " << value << " at thread "
                              << holder.thread << ", value " << holder.value);
      }
    const int quadpairs = atom(row.atom).k == 4 ? 4 : 1;
    CHECK(std::count(holders.begin(), holders.end(), quadpairs) ==
          static_cast<std::ptrdiff_t>(holders.size()));
  }
}

TEST_CASE("registers: halves share one, sums and TF32 do not") {
  const auto count = [](const char* id, Operand operand, int n = 8) {
    return registers(atom(id), operand, *fragment(atom(id), operand, n));
  };
  CHECK(count("sm80_16x8x16_f16", Operand::a) == 4);
  CHECK(count("sm80_16x8x16_f16", Operand::b) == 2);
  CHECK(count("sm80_16x8x16_f16", Operand::c) == 4);
  CHECK(count("sm80_16x8x8_tf32", Operand::a) == 4);
  CHECK(count("sm90_64xNx16", Operand::a) == 4);
  CHECK(count("sm90_64xNx16", Operand::c, 256) == 128);
  CHECK(count("sm70_8x8x4", Operand::c) == 8);
}

TEST_CASE("what has no fragment is refused with the reason") {
  const Atom& hopper = atom("sm90_64xNx16");
  CHECK(fragment(hopper, Operand::b, 64).error().message ==
        "'operand': 'b' of sm90_64xNx16 is read from shared memory, no thread holds it; expected a "
        "or c");
  for (int n : {0, -8, 4, 12, 264, 7})
    CHECK(fragment(hopper, Operand::c, n).error().message ==
          "'n': got " + std::to_string(n) + ", expected a multiple of 8 from 8 to 256");
  CHECK(fragment(atom("sm70_8x8x4"), Operand::c, 7));  // n is not read
  CHECK_FALSE(ldmatrix(3, false));
  const std::optional<Error> errors[] = {
      load(atom("sm70_8x8x4"), Operand::a, Contiguous::k, false).error(),
      load(hopper, Operand::c, Contiguous::k, false).error(),
      load(hopper, Operand::b, Contiguous::k, false).error(),
      load(atom("sm80_16x8x8_tf32"), Operand::a, Contiguous::k, true).error()};
  for (const auto& error : errors) CHECK(!error->message.empty());
}

TEST_CASE("ldmatrix by moving bytes: rows of 16 bytes out, two halves to each lane") {
  for (const Atom& each : atoms())
    for (Operand operand : {Operand::a, Operand::b})
      for (Contiguous contiguous : {Contiguous::k, Contiguous::mn})
        for (bool transposed : {false, true}) {
          const Result<Load> found = load(each, operand, contiguous, transposed);
          if (!found) continue;
          CAPTURE(each.id);
          const Fragment wanted = *fragment(each, operand);
          int in_place = 0;
          for (int thread = 0; thread < each.threads; ++thread)
            for (int matrix = 0; matrix < found->matrices; ++matrix)
              for (int half = 0; half < 2; ++half) {
                // Which 16 bits of which row the lane gets, from the instruction's definition.
                int row = thread % 32 / 4, piece = thread % 4 * 2 + half;
                if (transposed) std::swap(row, piece);
                const int named = thread / 32 * 32 + matrix * 8 + row;
                const Element expected = found->named[static_cast<size_t>(named)]
                                                     [static_cast<size_t>(piece * 2 / each.bytes)];
                const int value = (matrix * 4 + half * 2) / each.bytes;
                CHECK(found->brought.at(thread, value) == expected);
                in_place += wanted.at(thread, value) == expected && half * 2 % each.bytes == 0;
              }
          CHECK(found->in_place(wanted) == in_place);
          // Along K as it is, across K transposed: then everything is where it is wanted.
          const bool fits = transposed == (contiguous == Contiguous::mn);
          CHECK((in_place == wanted.threads() * wanted.values()) ==
                (fits && (each.bytes == 2 || contiguous == Contiguous::k)));
        }
}

TEST_CASE("the 16 bytes that lanes name are neighbors in memory, and all of the tile") {
  for (const Atom& each : atoms())
    for (Operand operand : {Operand::a, Operand::b})
      for (Contiguous contiguous : {Contiguous::k, Contiguous::mn}) {
        const Result<Load> found = load(each, operand, contiguous, false);
        if (!found) continue;
        std::set<std::pair<int, int>> covered;
        int lanes = 0;
        for (const std::vector<Element>& row : found->named) {
          lanes += !row.empty();
          for (size_t i = 0; i < row.size(); ++i) {
            const int step = static_cast<int>(i);
            CHECK(row[i] == (contiguous == Contiguous::k
                                 ? Element{row[0].row, row[0].column + step}
                                 : Element{row[0].row + step, row[0].column}));
            CHECK(covered.insert({row[i].row, row[i].column}).second);
          }
        }
        CHECK(lanes == 8 * found->matrices * each.threads / 32);
        CHECK(covered.size() ==
              static_cast<size_t>(found->brought.rows() * found->brought.columns()));
      }
}

}  // TESTS_OF(core::layout::fragment)
