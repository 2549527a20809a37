// The scene `accumulator`: documented table and sentences, and a picture that fits for every state.
#include <algorithm>
#include <string>

#include "core/numerics/accumulate.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::accumulator) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::accumulator());

bool has_text(const State& state, const std::string& part, const std::string& text) {
  for (const Mark& mark : record(state.scene(), {wide_width, state.step()}).of(Mark::Kind::text))
    if (mark.part == part && contains(mark.text, text)) return true;
  return false;
}

const Rows documented = {
    {"FP8", "3", "32.0", "49.9%"}, {"FP16", "10", "63.9", "0.0%"}, {"FP32", "23", "63.9", "0.0%"}};

}  // namespace

TEST_CASE("accumulator: the documented table, whichever of its formats is chosen") {
  CHECK(subject.columns() ==
        std::vector<std::string>{"Accumulator", "Mantissa bits", "Final sum", "Error"});
  for (const char* query : {"", "bits=10", "bits=23"}) CHECK(subject.table(query) == documented);
  for (const Preset& preset : subject.description().presets)
    CHECK(subject.table(std::string(preset.query)) == documented);
}

TEST_CASE("accumulator: another width gets its own row") {
  Rows rows = documented;
  rows.push_back({"Chosen", "7", "64.0", "0.2%"});
  CHECK(subject.table("bits=7") == rows);
  CHECK(subject.table("bits=2").back() == std::vector<std::string>{"Chosen", "2", "16.0", "75.0%"});
  CHECK(subject.table("terms=1")[0] == std::vector<std::string>{"FP8", "3", "0.9", "2.8%"});
}

TEST_CASE("accumulator: metrics") {
  CHECK(subject.metric("", "final") == 32);
  CHECK(subject.metric("", "error") == doctest::Approx(49.92).epsilon(1e-4));
  CHECK(subject.metric("", "freeze") == 29);
  CHECK(subject.metric("bits=2", "final") == 16);
  CHECK(subject.metric("bits=4", "final") == 64);
  CHECK(subject.metric("bits=13", "final") == doctest::Approx(63.898).epsilon(1e-5));
  CHECK(subject.metric("bits=23", "freeze") == 64);
  CHECK(subject.metric("bits=2", "freeze") == 14);
  CHECK(subject.metric("bits=4", "freeze") == 56);  // fewer bits, sooner
  for (const char* wide : {"bits=5", "bits=7", "bits=10", "bits=23"})
    CHECK(subject.metric(wide, "error") < 1);
  CHECK(subject.metric("bits=5&terms=256", "final") == 128);
}

TEST_CASE("accumulator: the sentences") {
  subject.check_says("step=0", {0, 63.9, 3});
  CHECK(subject.status("") == subject.status("step=64"));
  CHECK(subject.metric_text("", "error") == "49.9");
  subject.check_says("", {32, 0.9, 32.9, 32, 2, 63.9});
  subject.check_says("step=16", {16, 15, 0.9, 15.9, 16, 1, 2, 15.9, 0.6});
  CHECK(contains(subject.status("step=29"), "From here on no term can change the sum."));
  CHECK_FALSE(contains(subject.status("step=28"), "no term can change"));
  subject.check_says("step=2", {2, 0.875, 1, 1.875});
  subject.check_says("step=17", {17, 16, 1, 17, 16});
  subject.check_says("terms=1&bits=1&step=0", {0, 1, 0.9, 1});
  CHECK(subject.metric("terms=1", "final") == 0.875);
}

TEST_CASE("accumulator: a tie is called one, in both directions") {
  bool up = false, lost = false;
  for (int bits = 1; bits <= 8; ++bits) {
    const State state = subject.load("terms=256&bits=" + std::to_string(bits));
    for (int step = 1; step <= 256; ++step) {
      const std::string sentence = state.scene().status(step);
      lost = lost || contains(sentence,
                              "the term is exactly half a step, and ties go to the even neighbor.");
      up = up || contains(sentence, "is a tie and goes to the even neighbor, ");
    }
  }
  CHECK(lost);
  CHECK(up);
}

