// Wavefronts of a warp's shared-memory loads and stores: every count of an H200's counters,
// exactly.
#include "core/memory/wavefronts.hpp"

#include <string>

#include "core/memory/measured_wavefronts.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::wavefronts) {

using namespace loom;
using loom::test::Json;

TEST_CASE("wavefronts: an H200's counters, loads and stores of every width") {
  const Json measured = test::recorded("h200/wavefronts.json");
  REQUIRE(measured["columns"] == Json({"name", "op", "width", "offsets", "wavefronts"}));
  int loads = 0, stores = 0, merged = 0;
  for (const Json& row : measured["patterns"]) {
    const bool store = row[1] == "store";
    const auto found = memory::wavefronts(test::access_of(row),
                                          store ? memory::Access::store : memory::Access::load);
    if (!found) FAIL(row << ": " << found.error().message);
    ++(store ? stores : loads);
    merged += found->merged();
    if (row[4] != found->count()) FAIL_CHECK(row << ": simulated " << found->count());
  }
  CHECK(loads >= 983);
  CHECK(stores >= 171);
  CHECK(merged >= 50);  // the rule that is in no manual
}

TEST_CASE("wavefronts: refused is what an H200 refuses") {
  const Json measured = test::recorded("h200/wavefronts.json");
  REQUIRE(measured["misaligned_columns"] == Json({"name", "op", "width", "offsets", "status"}));
  int refused = 0, accepted = 0;
  for (const Json& row : measured["misaligned"]) {
    const bool fine = row[4] == "cudaSuccess";
    if (!fine) CHECK(row[4] == "cudaErrorMisalignedAddress");
    CHECK_MESSAGE(static_cast<bool>(memory::wavefronts(test::access_of(row))) == fine, row.dump());
    ++(fine ? accepted : refused);
  }
  CHECK(refused >= 18);
  CHECK(accepted >= 4);
}

TEST_CASE("wavefronts: what the pages call measured is in the file, count for count") {
  const Json measured = test::recorded("h200/wavefronts.json");
  int shown = 0;
  for (const Json& row : measured["patterns"]) {
    if (row[1] == "store") continue;
    const auto count = memory::measured_wavefronts(test::access_of(row));
    if (!count) continue;
    ++shown;
    CHECK_MESSAGE(row[4] == *count, row.dump());
  }
  CHECK(shown == 37 + 36 + 36 + 15);  // every entry of its tables
}

TEST_CASE("wavefronts: nothing else is called measured") {
  memory::WarpAccess access;
  for (size_t lane = 0; lane < 32; ++lane)
    access.offsets[lane] = static_cast<std::int64_t>(4 * lane);
  CHECK(memory::measured_wavefronts(access) == 1);
  for (size_t lane = 0; lane < 32; ++lane) {
    memory::WarpAccess other = access;
    other.offsets[lane] += 4;
    CHECK_FALSE(memory::measured_wavefronts(other));
    other = access;
    other.active ^= 1u << lane;
    CHECK_FALSE(memory::measured_wavefronts(other));
  }
  for (std::int64_t stride : {-1, 37, 1000, 1 << 20}) {
    for (size_t lane = 0; lane < 32; ++lane)
      access.offsets[lane] = 4 * stride * static_cast<std::int64_t>(lane);
    CHECK_FALSE(memory::measured_wavefronts(access));
  }
}

}  // TESTS_OF(data::wavefronts)
