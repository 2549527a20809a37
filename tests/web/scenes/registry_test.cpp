// What must hold for every scene, whoever writes it.
#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/svg_painter.hpp"

TESTS_OF(web::scenes::registry) {

using namespace loom;
using namespace loom::scene;

namespace {

// The default state and those of the presets, each with its step.
std::vector<State> shown(const Description& description) {
  const scenes::Subject subject(description);
  std::vector<State> states;
  states.push_back(subject.load(""));
  for (const Preset& preset : description.presets)
    states.push_back(subject.load(std::string(preset.query)));
  return states;
}

}  // namespace

TEST_CASE("registry: names are of one kind, and none is there twice") {
  std::set<std::string_view> ids, titles;
  for (const Description& scene : registry()) {
    CAPTURE(scene.id);
    CHECK(ids.insert(scene.id).second);
    CHECK(titles.insert(scene.title).second);
    CHECK(find(scene.id) == &scene);
    CHECK(scene.question.ends_with("?"));
    CHECK(!scene.group.empty());
    std::set<std::string_view> parts(scene.parts.begin(), scene.parts.end()), keys, metrics;
    CHECK(parts.size() == scene.parts.size());
    for (const Parameter& parameter : scene.parameters) CHECK(keys.insert(parameter.key).second);
    for (const Metric& metric : scene.make()->metrics()) {
      CAPTURE(metric.key);
      CHECK(metrics.insert(metric.key).second);
    }
  }
  CHECK(find("no-such-scene") == nullptr);
}

TEST_CASE("registry: tests can be told to try one scene alone") {
  const auto all = registry();
  CHECK(scenes::chosen(all, nullptr).size() == all.size());
  const std::string last(all.back().id);
  REQUIRE(scenes::chosen(all, last.c_str()).size() == 1);
  CHECK(&scenes::chosen(all, last.c_str()).front() == &all.back());
  CHECK(scenes::chosen(all, "no-such-scene").empty());
}

TEST_CASE("registry: no parameter has a name that means something else") {
  for (const Description& scene : scenes::tried_scenes())
    for (const Parameter& parameter : scene.parameters) {
      CAPTURE(scene.id);
      CAPTURE(parameter.key);
      CHECK(std::count(std::begin(reserved_keys), std::end(reserved_keys), parameter.key) == 0);
      CHECK(std::all_of(parameter.key.begin(), parameter.key.end(),
                        [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }));
    }
}

TEST_CASE("registry: a seed is the same parameter wherever there is one") {
  for (const Description& scene : scenes::tried_scenes())
    for (const Parameter& parameter : scene.parameters) {
      if (parameter.key != "seed") continue;
      CAPTURE(scene.id);
      CHECK(parameter.label == "Seed");
      CHECK(expected(parameter) == "a whole number from 0 to 999");
    }
}

TEST_CASE("registry: every preset is a state of its own") {
  for (const Description& scene : scenes::tried_scenes()) {
    std::set<std::string> states, labels;
    for (const Preset& preset : scene.presets) {
      CAPTURE(scene.id);
      CAPTURE(preset.label);
      const State state = scenes::Subject(scene).load(std::string(preset.query));
      CHECK(labels.insert(std::string(preset.label)).second);
      CHECK(states.insert(state.query()).second);
    }
  }
}

TEST_CASE("registry: every part that prose may light up is somewhere to be seen") {
  for (const Description& scene : scenes::tried_scenes()) {
    std::set<std::string> seen;
    for (const State& state : shown(scene))
      for (int step : {state.step(), std::min(1, state.scene().steps())})
        for (const RecordingPainter painter = record(state.scene(), {.step = step});
             const Mark& mark : painter.marks())
          seen.insert(mark.part);
    for (std::string_view part : scene.parts)
      CHECK_MESSAGE(seen.contains(std::string(part)), scene.id << ": " << part);
  }
}

TEST_CASE("registry: drawing twice gives the same bytes, from a scene that was elsewhere as well") {
  int at = 0;
  for (const Description& scene : scenes::tried_scenes()) {
    CAPTURE(scene.id);
    State wanderer(scene);
    for (const State& state : shown(scene)) {
      CHECK(!wanderer.load(state.query()));
      if (at++ % one_of_so_many > 0) continue;
      for (float width : {narrow_width, wide_width}) {
        const View view{
            .width = width, .step = std::min(1, state.scene().steps()), .fraction = 0.3f};
        const std::string picture = svg(state.scene(), view, "x");
        CHECK(picture == svg(state.scene(), view, "x"));
        CHECK(picture == svg(wanderer.scene(), view, "x"));
      }
    }
  }
}

TEST_CASE("registry: a new scene is in its default state") {
  for (const Description& scene : scenes::tried_scenes()) {
    CAPTURE(scene.id);
    const std::unique_ptr<Scene> made = scene.make(), set = scene.make();
    REQUIRE(!set->set(Values(scene.parameters)));
    REQUIRE(made->steps() == set->steps());
    CHECK(svg(*made, {.step = made->steps()}, "x") == svg(*set, {.step = set->steps()}, "x"));
    CHECK(made->table().rows == set->table().rows);
    for (int step = 0; step <= made->steps(); ++step)
      CHECK(made->status(step) == set->status(step));
  }
}

TEST_CASE("registry: the default and the presets fit") {
  int at = 0;
  for (const Description& scene : scenes::tried_scenes())
    for (const State& state : shown(scene))
      if (at++ % one_of_so_many == 0) scenes::Subject(scene).check_pictures(state.query(), 8);
}

TEST_CASE("registry: quotation marks and apostrophes are those of print") {
  const auto check = [](std::string_view text) {
    CHECK_MESSAGE(text.find_first_of("'\"") == text.npos, text);
  };
  for (const Description& scene : scenes::tried_scenes()) {
    CAPTURE(scene.id);
    check(scene.title);
    check(scene.question);
    for (const Parameter& parameter : scene.parameters) {
      check(parameter.label);
      check(parameter.help);
      for (const Choice& choice : parameter.choices) check(choice.label);
    }
    for (const Preset& preset : scene.presets) check(preset.label);
    for (const State& state : shown(scene)) {
      check(state.scene().status(state.step()));
      for (const Metric& metric : state.scene().metrics()) check(metric.label);
      const Table table = state.scene().table();
      for (const Column& column : table.columns) check(column.name);
      for (const auto& row : table.rows)
        for (const Cell& cell : row) check(cell.shown);
      for (float width : {narrow_width, wide_width})
        for (const RecordingPainter painter =
                 record(state.scene(), {.width = width, .step = state.step()});
             const Mark& mark : painter.marks())
          check(mark.text);
    }
  }
}

}  // TESTS_OF(web::scenes::registry)