TEST_CASE("accumulator: what is refused") {
  State state(subject.description());
  CHECK(state.set("bits", "0"));
  CHECK(state.set("bits", "24")->message ==
        "'Mantissa bits': got '24', expected a whole number from 1 to 23");
  CHECK(state.set("terms", "257"));
  CHECK(state.set("terms", "1.5"));
  CHECK(state.load("step=65"));
  CHECK(state.query().empty());
}

TEST_CASE(
    "accumulator: the freezing point appears when it is reached, and never where there is none") {
  CHECK_FALSE(has_text(subject.load("step=28"), "freeze", "stuck"));
  CHECK(has_text(subject.load("step=29"), "freeze", "stuck at 32 after add 29"));
  CHECK(has_text(subject.load(""), "freeze", "lost 31.9"));
  CHECK_FALSE(has_text(subject.load("bits=10"), "freeze", "stuck"));
  CHECK(has_text(subject.load("bits=5&terms=256"), "freeze", "stuck at 128"));
}

TEST_CASE("accumulator: every stuck sum says so, in both widths") {
  int stuck = 0;
  for (int bits = 1; bits <= 8; ++bits) {
    for (int terms = 1; terms <= 256; terms += terms < 40 ? 1 : 12) {
      const State state =
          subject.load("bits=" + std::to_string(bits) + "&terms=" + std::to_string(terms));
      const std::string sentence = state.scene().status(terms);
      const bool expected =
          contains(sentence, "stuck since") || contains(sentence, "From here on no term");
      stuck += expected;
      for (float width : {narrow_width, wide_width}) {
        const std::vector<Mark> texts = record(state.scene(), {width, terms}).of(Mark::Kind::text);
        const bool shown = std::any_of(texts.begin(), texts.end(), [](const Mark& mark) {
          return mark.part == "freeze" && mark.text.starts_with("stuck");
        });
        CHECK_MESSAGE(shown == expected, bits, " bits, ", terms, " terms, width ", width);
      }
    }
  }
  CHECK(stuck > 100);
}

TEST_CASE("accumulator: one error bar per add that was not exact, one slider over the plot") {
  const State state = subject.load("");
  const double triple[] = {0.9, 1.0, 1.1};
  int inexact = 0;
  double sum = 0;
  for (int i = 0; i < 64; ++i) {
    const numerics::RoundedAdd add = numerics::look_at_add(sum, triple[i % 3], 3);
    inexact += add.error != 0;
    sum = add.sum;
  }
  for (float width : {narrow_width, wide_width}) {
    const RecordingPainter picture = record(state.scene(), {width, 64});
    int bars = 0, sliders = 0;
    for (const Mark& mark : picture.marks()) {
      bars += mark.kind == Mark::Kind::rect && mark.part == "sum" &&
              mark.style.fill != Role::none && mark.style.fill != Role::surface;
      if (mark.kind != Mark::Kind::hotspot || mark.action.kind != Action::Kind::drag_x) continue;
      ++sliders;
      CHECK(mark.action.key == "step");
      CHECK(mark.action.to_value == 64);
      CHECK(mark.box.width >= 24);
      CHECK(contains(mark.text, "exact"));
    }
    CHECK(bars == inexact);
    CHECK(sliders > 1);
  }
}

TEST_CASE("accumulator: every picture fits") {
  const auto check = [](std::initializer_list<int> lengths, int stride) {
    std::vector<std::string> queries;
    for (int bits = 1; bits <= 23; ++bits)
      for (int terms : lengths)
        queries.push_back("bits=" + std::to_string(bits) + "&terms=" + std::to_string(terms));
    subject.check_pictures(queries, stride);
  };
  check({1, 2, 3, 5, 8, 16}, 1);
  check({17, 31, 33, 64}, 5);
  check({100, 255, 256}, 17);
}

}  // TESTS_OF(web::scenes::kernels::accumulator)
