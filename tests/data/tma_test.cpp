// Boxes of the tensor copy engine: every tensor map that the driver accepted or refused, and every
// load that an H200 ran.
#include "core/memory/tma.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::tma) {

using namespace loom;
using loom::test::Json;

namespace {

memory::TensorMap map_of(const Json& row) {
  return {.element_bytes = row[0],
          .width = row[1],
          .height = row[2],
          .pitch = row[3],
          .box_width = row[4],
          .box_height = row[5],
          .swizzle = row[6],
          .address = row[7]};
}

// Runs [first, count, …] as recorded, and what follows them.
std::vector<std::int64_t> expanded(const Json& runs, size_t count) {
  std::vector<std::int64_t> slots;
  for (size_t i = 0; i < runs.size(); i += 2)
    for (int k = 0; k < runs[i + 1].get<int>(); ++k)
      slots.push_back(runs[i].get<int>() + (runs[i] < 0 ? 0 : k));
  CHECK(slots.size() <= count);
  slots.resize(count, memory::tma_not_written);
  return slots;
}

// If rows of the matrix overlap, the recording has the row that was written last.
std::int64_t last_written(const memory::TensorMap& map, std::int64_t slot) {
  if (slot < 0) return slot;
  std::int64_t x = slot % map.width, y = slot / map.width;
  for (; x * map.element_bytes >= map.pitch && y + 1 < map.height; ++y)
    x -= map.pitch / map.element_bytes;
  return y * map.width + x;
}

}  // namespace

TEST_CASE("tma: the driver takes exactly the tensor maps that are not refused") {
  const Json recorded = test::recorded("h200/tma.json");
  int taken = 0;
  for (const Json& row : recorded["descriptors"]) {
    CAPTURE(row.dump());
    const auto refused = memory::refusal(map_of(row));
    CHECK(refused.has_value() == (row[8] == 0));
    if (refused) CHECK_FALSE(refused->by_load());
    taken += !refused;
  }
  CHECK(recorded["descriptors"].size() == 772);
  CHECK(taken == 293);
}

TEST_CASE("tma: loads land byte for byte, or fault for the reason that is told") {
  const Json recorded = test::recorded("h200/tma.json");
  int loaded = 0;
  for (const Json& row : recorded["loads"]) {
    CAPTURE(row.dump());
    const memory::TmaLoad load{map_of(row), row[8], row[9], row[10]};
    const std::string status = row[11];
    if (const auto refused = memory::refusal(load)) {
      CHECK(refused->rule == (status == "cudaErrorMisalignedAddress" ? memory::TmaRule::destination
                                                                     : memory::TmaRule::x_bytes));
      CHECK(status != "ok");
      continue;
    }
    CHECK(status == "ok");
    CHECK(row[12] == load.map.bytes());
    std::vector<std::int64_t> slots = memory::landed(load);
    for (std::int64_t& slot : slots) slot = last_written(load.map, slot);
    CHECK(slots == expanded(row[13], slots.size()));
    ++loaded;
  }
  CHECK(recorded["loads"].size() == 563);
  CHECK(loaded == 495);
}

}  // TESTS_OF(data::tma)
