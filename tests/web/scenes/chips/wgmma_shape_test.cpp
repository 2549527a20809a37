// The scene `wgmma-shape`: sentences, what bounds an instruction, and pictures of every form.
#include "web/scenes/chips/wgmma_shape.hpp"

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::wgmma_shape) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(wgmma_shape());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* type : {"bf16", "fp16", "tf32", "e4m3", "int8"})
    for (const char* a : {"shared", "registers"})
      for (const char* n : {"8", "24", "32", "64", "128", "240", "256"})
        queries.push_back(std::string("n=") + n + "&a=" + a + "&type=" + type);
  return queries;
}

}  // namespace

TEST_CASE("wgmma-shape: sentences name the limit") {
  CHECK(subject.metric("", "flops") == 65536);
  CHECK(subject.metric("", "cycles") == 24);
  CHECK(subject.metric_text("", "share") == "67");
  CHECK(subject.metric("", "bytes") == 3072);
  CHECK(subject.cell("", "32", "Tensor cores") == "16");
  CHECK(subject.metric("n=256", "flops") == 524288);
  CHECK(subject.metric("n=256", "cycles") == 128);
  CHECK(subject.metric("n=256", "share") == 100);
  CHECK(subject.metric("n=256", "bytes") == 10240);
  CHECK(subject.cell("n=256", "256", "Shared memory, time") == "80");
  CHECK(subject.metric("n=8&a=registers&type=e4m3", "flops") == 32768);
  CHECK(subject.metric("n=8&a=registers&type=e4m3", "cycles") == 13);
  CHECK(subject.metric_text("n=8&a=registers&type=e4m3", "share") == "31");
  subject.check_says("n=8&a=registers&type=e4m3", {4});
}

TEST_CASE("wgmma-shape: the table has every shape of the type, and what was measured") {
  CHECK(subject.table("").size() == 32);
  CHECK(subject.table("type=int8").size() == 18);
  CHECK(subject.table("")[3] ==
        std::vector<std::string>{"32", "65,536", "3,072", "16", "24", "24", "66.7%", "24"});
  CHECK(subject.table("a=registers")[8].back() == "–");
  // Where something was measured, it is what the rule says.
  for (const char* query : {"", "a=registers"})
    for (const auto& row : subject.table(query))
      if (row.back() != "–") CHECK(row.back() == row[5]);
}

TEST_CASE("wgmma-shape: integers lack some shapes") {
  State state = subject.load("type=int8");
  CHECK(state.set("n", "40")->message ==
        "'Columns, N': got 40, expected 8, 16, 24 or a multiple of 16 of INT8");
  CHECK(subject.metric("type=int8&n=48", "cycles") == 28);
  // Dragging skips what is refused, and there are no floats to count.
  for (const auto& [query, step] : {std::pair("type=int8", 16), std::pair("", 0)}) {
    const RecordingPainter painter = record(subject.load(query).scene(), {});
    int drags = 0;
    for (const Mark& mark : painter.marks())
      if (mark.action.kind == Action::Kind::drag_x) ++drags, CHECK(mark.action.step == step);
    CHECK(drags == 1);
    CHECK((subject.status(query).find("FLOPs") == std::string::npos) == (step == 16));
  }
}

TEST_CASE("wgmma-shape: the knob can be dragged to every N") {
  for (float width : {narrow_width, wide_width}) {
    State state = subject.load("");
    const auto grip = [&](const State& of) {
      for (const Mark& mark : record(of.scene(), {.width = width}).of(Mark::Kind::hotspot))
        if (live::is_drag(mark.action)) return mark;
      FAIL("nothing to drag");
      return Mark{};
    };
    for (const char* to : {"8", "64", "128", "200", "256"}) {
      State there = subject.load(state.query());
      REQUIRE(!there.set("n", to));
      const auto change = live::drag(grip(state).action, state, grip(there).box.center());
      REQUIRE(change);
      REQUIRE(!state.set(change->key, change->text));
      // Near the ends the knob stays in the picture.
      CHECK(std::abs(state.values().integer("n") - there.values().integer("n")) <= 8);
    }
  }
}

TEST_CASE("wgmma-shape: pictures fit, and are as high in every state") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::wgmma_shape)
