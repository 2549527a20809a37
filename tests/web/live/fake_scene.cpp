#include "tests/web/live/fake_scene.hpp"

#include <array>

#include "web/scene/format.hpp"

namespace loom::tests {
namespace {

using namespace scene;  // NOLINT: it is one

constexpr std::array<Choice, 2> colors = {{{"red", "Red"}, {"blue", "Blue"}}};
constexpr std::array<Parameter, 6> parameters = {{
    {.key = "color", .label = "Color", .kind = Kind::choice, .initial = "red", .choices = colors},
    {.key = "length",
     .label = "Length",
     .kind = Kind::integer,
     .initial = "4",
     .minimum = 0,
     .maximum = 300},
    {.key = "level",
     .label = "Level",
     .kind = Kind::real,
     .initial = "0.5",
     .minimum = -1,
     .maximum = 2,
     .step = 0.1},
    {.key = "filled", .label = "Filled", .kind = Kind::toggle, .initial = "off"},
    {.key = "scores",
     .label = "Scores",
     .kind = Kind::numbers,
     .initial = "1,2.5,3",
     .minimum = 0,
     .maximum = 9,
     .step = 0.5,
     .count_min = 1,
     .count_max = 5},
    {.key = "note", .label = "Note", .kind = Kind::text, .initial = "hi", .count_max = 12},
}};

constexpr Preset presets[] = {{"As it is", "length=4"},
                              {"Blue", "step=2&color=blue"},
                              {"Long and blue", "length=9&color=blue"}};

class FakeScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    if (values.text("note") == "refuse me") return Error{"refused as asked"};
    length_ = values.integer("length");
    level_ = static_cast<float>(values.real("level"));
    blue_ = values.text("color") == "blue";
    filled_ = values.toggle("filled");
    return std::nullopt;
  }
  int steps() const override { return length_; }
  std::string status(int step) const override { return "at " + std::to_string(step); }
  Table table() const override { return {{{"length"}}, {cells({length_})}}; }
  std::vector<Metric> metrics() const override {
    return {{"length", "Length", length_},
            Metric{"level", "Level", 0.1 * length_ + (blue_ ? 100 : 0), 1}.told_in("bar", "level",
                                                                                   "length"),
            Metric{"end", "End", length_}.told_from(2),
            Metric{"double", "Twice the length", 2 * length_}.told_near(0.2)};
  }
  float height(float) const override { return 100; }

  void draw(Painter& painter, const View& view) const override {
    painter.rect({0, 0, view.width, 100},
                 {.fill = Role::surface, .stroke = Role::grid, .radius = 4});
    painter.begin("bar");
    painter.rect({10, 10, 40, 80}, {.fill = Role::wait, .texture = Texture::hatch});
    painter.rect(
        {60, 10, 40, 80},
        {.fill = Role::waste, .stroke = Role::ink, .texture = Texture::dots, .dashed = true});
    painter.end();
    constexpr std::array<Point, 5> dent = {{{110, 10}, {150, 10}, {130, 40}, {150, 80}, {110, 80}}};
    painter.path(dent, true, {.fill = Role::data, .stroke = Role::ink});
    painter.line({0, 95}, {view.width, 95}, {.stroke = Role::muted});
    painter.line({0, 0}, {50, 95}, {.stroke = Role::bad, .stroke_width = 0.5f, .dashed = true});
    painter.circle({180, 40}, 12, {.fill = Role::lane, .stroke = Role::ink});
    painter.text({200, 40}, "Tile 0 → 63.9 · ∞", {.weight = Weight::semibold});
    painter.hotspot({{0, 0, 200, 100}, "ground"});
    painter.hotspot(
        {{10, 10, 40, 30}, "blue", {.kind = Action::Kind::set, .key = "color", .value = "blue"}});
    painter.hotspot({{100, 45 - 20 * level_, 60, 10},
                     "level",
                     {.kind = Action::Kind::drag_y,
                      .key = "level",
                      .from_px = 70,
                      .to_px = 10,
                      .from_value = -1,
                      .to_value = 2}});
    const float left = 400 + static_cast<float>(length_);
    painter.hotspot({.rect = {left, 40 - 20 * level_, 60, 40},
                     .tooltip = "whole",
                     .action = drag_x("length", 400, 700, 0, 300),
                     .other = drag_y("level", 60, 0, -1, 2)});
    painter.hotspot(
        {{250, 50, 4, 4}, "small", {.kind = Action::Kind::set, .key = "filled", .value = "on"}});
    for (int twin = 0; twin < 2; ++twin) {
      const Rect box = {600 + 20 * static_cast<float>(twin), filled_ ? 40.f : 10.f, 10, 10};
      painter.hotspot({.rect = box, .tooltip = "twin", .names = 7});
      if (view.pointed == 7) painter.rect(box, {.stroke = Role::ink});
    }
    // Below the one that is carried there are as many hotspots as the length, so their number
    // changes during the drag.
    for (int i = 0; i < length_; ++i)
      painter.hotspot({{300 + 8 * static_cast<float>(i % 10), 60, 8, 20},
                       "place " + std::to_string(i),
                       {},
                       {.key = "scores", .first = i % 10}});
    painter.hotspot(
        {{300, 10, 20, 20},
         "carry",
         {.kind = Action::Kind::drag_onto, .key = "scores", .index = 1, .also = "length=3"}});
  }

 private:
  int length_ = 4;
  bool blue_ = false, filled_ = false;
  float level_ = 0.5f;
};

}  // namespace

const Description& fake_scene() {
  static const Description description = {
      .id = "fake",
      .page = "tests",
      .title = "Fake",
      .question = "Is it real?",
      .parameters = parameters,
      .presets = presets,
      .parts = {},
      .simulator = "",
      .references = {},
      .make = []() -> std::unique_ptr<Scene> { return std::make_unique<FakeScene>(); }};
  return description;
}

}  // namespace loom::tests
