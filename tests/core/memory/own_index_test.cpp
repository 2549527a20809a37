// Indices that readers bring, and addresses.
#include "core/memory/own_index.hpp"

#include <string>

#include "core/memory/sectors.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::memory::own_index) {

using namespace loom;
using memory::own_indices;

namespace {

std::string refusal(const std::string& text) {
  const auto found = own_indices(text);
  return found ? "" : found.error().message;
}

}  // namespace

TEST_CASE("own index: an expression or a layout, told apart by what they have") {
  for (const char* text :
       {"lane%8*4+lane/8", "(8,4):(4,1)", " (8,4) : (4,1) ",
        "make_layout(make_shape(8,4), make_stride(4,1))", "Layout<Shape<_8,_4>,Stride<_4,_1>>",
        "lane < 0 ? 1 : lane % 8 * 4 + lane / 8"}) {
    CAPTURE(text);
    const auto indices = own_indices(text);
    REQUIRE(indices);
    for (size_t lane = 0; lane < 32; ++lane)
      CHECK((*indices)[lane] == static_cast<std::int64_t>(lane % 8 * 4 + lane / 8));
  }
  CHECK((*own_indices("(8,4)"))[9] == 9);  // compact
  CHECK((*own_indices("32:-2"))[3] == -6);
  CHECK((*own_indices("Sw<2,0,2> o 0 o 64:1"))[31] == (31 ^ 3));
  CHECK((*own_indices("32"))[7] == 32);  // a number
  CHECK((*own_indices("min(lane,3)"))[7] == 3);
}

TEST_CASE("own index: what is refused") {
  CHECK(refusal("16:1") == "a layout of size 16, expected one for 32 lanes or more");
  CHECK(refusal("(8,4):(4,1") != "");
  CHECK(refusal("lane:2") != "");
  CHECK(refusal("Slow").starts_with("column 1: unknown name"));
  CHECK(memory::own_elements("lane - 1", 100).error().message ==
        "lane 0 has element -1, expected 0 to 100");
  CHECK(memory::own_elements("lane * 4", 100).error().message ==
        "lane 26 has element 104, expected 0 to 100");
  CHECK((*memory::own_elements("lane * 4", 124))[31] == 124);
}

TEST_CASE("own index: addresses keep their sectors and lines") {
  Random random(5);
  for (int round = 0; round < 500; ++round) {
    const int width = 1 << random.below(5);
    const auto from = static_cast<std::int64_t>(random.next() >> (12 + random.below(40)));
    std::array<std::int64_t, 32> addresses{};
    memory::WarpAccess access{.width = width};
    for (size_t lane = 0; lane < 32; ++lane)
      access.offsets[lane] = addresses[lane] =
          (from + random.below(1u << random.below(20))) / width * width;
    const auto found = memory::from_addresses(addresses, width);
    REQUIRE(found);
    CHECK(found->base % 128 == 0);
    const auto here = *memory::request(memory::element_access(found->elements, width));
    const auto there = *memory::request(access);
    REQUIRE(here.sectors().size() == there.sectors().size());
    CHECK(here.lines() == there.lines());
    CHECK(here.sectors()[0].address < 128);
    for (size_t i = 0; i < here.sectors().size(); ++i) {
      CHECK(here.sectors()[i].address + found->base == there.sectors()[i].address);
      CHECK(here.sectors()[i].used == there.sectors()[i].used);
    }
  }
  std::array<std::int64_t, 32> wrong{};
  wrong[4] = 6;
  CHECK(memory::from_addresses(wrong, 4).error().message.starts_with("entry 5, address 6, is not"));
  wrong[4] = -4;
  CHECK(memory::from_addresses(wrong, 4).error().message == "entry 5, address -4, is below 0");
  wrong[4] = std::int64_t{4} << 31;
  CHECK(memory::from_addresses(wrong, 4).error().message ==
        "entry 5, address 8589934592, is 2147483648 elements from the smallest, expected "
        "2147483647 at most");
}

}  // TESTS_OF(core::memory::own_index)
