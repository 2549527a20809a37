// The scene `moe-routing`: documented table and sentences, and a picture that fits for every state.
#include "core/kernels/moe_routing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::moe_routing) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::moe_routing());

// Every combination of the choices, without a limit and with a spread of factors.
std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* routing : {"balanced", "skewed"})
    for (const char* topk : {"1", "2"})
      for (const char* experts : {"4", "8"})
        for (const char* limit :
             {"", "0.25", "0.3", "0.45", "0.9", "1", "1.25", "1.4", "2", "3.05", "4"})
          queries.push_back(std::string("routing=") + routing + "&topk=" + topk + "&experts=" +
                            experts + (*limit ? std::string("&capacity=on&factor=") + limit : ""));
  return queries;
}

int count(const RecordingPainter& painter, Mark::Kind kind, const std::string& part,
          const std::string& text) {
  return static_cast<int>(
      std::count_if(painter.marks().begin(), painter.marks().end(), [&](const Mark& mark) {
        return mark.kind == kind && mark.part == part && contains(mark.text, text);
      }));
}

}  // namespace

TEST_CASE("moe-routing: the documented default") {
  CHECK(subject.columns() ==
        std::vector<std::string>{"Expert", "Kept tokens", "Tiles", "Padded slots", "Dropped"});
  CHECK(subject.table("") == Rows{{"E0", "8", "1", "0", "0"},
                                  {"E1", "8", "1", "0", "0"},
                                  {"E2", "8", "1", "0", "0"},
                                  {"E3", "8", "1", "0", "0"}});
  CHECK(subject.metric("", "busiest") == 8);
  CHECK(subject.metric("", "padded") == 0);
  CHECK(subject.metric("", "useful") == 100);
  subject.check_says("", {32, 32, 12});
  CHECK(subject.load("").query() == "");
  CHECK(subject.load("").step() == 32);
}

TEST_CASE("moe-routing: the documented rows, in table and sentence") {
  CHECK(subject.table("routing=skewed") == Rows{{"E0", "16", "2", "0", "0"},
                                                {"E1", "7", "1", "1", "0"},
                                                {"E2", "5", "1", "3", "0"},
                                                {"E3", "4", "1", "4", "0"}});
  CHECK(subject.table("routing=skewed&capacity=on&factor=1")[0] ==
        std::vector<std::string>{"E0", "8", "1", "0", "8"});
  CHECK(subject.table("routing=skewed&capacity=on")[0] ==
        std::vector<std::string>{"E0", "10", "2", "6", "6"});
  CHECK(subject.table("routing=skewed&topk=2")[0] ==
        std::vector<std::string>{"E0", "32", "4", "0", "0"});
  CHECK(subject.table("experts=8") == Rows(subject.table("experts=8&packing=grouped")));
  const struct {
    const char *query, *sentence;
  } rows[] = {
      {"experts=8", "64 slots for 32 tokens, 50% useful; the busiest expert has 4."},
      {"experts=8&topk=2", "64 slots for 64 token copies, 100% useful; the busiest expert has 8."},
      {"routing=skewed",
       "Experts 0 to 3 keep 16, 7, 5 and 4 tokens: 5 tiles, 8 padded slots, 0 dropped in all. "
       "40 slots for 32 tokens, 80% useful; busiest: expert 0 with 16."},
      {"routing=skewed&capacity=on&factor=1",
       "32 slots for 24 kept tokens, 75% useful; busiest: expert 0 with 8. 8 tokens get no expert "
       "at all."},
      {"routing=skewed&capacity=on",
       "40 slots for 26 kept tokens, 65% useful; busiest: expert 0 with 10. 6 tokens get no expert "
       "at all."},
      {"routing=skewed&experts=8",
       "72 slots for 32 tokens, 44% useful; busiest: expert 0 with 11."},
      {"routing=skewed&topk=2",
       "80 slots for 64 token copies, 80% useful; busiest: expert 0 with 32."},
  };
  for (const auto& row : rows)
    CHECK_MESSAGE(contains(subject.status(row.query), row.sentence), subject.status(row.query));
}

