#include "core/memory/struct_layout.hpp"

#include <bit>
#include <set>

#include "tests/doctest.hpp"

TESTS_OF(core::memory::struct_layout) {

using namespace loom;
using namespace loom::memory;

TEST_CASE("struct layouts: every count agrees with sets of bytes") {
  for (StructLayout layout : {StructLayout::array_of_structs, StructLayout::struct_of_arrays})
    for (int fields = 1; fields <= 8; ++fields)
      for (int read = 1; read <= fields; ++read) {
        CAPTURE(fields);
        CAPTURE(read);
        const Result<StructCost> cost = struct_cost(layout, {fields, read});
        REQUIRE(cost);
        std::set<int> all, used;
        int requested = 0;
        for (int field = 0; field < read; ++field) {
          std::set<int> of_load;
          for (int index = 0; index < 32; ++index)
            for (int byte = 0; byte < 4; ++byte) {
              const int at = layout == StructLayout::array_of_structs
                                 ? (index * fields + field) * 4 + byte
                                 : field * 128 + index * 4 + byte;
              used.insert(at);
              of_load.insert(at / 32);
            }
          requested += static_cast<int>(of_load.size());
          all.insert(of_load.begin(), of_load.end());
          CHECK(cost->loads()[static_cast<size_t>(field)].sectors().size() == of_load.size());
          CHECK(static_cast<size_t>(std::popcount(cost->touched(field + 1))) == all.size());
        }
        CHECK(cost->loads().size() == static_cast<size_t>(read));
        CHECK(cost->sectors_requested() == requested);
        CHECK(cost->sectors_fetched() == static_cast<int>(all.size()));
        CHECK(cost->bytes_useful() == static_cast<int>(used.size()));
        CHECK(cost->touched(0) == 0);
        for (int sector = 0; sector < 32; ++sector)
          CHECK((cost->touched(read) >> sector & 1) == all.count(sector));
      }
}

// A struct of up to 8 fields is at most a sector long: the structs of a warp are fetched whole,
// whatever is read.
TEST_CASE("struct layouts: the closed forms") {
  for (int fields = 1; fields <= 8; ++fields)
    for (int read = 1; read <= fields; ++read) {
      const StructCost aos = *struct_cost(StructLayout::array_of_structs, {fields, read});
      const StructCost soa = *struct_cost(StructLayout::struct_of_arrays, {fields, read});
      CHECK(aos.sectors_fetched() == 4 * fields);
      CHECK(aos.sectors_requested() == 4 * fields * read);
      CHECK(aos.moved_per_useful() == doctest::Approx(static_cast<double>(fields) / read));
      CHECK(soa.sectors_fetched() == 4 * read);
      CHECK(soa.sectors_requested() == 4 * read);
      CHECK(soa.moved_per_useful() == 1);
      CHECK(soa.sectors_fetched() <= aos.sectors_fetched());
    }
}

TEST_CASE("struct layouts: both place every field somewhere else in the same memory") {
  for (StructLayout layout : {StructLayout::array_of_structs, StructLayout::struct_of_arrays})
    for (int fields = 1; fields <= 8; ++fields) {
      std::set<int> offsets;
      for (int index = 0; index < 32; ++index)
        for (int field = 0; field < fields; ++field)
          offsets.insert(field_offset(layout, fields, index, field));
      CHECK(offsets.size() == static_cast<size_t>(32 * fields));
      CHECK(*offsets.begin() == 0);
      CHECK(*offsets.rbegin() == 4 * (32 * fields - 1));
    }
}

TEST_CASE("struct layouts: an H200 counted the same for the first field") {
  for (StructLayout layout : {StructLayout::array_of_structs, StructLayout::struct_of_arrays}) {
    for (int fields = 1; fields <= 8; ++fields)
      CHECK(measured_first_load(layout, fields) ==
            struct_cost(layout, {fields, 1})->sectors_fetched());
    CHECK_FALSE(measured_first_load(layout, 0));
    CHECK_FALSE(measured_first_load(layout, 9));
  }
}

TEST_CASE("struct layouts: what is refused") {
  const auto message = [](int fields, int read) {
    return struct_cost(StructLayout::array_of_structs, {fields, read}).error().message;
  };
  CHECK(message(0, 1) == "'fields': got 0, expected a whole number from 1 to 8");
  CHECK(message(9, 1) == "'fields': got 9, expected a whole number from 1 to 8");
  CHECK(message(4, 0) == "'read': got 0, but a struct has 4 fields");
  CHECK(message(4, 5) == "'read': got 5, but a struct has 4 fields");
  CHECK(message(1, 2) == "'read': got 2, but a struct has 1 field");
}

}  // TESTS_OF(core::memory::struct_layout)
