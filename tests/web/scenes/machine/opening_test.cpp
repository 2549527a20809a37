// What a page shows before a reader has touched it, and after a preset: never an empty machine.
#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::opening) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

std::vector<const Description*> machine() { return tried_scenes({"machine", "warps"}); }

}  // namespace

TEST_CASE("machine: every figure opens with its result, and its presets show theirs") {
  for (const Description* description : machine()) {
    CAPTURE(description->id);
    State state(*description);
    CHECK(state.step() == state.scene().steps());
    for (const Preset& preset : description->presets) {
      CHECK(!state.load(preset.query));
      CHECK(state.step() == state.scene().steps());
    }
  }
}

TEST_CASE(
    "machine: at most one preset repeats one control, and at most eight controls are offered at "
    "once") {
  for (const Description* description : machine()) {
    const Subject subject(*description);
    int repeated = 0;
    for (const Preset& preset : description->presets)
      repeated += parse_query(subject.load(std::string(preset.query)).query())->size() == 1;
    CHECK(repeated <= 1);
    const Values values(description->parameters);
    int offers = 0;
    for (const Parameter& parameter : description->parameters) offers += offered(parameter, values);
    CHECK(offers <= 8);
  }
}

TEST_CASE("machine: a picture fits on one screen beside a control, and keeps its height") {
  for (const Description* description : machine())
    for (float width : {narrow_width, wide_width}) {
      std::set<float> heights;
      State state(*description);
      heights.insert(state.scene().height(width));
      for (const Preset& preset : description->presets) {
        CHECK(!state.load(preset.query));
        heights.insert(state.scene().height(width));
      }
      CAPTURE(description->id);
      CHECK(heights.size() == 1);
      CHECK(*heights.rbegin() <= (width == wide_width ? 348 : 480));
    }
}

}  // TESTS_OF(web::scenes::machine::opening)
