// Sectors of a warp's loads and stores: every count of an H200's counters, exactly.
#include "core/memory/sectors.hpp"

#include <array>
#include <set>
#include <string>

#include "core/memory/measured_h200.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::sectors) {

using namespace loom;
using loom::test::Json;

TEST_CASE("sectors: an H200's counters, loads and stores of every width") {
  const Json measured = test::recorded("h200/sectors.json");
  REQUIRE(measured["columns"] ==
          Json({"name", "op", "width", "offsets", "sectors", "requests", "l2_requests"}));
  int counts[17] = {};
  for (const Json& row : measured["patterns"]) {
    const auto request = memory::request(test::access_of(row));
    if (!request) FAIL(row << ": " << request.error().message);
    ++counts[row[2].get<int>()];
    const int requests = request->sectors().empty() ? 0 : 1;  // one, whatever the width
    if (row[4] != request->sectors().size() || row[5] != requests || row[6] != request->lines())
      FAIL_CHECK(row << ": simulated " << request->sectors().size() << " sectors, "
                     << request->lines() << " lines");
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

TEST_CASE("sectors: the loads that figures call measured are the recorded ones, all of them") {
  const Json measured = test::recorded("h200/sectors.json");
  CHECK(measured["about"]["device"] == "NVIDIA H200");
  std::set<std::array<int, 3>> seen;  // width, offset, stride
  for (const Json& row : measured["patterns"]) {
    const memory::WarpAccess access = test::access_of(row);
    if (row[1] != "load" || access.active != ~0u) continue;
    memory::LaneIndices indices;
    for (size_t lane = 0; lane < indices.size(); ++lane)
      indices[lane] = static_cast<int>(access.offsets[lane] / access.width);
    const int offset = indices[0], stride = indices[1] - offset;
    bool even = offset <= 31 && stride >= 0 && stride < memory::recorded_strides;
    for (size_t lane = 0; lane < indices.size(); ++lane)
      even = even && indices[lane] == offset + static_cast<int>(lane) * stride &&
             access.offsets[lane] == std::int64_t{indices[lane]} * access.width;
    const auto answer = memory::measured_sectors(indices, access.width);
    CHECK_MESSAGE(answer.has_value() == even, row.dump());
    if (!even) continue;
    CHECK_MESSAGE(*answer == row[4].get<int>(), row.dump());
    seen.insert({access.width, offset, stride});
  }
  CHECK(seen.size() == 5 * memory::recorded_strides + std::size(memory::measured_at_offset));
}

}  // TESTS_OF(data::sectors)
