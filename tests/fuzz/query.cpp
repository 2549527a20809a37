// States of scenes, reached by arbitrary queries. The first line names a scene; each further line
// is a query to load, "+QUERY" to merge, or "=KEY=TEXT" to set. A refused line changes nothing. An
// accepted state comes back through query(), and in the final state words and pictures are whole.
#include <functional>

#include "tests/fuzz/harness.hpp"
#include "tests/web/scenes/any_state.hpp"
#include "web/scene/scene.hpp"
#include "web/scene/svg_painter.hpp"

namespace {

using namespace loom;
using fuzz::expect;
using scene::State;

const scene::Description& pick(std::string_view name) {
  if (const scene::Description* known = scene::find(name)) return *known;
  const auto all = scene::registry();
  return all[std::hash<std::string_view>()(name) % all.size()];
}

// Everything that a reader can see of a state without a picture.
struct Seen {
  std::string query, status;
  int step, steps;
  std::vector<std::vector<scene::Cell>> rows;
  bool operator==(const Seen&) const = default;
};

Seen look(const State& state) {
  return {state.query(), state.scene().status(state.step()), state.step(), state.scene().steps(),
          state.scene().table().rows};
}

std::optional<Error> change(State& state, std::string_view line) {
  if (line.starts_with('+')) return state.merge(line.substr(1));
  if (!line.starts_with('=')) return state.load(line);
  line.remove_prefix(1);
  const size_t equals = line.find('=');
  return state.set(line.substr(0, equals), equals == line.npos ? "" : line.substr(equals + 1));
}

// The picture at one width; for one state in eight everything that any_state.hpp checks, which
// takes longer.
void check_whole(const State& state) {
  const std::string place = std::string(state.description().id) + "?" + state.query();
  const size_t hash = std::hash<std::string>()(place);
  std::string problem;
  if (hash % 8 == 0) {
    Random random(hash);
    problem = scenes::state_problem(state, random);
  } else {
    const float width = hash % 2 == 0 ? scene::narrow_width : scene::wide_width;
    problem =
        scenes::sentence_problem(state.scene().status(state.step()), state.description().page);
    if (problem.empty())
      problem = scenes::markup_problem(
          svg(state.scene(), {.width = width, .step = state.step()}, state.description().title));
  }
  expect(problem.empty(), problem, place + " at step " + std::to_string(state.step()));
}

}  // namespace

void try_input(std::string_view input) {
  constexpr int most_lines = 8;
  const scene::Description& description = pick(fuzz::take_line(input));
  State state(description);
  Seen before = look(state);
  for (int i = 0; i < most_lines && !input.empty(); ++i) {
    const std::string_view line = fuzz::take_line(input);
    const auto refused = change(state, line);
    const Seen after = look(state);
    if (refused) {
      expect(!refused->message.empty(), "refused without a reason", line);
      expect(after == before, "a refused query changed the state", line);
    } else {
      State again(description);
      const auto error = again.load(after.query);
      expect(!error, "a link is refused", after.query + ": " + (error ? error->message : ""));
      expect(look(again) == after && again.values() == state.values(),
             "a link leads to another state", after.query);
    }
    before = after;
  }
  check_whole(state);
}
