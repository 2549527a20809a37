// What stays in place while a figure is used, and which controls it offers: the scenes of formats,
// kernels and many GPUs, and in part those of attention.
#include <algorithm>
#include <cmath>
#include <map>
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

std::vector<const Description*> in_lessons() {
  return scenes::tried_scenes({"formats", "quantization", "kernels", "flash", "attention",
                               "positions", "scaling", "measure"});
}

std::vector<const Description*> steady() {
  return scenes::tried_scenes(
      {"formats", "quantization", "kernels", "flash", "scaling", "measure"});
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

// The height of the default, with the numbers of a query on which the length of the timeline
// depends: where there are more tiles, there may be more rows.
float expected_height(const Description& scene, const std::string& query, float width) {
  const auto fields = parse_query(query);
  REQUIRE(fields);
  State numbers(scene);
  const float height = numbers.scene().height(width);
  const int opening = numbers.scene().steps();
  for (const Field& field : *fields)
    for (const Parameter& parameter : scene.parameters)
      if (parameter.key == field.key && parameter.kind == Kind::integer)
        REQUIRE_FALSE(numbers.set(field.key, field.text));
  return numbers.scene().steps() == opening ? height : numbers.scene().height(width);
}

// A number with a prefix of its unit: "64", "2⁻¹⁴", "10 MB", "4k". NAN for other texts.
double scaled(const std::string& text) {
  const std::vector<scenes::Figure> all = scenes::figures(text);
  if (all.size() != 1 || text.find_first_of("0123456789") > 3) return NAN;
  std::string_view unit = all[0].behind;
  if (unit.size() > 6) return NAN;
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  const bool binary = unit.size() > 1 && unit[1] == 'i';
  const size_t prefix =
      unit.empty() ? 0 : std::string_view(" kMGT").find(unit[0] == 'K' ? 'k' : unit[0]);
  const bool prefixed = prefix != std::string_view::npos && prefix > 0 && unit.size() <= 3;
  return all[0].said.number * std::pow(binary ? 1024. : 1000., prefixed ? prefix : 0);
}

struct Label {
  double at, value;
};

// As axes have them: a power of two, or 1, 2 or 5 times a power of ten.
bool is_round(double value) {
  int exponent = 0;
  if (std::frexp(value, &exponent) == 0.5) return true;
  const double digits = value / std::pow(10., std::floor(std::log10(value) + 1e-9));
  const auto is = [&](double each) { return std::fabs(digits - each) < 1e-6; };
  return is(1) || is(2) || is(5);
}

// Whether these are the labels of an axis on which equal distances are equal factors: at least four
// round numbers, which are not equally far apart as numbers.
bool is_logarithmic(std::vector<Label> all) {
  std::sort(all.begin(), all.end(), [](const Label& a, const Label& b) { return a.at < b.at; });
  if (all.size() < 4) return false;
  const Label &first = all.front(), &last = all.back();
  double from_log = 0, from_line = 0;
  for (const Label& each : all) {
    if (!(each.value > 0 && is_round(each.value)) || first.value >= last.value) return false;
    const double share = (each.at - first.at) / (last.at - first.at);
    from_log = std::max(from_log, std::fabs(share - std::log(each.value / first.value) /
                                                        std::log(last.value / first.value)));
    from_line = std::max(
        from_line, std::fabs(share - (each.value - first.value) / (last.value - first.value)));
  }
  return from_log < 0.02 && from_line > 0.1;
}

// Whether the numbers along a line of the picture, below a chart or beside it, make such an axis.
bool has_logarithmic_axis(const RecordingPainter& picture) {
  std::map<std::pair<bool, int>, std::vector<Label>> lines;
  for (const Mark& mark : picture.marks()) {
    if (mark.kind == Mark::Kind::hotspot && mark.action.logarithmic) return true;
    const double value = mark.kind == Mark::Kind::text ? scaled(mark.text) : NAN;
    if (std::isnan(value)) continue;
    const Rect& box = mark.box;
    lines[{false, static_cast<int>(std::lround(box.y))}].push_back({box.x + box.width / 2, value});
    lines[{true, static_cast<int>(std::lround(box.x + box.width))}].push_back(
        {-box.y, value});  // upward
  }
  return std::any_of(lines.begin(), lines.end(),
                     [](const auto& line) { return is_logarithmic(line.second); });
}

}  // namespace

TEST_CASE("a picture keeps its height, whatever is chosen, and leaves room for its words") {
  for (const Description* scene : in_lessons())
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(scene->id);
      // A phone shows controls below it.
      const float narrow_most = charts_of_columns(*scene) > 1 ? 500 : 440;
      CHECK(State(*scene).scene().height(width) <= (width == wide_width ? 400 : narrow_most));
      for (const std::string& query : states_of(*scene)) {
        CAPTURE(query);
        State state(*scene);
        REQUIRE_FALSE(state.load(query));
        CHECK(state.scene().height(width) == expected_height(*scene, query, width));
      }
    }
}

// A text that belongs to a choice, such as a pasted config.json, counts as one control with it.
TEST_CASE("no more than eight controls are offered at once") {
  for (const Description* scene : in_lessons())
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
  std::set<std::string_view> found;
  for (const Description& scene : scenes::tried_scenes())
    for (const float width : {narrow_width, wide_width})
      for (const std::string& query : states_of(scene)) {
        State state(scene);
        if (state.load(query)) continue;  // a choice that this state refuses
        const auto picture = record(state.scene(), {.width = width, .step = state.step()});
        if (!has_logarithmic_axis(picture)) continue;
        found.insert(scene.id);
        const std::vector<Mark> texts = picture.of(Mark::Kind::text);
        CHECK_MESSAGE(std::any_of(texts.begin(), texts.end(),
                                  [](const Mark& mark) {
                                    return mark.text.find("log") != std::string::npos;
                                  }),
                      scene.id << "?" << query << " at " << width << " px");
      }
  if (scenes::tried_scenes().size() == registry().size()) CHECK(found.size() >= 12);
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
