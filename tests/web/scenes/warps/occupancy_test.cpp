// The scene `occupancy`: sentences, table, and a picture that fits for every state.
#include "core/sm/occupancy.hpp"

#include <algorithm>
#include <tuple>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::warps::occupancy) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::filled;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::occupancy());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const device::Capability& capability : device::capabilities())
    for (const char* threads : {"1", "32", "96", "100", "256", "288", "544", "1024"})
      for (const char* registers : {"16", "33", "64", "144", "255"})
        for (const char* shared : {"0", "0.125", "8", "32", "99.125", "228"})
          queries.push_back("gpu=" + std::string(capability.name) + "&threads=" + threads +
                            "&registers=" + registers + "&shared=" + shared);
  return queries;
}

}  // namespace

TEST_CASE("occupancy scene: the default") {
  subject.check_says("", {8, 2048, 8});
  CHECK(subject.columns().front() == "Resource");
  CHECK(subject.columns().back() == "Blocks it allows");
  CHECK(subject.table("") == Rows{{"Warps", "8", "64", "8"},
                                  {"Registers", "16,384", "65,536", "4"},
                                  {"Shared memory (B)", "33,792", "233,472", "6"},
                                  {"Block slots", "1", "32", "32"}});
  CHECK(subject.metric("", "blocks") == 4);
  CHECK(subject.metric("", "warps") == 32);
  CHECK(subject.metric("", "occupancy") == 50);
}

TEST_CASE("occupancy scene: what stops the next block") {
  CHECK(subject.metric("gpu=8.0", "blocks") == 4);
  CHECK(subject.metric("gpu=8.0", "warps") == 32);
  CHECK(subject.metric("gpu=8.0", "occupancy") == 50);
  subject.check_says("gpu=8.0", {2048});
  CHECK(subject.metric("gpu=8.0&registers=33&shared=0", "blocks") == 6);
  CHECK(subject.metric("gpu=8.0&registers=33&shared=0", "warps") == 48);
  CHECK(subject.cell("gpu=8.0&registers=33&shared=0", "Warps", "The SM has") == "64");
  CHECK(subject.metric("gpu=8.0&registers=33&shared=0", "occupancy") == 75);
  subject.check_says("gpu=8.0&registers=33&shared=0", {1280, 12});
  CHECK(subject.metric("gpu=8.0&registers=32&shared=0", "blocks") == 8);
  CHECK(subject.metric("gpu=8.0&registers=32&shared=0", "warps") == 64);
  CHECK(subject.metric("gpu=8.0&registers=32&shared=0", "occupancy") == 100);
  CHECK(subject.cell("gpu=8.0&registers=32&shared=0", "Shared memory (B)", "A block needs") ==
        "1,024");
  subject.check_says("gpu=8.0&registers=32&shared=0", {16});
  CHECK(subject.metric("threads=512&registers=32&shared=55", "blocks") == 4);
  CHECK(subject.cell("threads=512&registers=32&shared=55", "Warps", "A block needs") == "16");
  CHECK(subject.metric("threads=512&registers=32&shared=55", "warps") == 64);
  CHECK(subject.metric("threads=512&registers=32&shared=55", "occupancy") == 100);
  subject.check_says("threads=512&registers=32&shared=55", {1024});
  CHECK(subject.metric("threads=128&registers=128&shared=113", "blocks") == 2);
  CHECK(subject.metric("threads=128&registers=128&shared=113", "warps") == 8);
  CHECK(subject.cell("threads=128&registers=128&shared=113", "Warps", "The SM has") == "64");
  CHECK(subject.metric("threads=128&registers=128&shared=113", "occupancy") == 12.5);
  subject.check_says("threads=128&registers=128&shared=113", {4, 114, 228});
  CHECK(subject.metric("gpu=7.0&threads=64&registers=32&shared=10", "blocks") == 9);
  CHECK(subject.metric("gpu=7.0&threads=64&registers=32&shared=10", "warps") == 18);
  CHECK(subject.metric("gpu=7.0&threads=64&registers=32&shared=10", "occupancy") == 28.125);
  subject.check_says("gpu=7.0&threads=64&registers=32&shared=10", {2, 96});
  CHECK(subject.metric("gpu=8.9&threads=1024&registers=32&shared=0", "blocks") == 1);
  CHECK(subject.metric("gpu=8.9&threads=1024&registers=32&shared=0", "warps") == 32);
  CHECK(subject.cell("gpu=8.9&threads=1024&registers=32&shared=0", "Warps", "The SM has") == "48");
  CHECK(subject.metric_text("gpu=8.9&threads=1024&registers=32&shared=0", "occupancy") == "66.7");
  CHECK(subject.metric("threads=33&registers=16&shared=0", "blocks") == 32);
  CHECK(subject.metric("threads=33&registers=16&shared=0", "warps") == 64);
  CHECK(subject.metric("threads=33&registers=16&shared=0", "occupancy") == 100);
  subject.check_says("threads=33&registers=16&shared=0", {2, 31});
  CHECK(subject.metric("threads=32&registers=16&shared=0", "blocks") == 32);
  CHECK(subject.metric("threads=32&registers=16&shared=0", "warps") == 32);
  CHECK(subject.metric("threads=32&registers=16&shared=0", "occupancy") == 50);
  subject.check_says("threads=32&registers=16&shared=0", {1, 64});
  subject.check_says("threads=288&registers=176&shared=0", {5632, 2});
  subject.check_says("gpu=8.6&shared=99.125", {99});
  CHECK(subject.cell("gpu=8.6&threads=1023&registers=255&shared=100", "Warps", "A block needs") ==
        "32");
  subject.check_says("gpu=8.6&threads=1023&registers=255&shared=100", {8192, 2, 99, 1});
}