TEST_CASE("moe-routing: other sentences") {
  subject.check_says("step=0", {32, 4, 8});
  subject.check_says("topk=2&experts=8&capacity=on&step=0", {32, 8, 8, 10});
  subject.check_says("step=1", {0, 0, 0, 0, 1, 32, 1});
  subject.check_says("step=31", {30, 2, 0, 7, 31, 32, 8});
  subject.check_says("routing=skewed&capacity=on&step=21", {20, 0, 10, 21, 32, 1, 10});
  subject.check_says("routing=skewed&capacity=on&topk=2&step=42", {9, 0, 20, 42, 64, 1, 20});
  CHECK(subject.metric("capacity=on&factor=0.25", "busiest") == 2);
  subject.check_says("capacity=on&factor=0.25", {6, 6});
  CHECK(subject.metric("routing=skewed&capacity=on&factor=0.25", "busiest") == 2);
  CHECK(subject.metric("routing=skewed&capacity=on&factor=0.25", "padded") == 24);
  CHECK(subject.metric("routing=skewed&capacity=on&factor=0.8", "busiest") == 7);
  subject.check_says("routing=skewed&capacity=on&factor=0.8", {0});
  subject.check_says("routing=skewed&experts=8&packing=grouped", {3, 3});
}

TEST_CASE("moe-routing: metrics") {
  CHECK(subject.metric("routing=skewed&capacity=on", "useful") == doctest::Approx(65));
  CHECK(subject.metric("routing=skewed&capacity=on", "padded") == 14);
  CHECK(subject.metric("routing=skewed&capacity=on", "dropped") == 6);
  CHECK(subject.metric("routing=skewed&capacity=on", "busiest") == 10);
  CHECK(subject.metric("experts=8", "useful") == 50);
}

TEST_CASE("moe-routing: values out of range are refused with the range") {
  State state(subject.description());
  CHECK(contains(state.set("factor", "4.1")->message, "0.25 to 4"));
  CHECK(contains(state.set("factor", "0.2")->message, "0.25 to 4"));
  CHECK(contains(state.set("routing", "fair")->message, "balanced, skewed"));
  CHECK(state.set("experts", "6"));
  CHECK(state.set("topk", "3"));
  CHECK(state.query() == "");
}

TEST_CASE("moe-routing: a preset calls the routing what the control calls it") {
  const Description& description = subject.description();
  for (const Preset& preset : description.presets) {
    CAPTURE(preset.label);
    const State state = subject.load(std::string(preset.query));
    const std::string_view routing = state.values().text("routing");
    for (const Choice& choice : description.parameters.front().choices)
      CHECK((preset.label.substr(0, preset.label.find(',')) == choice.label) ==
            (choice.value == routing));
  }
}

TEST_CASE("moe-routing: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 9);
}

TEST_CASE("moe-routing: the picture shows every token, every padded slot and every drop once") {
  for (const std::string& query : grid()) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    const int padded = static_cast<int>(subject.metric(query, "padded")),
              dropped = static_cast<int>(subject.metric(query, "dropped"));
    const int kept = state.scene().steps() - dropped;
    CAPTURE(query);
    CHECK(count(painter, Mark::Kind::hotspot, "padding", ": padding, ") == padded);
    CHECK(count(painter, Mark::Kind::hotspot, "dropped", ": dropped") == dropped);
    CHECK(count(painter, Mark::Kind::hotspot, "tokens", "Token ") == kept + dropped);
    CHECK(count(painter, Mark::Kind::hotspot, "experts", "Token ") == kept);
    // Filled places do not overlap: a slot holds one token or is padding.
    std::vector<Rect> places;
    for (const Mark& mark : painter.of(Mark::Kind::hotspot))
      if (mark.part != "tokens" &&
          (contains(mark.text, "Token ") || contains(mark.text, ": padding")))
        places.push_back(mark.box);
    bool apart = true;
    for (size_t i = 0; i < places.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        apart = apart && (places[i].right() <= places[j].x || places[j].right() <= places[i].x ||
                          places[i].bottom() <= places[j].y || places[j].bottom() <= places[i].y);
    CHECK(apart);
  }
}

