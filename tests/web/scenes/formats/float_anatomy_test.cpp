// The scene `float-anatomy`: the documented table, the words for every kind of code, and bits that
// flip.
#include <cmath>

#include "core/numerics/format.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::float_anatomy) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::float_anatomy());

std::string query(const Choice& choice, const std::string& bits) {
  return "type=" + std::string(choice.value) + "&bits=" + percent_encode(bits);
}

std::vector<Mark> spots(const State& state, std::string_view key, float width = wide_width) {
  std::vector<Mark> found;
  for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot))
    if (mark.action.key == key) found.push_back(mark);
  return found;
}

// The bits' cells are as high as each other; the landmarks below them are rows.
std::vector<Mark> bits(const State& state, float width = wide_width) {
  std::vector<Mark> found;
  for (const Mark& mark : spots(state, "bits", width))
    if (mark.part != "specials") found.push_back(mark);
  return found;
}

}  // namespace

TEST_CASE("float-anatomy: the documented table, digit for digit") {
  CHECK(subject.columns() ==
        std::vector<std::string>{"Format", "Bits", "S/E/M", "Max ±", "~digits"});
  const Rows documented = {{"FP32", "32", "1/8/23", "3.4 × 10^38", "6.9"},
                           {"TF32", "19", "1/8/10", "3.4 × 10^38", "3.0"},
                           {"FP16", "16", "1/5/10", "65,504", "3.0"},
                           {"BF16", "16", "1/8/7", "3.4 × 10^38", "2.1"},
                           {"FP8 E4M3", "8", "1/4/3", "448", "0.9"},
                           {"FP8 E5M2", "8", "1/5/2", "57,344", "0.6"},
                           {"FP6 E3M2", "6", "1/3/2", "28", "0.6"},
                           {"FP4 E2M1", "4", "1/2/1", "6", "0.3"}};
  for (const Choice& choice : scene::format_choices) {
    Rows expected = documented;
    if (choice.value == "e2m3")
      expected.insert(expected.end() - 1, {"FP6 E2M3", "6", "1/2/3", "7.5", "0.9"});
    CHECK(subject.table("type=" + std::string(choice.value)) == expected);
  }
}

TEST_CASE("float-anatomy: what it says of every kind of code") {
  CHECK(subject.metric("", "value") == 3.140625);
  subject.check_says("", {2, 1.5703125, 128, 127});
  subject.check_says("type=fp32", {3.14159274101, 2, 1.57079637051, 128, 127});
  CHECK(subject.metric("type=e4m3&bits=0x7E", "value") == 448);
  CHECK(subject.metric("type=e4m3&bits=0x7E", "codes") == 256);
  subject.check_says("type=e4m3&bits=0x7E", {1.75});
  subject.check_says("type=e4m3&bits=0xf8", {-256, -256, 1});
  subject.check_says("type=e5m2&bits=0x7D", {0});
  subject.check_says("type=e5m2&bits=0xFC", {0});
  CHECK(subject.metric("type=e4m3&bits=0x1", "value") == 0.001953125);
  subject.check_says("type=e4m3&bits=0x1", {0.015625, 0.125, 0, 1});
  subject.check_says("type=e2m1&bits=-0.1", {0});
  CHECK(subject.metric("type=e4m3&bits=0x78", "value") == 256);
  CHECK(subject.metric("type=e4m3", "largest") == 448);
  CHECK(subject.metric("type=fp16&bits=0x0001", "power") == -14);
}

TEST_CASE("float-anatomy: a code stays the same number when the format changes") {
  State state = subject.load("type=bf16&bits=bf16-0x3DCD");  // the nearest to 0.1
  CHECK(contains(state.scene().status(0), "0.10009765625"));
  for (const auto& [type, value] : {std::pair{"fp32", "is 0.10009765625 "},
                                    {"e4m3", "is 0.1015625 "},
                                    {"e2m1", "is 0."},
                                    {"bf16", "0x3DCD "}}) {
    CHECK_FALSE(state.set("type", type));
    CHECK_MESSAGE(contains(state.scene().status(0), value), state.scene().status(0));
  }
  subject.check_says("type=e2m1&bits=bf16-0x7FC0", {6});  // it has no NaN
  CHECK(contains(subject.status("type=fp16&bits=bf16-0x7F7F"), "is ∞."));
}

