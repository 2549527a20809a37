#include "tests/web/scenes/subject.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/text/nearest.hpp"
#include "tests/web/scenes/any_state.hpp"
#include "web/live/actions.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

std::string picture_problem(const Description& description, const Scene& scene, const View& view) {
  const RecordingPainter painter = record(scene, view);
  const std::string problem = layout_problem(description, painter, scene.height(view.width), view);
  if (!problem.empty()) return problem;
  for (const Mark& mark : painter.marks())
    if (mark.kind == Mark::Kind::text && mark.text.empty())
      return "a label found no room in part '" + mark.part + "'";
  return "";
}

Mark grip(const State& state, const std::string& key, float width) {
  for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot))
    if (live::is_drag(mark.action) && !live::is_drag(mark.other) && mark.action.key == key)
      return mark;
  FAIL("nothing to drag for " << key);
  return {};
}

}  // namespace

std::span<const Description> chosen(std::span<const Description> all, const char* name) {
  if (!name) return all;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].id == name) return all.subspan(i, 1);
  return {};
}

std::span<const Description> tried_scenes() {
  const char* name = std::getenv("LOOM_SCENE");
  const auto scenes = chosen(registry(), name);
  std::vector<std::string_view> ids;
  for (const Description& scene : registry()) ids.push_back(scene.id);
  const std::string given = name ? name : "";
  REQUIRE_MESSAGE(!scenes.empty(),
                  "LOOM_SCENE=" << given << ": no such scene" << did_you_mean(given, ids));
  return scenes;
}

std::vector<const Description*> tried_scenes(std::initializer_list<std::string_view> groups) {
  const auto in_them = [&](const Description& scene) {
    return std::find(groups.begin(), groups.end(), scene.group) != groups.end();
  };
  CHECK(std::any_of(registry().begin(), registry().end(), in_them));
  std::vector<const Description*> found;
  for (const Description& scene : tried_scenes())
    if (in_them(scene)) found.push_back(&scene);
  return found;
}

State Subject::load(const std::string& query) const {
  State state(description_);
  const auto error = state.load(query);
  REQUIRE_MESSAGE(!error, query);
  return state;
}

std::string Subject::status(const std::string& query) const {
  const State state = load(query);
  return state.scene().status(state.step());
}

void Subject::check_says(const std::string& query, const Numbers& expected) const {
  const std::string sentence = status(query);
  const Numbers all = numbers(sentence);
  auto from = all.begin();
  for (double each : expected) {
    const auto at = std::find(from, all.end(), each);
    const bool said = at != all.end();
    CHECK_MESSAGE(said, description_.id << "?" << query << ": expected " << each << " in '"
                                        << sentence << "'");
    if (said) from = at + 1;
  }
}

std::vector<std::string> Subject::offered(const std::string& key) const {
  std::vector<std::string> values;
  for (const Parameter& parameter : description_.parameters)
    if (parameter.key == key)
      for (const Choice& choice : parameter.choices) values.emplace_back(choice.value);
  return values;
}

std::vector<std::string> Subject::columns() const {
  std::vector<std::string> names;
  for (const Column& column : load("").scene().table().columns) names.push_back(shown_head(column));
  return names;
}

void Subject::check_pictures(const std::string& query, int stride) const {
  const State state = load(query);
  const Scene& scene = state.scene();
  const int last = scene.steps();
  for (int step = 0; step <= last; ++step) {
    if (step > 1 && step < last - 1 && step % stride != 0) continue;
    const auto check = [&](const std::string& problem, const std::string& where) {
      check_once(description_.id, problem,
                 "?" + query + " at step " + std::to_string(step) + where);
    };
    for (float width : {narrow_width, wide_width})
      for (float fraction : {1.f, 0.3f, 0.7f}) {
        if (fraction < 1 && step == 0) continue;
        check(picture_problem(description_, scene,
                              {.width = width, .step = step, .fraction = fraction}),
              ", " + std::to_string(static_cast<int>(width)) + " px, fraction " +
                  std::to_string(fraction));
      }
    check(sentence_problem(scene.status(step), description_.page),
          ": '" + scene.status(step) + "'");
  }
}

void Subject::check_one_height(const std::vector<std::string>& queries) const {
  const State opening = load("");
  for (const std::string& query : queries) {
    const State state = load(query);
    for (float width : {narrow_width, wide_width})
      CHECK_MESSAGE(state.scene().height(width) == opening.scene().height(width), query);
  }
}

void Subject::check_drag(const std::string& query, const std::string& key,
                         const std::vector<std::string>& values) const {
  for (float width : {narrow_width, wide_width}) {
    State state = load(query);
    for (const std::string& value : values) {
      State there = load(state.query());
      REQUIRE(!there.set(key, value));
      const auto change =
          live::drag(grip(state, key, width).action, state, grip(there, key, width).box.center());
      REQUIRE(change);
      REQUIRE(!state.set(change->key, change->text));
      CHECK(state.values().text(key) == value);
    }
  }
}

bool is_first(std::string_view scene, std::string_view problem) {
  static std::set<std::string> known;
  std::string cause(problem.substr(0, problem.find_first_of(":,")));
  std::erase_if(cause, [](char c) { return c >= '0' && c <= '9'; });
  return known.insert(std::string(scene) + " " + cause).second;
}

void check_once(std::string_view scene, const std::string& problem, const std::string& place) {
  const bool fails = !problem.empty() && is_first(scene, problem);
  CHECK_MESSAGE(!fails, scene << ": " << problem << "; the first of such states is " << place);
}

Rows shown(const Table& table) {
  Rows rows;
  for (const std::vector<Cell>& row : table.rows) {
    rows.emplace_back();
    for (const Cell& cell : row) rows.back().push_back(cell.shown);
  }
  return rows;
}

namespace {

Metric find_metric(const State& state, const std::string& key) {
  for (const Metric& metric : state.scene().metrics())
    if (metric.key == key) return metric;
  FAIL("no metric " << key);
  return {};
}

}  // namespace

double metric(const State& state, const std::string& key) { return find_metric(state, key).value; }

std::string metric_text(const State& state, const std::string& key) {
  const Metric found = find_metric(state, key);
  return fixed(found.value, found.decimals);
}

std::string Subject::cell(const std::string& query, const std::string& row,
                          const std::string& column) const {
  const Table table = load(query).scene().table();
  for (size_t at = 0; at < table.columns.size(); ++at)
    if (table.columns[at].name == column)
      for (const std::vector<Cell>& each : table.rows)
        if (each.front().shown == row) return each[at].shown;
  FAIL("no row '" << row << "' with a column '" << column << "'");
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int filled(const RecordingPainter& painter, const std::string& part, Role role) {
  return static_cast<int>(
      std::count_if(painter.marks().begin(), painter.marks().end(), [&](const Mark& mark) {
        return mark.kind == Mark::Kind::rect && mark.part == part && mark.style.fill == role;
      }));
}

std::string list(const std::vector<int>& numbers) {
  std::string text;
  for (int number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

}  // namespace loom::scenes