TEST_CASE("moe-routing: the picture says what the simulator says, at every step") {
  const State state = subject.load("routing=skewed&topk=2&capacity=on&factor=0.75");
  kernels::MoeOptions options;
  options.routing = kernels::Routing::skewed;
  options.top_k = 2;
  options.capacity_factor = 0.75;
  const auto routing = kernels::moe_route(options);
  REQUIRE(routing);
  for (int step = 0; step <= 64; ++step) {
    const kernels::MoeProgress progress = kernels::moe_progress(*routing, step);
    const RecordingPainter painter = record(state.scene(), {.step = step});
    CHECK(count(painter, Mark::Kind::hotspot, "experts", "Token ") == progress.kept);
    CHECK(count(painter, Mark::Kind::hotspot, "dropped", "Token ") == progress.dropped);
    CHECK(count(painter, Mark::Kind::hotspot, "padding", "padding") ==
          (step == 64 ? routing->padded : 0));
    const kernels::ExpertLoad& first = progress.experts[0];
    CHECK(count(painter, Mark::Kind::hotspot, "experts",
                std::string("Expert 0") + (step == 64 ? ": " : " so far: ") +
                    std::to_string(first.kept) + " kept in ") == 1);
  }
}

TEST_CASE("moe-routing: clicking a token goes to its step, a schedule's title chooses it") {
  State state = subject.load("routing=skewed&capacity=on&step=0");
  const RecordingPainter painter = record(state.scene(), {.step = 32});
  const std::vector<Mark> spots = painter.of(Mark::Kind::hotspot);
  const auto click = [&](const std::string& tooltip) {
    const auto found = std::find_if(spots.begin(), spots.end(),
                                    [&](const Mark& mark) { return contains(mark.text, tooltip); });
    REQUIRE(found != spots.end());
    REQUIRE(found->action.kind == Action::Kind::set);
    REQUIRE(!state.set(found->action.key, found->action.value));
  };
  click("Token 20 wants expert 0, which is full at 10: dropped");
  CHECK(state.step() == 21);
  click("Grouped: 1 launch, 2 rounds");
  CHECK(state.values().text("packing") == "grouped");
}

TEST_CASE("moe-routing: the picture keeps its height, whatever is routed where") {
  for (float width : {narrow_width, wide_width}) {
    const float height = subject.load("").scene().height(width);
    for (const std::string& query : grid())
      CHECK(subject.load(query).scene().height(width) == height);
  }
}

TEST_CASE("moe-routing: dragging the limit maps places to factors") {
  for (const std::string& query : grid()) {
    if (!contains(query, "capacity")) continue;
    const State state = subject.load(query);
    for (float width : {narrow_width, wide_width}) {
      const std::vector<Mark> spots =
          record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::hotspot);
      const auto drag = std::find_if(spots.begin(), spots.end(), [](const Mark& mark) {
        return mark.action.kind == Action::Kind::drag_x;
      });
      REQUIRE(drag != spots.end());
      CHECK(drag->action.key == "factor");
      // The line's present place gives about the present factor.
      const double x = static_cast<double>(drag->box.center().x),
                   from = static_cast<double>(drag->action.from_px);
      const double share = (x - from) / (static_cast<double>(drag->action.to_px) - from);
      const double factor = 0.25 + share * (4 - 0.25), now = state.values().real("factor");
      const double slots_per_factor =
          state.scene().steps() / (contains(query, "experts=8") ? 8.0 : 4.0);
      if (!contains(drag->text, "more than any is asked for"))
        CHECK(std::abs(factor - now) * slots_per_factor < 2.5);
    }
  }
}

}  // TESTS_OF(web::scenes::kernels::moe_routing)
