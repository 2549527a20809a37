// The scene `two-sm-mma`: sentences, tables, and that its bars are as long as its numbers say.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::two_sm_mma) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(two_sm_mma());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* group : {"1", "2"})
    for (const char* n : {"32", "64", "96", "128", "160", "192", "224", "256"})
      for (const char* rest : {"", "&type=4&a=tensor", "&type=32", "&type=8"})
        queries.push_back(std::string("group=") + group + "&n=" + n + rest);
  return queries;
}

// How long the colored boxes of a part are, one behind the other, in its bar of 128 cycles.
double cycles(const std::string& query, const std::string& part) {
  const State state = subject.load(query);
  const RecordingPainter painter = record(state.scene(), {});
  float frame = 0, filled = 0;
  for (const Mark& mark : painter.of(Mark::Kind::rect)) {
    if (mark.part != part) continue;
    if (mark.style.fill == Role::none)
      frame = mark.box.width - 1;  // with half its edge to either side
    else if (mark.style.fill == Role::data || mark.style.fill == Role::lane)
      filled += mark.style.fill_opacity == 0.12f ? 0 : mark.box.width;  // not the chosen ground
  }
  return 128. * static_cast<double>(filled) / static_cast<double>(frame);
}

}  // namespace

TEST_CASE("two-sm-mma: the numbers of its sentences") {
  CHECK(subject.metric("", "shared") == 48);
  CHECK(subject.metric("", "math") == 64);
  CHECK(subject.cell("", "a pair", "Stage") == "24");
  CHECK(subject.metric("", "stages") == 9);
  subject.check_says("", {4, 256});
  CHECK(subject.metric("group=1", "math") == 64);
  CHECK(subject.cell("group=1", "apart", "Stage") == "32");
  CHECK(subject.metric("group=1", "stages") == 7);
  CHECK(subject.metric("group=1&n=64", "shared") == 48);
  CHECK(subject.metric("group=1&n=64", "math") == 32);
  subject.check_says("group=1&n=64", {67});
  CHECK(subject.metric("group=1&n=64&a=tensor", "bytes") == 2048);
  CHECK(subject.metric("group=1&n=64&a=tensor", "intensity") == 128);
  CHECK(subject.metric("group=1&n=64&a=tensor", "shared") == 16);
  CHECK(subject.metric("group=1&n=64&a=tensor", "math") == 32);
  CHECK(subject.table("a=tensor")[0][7] == "–");
  CHECK(subject.metric("a=tensor", "stages") == 0);
  CHECK(subject.metric("type=4", "math") == 64);
  CHECK(subject.metric("type=4", "shared") == 48);
  subject.check_says("type=4", {256});
}

TEST_CASE("two-sm-mma: the table has both, whatever is chosen") {
  const Rows wide = {{"apart", "4,096", "8,192", "96", "128", "85.3", "48", "4"},
                     {"a pair", "4,096", "4,096", "64", "128", "128.0", "32", "7"}};
  CHECK(subject.table("n=256") == wide);
  CHECK(subject.table("n=256&group=1") == wide);
  CHECK(subject.metric("n=256", "stages") == 7);
  CHECK(subject.metric("n=256&group=1", "stages") == 4);
  CHECK(subject.metric("group=1", "shared") == 64);
}

TEST_CASE("two-sm-mma: bars are as long as the cycles") {
  for (const std::string& query : grid())
    for (const auto& [part, group] : {std::pair{"apart", "1"}, std::pair{"pair", "2"}}) {
      std::string other = query;
      other[6] = *group;
      CAPTURE(query);
      CHECK(cycles(query, part) == doctest::Approx(subject.metric(other, "shared")).epsilon(0.02));
    }
}

TEST_CASE("two-sm-mma: only a pair has columns that an SM does not keep") {
  const auto dashed = [](const std::string& query) {
    int count = 0;
    const State state = subject.load(query);
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::rect))
      count += mark.style.dashed && mark.style.stroke == Role::lane;
    return count;
  };
  CHECK(dashed("") == 3);  // and the legend's
  CHECK(dashed("group=1") == 0);
}

TEST_CASE("two-sm-mma: pictures fit, and are as high in every state") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::two_sm_mma)
