// Every scene in states that nobody thought of, and under a pointer that goes anywhere.
#include "tests/web/scenes/any_state.hpp"

#include <limits>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/live/session.hpp"
#include "web/scene/svg_painter.hpp"

TESTS_OF(web::scenes::any_state) {

using namespace loom;
using namespace loom::scenes;
using scene::Action;
using scene::Description;
using scene::Mark;
using scene::State;

namespace {

std::string place(const State& state) {
  return std::string(state.description().id) + "?" + state.query() + " at step " +
         std::to_string(state.step());
}

// On the picture, around it, far away, nowhere.
scene::Point random_point(Random& random, float width, float height) {
  constexpr float odd[] = {0,
                           -1,
                           1e9f,
                           -1e9f,
                           std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()};
  const auto one = [&](float size) {
    if (random.below(12) == 0) return odd[random.below(6)];
    return static_cast<float>(random.unit() * 1.4 - 0.2) * size;
  };
  const float x = one(width);
  return {x, one(height)};
}

bool use(live::Session& session, const Mark& hotspot, const std::vector<scene::Hotspot>& all,
         scene::Point at) {
  const Action& action = hotspot.action;
  if (!live::is_drag(action)) return session.click(action);
  if (action.kind != Action::Kind::drag_onto) {
    const bool changed = session.drag(action, at);
    return session.drag(hotspot.other, at) || changed;
  }
  const auto number = live::place_at(all, action.key, at);
  CHECK_MESSAGE(number, place(session.state()) << ": nowhere to drop " << hotspot.text);
  return number && session.drop(action, *number);
}

}  // namespace

TEST_CASE("any state: words, table, numbers, link and both pictures are whole") {
  for (const Description& description : tried_scenes()) {
    Random random(2026);
    constexpr int most = tries(120);
    int shown = 0;
    State state(description), other(description);
    for (int round = 0; round < 2000 && shown < most; ++round) {
      // The state that a page opens with comes first, so that a failure names it if it is one.
      const bool opening = round == 0;
      const std::string query = opening ? "" : random_query(description, random);
      const std::string before = state.query();
      if (const auto error = state.load(query)) {
        // Values that contradict each other: the error says so, and nothing has changed.
        CHECK_MESSAGE((!error->message.empty() && state.query() == before),
                      description.id << "?" << query);
        continue;
      }
      ++shown;
      const int steps = state.scene().steps();
      REQUIRE(steps >= 0);
      const int on_the_way = static_cast<int>(random.below(static_cast<std::uint32_t>(steps) + 1));
      const int places[] = {0, on_the_way, steps};
      if (!opening) {
        REQUIRE_FALSE(state.seek(places[random.below(3)]));
      }
      const std::string problem = state_problem(state, random, other);
      check_once(description.id, problem, place(state));
    }
    CHECK_MESSAGE(shown == most, description.id);
  }
}

TEST_CASE("any state: what a pointer does leaves a legal state") {
  for (const Description& description : tried_scenes()) {
    Random random(7);
    int used = 0, actions = 0;
    State again(description);
    for (int round = 0; round < tries(12); ++round) {
      live::Session session(description);
      (void)session.load(random_query(description, random));
      session.seek(static_cast<int>(
          random.below(static_cast<std::uint32_t>(session.state().scene().steps()) + 1)));
      const float width = round % 2 == 0 ? scene::narrow_width : scene::wide_width;
      for (int move = 0; move < 30; ++move) {
        const auto marks =
            record(session.state().scene(), {.width = width, .step = session.state().step()})
                .of(Mark::Kind::hotspot);
        std::vector<scene::Hotspot> all;
        std::vector<Mark> alive;
        for (const Mark& mark : marks) {
          all.push_back({mark.box, mark.text, mark.action, mark.places});
          if (mark.action.kind != Action::Kind::none) alive.push_back(mark);
        }
        if (alive.empty()) break;
        ++actions;
        const Mark& hotspot = alive[random.below(static_cast<std::uint32_t>(alive.size()))];
        const float height = session.state().scene().height(width);
        used += use(session, hotspot, all, random_point(random, width, height));
        const auto error = again.load(session.state().query());
        REQUIRE_MESSAGE(!error, place(session.state()) << ": " << error->message);
      }
      const std::string problem = state_problem(session.state(), random, again);
      check_once(description.id, problem, place(session.state()));
    }
    const std::string changed = std::to_string(used) + " of " + std::to_string(actions);
    const std::string said = changed + " uses of its hotspots changed the state, expected a fifth";
    // Few rounds may have no state with an action in it.
    const bool few = tries(12) < 12 && actions == 0;
    CHECK_MESSAGE((few || used > actions / 5), description.id << ": " << said);
  }
}

TEST_CASE("any state: how a state was reached leaves no trace") {
  for (const Description& description : tried_scenes()) {
    Random random(13);
    State state(description);
    int changed = 0, refused = 0;
    for (int round = 0; round < tries(60); ++round) {
      // One value after the other, as a reader would; some contradict the others and are refused.
      const auto fields = scene::parse_query(random_query(description, random));
      REQUIRE(fields);
      for (const scene::Field& field : *fields)
        ++(state.set(field.key, field.text) ? refused : changed);
      const int steps = state.scene().steps();
      (void)state.seek(static_cast<int>(random.below(static_cast<std::uint32_t>(steps) + 1)));
      (void)state.set("step", std::to_string(steps + 1));
      (void)state.load(random_query(description, random) + "&step=12345");

      State fresh(description);
      REQUIRE_FALSE(fresh.load(state.query()));
      const scene::View view{.width = scene::narrow_width, .step = state.step()};
      CHECK_MESSAGE(state.step() == fresh.step(), place(state));
      CHECK_MESSAGE(state.scene().status(state.step()) == fresh.scene().status(state.step()),
                    place(state));
      CHECK_MESSAGE(state.scene().table().rows == fresh.scene().table().rows, place(state));
      CHECK_MESSAGE(svg(state.scene(), view, "") == svg(fresh.scene(), view, ""), place(state));
    }
    CHECK_MESSAGE(changed > refused / 10, description.id);
  }
}

TEST_CASE("any state: a link that is no link is refused, and nothing changes") {
  constexpr std::string_view pieces[] = {
      "=",   "&",     "%",     "%4", "%zz",  "step=", "step=-1", "step=99999999999",
      "nan", "1e999", ",",     ",,", "\x80", "<",     "0x10",    "+",
      "..",  "on",    "random"};
  for (const Description& description : tried_scenes()) {
    Random random(11);
    State state(description);
    for (int round = 0; round < tries(200); ++round) {
      std::string query = random_query(description, random);
      for (auto left = 1 + random.below(3); left > 0; --left) {
        const auto at = random.below(static_cast<std::uint32_t>(query.size()) + 1);
        query.insert(at, pieces[random.below(std::size(pieces))]);
      }
      const std::string before = state.query(), said = state.scene().status(state.step());
      if (const auto error = state.load(query)) {
        CHECK_FALSE(error->message.empty());
        CHECK_MESSAGE((state.query() == before && state.scene().status(state.step()) == said),
                      description.id << "?" << query);
      } else {
        const std::string text = state.scene().status(state.step());
        CHECK_MESSAGE(sentence_problem(text, description.page).empty(),
                      description.id << "?" << query << ": " << text);
      }
    }
  }
}

TEST_CASE("any state: one cause is one failure of a scene") {
  CHECK(is_first("a scene", "outside the picture: text 'Tile 3' at 12,40"));
  CHECK_FALSE(is_first("a scene", "outside the picture: text 'Tile 41' at 0,40.5"));
  CHECK(is_first("a scene", "part 'bars' is not declared"));
  CHECK_FALSE(is_first("a scene", "part 'bars' is not declared, 340 px, fraction 0.5"));
  CHECK(is_first("a scene", "part 'axis' is not declared"));
  CHECK(is_first("another", "outside the picture: text 'Tile 3' at 12,40"));
}

TEST_CASE("any state: what is outside of a picture is named, with its part") {
  const Description& description = scene::registry().front();
  scene::RecordingPainter painter;
  painter.begin("bars");
  painter.rect({300, 0, 40.5f, 10}, {.fill = scene::Role::compute});
  painter.end();
  CHECK(layout_problem(description, painter, 100, {.width = 340}) ==
        "outside the picture: rect of part 'bars' at 300, 0, 40.5 by 10");
  scene::RecordingPainter words;
  words.text({0, 95}, "Tile", {});
  CHECK(layout_problem(description, words, 100, {.width = 340})
            .starts_with("outside the picture: text 'Tile' at 0, "));
}

TEST_CASE("any state: what the checks find") {
  CHECK(sentence_problem("All is well.").empty());
  CHECK(sentence_problem("Nancy has a finance degree.").empty());
  for (const char* text : {"", "No period", "It takes nan cycles.", "-inf cycles.", "{} cycles.",
                           "Two  spaces.", "Who .", "What.."})
    CHECK_MESSAGE(!sentence_problem(text).empty(), std::string(text));
  CHECK(markup_problem("<svg a=\"1\"><g><rect x=\"0\"/></g><text>a &lt; b</text></svg>").empty());
  for (const char* svg :
       {"<svg>", "<g></svg>", "</g>", "<g x=\"nan\"/>", "<g d=\"M0 -inf\"/>", "<g x=1/>",
        "<g>a & b</g>", "<g>a > b</g>", "<g", "<g x=\"1\"y=\"2\"/>", "<a<b/>"})
    CHECK_MESSAGE(!markup_problem(svg).empty(), std::string(svg));
}

}  // TESTS_OF(web::scenes::any_state)
