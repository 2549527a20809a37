// `swizzle`: what the picture and the words say, against the XOR by hand; what is found.
#include "core/layout/swizzle.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/live/session.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::layouts::swizzle) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(swizzle());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* element : {"1", "2", "4", "16"})
    for (const char* tile : {"rows=1&columns=16", "rows=8&columns=48", "rows=64&columns=128"})
      for (const char* how : {"b=0", "b=3&m=4&s=3", "b=2&m=4&s=-2", "b=5&m=7&s=12"})
        for (const char* rest :
             {"access=row&at=0,0", "access=column&at=63,127", "access=ldmatrix&at=7,9"})
          queries.push_back("element=" + std::string(element) + "&" + tile + "&" + how + "&" +
                            rest);
  return queries;
}

}  // namespace

TEST_CASE("swizzle: the numbers of its sentences") {
  CHECK(subject.metric("", "wavefronts") == 4);
  CHECK(subject.metric("", "before") == 32);
  subject.check_says("", {5, 16, 672, 8, 752, 28});
  CHECK(subject.metric("b=0&access=row", "wavefronts") == 1);
  subject.check_says("b=0&access=row", {5, 16, 672, 8});
  CHECK(subject.metric("b=2", "wavefronts") == 8);
  CHECK(subject.metric("b=2", "before") == 32);
  subject.check_says("b=2", {5, 16, 672, 8, 688, 12});
  CHECK(subject.metric("b=5&m=0&s=5&element=4&columns=32&access=column", "wavefronts") == 1);
  CHECK(subject.metric("b=5&m=0&s=5&element=4&columns=32&access=column", "before") == 32);
  subject.check_says("b=5&m=0&s=5&element=4&columns=32&access=column", {16, 704, 16, 724, 21});
  {
    const std::string query = "b=4&m=0&s=5&element=4&rows=48&columns=48&access=column&at=47,16";
    CHECK(subject.metric(query, "wavefronts") == 1);
    CHECK(subject.metric(query, "before") == 8);
    subject.check_says(query, {47, 16, 9088, 9116, 7});
  }
  CHECK(subject.metric("b=0&columns=33&access=column&at=5,17", "wavefronts") == 2);
  CHECK(subject.metric("b=0&columns=33&access=column&at=5,17", "tried") == 138);
  subject.check_says("b=0&columns=33&access=column&at=5,17", {5, 17, 364, 27});
  CHECK(subject.metric("b=5&m=0&s=5&element=4&rows=33&columns=36&access=column", "wavefronts") ==
        3);
  CHECK(subject.metric("b=5&m=0&s=5&element=4&rows=33&columns=36&access=column", "before") == 4);
  subject.check_says("b=5&m=0&s=5&element=4&rows=33&columns=36&access=column",
                     {16, 784, 776, 2, 2});
  CHECK(subject.metric("at=8,0", "left") == 0);
  CHECK(subject.metric("at=8,0", "wavefronts") == 4);
  CHECK(subject.metric("at=8,0", "before") == 32);
  subject.check_says("at=8,0", {8, 0, 1024, 1024, 0});
}

// tests/data/swizzle_test.cpp compares these with what an H200's tensor copies write.
TEST_CASE("swizzle: the hardware's presets are Sw<B,4,3> on bytes, with rows of 16 << B") {
  int compared = 0;
  for (const Preset& preset : subject.description().presets) {
    const std::string label(preset.label);
    if (!contains(label, " B")) continue;
    const State state = subject.load(std::string(preset.query));
    const Values& values = state.values();
    const int b = values.integer("b");
    const auto made = layout::make_swizzle(b, values.integer("m"), values.integer("s"));
    CHECK(*layout::recast(*made, 2, 1) == layout::Swizzle{b, 4, 3});
    CHECK((16 << b) == std::stoi(label));
    CHECK(2 * values.integer("columns") == (16 << b));
    ++compared;
  }
  CHECK(compared == 3);
}

TEST_CASE("swizzle: turns of a column of words, counted by hand") {
  for (int bits = 0; bits <= 5; ++bits)
    for (int columns : {8, 24, 32, 64, 100})
      for (int column : {0, 5}) {
        const std::string query =
            "element=4&m=0&s=5&access=column&rows=32&b=" + std::to_string(bits) +
            "&columns=" + std::to_string(columns) + "&at=3," + std::to_string(column);
        CAPTURE(query);
        const int mask = (1 << bits) - 1;
        std::array<int, 32> with{}, without{};
        for (int row = 0; row < 32; ++row) {
          const int word = row * columns + column;
          ++without[static_cast<size_t>(word % 32)];
          ++with[static_cast<size_t>((word ^ (word >> 5 & mask)) % 32)];
        }
        const State state = subject.load(query);
        CHECK(metric(state, "wavefronts") == *std::max_element(with.begin(), with.end()));
        CHECK(metric(state, "before") == *std::max_element(without.begin(), without.end()));
      }
}

TEST_CASE("swizzle: what is found frees the tile, and is used with a click") {
  const std::vector<std::string> queries = grid();
  for (size_t i = 0; i < queries.size(); i += one_of_so_many) {
    const std::string& query = queries[i];
    CAPTURE(query);
    live::Session session(subject.description());
    if (session.load(query)) continue;
    for (const Mark& mark : record(session.state().scene(), {}).of(Mark::Kind::hotspot)) {
      if (mark.part != "search" || mark.action.kind == Action::Kind::none) continue;
      if (!session.click(mark.action)) continue;
      const Rows rows = shown(session.state().scene().table());
      const auto access = static_cast<size_t>(contains(query, "=row")      ? 0
                                              : contains(query, "=column") ? 1
                                                                           : 2);
      const bool all = contains(session.state().scene().status(0), "were tried");
      CHECK((rows[access][3] == rows[access][4]) == !all);
    }
  }
  live::Session session(subject.description());
  REQUIRE(!session.load("b=0"));
  for (const Mark& mark : record(session.state().scene(), {}).of(Mark::Kind::hotspot))
    if (mark.part == "search") CHECK(session.click(mark.action));
  CHECK(session.state().query() == "");
}

TEST_CASE("swizzle: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("b", "4")->message, "expected at least B = 4"));
  CHECK(contains(state.set("m", "2")->message, "expected at least 3"));
  CHECK(contains(state.set("columns", "60")->message, "a multiple of 16"));
  CHECK(contains(state.set("access", "colum")->message, "did you mean 'column'?"));
  CHECK(state.query() == "");
}

TEST_CASE("swizzle: pictures fit, and keep their height") {
  std::set<std::pair<float, float>> heights;
  std::vector<std::string> fit;
  for (const std::string& query : grid()) {
    State state(subject.description());
    if (state.load(query)) continue;
    fit.push_back(query);
    for (float width : {narrow_width, wide_width})
      heights.insert({width, state.scene().height(width)});
  }
  CHECK(fit.size() > 100);
  subject.check_pictures(fit, 1);
  CHECK(heights.size() == 2);
}

TEST_CASE("swizzle: an element is lit in both tiles, and in the turns of its warp") {
  const State state = subject.load("");
  const auto marks = [&](int pointed) {
    return static_cast<int>(record(state.scene(), {.pointed = pointed}).marks().size());
  };
  CHECK(marks(2 * 64 + 16) == marks(-1) + 2 + 8);  // 16 bytes: 4 banks, with the swizzle or not
  CHECK(marks(2 * 64 + 32) == marks(-1) + 2);      // another warp's
  CHECK(marks(1 << 20) == marks(-1));
}

}  // TESTS_OF(web::scenes::layouts::swizzle)
