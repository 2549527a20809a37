// The scene `tensor-memory`: sentences, what it refuses, and that its picture shows the places that
// the simulator names.
#include "web/scenes/chips/tensor_memory.hpp"

#include <algorithm>
#include <cmath>

#include "tests/web/scenes/subject.hpp"
#include "web/scene/marks.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::tensor_memory) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(tensor_memory());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* m : {"64", "128", "256"})
    for (const char* n : {"32", "160", "256"})
      for (const char* rest :
           {"&buffers=1&row=255&column=255", "&row=0&column=0", "&sms=2", "&sms=2&buffers=1",
            "&scales=16", "&sms=2&scales=4&buffers=1", "&gpu=hopper", "&gpu=hopper&warpgroups=1",
            "&gpu=hopper&warpgroups=3&buffers=1", "&gpu=hopper&warpgroups=4"}) {
        const std::string query = std::string("m=") + m + "&n=" + n + rest;
        State state(subject.description());
        if (!state.load(query)) queries.push_back(query);
      }
  return queries;
}

// The ring that marks the element in tensor memory, in lanes and columns.
gemm::TmemPlace marked(const std::string& query) {
  const State state = subject.load(query);
  const RecordingPainter painter = record(state.scene(), {});
  Rect store = {};
  for (const Mark& mark : painter.of(Mark::Kind::rect))
    if (mark.box.height > 191.5f && mark.box.height < 195)  // with its edge
      store = inset(mark.box, (mark.box.height - 192) / 2);
  Point at = {};
  for (const Mark& mark : painter.of(Mark::Kind::circle))
    if (mark.part == "element" && mark.style.fill == Role::surface) at = mark.box.center();
  return {static_cast<int>(std::floor((at.y - store.y) / store.height * 128)),
          static_cast<int>(std::floor((at.x - store.x) / store.width * 512))};
}

}  // namespace

TEST_CASE("tensor-memory: the numbers of its sentences") {
  CHECK(subject.metric("", "columns") == 512);
  CHECK(subject.metric("", "lane") == 37);
  CHECK(subject.metric("", "at") == 200);
  CHECK(subject.metric("n=96&buffers=1&sms=2&row=127", "columns") == 48);
  CHECK(subject.metric("n=96&buffers=1&sms=2&row=127", "lane") == 127);
  CHECK(subject.metric("n=96&buffers=1&sms=2&row=127", "at") == 47);
  subject.check_says("n=96&buffers=1&sms=2&row=127", {512, 64, 8, 95});
  CHECK(subject.cell("scales=16", "scales", "Count") == "48");
  CHECK(subject.metric("scales=16", "columns") == 560);
  CHECK(subject.cell("scales=16", "scales", "From") == "512");
  CHECK(subject.metric("gpu=hopper", "registers") == 256);
  CHECK(subject.cell("gpu=hopper", "local memory, spilled", "From") == "255");
  subject.check_says("gpu=hopper", {100, 84});
  CHECK(subject.metric("gpu=hopper&buffers=1", "registers") == 128);
  CHECK(subject.cell("gpu=hopper&buffers=1", "other values", "Count") == "127");
  subject.check_says("gpu=hopper&buffers=1", {255});
}

TEST_CASE("tensor-memory: what cannot be multiplied is refused, and says why") {
  State state(subject.description());
  CHECK(state.load("m=64&sms=2")->message ==
        "'Rows of the tile': expected 128 or 256 for a pair, got 64");
  CHECK(state.load("m=64&scales=4")->message ==
        "'Rows of the tile': expected at least 128 rows an SM where blocks have scales, got 64");
  // Hopper has neither pairs nor scales.
  CHECK_FALSE(state.load("gpu=hopper&m=64&sms=2&scales=4"));
}

TEST_CASE("tensor-memory: tables") {
  CHECK(subject.table("") ==
        Rows{{"the first tile", "0", "256"}, {"the second tile", "256", "256"}});
  CHECK(subject.table("n=160&buffers=1&scales=4") == Rows{{"the first tile", "0", "160"},
                                                          {"scales", "160", "12"},
                                                          {"allocated, not used", "172", "84"},
                                                          {"a second block", "256", "256"}});
  CHECK(subject.table("m=64") == Rows{{"the first tile", "0", "256"},
                                      {"the second tile", "0", "256"},
                                      {"a second block", "256", "256"}});
  CHECK(subject.table("gpu=hopper&n=160") == Rows{{"the first tile", "0", "80"},
                                                  {"the second tile", "80", "80"},
                                                  {"other values", "160", "95"}});
  CHECK(subject.table("gpu=hopper&m=256") ==
        Rows{{"the first tile", "0", "255"}, {"local memory, spilled", "255", "257"}});
  CHECK(subject.metric("n=160", "unused") == 192);
  CHECK(subject.metric("m=256", "allocated") == 0);
  CHECK(subject.metric("sms=2&row=127&column=130", "lane") == 127);
  CHECK(subject.metric("sms=2&row=127&column=130", "at") == 2);
}

TEST_CASE("tensor-memory: the ring is where the sum is") {
  for (const char* query : {"", "m=64&buffers=1&row=63&column=10", "sms=2&row=127&column=130",
                            "m=256&sms=2&row=200&column=7", "m=256&buffers=1&row=129&column=3"}) {
    const State state = subject.load(query);
    const gemm::TmemPlace found = marked(query);
    CHECK_MESSAGE(contains(state.scene().status(0), "lane " + std::to_string(found.lane) +
                                                        ", column " + std::to_string(found.column)),
                  query);
  }
}

TEST_CASE("tensor-memory: columns that do not fit stick out, and are marked") {
  const auto share_beyond = [](const std::string& query) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    float beyond = 0, all = 0;
    for (const Mark& mark : painter.of(Mark::Kind::rect))
      if (mark.style.stroke == Role::bad && mark.box.height > 180) beyond = mark.box.width;
    for (const Mark& mark : painter.of(Mark::Kind::hotspot))
      if (mark.text.starts_with("Columns ")) all += mark.box.width;
    return static_cast<double>(beyond / all);
  };
  CHECK(share_beyond("") == 0);
  CHECK(share_beyond("scales=16") == doctest::Approx(48. / 560).epsilon(.05));
  CHECK(share_beyond("m=256") == doctest::Approx(.5).epsilon(.02));
}

TEST_CASE("tensor-memory: where registers hold nothing of the second tile, the legend says so") {
  const auto legend = [](const std::string& query, const std::string& text) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    const auto texts = painter.of(Mark::Kind::text);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const Mark& mark) { return mark.text == text; });
  };
  CHECK(legend("gpu=hopper&warpgroups=1", "spilled, with the second tile"));
  CHECK(legend("gpu=hopper", "second tile"));
  CHECK(legend("gpu=hopper", "spilled"));
  CHECK(legend("scales=16", "does not fit"));
}

TEST_CASE("tensor-memory: the sum that is looked at can be dragged") {
  subject.check_drag("m=256", "row", {"0", "255", "100"});
  subject.check_drag("m=256", "column", {"0", "255", "100"});
}

TEST_CASE("tensor-memory: pictures fit, and are as high for every tile") {
  CHECK(grid().size() > 60);
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::tensor_memory)
