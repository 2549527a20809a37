// The scene `coalescing` with a reader's own pattern: an expression, or addresses as a debugger
// prints them.
#include <set>
#include <string>

#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/coalescing.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::coalescing_own) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;

namespace {

const scenes::Subject subject(scenes::coalescing());

// What a query says when it is refused.
std::string refusal(const std::string& query) {
  State state(subject.description());
  const auto error = state.load(query);
  return error ? error->message : "";
}

// 32 addresses in hexadecimal, `step` bytes apart.
std::string addresses(std::int64_t from, std::int64_t step) {
  std::string text;
  for (int lane = 0; lane < 32; ++lane)
    text += (lane > 0 ? "," : "") + scenes::hexadecimal(from + lane * step);
  return text;
}

}  // namespace

TEST_CASE("coalescing: an expression is a pattern, alone in a link as well") {
  CHECK(subject.load("expression=lane*2").query() == "pattern=expression&expression=lane%2A2");
  CHECK(subject.table("expression=lane*2") == subject.table("pattern=strided&stride=2"));
  CHECK(subject.table("expression=threadIdx.x%2B1") == subject.table("offset=1"));
  CHECK(subject.table("bytes=8&expression=9") ==
        subject.table("bytes=8&pattern=broadcast&offset=9"));
  // The page's copy column by column, in which lanes are 32 elements apart.
  CHECK(subject.table("expression=threadIdx.x%254096*32%2BthreadIdx.x/4096") ==
        subject.table("pattern=strided&stride=32"));
  // Every sector, against a set of bytes.
  for (const int width : {1, 2, 4, 8, 16}) {
    std::set<int> sectors;
    for (int lane = 0; lane < 32; ++lane) {
      const int index = lane % 8 * 129 + (lane ^ 5) / 3;
      for (int byte = 0; byte < width; ++byte) sectors.insert((index * width + byte) / 32);
    }
    CHECK(subject.metric("expression=lane%258*129%2B(lane^5)/3&bytes=" + std::to_string(width),
                         "sectors") == static_cast<double>(sectors.size()));
  }
  subject.check_pictures({"expression=lane*lane", "expression=lane%2B(1<<31)-32&bytes=16",
                          "expression=lane%252*(1<<30)&bytes=8"},
                         16);
}

TEST_CASE("coalescing: an expression that is no index is refused with its place") {
  CHECK(refusal("expression=32/(lane-3)") ==
        "'Your index': column 3: a division by zero, in lane 3");
  CHECK(contains(refusal("expression=lnae"), "did you mean 'lane'?"));
  CHECK(refusal("expression=3-lane") ==
        "'Your index': lane 4 has element -1, expected 0 to 2147483647");
  CHECK(refusal("expression=lane%2B(1<<31)-31") ==
        "'Your index': lane 31 has element 2147483648, expected 0 to 2147483647");
  CHECK(refusal("pattern=strided&expression=lnae") == "");  // not what is shown
}

TEST_CASE("coalescing: addresses keep their sectors; the smallest is taken off, and that is said") {
  const State state = subject.load("pattern=custom&indices=" + addresses(0x7f5a2c000224, 4));
  CHECK(state.scene().table().rows == subject.load("offset=9").scene().table().rows);
  CHECK(
      state.scene().status(state.step()) ==
      "32 lanes request 128 bytes. Memory fetches 5 sectors, 160 bytes: 80% are useful. Byte 0 is "
      "address 0x7f5a2c000200.");
  for (float width : {narrow_width, wide_width}) {
    bool said = false;
    for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::text))
      said |= mark.text == "byte 0 is address 0x7f5a2c000200";
    CHECK(said);
  }
  subject.check_pictures(state.query(), 16);
  // Far apart, in any order.
  CHECK(subject.metric("bytes=16&pattern=custom&indices=" + addresses(0x7f0000000000, 1 << 30),
                       "lines") == 32);
  CHECK(contains(refusal("pattern=custom&indices=" + addresses(0x7f5a2c000222, 4)),
                 "'Elements or addresses': entry 1, address 14"));
  CHECK(contains(refusal("pattern=custom&indices=" + addresses(0x7f5a2c000222, 4)),
                 "is not a multiple of 4 bytes; the hardware refuses a misaligned address"));
  CHECK(contains(refusal("pattern=custom&indices=" + addresses(0x7f0000000000, 1ll << 33)),
                 "entry 2, address 139646566662144, is 2147483648 elements from the smallest"));
  // Small numbers are elements, however they are written.
  CHECK(subject.table("pattern=custom&indices=" + addresses(0, 2)) ==
        subject.table("pattern=strided&stride=2"));
}

}  // TESTS_OF(web::scenes::machine::coalescing_own)
