// `gradient-range`: sentences, shares, and a histogram that is as long as its shares.
#include "core/numerics/gradient_range.hpp"

#include <cmath>

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::gradient_range) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(gradient_range());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* type : {"fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1"})
    for (const char* scale : {"0", "7", "18", "30"})
      for (const char* median : {"-40", "-23", "-9", "0"})
        for (const char* spread : {"0.5", "4", "8"})
          queries.push_back("type=" + std::string(type) + "&scale=" + scale + "&median=" + median +
                            "&spread=" + spread);
  return queries;
}

constexpr float binades = 104;  // of the axis, which begins at 2^-56

constexpr const char* fates[] = {"zero", "subnormal", "normal", "overflow"};

}  // namespace

TEST_CASE("gradient-range: the numbers of its sentences") {
  CHECK(subject.metric_text("", "zero") == "30.9");
  CHECK(subject.metric_text("", "subnormal") == "67.9");
  CHECK(subject.metric_text("", "normal") == "1.2");
  subject.check_says("", {2.9802322387695312e-08});
  CHECK(subject.metric_text("scale=15", "subnormal") == "6.7");
  CHECK(subject.metric_text("scale=15", "normal") == "93.3");
  subject.check_says("scale=15", {32768});
  CHECK(subject.metric_text("type=e4m3&scale=30", "subnormal") == "0.1");
  CHECK(subject.metric_text("type=e4m3&scale=30", "normal") == "67.8");
  CHECK(subject.metric_text("type=e4m3&scale=30", "overflow") == "32.1");
  subject.check_says("type=e4m3&scale=30", {1073741824, 448});
  CHECK(subject.cell("type=bf16", "FP8 E4M3", "Subnormal") == "0.1%");
  CHECK(subject.cell("type=bf16", "FP8 E4M3", "Zero") == "99.9%");
}

TEST_CASE("gradient-range: numbers and rows are the simulator's") {
  for (const std::string& query : grid()) {
    const State state = subject.load(query);
    const Values& values = state.values();
    const auto shares = numerics::range_shares(
        *numerics::find_format(values.text("type")),
        {double(values.integer("median")), values.real("spread"), double(values.integer("scale"))});
    const double four[] = {shares.zero, shares.subnormal, shares.normal, shares.overflow};
    for (size_t i = 0; i < 4; ++i) CHECK(subject.metric(query, fates[i]) == 100 * four[i]);
  }
  CHECK(subject.metric("", "best") == 11);
  CHECK(subject.metric("scale=4&type=e5m2", "best") == 19);
  CHECK(subject.metric("type=bf16", "best") == 0);
  const Rows rows = subject.table("scale=10");
  REQUIRE(rows.size() == 9);
  CHECK(rows[2] == std::vector<std::string>{"FP16", "0.1%", "40.0%", "59.9%", "under 0.1%"});
}

TEST_CASE("gradient-range: what a loss scale saves, and what BF16 needs none for") {
  CHECK(subject.metric("", "zero") > 20);
  CHECK(subject.metric("scale=10", "zero") < 0.5);
  CHECK(subject.metric("scale=30", "overflow") > 1);
  CHECK(subject.metric("type=bf16", "zero") < 0.1);
}

TEST_CASE("gradient-range: bars have the areas of the shares") {
  // Away from the ends of the axis; bars lower than half a pixel are left out.
  for (const char* query : {"", "scale=10", "type=e5m2&scale=16", "type=e2m1&median=-2&spread=6",
                            "median=0&scale=30&spread=0.5"})
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(query);
      const RecordingPainter painter = record(subject.load(query).scene(), {.width = width});
      float areas[4] = {}, all = 0;
      for (const Mark& mark : painter.marks())
        for (size_t i = 0; i < 4; ++i)
          if (mark.kind == Mark::Kind::rect && mark.part == fates[i] && mark.box.bottom() < 200) {
            const float edge = mark.style.stroke == Role::none ? 0.f : 1.f;
            const float area = (mark.box.width - edge) * (mark.box.height - edge);
            areas[i] += area;
            all += area;
          }
      for (size_t i = 0; i < 4; ++i)
        CHECK(std::fabs(double(areas[i] / all) - subject.metric(query, fates[i]) / 100) < 0.04);
    }
}

TEST_CASE("gradient-range: the highest bar is the median's, wherever that is") {
  for (const std::string& query : grid())
    for (float width : {narrow_width, wide_width}) {
      const State state = subject.load(query);
      const double median = state.values().integer("median") + state.values().integer("scale");
      float highest = 0, left = 0, right = 0;
      for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::rect))
        if (mark.box.bottom() < 200 && mark.box.height >= highest - 3) {
          if (mark.box.height > highest + 3) left = mark.box.x;
          highest = std::max(highest, mark.box.height);
          right = mark.box.right();
        }
      CAPTURE(query);
      // Of the two highest the median is the border, for it is a whole power of 2.
      const float binade = (width - 8) / binades, at = 4 + binade * static_cast<float>(median + 56);
      CHECK(highest > 100);
      CHECK(std::fabs((left + right) / 2 - at) < binade);
    }
}

TEST_CASE("gradient-range: the histogram is dragged by its median") {
  State state = subject.load("");
  for (int scale : {0, 5, 20}) {
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
      if (mark.action.kind != Action::Kind::drag_x) continue;
      const float x = 4 + (wide_width - 8) * static_cast<float>(-23 + scale + 56) / binades;
      const auto change = live::drag(mark.action, state, {x, 100});
      if (scale == 0) {
        CHECK_FALSE(change);
      } else {
        REQUIRE(change);
        CHECK(change->key == "scale");
        CHECK(change->text == std::to_string(scale));
        REQUIRE_FALSE(state.set(change->key, change->text));
      }
    }
  }
  CHECK(state.query() == "scale=20");
}

TEST_CASE("gradient-range: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::formats::gradient_range)
