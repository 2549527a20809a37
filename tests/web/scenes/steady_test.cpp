// What stays in place while a figure is used, and which controls it offers: the scenes of formats,
// kernels and many GPUs, and in part those of attention.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::scenes::steady) {

using namespace loom;
using namespace loom::scene;

namespace {

std::vector<const Description*> steady() {
  return scenes::tried_scenes({"formats", "quantization", "kernels", "flash", "scaling"});
}

// The default, the presets, and every value of a choice or a toggle.
std::vector<std::string> states_of(const Description& scene) {
  std::vector<std::string> queries = {""};
  for (const Preset& preset : scene.presets) queries.emplace_back(preset.query);
  for (const Parameter& parameter : scene.parameters) {
    const std::string key = std::string(parameter.key) + "=";
    for (const Choice& choice : parameter.choices)
      queries.push_back(key + std::string(choice.value));
    if (parameter.kind == Kind::toggle)
      for (const char* value : {"on", "off"}) queries.push_back(key + value);
  }
  return queries;
}

// Charts whose columns a finger drags up and down; they are wide, so two stand above each other.
size_t charts_of_columns(const Description& scene) {
  std::set<std::string_view> keys;
  const State state(scene);
  for (const Mark& mark : record(state.scene(), {.width = narrow_width}).of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::drag_y) keys.insert(mark.action.key);
  return keys.size();
}

// A preset that sets a number on which the length of the timeline depends, such as the keys of a
// tile, may show more rows.
bool sets_length(const Description& scene, const std::string& query) {
  const auto fields = parse_query(query);
  REQUIRE(fields);
  State numbers(scene);
  const int opening = numbers.scene().steps();
  for (const Field& field : *fields)
    for (const Parameter& parameter : scene.parameters)
      if (parameter.key == field.key && parameter.kind == Kind::integer)
        REQUIRE_FALSE(numbers.set(field.key, field.text));
  return numbers.scene().steps() != opening;
}

}  // namespace

TEST_CASE("a picture keeps its height, whatever is chosen, and leaves room for its words") {
  for (const Description* scene : steady())
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(scene->id);
      const float height = State(*scene).scene().height(width);
      // A phone shows controls below it.
      const float narrow_most = charts_of_columns(*scene) > 1 ? 500 : 440;
      CHECK(height <= (width == wide_width ? 400 : narrow_most));
      for (const std::string& query : states_of(*scene)) {
        CAPTURE(query);
        State state(*scene);
        REQUIRE_FALSE(state.load(query));
        if (sets_length(*scene, query)) continue;
        CHECK(state.scene().height(width) == height);
      }
    }
}

TEST_CASE("a picture of attention keeps its height, whatever is chosen") {
  for (const Description* scene : scenes::tried_scenes({"attention", "positions"}))
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(scene->id);
      const float height = State(*scene).scene().height(width);
      CHECK(height <= (width == wide_width ? 400 : 440));
      for (const std::string& query : states_of(*scene)) {
        CAPTURE(query);
        State state(*scene);
        REQUIRE_FALSE(state.load(query));
        CHECK(state.scene().height(width) == height);
      }
    }
}

// A text that belongs to a choice, such as a pasted config.json, counts as one control with it.
TEST_CASE("no more than eight controls are offered at once") {
  for (const Description* scene : scenes::tried_scenes(
           {"formats", "quantization", "kernels", "flash", "attention", "positions", "scaling"}))
    for (const std::string& query : states_of(*scene)) {
      State state(*scene);
      REQUIRE_FALSE(state.load(query));
      const auto count = std::count_if(
          scene->parameters.begin(), scene->parameters.end(),
          [&](const Parameter& each) { return !each.reader && offered(each, state.values()); });
      CHECK_MESSAGE(count <= 8, scene->id << "?" << query);
    }
}

TEST_CASE("no preset is one click on a choice that is there anyway") {
  for (const Description* scene : steady())
    for (const Preset& preset : scene->presets) {
      const auto fields = parse_query(preset.query);
      REQUIRE(fields);
      if (fields->size() != 1) continue;
      for (const Parameter& parameter : scene->parameters)
        if (parameter.key == fields->front().key)
          CHECK_MESSAGE((parameter.kind != Kind::choice && parameter.kind != Kind::toggle),
                        scene->id << ": " << preset.label);
    }
}

TEST_CASE("axes that are logarithmic say so") {
  for (const char* id : {"number-line", "gradient-range", "promotion-interval", "where-math-runs",
                         "context-stretch", "attention-sink", "no-position", "sparse-attention",
                         "flash-io", "split-kv", "touched-experts", "fusion"})
    for (float width : {narrow_width, wide_width}) {
      bool said = false;
      for (const Mark& mark :
           record(State(*find(id)).scene(), {.width = width, .step = State(*find(id)).step()})
               .of(Mark::Kind::text))
        said = said || mark.text.find("log") != std::string::npos;
      CHECK_MESSAGE(said, id);
    }
}

TEST_CASE("a state that opens a figure has a picture") {
  for (const Description* scene : steady())
    for (const std::string& query : states_of(*scene)) {
      State state(*scene);
      REQUIRE_FALSE(state.load(query));
      int drawn = 0;
      const auto picture = record(state.scene(), {.step = state.step()});
      for (const Mark& mark : picture.marks()) {
        const bool filled = mark.style.fill != Role::none && mark.style.fill != Role::surface;
        drawn += mark.kind == Mark::Kind::path || (mark.kind == Mark::Kind::rect && filled);
      }
      CHECK_MESSAGE(drawn >= 2, scene->id << "?" << query);
    }
}

}  // TESTS_OF(web::scenes::steady)
