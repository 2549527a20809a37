// `microscaling`: 32 values under the scales of the MX formats and of NVFP4.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/random.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::microscaling) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(microscaling());
const std::string schemes[] = {"mxfp4",      "nvfp4",      "mxfp6_e2m3", "mxfp6_e3m2",
                               "mxfp8_e4m3", "mxfp8_e5m2", "mxint8"};

std::string values_of(double first, double others) {
  std::string text = "values=" + shortest(first);
  for (int i = 1; i < 32; ++i) text += "," + shortest(others);
  return text;
}

// A list in tenths, of a size up to `most`.
std::string random_values(Random& random, double most) {
  std::string text;
  for (int i = 0; i < 32; ++i)
    text += (i > 0 ? "," : "") + shortest(std::round((2 * random.unit() - 1) * most * 10) / 10);
  return text;
}

}  // namespace

TEST_CASE("microscaling: the numbers of its sentences") {
  const struct {
    std::string query, sentence;
  } rows[] = {
      {"",
       "MXFP4 gives all 32 values the scale 2⁰ = 1, code 7F. The largest, value 5, is clamped from "
       "7 to 6. 4 values become zero. Signal to noise is 16.7 dB, at 4.25 bits per value."},
      {"rule=up",
       "MXFP4 gives all 32 values the scale 2¹ = 2, code 80. The largest, value 5, goes from 7 to "
       "8. 11 values become zero. Signal to noise is 13.8 dB, at 4.25 bits per value."},
      {values_of(0, 0),
       "MXFP4 gives all 32 values the scale 2⁻¹²⁷ = 5.877 × 10⁻³⁹, code 00. All of them are zero. "
       "Nothing is lost."},
      {values_of(3, 1.5),
       "MXFP4 gives all 32 values the scale 2⁻¹ = 0.5, code 7E. The largest, value 0, stays 3. "
       "Nothing is lost."},
  };
  for (const auto& row : rows) CHECK(subject.status(row.query) == row.sentence);
}

TEST_CASE("microscaling: the table of rules in the fact pack") {
  struct Row {
    double greatest, floor, up;
  };
  constexpr Row rows[] = {{7, 6, 8}, {3.5, 3, 4}, {3, 3, 3}};
  for (const auto& row : rows) {
    const std::string values = values_of(row.greatest, 0.1) + "&value=0";
    CHECK(subject.metric(values, "decoded") == row.floor);
    CHECK(subject.metric(values + "&rule=up", "decoded") == row.up);
    CHECK(subject.metric(values, "clamped") == (row.floor < row.greatest ? 1 : 0));
    CHECK(subject.metric(values + "&rule=up", "clamped") == 0);
  }
}

TEST_CASE("microscaling: NVFP4 by hand, a tensor of 6 and a block of 1") {
  const std::string query(subject.description().presets[3].query);
  CHECK(subject.metric(query, "decoded") == doctest::Approx(27.0 / 28).epsilon(1e-6));
  CHECK(subject.metric(query, "scale") == doctest::Approx(72.0 / 448).epsilon(1e-6));
  CHECK(subject.table(query)[0][2] == "69");
  CHECK(subject.metric(query, "clamped") == 1);
  const std::string mx = "value=0&" + query.substr(query.find("values="));
  CHECK(subject.metric(mx, "decoded") == 1);
}

TEST_CASE("microscaling: a greatest size below that of the values does not count") {
  const std::string values = "&" + values_of(8, 0.5) + "&value=0";
  CHECK(subject.metric("scheme=nvfp4&largest=1" + values, "scale") ==
        subject.metric("scheme=nvfp4&largest=8" + values, "scale"));
  // The tensor's own greatest block has code 448 and loses nothing at its top.
  CHECK(subject.metric("scheme=nvfp4&largest=8" + values, "decoded") == 8);
  CHECK(contains(subject.status("scheme=nvfp4&largest=8" + values), "value 0, stays 8."));
  CHECK(contains(subject.status("scheme=nvfp4&largest=6&" + values_of(6, 0.5)), "stays 6."));
  CHECK(subject.table("scheme=nvfp4&largest=8" + values)[0][2] == "7E");
}

