// The scene `number-line`: neighbors and counts against every decoded code, and x that is dragged.
#include <algorithm>
#include <cmath>

#include "core/numerics/format.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::number_line) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::number_line());

std::vector<double> positive_numbers(const numerics::Format& format) {
  std::vector<double> all;
  for (std::uint32_t code = 0; code <= format.max_code(); ++code)
    all.push_back(numerics::decode(format, code));
  return all;
}

std::vector<Mark> drags(const State& state, std::string_view part, float width) {
  std::vector<Mark> found;
  for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot))
    if (mark.part == part) found.push_back(mark);
  return found;
}

}  // namespace

TEST_CASE("number-line: sentences between numbers, at zero, and beyond the largest") {
  CHECK(subject.cell("", "FP8 E4M3", "Above x") == "3.25");
  CHECK(subject.metric_text("", "relative") == "7.96");
  CHECK(subject.cell("", "FP8 E5M2", "Above x") == "3.5");
  CHECK(subject.cell("", "FP8 E5M2", "Gap") == "0.5");
  CHECK(subject.cell("", "FP8 E5M2", "Gap / x") == "15.9%");
  subject.check_says("", {3, 3});
  CHECK(subject.cell("x=500", "FP8 E5M2", "Above x") == "512");
  CHECK(subject.cell("x=500", "FP8 E5M2", "Gap") == "64");
  CHECK(subject.cell("x=500", "FP8 E5M2", "Gap / x") == "12.8%");
  subject.check_says("x=500", {448, 448});
  CHECK(subject.cell("x=0&second=e4m3", "FP8 E4M3", "Above x") == "0.001953125");
  CHECK(subject.cell("type=fp32&second=none&x=0.1", "FP32", "Below x") == "0.0999999940395");
  CHECK(subject.cell("type=fp32&second=none&x=0.1", "FP32", "Above x") == "0.10000000149");
  CHECK(subject.cell("type=fp32&second=none&x=0.1", "FP32", "Gap") == "7.45058059692 × 10⁻⁹");
  subject.check_says("type=fp32&second=none&x=0.1", {7.5e-06});
  CHECK(subject.table("") == Rows{{"FP8 E4M3", "3", "3.25", "0.25", "7.96%", "8"},
                                  {"FP8 E5M2", "3", "3.5", "0.5", "15.9%", "4"}});
  CHECK(subject.table("x=0&second=none") ==
        Rows{{"FP8 E4M3", "0", "0.001953125", "0.001953125", "–", "–"}});
  CHECK(subject.table("x=448&second=none") == Rows{{"FP8 E4M3", "448", "–", "–", "–", "7"}});
  CHECK(subject.metric("", "gap") == 0.25);
  CHECK(subject.metric("x=300", "binade") == 7);  // the eighth is NaN
  CHECK(subject.metric("type=bf16&x=300", "binade") == 128);
  State state = subject.load("");
  CHECK(state.set("x", "-1")->message == "'x': got '-1', expected a number from 0 to 4e+38");
}

TEST_CASE("number-line: the table agrees with a search among all numbers") {
  for (const Choice& choice : scene::format_choices) {
    const numerics::Format& format = *numerics::find_format(choice.value);
    if (format.bits() > 16) continue;
    const std::vector<double> all = positive_numbers(format);
    for (double x : {1e-7, 0.001, 0.0625, 0.3, 1., 3.14, 5., 6., 7.5, 27.9, 300., 50000., 1e6}) {
      const auto above = std::upper_bound(all.begin(), all.end(), x);
      const double low = std::exp2(std::floor(std::log2(x)));
      const auto count =
          std::count_if(all.begin(), all.end(), [&](double n) { return n >= low && n < 2 * low; });
      const auto row =
          subject.table("second=none&type=" + std::string(choice.value) + "&x=" + shortest(x))[0];
      CHECK(row[1] == scene::exact_text(*std::prev(above)));
      CHECK(row[2] == (above == all.end() ? "–" : scene::exact_text(*above)));
      CHECK(row[5] == integer(count));
    }
  }
}

TEST_CASE("number-line: every number of a small format is a tick where it belongs") {
  for (const char* type : {"e2m1", "e2m3"})
    for (float width : {narrow_width, wide_width}) {
      const State state = subject.load("second=none&type=" + std::string(type));
      const RecordingPainter painter = record(state.scene(), {.width = width});
      std::vector<Rect> ticks;
      for (const Mark& mark : painter.marks())
        if (mark.part == "numbers" && mark.kind == Mark::Kind::rect) ticks.push_back(mark.box);
      const std::vector<double> all = positive_numbers(*numerics::find_format(type));
      REQUIRE(ticks.size() == all.size());
      const Action action = drags(state, "gap", width)[0].action;
      for (size_t i = 0; i < all.size(); ++i) {
        const double px = static_cast<double>(action.from_px) +
                          all[i] / 8 * static_cast<double>(action.to_px - action.from_px);
        CHECK(static_cast<double>(ticks[i].x) <= px);
        CHECK(static_cast<double>(ticks[i].right()) >= px);
      }
    }
}

