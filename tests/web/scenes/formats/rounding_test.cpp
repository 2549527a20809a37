// The scene `rounding`: known answers, a search among all codes, and neighbors that can be taken.
#include <cmath>

#include "core/numerics/format.hpp"
#include "core/numerics/neighbors.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::rounding) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::rounding());

// The codes nearest to x in size, by looking at every one: the even one of two.
std::uint32_t nearest_code(const numerics::Format& format, double x) {
  std::uint32_t best = 0;
  double least = HUGE_VAL;
  for (std::uint32_t code = 0; code <= format.max_code(); ++code) {
    const double distance = std::fabs(numerics::decode(format, code) - std::fabs(x));
    if (distance < least || (distance == least && code % 2 == 0)) best = code, least = distance;
  }
  return best | (std::signbit(x) ? format.sign_bit() : 0u);
}

Mark spot(const State& state, const std::string& tooltip) {
  for (const Mark& mark : record(state.scene(), {.width = narrow_width}).of(Mark::Kind::hotspot))
    if (contains(mark.text, tooltip)) return mark;
  FAIL("no hotspot says " << tooltip);
  return {};
}

}  // namespace

TEST_CASE("rounding: the same number everywhere") {
  // Codes and values of FP16, BF16, E4M3, E5M2, E3M2, E2M3, E2M1, worked out from the definitions.
  const struct {
    const char* x;
    std::vector<const char*> cells;
  } rows[] = {
      {"0.1",
       {"0x2E66", "0.0999755859375", "0x3DCD", "0.10009765625", "0x1D", "0.1015625", "0x2E",
        "0.09375", "0x02", "0.125", "0x01", "0.125", "0x0", "0"}},
      {"0.3333333333333333",
       {"0x3555", "0.333251953125", "0x3EAB", "0.333984375", "0x2B", "0.34375", "0x35", "0.3125",
        "0x05", "0.3125", "0x03", "0.375", "0x1", "0.5"}},
      {"3.14159",
       {"0x4248", "3.140625", "0x4049", "3.140625", "0x45", "3.25", "0x42", "3", "0x12", "3",
        "0x15", "3.25", "0x5", "3"}},
      {"17",
       {"0x4C40", "17", "0x4188", "17", "0x58", "16", "0x4C", "16", "0x1C", "16", "0x1F", "7.5",
        "0x7", "6"}},
      {"300",
       {"0x5CB0", "300", "0x4396", "300", "0x79", "288", "0x5D", "320", "0x1F", "28", "0x1F", "7.5",
        "0x7", "6"}},
      {"0.001",
       {"0x1419", "0.00100040435791", "0x3A83", "0.000999450683594", "0x01", "0.001953125", "0x14",
        "0.0009765625", "0x00", "0", "0x00", "0", "0x0", "0"}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.x);
    const Rows table = subject.table("value=" + std::string(row.x));
    REQUIRE(table.size() == 9);
    for (size_t i = 0; i < 7; ++i) {
      CHECK(table[i + 2][1] == row.cells[2 * i]);
      CHECK(table[i + 2][2] == row.cells[2 * i + 1]);
    }
  }
  CHECK(subject.table("")[0] ==
        std::vector<std::string>{"FP32", "0x3DCCCCCD", "0.10000000149", "1.5 × 10⁻⁶%"});
  CHECK(subject.table("")[8][3] == "100%");
}

TEST_CASE("rounding: what is too large, as usual: infinity from 16 bits up, else the largest") {
  const char* const codes[] = {"0x7F800000", "0x03FC00", "0x7C00", "0x7F80", "0x7E",
                               "0x7B",       "0x1F",     "0x1F",   "0x7"};
  const Rows usual = subject.table("value=inf"), ieee = subject.table("value=inf&overflow=ieee");
  for (size_t i = 0; i < usual.size(); ++i) {
    CHECK(usual[i][1] == codes[i]);
    if (i < 4) CHECK(ieee[i][1] == usual[i][1]);
  }
  CHECK(ieee[4][2] == "NaN");
  CHECK(ieee[5][2] == "∞");
  for (const auto& row : subject.table("value=-1e39&overflow=saturate"))
    CHECK(row[2].find("∞") == std::string::npos);
}