TEST_CASE("microscaling: what every state keeps") {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const std::string values = "&values=" + random_values(random, round % 2 ? 8 : 1.5);
    for (const std::string& scheme : schemes)
      for (const char* rule : {"floor", "up"}) {
        const std::string query = "scheme=" + scheme + "&rule=" + rule + values;
        CAPTURE(query);
        const Rows table = subject.table(query);
        REQUIRE(table.size() == 32);
        std::set<std::string> scales;
        for (const auto& row : table) scales.insert(row[2]);
        CHECK(scales.size() <= (scheme == "nvfp4" ? 2 : 1));
        if (scheme != "nvfp4" && std::string(rule) == "up")
          CHECK(subject.metric(query, "clamped") == 0);
        // Another value's size changes nothing about the sign of this one.
        CHECK(subject.metric(query, "sqnr") > (scheme[2] == 'f' && scheme[4] == '4' ? 8 : 9));
      }
  }
}

TEST_CASE("microscaling: a scale that is rounded up cuts nothing, and loses small values") {
  CHECK(subject.metric("", "clamped") == 1);
  CHECK(subject.metric("rule=up", "clamped") == 0);
  CHECK(subject.metric("rule=up", "zeros") > subject.metric("", "zeros"));
}

TEST_CASE("microscaling: more bits of mantissa, less noise, on the default values") {
  const auto db = [](const std::string& scheme) {
    return subject.metric("scheme=" + scheme, "sqnr");
  };
  CHECK(db("nvfp4") > db("mxfp4"));
  CHECK(db("mxfp6_e2m3") > db("nvfp4"));
  CHECK(db("mxint8") > db("mxfp8_e4m3"));
  for (const std::string& scheme : schemes) {
    const double bits = subject.metric("scheme=" + scheme, "bits");
    CHECK(bits == (scheme == "nvfp4"   ? 4.5
                   : scheme == "mxfp4" ? 4.25
                   : scheme[4] == '6'  ? 6.25
                                       : 8.25));
    CHECK(subject.metric("scheme=" + scheme, "shared") == (scheme == "nvfp4" ? 16 : 32));
  }
}

TEST_CASE("microscaling: the picture fits, in a grid of states") {
  Random random(9);
  std::set<std::pair<float, float>> heights;
  for (const std::string& scheme : schemes)
    for (const std::string& values : {std::string(""), values_of(0, 0), values_of(8, -8),
                                      values_of(-8, 0.1), "values=" + random_values(random, 8)})
      for (const char* more : {"", "&rule=up&value=0", "&largest=100&value=31"}) {
        const std::string query = "scheme=" + scheme + "&" + values + more;
        subject.check_pictures(values.empty() ? "scheme=" + scheme + more : query, 1);
        for (float width : {narrow_width, wide_width})
          heights.insert({width, subject.load("scheme=" + scheme).scene().height(width)});
      }
  CHECK(heights.size() == 2);
}

TEST_CASE("microscaling: each bar can be dragged to any tenth") {
  for (float width : {narrow_width, wide_width}) {
    State state = subject.load("");
    for (int i : {0, 7, 15, 16, 31})
      for (double wanted : {8.0, -8.0, 0.0, 3.5, -1.2}) {
        std::vector<Mark> bars;
        for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot))
          if (mark.action.key == "values") bars.push_back(mark);
        // In both schemes, each with the handle of the one that is followed.
        REQUIRE(bars.size() == 66);
        CHECK(bars[32].action.index == 5);
        CHECK(std::min(bars[32].box.width, bars[32].box.height) >= 24);
        CHECK(bars[32].box.center().y ==
              doctest::Approx(
                  bars[5].box.y +
                  bars[5].box.height *
                      static_cast<float>((8 - state.values().numbers("values")[5]) / 16)));
        const Mark& bar = bars[static_cast<size_t>(wanted < 0 ? i : i + 33)];
        CHECK(bar.box.width > 9);
        CHECK(bar.box.height >= (width == narrow_width ? 64 : 80));  // a phone's px has parts
        const float y = bar.box.y + bar.box.height * static_cast<float>((8 - wanted) / 16);
        const auto change = live::drag(bar.action, state, {bar.box.center().x, y});
        if (change) REQUIRE(!state.set(change->key, change->text));
        CHECK(state.values().numbers("values")[static_cast<size_t>(i)] == wanted);
      }
  }
}