TEST_CASE("number-line: a dense format is a band, however many numbers it has") {
  for (const char* query : {"type=fp32&second=fp16", "type=fp32&second=fp16&axis=log"}) {
    int ticks = 0;
    const RecordingPainter painter = record(subject.load(query).scene(), {});
    for (const Mark& mark : painter.marks())
      ticks += mark.part == "numbers" && mark.kind == Mark::Kind::rect;
    CHECK(ticks < 60);
  }
}

TEST_CASE("number-line: x is dragged along either axis") {
  State state = subject.load("");
  const auto drag = [&](std::string_view part, float share) {
    const Mark spot = drags(state, part, narrow_width)[0];
    CHECK(spot.box.height >= 24);
    const Action& action = spot.action;
    const auto change =
        live::drag(action, state, {action.from_px + share * (action.to_px - action.from_px), 0});
    REQUIRE(change);
    CHECK_FALSE(state.set(change->key, change->text));
    return change->text;
  };
  CHECK(drag("gap", 0.5f) == "4");
  CHECK(drag("gap", 0.1f) == "0.8");
  CHECK(drag("gap", -1.f) == "0");
  CHECK(drag("binades", 1.f) == "65500");  // three digits of 65536, where E5M2's last binade ends
  CHECK(drag("binades", 0.f) == "7.63e-06");
  CHECK_FALSE(state.set("axis", "log"));
  CHECK(drag("gap", 1.f) == "65500");
}

TEST_CASE("number-line: the picture fits, whatever is beside whatever") {
  std::vector<std::string> queries;
  for (const Choice& first : scene::format_choices)
    for (const char* second : {"none", "fp32", "bf16", "e2m1"})
      for (const char* axis : {"linear", "log"})
        for (const char* x : {"0", "1e-45", "0.1", "3.14159265", "447.999999", "65504", "4e38"})
          queries.push_back("type=" + std::string(first.value) + "&second=" + second +
                            "&axis=" + axis + "&x=" + x);
  for (const char* reach : {"0.0625", "1", "64", "512", "65536"})
    queries.push_back("x=0.0123&reach=" + std::string(reach));
  subject.check_pictures(queries, 1);
}

TEST_CASE("number-line: the counts stand on a logarithmic axis, the same for both formats") {
  const State state = subject.load("");  // E4M3 has 8 numbers where E5M2 has 4
  const RecordingPainter painter = record(state.scene(), {});
  float one[2] = {}, eight[2] = {}, top[2] = {1e9f, 1e9f};
  int ones = 0, eights = 0;
  for (const Mark& mark : painter.marks()) {
    if (mark.part != "binades") continue;
    if (mark.kind == Mark::Kind::text && mark.text == "1" && mark.box.x < 34 && ones < 2)
      one[ones++] = mark.box.center().y;
    if (mark.kind == Mark::Kind::text && mark.text == "8" && mark.box.x < 34 && eights < 2)
      eight[eights++] = mark.box.center().y;
  }
  REQUIRE(ones == 2);
  REQUIRE(eights == 2);
  for (const Mark& mark : painter.of(Mark::Kind::rect))
    if (mark.part == "binades")
      for (int i : {0, 1})
        if (mark.box.bottom() > eight[i] && mark.box.y < one[i] + 20)
          top[i] = std::min(top[i], mark.box.y);
  const float unit = (one[0] - eight[0]) / 3;  // a doubling
  CHECK(one[1] - eight[1] == doctest::Approx(one[0] - eight[0]));
  CHECK(top[0] == doctest::Approx(eight[0]).epsilon(0.02));
  CHECK(top[1] == doctest::Approx(eight[1] + unit).epsilon(0.02));
}

TEST_CASE("number-line: around x, the gaps of both formats can be told apart") {
  const State state = subject.load("type=bf16&second=fp16&axis=near&x=1000");
  int ticks[2] = {};
  float first = -1;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::rect)) {
    if (mark.part != "numbers") continue;
    if (first < 0) first = mark.box.y;
    ++ticks[mark.box.y == first ? 0 : 1];
  }
  CHECK(ticks[0] >= 14);            // sixteen gaps of 4, some of 8
  CHECK(ticks[1] >= 6 * ticks[0]);  // of 0.5, then 1
  for (const char* query : {"axis=near&x=0", "axis=near&x=4e38", "axis=near&type=fp32&x=1e-45"})
    subject.check_pictures(query, 1);
}

}  // TESTS_OF(web::scenes::formats::number_line)