TEST_CASE("occupancy scene: every edge of shared memory can be reached") {
  // 24 KiB and a byte: the size is not a multiple of the slider's step.
  CHECK(subject.metric("gpu=8.6&threads=128&registers=32&shared=24", "blocks") == 4);
  CHECK(subject.metric("gpu=8.6&threads=128&registers=32&shared=24.0009765625", "blocks") == 3);
  CHECK(subject.table("gpu=8.6&shared=24.0009765625")[2][1] == "25,728");
  CHECK(subject.table("gpu=7.0&shared=0")[2] ==
        std::vector<std::string>{"Shared memory (B)", "0", "98,304", "any"});
}

TEST_CASE("occupancy scene: values out of range are refused with the range") {
  State state(subject.description());
  CHECK(contains(state.set("threads", "1025")->message, "from 1 to 1024"));
  CHECK(contains(state.set("registers", "15")->message, "from 16 to 255"));
  CHECK(contains(state.set("shared", "229")->message, "0 to 228"));
  CHECK(contains(state.set("gpu", "6.1")->message, "7.0, 7.5, 8.0"));
  CHECK(state.query() == "");
}

TEST_CASE("occupancy scene: one choice per capability") {
  const std::span<const Choice> choices = subject.description().parameters[0].choices;
  REQUIRE(choices.size() == device::capabilities().size());
  for (size_t i = 0; i < choices.size(); ++i) {
    CHECK(choices[i].value == device::capabilities()[i].name);
    CHECK(contains(std::string(device::capabilities()[i].chips), std::string(choices[i].label)));
  }
}

