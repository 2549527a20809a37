// Sectors of a warp's loads and stores: every count of an H200's counters, exactly.
#include "core/memory/sectors.hpp"

#include <string>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;

TEST_CASE("sectors: an H200's counters, loads and stores of every width") {
  const Json measured = test::recorded("h200/sectors.json");
  REQUIRE(measured["columns"] == Json({"name", "op", "width", "offsets", "sectors", "requests", "l2_requests"}));
  int counts[17] = {};
  for (const Json& row : measured["patterns"]) {
    const auto request = memory::request(test::access_of(row));
    if (!request) FAIL(row << ": " << request.error().message);
    ++counts[row[2].get<int>()];
    const int requests = request->sectors().empty() ? 0 : 1;  // one, whatever the width
    if (row[4] != request->sectors().size() || row[5] != requests || row[6] != request->lines())
      FAIL_CHECK(row << ": simulated " << request->sectors().size() << " sectors, " << request->lines() << " lines");
  }
  for (int width : {1, 2, 4, 8, 16}) CHECK(counts[width] >= 150);
}

TEST_CASE("sectors: refused is what an H200 refuses") {
  const Json measured = test::recorded("h200/sectors.json");
  REQUIRE(measured["misaligned_columns"] == Json({"name", "op", "width", "offsets", "status"}));
  int refused = 0, accepted = 0;
  for (const Json& row : measured["misaligned"]) {
    const bool fine = row[4] == "cudaSuccess";
    if (!fine) CHECK(row[4] == "cudaErrorMisalignedAddress");
    CHECK_MESSAGE(static_cast<bool>(memory::request(test::access_of(row))) == fine, row.dump());
    ++(fine ? accepted : refused);
  }
  CHECK(refused >= 18);
  CHECK(accepted >= 4);
}