TEST_CASE("float-anatomy: what is no code and no number is refused, and nothing changes") {
  State state = subject.load("type=e2m1&bits=3");
  CHECK(state.set("bits", "0x10")->message ==
        "'Code or number': got '0x10', expected a code of FP4 E2M1 from 0x0 to 0xF, or a number "
        "such as 0.1, 1/3, "
        "1e-8 or 2^-9, inf or nan");
  for (const char* text : {"", "x", "0x", "0xG", "e4m3", "e4m3-", "e4m3-0x100", "e4m3-1", "-",
                           "0x-1", "fp32-0x123456789", "e9m9-0x1", "1,5"})
    CHECK_MESSAGE(state.set("bits", text), std::string(text));
  CHECK(contains(state.scene().status(0), "0x5 in FP4 E2M1 is 3 "));
  for (const char* text : {"0xF", "0xf", "2^-1", "e4m3-0x7E", "fp32-0xFFFFFFFF", "nan", "-0"})
    CHECK_MESSAGE(!state.set("bits", text), std::string(text));
}

TEST_CASE("float-anatomy: every bit flips itself, and is large enough for a finger") {
  for (const Choice& choice : scene::format_choices) {
    CAPTURE(choice.value);
    const numerics::Format& format = *numerics::find_format(choice.value);
    for (float width : {narrow_width, wide_width}) {
      State state = subject.load("type=" + std::string(choice.value));
      const auto code = [&] {
        const std::string text = state.scene().status(0);
        return static_cast<std::uint32_t>(std::stoul(text.substr(0, text.find(' ')), nullptr, 16));
      };
      const std::uint32_t before = code();
      const std::vector<Mark> cells = bits(state, width);
      REQUIRE(cells.size() == static_cast<size_t>(format.bits()));
      for (size_t i = 0; i < cells.size(); ++i) {
        CHECK(cells[i].box.width >= 24);
        CHECK(cells[i].box.height >= 24);
        const auto change = live::click(cells[i].action, state);
        REQUIRE(change);
        CHECK_FALSE(state.set(change->key, change->text));
        const std::uint32_t flipped = before ^ 1u << (cells.size() - 1 - i);
        CHECK(code() == flipped);
        // The same cell goes back, to the same text.
        const auto back = live::click(bits(state, width)[i].action, state);
        REQUIRE(back);
        CHECK_FALSE(state.set(back->key, back->text));
        CHECK(code() == before);
      }
    }
  }
}

TEST_CASE("float-anatomy: landmarks and formats are chosen by a click") {
  State state = subject.load("type=e5m2");
  for (float width : {narrow_width, wide_width}) {
    int landmarks = 0;
    for (const Mark& spot : spots(state, "bits", width))
      if (spot.part == "specials") {
        ++landmarks;
        CHECK((spot.box.width >= 24 && spot.box.height >= 24));
      }
    CHECK(landmarks == 5);
    CHECK(spots(subject.load("type=e4m3"), "bits", width).size() == 8 + 4);  // no infinity
    CHECK(spots(subject.load("type=e2m1"), "bits", width).size() == 4 + 3);  // and no NaN
    CHECK(spots(state, "type", width).size() == std::size(scene::format_choices));
  }
}

TEST_CASE("float-anatomy: the picture fits, for codes of every kind in every format") {
  for (const Choice& choice : scene::format_choices) {
    const numerics::Format& format = *numerics::find_format(choice.value);
    const auto top = static_cast<std::uint32_t>(format.codes() - 1);
    for (std::uint32_t code :
         {0u, 1u, format.max_code(), format.max_code() - 1, std::min(format.max_code() + 1, top),
          format.sign_bit(), format.sign_bit() + 1, top, top - 1, top / 3, top / 5})
      subject.check_pictures(query(choice, numerics::code_text(format, code)), 1);
  }
}

}  // TESTS_OF(web::scenes::formats::float_anatomy)
