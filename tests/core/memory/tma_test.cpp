// Loads by the tensor copy engine, against one that moves bytes, 16 at a time. What an H200 did is
// in tests/data/tma_test.cpp.
#include "core/memory/tma.hpp"

#include <array>
#include <map>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::memory::tma) {

using namespace loom;
using namespace loom::memory;

namespace {

// Chunk c of row r of a tile whose rows are as long as the swizzle, as the manuals draw it: rows of
// 128 bytes exchange chunks by r mod 8, of 64 bytes by half of r mod 8, of 32 by a quarter.
std::int64_t exchanged(std::int64_t row, std::int64_t chunk, std::int64_t swizzle) {
  if (swizzle == 0) return chunk;
  return chunk ^ row % 8 / (128 / swizzle);
}

// What each byte of shared memory holds: byte k of element i of the matrix is 8 · i + k.
std::map<std::int64_t, std::int64_t> bytes_of(const TmaLoad& load) {
  const TensorMap& map = load.map;
  std::map<std::int64_t, std::int64_t> memory, shared;
  for (std::int64_t y = 0; y < map.height; ++y)
    for (std::int64_t at = 0; at < map.width * map.element_bytes; ++at)
      memory[y * map.pitch + at] =
          8 * (y * map.width + at / map.element_bytes) + at % map.element_bytes;
  // The tile begins so many of its rows behind a multiple of 1024.
  const std::int64_t rows_before = map.swizzle > 0 ? load.destination / map.swizzle : 0;
  for (std::int64_t row = 0; row < map.box_height; ++row)
    for (std::int64_t byte = 0; byte < map.row_bytes(); ++byte) {
      const std::int64_t x = load.x * map.element_bytes + byte, y = load.y + row;
      const bool inside = x >= 0 && x < map.width * map.element_bytes && y >= 0 && y < map.height;
      const std::int64_t begin =
          load.destination + row * (map.swizzle > 0 ? map.swizzle : map.row_bytes());
      const std::int64_t chunk = exchanged(rows_before + row, byte / 16, map.swizzle);
      shared[begin + 16 * chunk + byte % 16] = inside ? memory.at(y * map.pitch + x) : tma_zero;
    }
  return shared;
}

std::int64_t any_of(Random& random, std::int64_t least, std::int64_t most) {
  return least + random.below(static_cast<std::uint32_t>(most - least + 1));
}

TmaLoad random_load(Random& random) {
  TmaLoad load;
  TensorMap& map = load.map;
  map.element_bytes = std::int64_t{1} << random.below(4);
  map.swizzle = std::array{0, 32, 64, 128}[random.below(4)];
  const std::int64_t chunks = any_of(random, 1, map.swizzle > 0 ? map.swizzle / 16 : 12);
  map.box_width = chunks * 16 / map.element_bytes;
  map.box_height = any_of(random, 1, 20);
  map.width = any_of(random, 1, 40);
  map.height = any_of(random, 1, 24);
  map.pitch = (map.width * map.element_bytes + 15) / 16 * 16 + 16 * any_of(random, 0, 2);
  load.x = any_of(random, -4, 4) * 16 / map.element_bytes;
  load.y = any_of(random, -24, 28);
  load.destination = 128 * any_of(random, 0, 9);
  return load;
}

TmaLoad usual() { return {{.element_bytes = 2, .box_width = 64, .swizzle = 128}}; }

TmaRule broken(const TmaLoad& load) {
  const auto refused = refusal(load);
  REQUIRE(refused);
  return refused->rule;
}

}  // namespace