TEST_CASE("microscaling: one value dragged away moves the scale of all, NVFP4's of its half only") {
  const auto scales = [](const std::string& scheme, double first) {
    const Rows table = subject.table("scheme=" + scheme + "&" + values_of(first, 0.5));
    return std::pair(table[1][2], table[31][2]);
  };
  CHECK(scales("mxfp4", 0.5) == std::pair<std::string, std::string>("7C", "7C"));
  CHECK(scales("mxfp4", 8) == std::pair<std::string, std::string>("80", "80"));
  CHECK(scales("nvfp4", 0.5).second == scales("nvfp4", 8).second);
  CHECK(scales("nvfp4", 0.5).first != scales("nvfp4", 8).first);
}

TEST_CASE("microscaling: the picture says from which size on the scale is twice as large") {
  const auto promise = [](const std::string& query) {
    const State state = subject.load(query);
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::text))
      if (contains(mark.text, ": scale ")) return mark.text;
    return std::string();
  };
  CHECK(promise("") == "from 8 on: scale 2¹");
  CHECK(promise("rule=up&" + values_of(2.5, 0.1)) == "above 3: scale 2⁰");
  CHECK(promise("scheme=nvfp4") == promise(""));  // MXFP4 stays beside it
  CHECK(promise(values_of(0, 0)) == "");
  for (const std::string& scheme : schemes)
    for (const bool up : {false, true})
      for (const double greatest : {-0.8, 1.1, -2.3, 3.9}) {
        const std::string rule = "scheme=" + scheme + (up ? "&rule=up&" : "&rule=floor&");
        const std::string text = promise(rule + values_of(greatest, 0.1));
        CAPTURE(rule + text);
        if (text.empty() || scheme == "nvfp4") continue;
        const double from = std::stod(text.substr(text.find(' ') + 1));
        const auto scale = [&](double size) {
          return subject.metric(rule + values_of(std::copysign(size, greatest), 0.1), "scale");
        };
        const double now = subject.metric(rule + values_of(greatest, 0.1) + "&value=0", "scale");
        // One step of the bars on either side.
        const double below = std::floor(from * 10 - (up ? 0 : 0.01)) / 10;
        CHECK(scale(below) == now);
        CHECK(scale(below + 0.1) == 2 * now);
        const std::string beyond = rule + values_of(std::copysign(below + 0.1, greatest), 0.1);
        CHECK(contains(subject.status(beyond), text.substr(text.find(" scale ")) + " = "));
      }
}

TEST_CASE("microscaling: codes choose the value to follow, rows the scheme") {
  State state = subject.load("");
  bool schemes_seen = false;
  for (const Mark& mark : record(state.scene(), {.width = narrow_width}).of(Mark::Kind::hotspot)) {
    if (mark.action.key == "value") {
      const auto change = live::drag(mark.action, state, {mark.box.right() - 2, mark.box.y});
      REQUIRE(change);
      CHECK(change->text == "31");
      CHECK(mark.box.height >= 24);
    }
    if (mark.action.key == "scheme" && mark.action.value == "nvfp4") {
      const auto change = live::click(mark.action, state);
      schemes_seen = change && change->text == "nvfp4";
      CHECK(mark.box.height >= 24);
    }
  }
  CHECK(schemes_seen);
}

TEST_CASE("microscaling: what is refused") {
  State state(subject.description());
  CHECK(state.set("values", "1,2,3"));
  CHECK(state.set("values", values_of(9, 0).substr(7)));
  CHECK(contains(state.set("scheme", "mxfp5")->message, "did you mean"));
  CHECK(state.set("largest", "0"));
  CHECK(state.query() == "");
}

TEST_CASE("microscaling: two schemes are drawn, NVFP4 below whichever is chosen") {
  const auto titles = [](const std::string& query) {
    std::vector<std::pair<float, std::string>> found;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::text))
      if (mark.part == "schemes" && mark.box.x < 100) found.emplace_back(mark.box.y, mark.text);
    std::sort(found.begin(), found.end());
    return found;
  };
  for (const std::string& scheme : schemes) {
    const auto found = titles("scheme=" + scheme);
    REQUIRE(found.size() == 2);
    CHECK(found[1].second == "NVFP4");
    if (scheme == "nvfp4" || scheme == "mxfp4") CHECK(found[0].second == "MXFP4");
  }
}

}  // TESTS_OF(web::scenes::quantization::microscaling)
