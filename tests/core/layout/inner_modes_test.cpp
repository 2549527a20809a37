#include "core/layout/inner_modes.hpp"

#include "core/random.hpp"
#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::inner_modes) {

using namespace loom;
using namespace loom::layout;

TEST_CASE("inner modes: with the stride put into its hole, the text is the layout's own") {
  for (const char* text : {"4:2", "(4,8):(8,1)", "((2,4),8):((1,16),2)", "(1,(3,1),5):(7,(2,9),6)",
                           "((2,2),(2,(2,2))):((16,1),(8,(2,4)))"}) {
    const Layout whole = test::read(text);
    for (const InnerMode& mode : inner_modes({.layout = whole})) {
      std::string filled = mode.with_hole;
      const std::size_t hole = filled.find("{}");
      REQUIRE(hole != filled.npos);
      filled.replace(hole, 2, std::to_string(mode.stride));
      CHECK(test::read(filled) == whole);
      // One step of the index is one stride of the offset.
      CHECK(whole(mode.step) - whole(0) == mode.stride);
    }
  }
}

TEST_CASE("inner modes: those of one element are left out; paths count from 0") {
  const std::vector<InnerMode> all = inner_modes({.layout = test::read("(1,(3,1),5):(7,(2,9),6)")});
  REQUIRE(all.size() == 2);
  CHECK(all[0].path == "1.0");
  CHECK(all[0].with_hole == "(1,(3,1),5):(7,({},9),6)");
  CHECK(all[1].path == "2");
  CHECK(all[1].step == 3);
  CHECK(inner_modes({.layout = test::read("8:3")})[0].path.empty());
}

}  // TESTS_OF(core::layout::inner_modes)