TEST_CASE("tma: every element lands with all of its bytes") {
  Random random(1);
  for (int i = 0; i < tries(1000); ++i) {
    const TmaLoad load = random_load(random);
    REQUIRE_FALSE(refusal(load));
    const auto bytes = bytes_of(load);
    CHECK(load.map.bytes() == static_cast<std::int64_t>(bytes.size()));
    const auto slots = landed(load);
    const std::int64_t size = load.map.element_bytes, end = std::ssize(slots) * size;
    CHECK(end == load.destination + load.map.box_height * load.map.row_step());
    CHECK(bytes.rbegin()->first < end);
    std::int64_t wrong = 0;
    for (std::int64_t at = 0; at < end; ++at) {
      const std::int64_t slot = slots[static_cast<size_t>(at / size)];
      const auto byte = bytes.find(at);
      const std::int64_t held = slot < 0 ? slot : 8 * slot + at % size;
      wrong += held != (byte == bytes.end() ? tma_not_written : byte->second);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("tma: what is refused, and with which numbers") {
  const auto said = [](auto change) {
    TmaLoad load = usual();
    change(load);
    const auto refused = refusal(load);
    return refused ? to_text(*refused) : "";
  };
  const auto of_map = [&](auto member, std::int64_t value) {
    return said([&](TmaLoad& load) { load.map.*member = value; });
  };
  CHECK_FALSE(refusal(usual()));
  CHECK(of_map(&TensorMap::element_bytes, 3) == "an element has 3 bytes, expected 1, 2, 4 or 8");
  CHECK(of_map(&TensorMap::element_bytes, 16) == "an element has 16 bytes, expected 1, 2, 4 or 8");
  CHECK(of_map(&TensorMap::swizzle, 16) == "a swizzle of 16 bytes, expected 0, 32, 64 or 128");
  CHECK(of_map(&TensorMap::swizzle, 64) ==
        "a row of the box has 128 bytes, expected at most those of the swizzle, 64");
  CHECK(of_map(&TensorMap::address, 24) ==
        "the matrix begins at address 24, expected a multiple of 16");
  CHECK(of_map(&TensorMap::width, 0) == "the matrix has 0 columns, expected 1 to 4294967296");
  CHECK(of_map(&TensorMap::height, (1ll << 32) + 1) ==
        "the matrix has 4294967297 rows, expected 1 to 4294967296");
  CHECK(of_map(&TensorMap::pitch, 136) ==
        "rows of the matrix are 136 bytes apart, expected a multiple of 16");
  CHECK(of_map(&TensorMap::pitch, 1ll << 40) ==
        "rows of the matrix are 1099511627776 bytes apart, expected 0 to "
        "1099511627775");
  CHECK(of_map(&TensorMap::box_width, 257) == "the box has 257 columns, expected 1 to 256");
  CHECK(of_map(&TensorMap::box_height, 0) == "the box has 0 rows, expected 1 to 256");
  CHECK(of_map(&TensorMap::box_width, 12) ==
        "a row of the box has 24 bytes, expected a multiple of 16");
  CHECK(said([](TmaLoad& load) { load.destination = 64; }) ==
        "the box goes to address 64 of shared memory, expected a multiple of 128");
  CHECK(said([](TmaLoad& load) { load.x = -3; }) ==
        "the box begins -6 bytes into a row of the matrix, expected a multiple of 16");
  CHECK(said([](TmaLoad& load) { load.y = 1ll << 31; }) ==
        "the box has row 2147483648, expected -2147483648 to 2147483647");
}

TEST_CASE("tma: coordinates have 32 bits, sizes more") {
  TmaLoad load = usual();
  load.x = tma_most_coordinate + 1 - 8;
  CHECK_FALSE(refusal(load));  // what hangs over is outside of the matrix
  CHECK(landed(load) == std::vector<std::int64_t>(64 * 8, tma_zero));
  load.map.width = tma_most_side;
  load.map.pitch = 2 * load.map.width;
  CHECK(broken(load) == TmaRule::x_range);
  load.x -= 64 - 8;
  CHECK_FALSE(refusal(load));
  load.map.height = tma_most_side;
  load.y = tma_most_coordinate - 7;
  CHECK_FALSE(refusal(load));
  // The last element that can be reached; with the destination at 0, row 7 exchanges chunks by 7.
  CHECK(landed(load)[7 * 64 + 7] == tma_most_coordinate * tma_most_side + tma_most_coordinate);
  ++load.y;
  CHECK(broken(load) == TmaRule::y_range);
  load.y = tma_least_coordinate;
  CHECK_FALSE(refusal(load));
  --load.y;
  CHECK(broken(load) == TmaRule::y_range);
}

}  // TESTS_OF(core::memory::tma)