TEST_CASE("rounding: every row agrees with a search among all codes") {
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    const double x = std::ldexp(random.unit() * 2 - 1, static_cast<int>(random.below(24)) - 12);
    const Rows table = subject.table("value=" + percent_encode(shortest(x)));
    for (size_t row = 4; row < table.size(); ++row) {
      const numerics::Format& format = *numerics::find_format(scene::format_choices[row].value);
      const std::uint32_t code = nearest_code(format, x);
      CHECK(table[row][1] == numerics::code_text(format, code));
      CHECK(table[row][2] == scene::exact_text(numerics::decode(format, code)));
    }
  }
}

TEST_CASE("rounding: sentences for every way that it goes") {
  CHECK(subject.metric("", "value") == 0.1015625);
  CHECK(subject.metric_text("", "error") == "1.56");
  CHECK(subject.cell("", "FP8 E5M2", "Value") == "0.09375");
  CHECK(subject.metric("value=17", "value") == 16);
  CHECK(subject.metric_text("value=17", "error") == "5.88");
  CHECK(subject.cell("value=17", "FP8 E4M3", "Value") == "16");
  subject.check_says("value=17", {18});
  CHECK(subject.metric("value=-0.5", "value") == -0.5);
  CHECK(subject.metric("value=17.9&rounding=zero", "value") == 16);
  CHECK(subject.metric_text("value=17.9&rounding=zero", "error") == "10.61");
  CHECK(subject.cell("value=17.9&rounding=zero", "FP8 E4M3", "Value") == "16");
  subject.check_says("value=17.9&rounding=zero", {18});
  CHECK(subject.metric("value=464", "value") == 448);
  CHECK(subject.metric_text("value=464", "error") == "3.45");
  CHECK(subject.metric("value=61439&type=e5m2&overflow=ieee", "value") == 57344);
  CHECK(subject.metric_text("value=61439&type=e5m2&overflow=ieee", "error") == "6.67");
  subject.check_says("value=61439&type=e5m2&overflow=ieee", {61440});
  CHECK(subject.metric("value=9&type=e2m1&overflow=ieee", "value") == 6);
  CHECK(subject.metric_text("value=9&type=e2m1&overflow=ieee", "error") == "33.33");
  CHECK(subject.metric("value=-inf", "value") == -448);
  CHECK(subject.metric("value=70000&type=fp16&overflow=saturate", "value") == 65504);
  CHECK(subject.metric_text("value=70000&type=fp16&overflow=saturate", "error") == "6.42");
  subject.check_says("value=70000&type=fp16&overflow=saturate", {65520});
  CHECK(subject.metric("value=nan&type=e3m2", "value") == 28);
  CHECK(subject.metric("value=-0", "value") == 0);
  CHECK(subject.metric("value=1.0626", "value") == 1.125);
  CHECK(subject.metric_text("value=1.0626", "error") == "5.87");
  CHECK(subject.metric("value=1.0626&through=on", "value") == 1);
  CHECK(subject.metric_text("value=1.0626&through=on", "error") == "5.89");
  CHECK(subject.cell("value=1.0626&through=on", "FP16", "Value") == "1.0625");
  subject.check_says("value=1.0626&through=on", {1.125});
  CHECK(subject.metric("value=300", "value") == 288);
  CHECK(subject.metric("value=300&type=e5m2", "value") == 320);
  CHECK(subject.metric("value=17", "error") == doctest::Approx(100. / 17));
}

TEST_CASE("rounding: stochastic goes up as often as it says") {
  const std::string query = "value=2.2&type=e2m1&rounding=stochastic&seed=";
  CHECK(subject.metric(query + "1", "chance") == doctest::Approx(20));
  int up = 0;
  for (int seed = 1; seed <= 100; ++seed) {
    const double became = subject.metric(query + std::to_string(seed), "value");
    CHECK((became == 2 || became == 3));
    const bool above = became == 3;
    up += above;
    CHECK(above == (Random(static_cast<std::uint64_t>(seed)).unit() < 0.2));
    CHECK(contains(subject.status(query + std::to_string(seed)),
                   "The chance to go away from zero is 20.0%;"));
  }
  CHECK(up > 8);
  CHECK(up < 32);
}