TEST_CASE("occupancy scene: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("occupancy scene: every resident warp and block is drawn once, and stays on its shelf") {
  for (const std::string& query : tried(grid())) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    const int warps = static_cast<int>(subject.metric(query, "warps")),
              blocks = static_cast<int>(subject.metric(query, "blocks"));
    CAPTURE(query);
    CHECK(filled(painter, "warps", Role::lane) == warps);
    CHECK(filled(painter, "registers", Role::data) == warps);
    CHECK(filled(painter, "blocks", Role::compute) == blocks);
    const bool takes = subject.table(query)[2][1] != "0";
    CHECK(filled(painter, "shared", Role::data) == (takes ? blocks : 0));
    // A shelf is framed; what is filled lies inside the frame of its part.
    int frames = 0;
    for (const Mark& frame : painter.of(Mark::Kind::rect)) {
      if (frame.style.fill != Role::none || frame.style.radius != 3) continue;
      ++frames;
      for (const Mark& mark : painter.of(Mark::Kind::rect)) {
        if (mark.style.fill == Role::none || mark.part != frame.part) continue;
        CHECK(mark.box.x >= frame.box.x);
        CHECK(mark.box.right() <= frame.box.right());
      }
    }
    CHECK(frames == 4);
    // The block that does not fit sticks out of every shelf that limits, and only there.
    int limits = 0;
    for (const auto& row : subject.table(query)) limits += row[3] == integer(blocks);
    CHECK(static_cast<int>(painter.of(Mark::Kind::path).size()) == 2 * limits);
  }
}

// What a shelf holds is written beside it: a tooltip would only hide the shelf below.
TEST_CASE("occupancy scene: only what can be dragged has a tooltip") {
  for (const Mark& mark : record(subject.load("").scene(), {}).of(Mark::Kind::hotspot))
    CHECK(mark.action.kind == Action::Kind::drag_x);
}

TEST_CASE("occupancy scene: the first block's edges can be dragged, and lie where they drag to") {
  for (const char* query : {"", "gpu=7.5&threads=96&registers=16&shared=12",
                            "threads=1024&registers=250&shared=150&gpu=8.0"}) {
    const State state = subject.load(query);
    for (float width : {narrow_width, wide_width}) {
      int handles = 0;
      for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot)) {
        if (mark.action.kind != Action::Kind::drag_x) continue;
        ++handles;
        const Action& drag = mark.action;
        const double x = static_cast<double>(mark.box.center().x);
        const double share = (x - static_cast<double>(drag.from_px)) /
                             static_cast<double>(drag.to_px - drag.from_px);
        const double value = drag.from_value + share * (drag.to_value - drag.from_value);
        const double now = state.values().real(drag.key);
        // Within what the grant rounds up: whole rows of warps, units of registers and bytes.
        const double unit = drag.key == "threads" ? 128 : drag.key == "registers" ? 8 : 0.25;
        CHECK_MESSAGE(value >= now - 0.05, query << " " << drag.key);
        CHECK_MESSAGE(value <= now + unit + 0.05, query << " " << drag.key);
      }
      CHECK(handles == 3);
    }
  }
}

TEST_CASE("occupancy scene: idle lanes and registers beyond what was asked are marked as such") {
  // 100 threads: the fourth of four warps has 4 lanes of 32 at work; 33 registers take the room
  // of 40.
  const State state = subject.load("threads=100&registers=33");
  const int blocks = static_cast<int>(subject.metric("threads=100&registers=33", "blocks"));
  const RecordingPainter painter = record(state.scene(), {});
  CHECK(filled(painter, "warps", Role::waste) == blocks);
  CHECK(filled(painter, "registers", Role::waste) == 4 * blocks);
  for (const auto& [part, role, share] :
       {std::tuple{"warps", Role::lane, 4 / 32.}, {"registers", Role::data, 33 / 40.}}) {
    double used = 1e9, rest = 0;
    for (const Mark& mark : painter.of(Mark::Kind::rect)) {
      if (mark.part != part) continue;
      if (mark.style.fill == role) used = std::min(used, static_cast<double>(mark.box.width));
      if (mark.style.fill == Role::waste) rest = static_cast<double>(mark.box.width);
    }
    CHECK(used / (used + rest) == doctest::Approx(share).epsilon(0.001));
  }
  CHECK(filled(record(subject.load("threads=96&registers=40").scene(), {}), "warps", Role::waste) ==
        0);
}

}  // TESTS_OF(web::scenes::warps::occupancy)