TEST_CASE("rounding: neighbors, the tie and other formats are taken by a click") {
  State state = subject.load("value=300");
  const auto take = [&](const std::string& tooltip) {
    const Mark mark = spot(state, tooltip);
    CHECK(mark.box.width >= 24);
    CHECK(mark.box.height >= 24);
    const auto change = live::click(mark.action, state);
    REQUIRE(change);
    CHECK_FALSE(state.set(change->key, change->text));
  };
  take("Take the tie 304");
  CHECK(contains(state.scene().status(0), "304 in FP8 E4M3 becomes 320, code 0x7A"));
  take("Take 288");
  CHECK(contains(state.scene().status(0), "becomes 288, code 0x79, exactly"));
  take("FP8 E5M2: 256");
  CHECK(contains(state.scene().status(0), "288 in FP8 E5M2 becomes 256"));
}

TEST_CASE("rounding: what is no number is refused, and nothing changes") {
  State state = subject.load("value=17");
  CHECK(state.set("value", "seventeen")->message ==
        "'Your number': got 'seventeen', expected a number such as 0.1, 1/3, 1e-8 or 2^-9, inf or "
        "nan");
  for (const char* text : {"", "1,5", "1e999", "1e-400"})
    CHECK_MESSAGE(state.set("value", text), std::string(text));
  CHECK(contains(state.scene().status(0), "17 in"));
}

TEST_CASE("rounding: the picture fits, for numbers of every size") {
  std::vector<std::string> queries;
  for (const Choice& choice : scene::format_choices)
    for (const char* x : {"0", "-0", "nan", "-inf", "1e300", "-1e-300", "0.1", "-3.14159265358979",
                          "447.999999", "464", "65519.99", "1e-40", "-3.4e38", "1.062744140625"})
      for (const char* rest : {"", "&rounding=zero&overflow=ieee", "&rounding=stochastic&seed=7",
                               "&through=on&overflow=ieee"})
        queries.push_back("type=" + std::string(choice.value) + "&value=" + x + rest);
  subject.check_pictures(queries, 1);
}

TEST_CASE("rounding: x can be dragged between its neighbors, and stays between them") {
  for (const scene::Choice& type : scene::format_choices)
    for (const char* value : {"0.1", "-0.1", "2.2", "1e-9"}) {
      State state = subject.load("type=" + std::string(type.value) + "&value=" + value);
      const numerics::Format& format = *numerics::find_format(type.value);
      const numerics::Neighbors around = numerics::neighbors(format, std::stod(value));
      CAPTURE(type.value);
      CAPTURE(value);
      const Mark pin = spot(state, "Drag x");
      CHECK(std::min(pin.box.width, pin.box.height) >= 24);
      double last = around.below;
      for (const float px : {-100.f, 60.f, 150.f, 200.f, 280.f, 900.f}) {
        const auto change = live::drag(pin.action, state, {px, pin.box.y});
        REQUIRE(change);
        REQUIRE(!state.set(change->key, change->text));
        const double x = std::stod(change->text);
        CHECK(std::fabs(x) > std::fabs(last));
        CHECK(std::fabs(x) < std::fabs(around.above));
        last = x;
      }
    }
  for (const char* none : {"value=inf", "value=1e9", "value=1.0626&through=on"})
    for (const Mark& mark : record(subject.load(none).scene(), {}).of(Mark::Kind::hotspot))
      CHECK(!contains(mark.text, "Drag x"));
}

TEST_CASE("rounding: a fraction is what it means") {
  State state = subject.load("value=1/3");
  const std::string third = state.scene().status(0);
  CHECK(contains(third, "0.333333333333 in FP8 E4M3 becomes 0.34375"));
  for (const char* same : {" 1/3 ", "2/6", "0x1/0x3"}) {
    REQUIRE_FALSE(state.set("value", same));
    CHECK(state.scene().status(0) == third);
  }
  CHECK_FALSE(state.set("value", "−1/3"));
  CHECK(contains(state.scene().status(0), "−0.333333333333"));
  for (const char* none : {"1/0", "1/", "1/2/3", "1/x"}) CHECK(state.set("value", none));
}

}  // TESTS_OF(web::scenes::formats::rounding)
