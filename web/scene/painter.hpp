// What a scene may draw with. Coordinates are CSS pixels, y down. Colors are roles, never literals:
// the page's theme decides what a role looks like where the picture is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "web/scene/names.hpp"  // IWYU pragma: export

namespace loom::scene {

enum class Role : std::uint8_t {
  none,
  ink,
  muted,
  grid,
  surface,
  page,
  lane,
  data,
  compute,
  wait,
  waste,
  bad,
  good,
  series_1,
  series_2,
  series_3,
  series_4,
  series_5,
  series_6,
};
inline constexpr int role_count = 19;

// "ink", "series-1"; also the name of the CSS token and, behind "f-" or "s-", of the SVG class.
std::string_view name(Role role);

struct Point {
  float x = 0, y = 0;
};

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point center() const { return {x + width / 2, y + height / 2}; }
};

enum class Texture : std::uint8_t {
  solid,
  hatch,
  dots
};  // hatch: waiting; dots: waste. In the fill's role.

struct Style {
  Role fill = Role::none;
  Role stroke = Role::none;
  float stroke_width = 1;
  float fill_opacity = 1;
  Texture texture = Texture::solid;
  float radius = 0;  // rectangles only
  bool dashed = false;
};

enum class Align : std::uint8_t { start, middle, end };
enum class Weight : std::uint8_t { regular, semibold, mono };
enum class Size : std::uint8_t { small = 12, normal = 14, large = 18 };  // CSS px

struct TextStyle {
  Role role = Role::ink;
  Size size = Size::normal;
  Align align = Align::start;
  Weight weight = Weight::regular;
};

// Where a dragged number goes in a text that has a hole.
inline constexpr std::string_view hole = "{}";

// What happens when a hotspot is used. `set` writes `value` into `key` (or into its entry `index`,
// for numbers; "step" is the timeline). `drag` maps a distance along an axis to a number and writes
// that, rounded to the parameter's step, to whole multiples of `step`, or to `digits` that count
// (into a text: always these, and no farther than the two values; where `value` is a text with a
// hole, {}, into that, and whole numbers without `digits`). `drag_onto` writes the number of the
// place that is under the pointer, or nearest to it; `value` is then the list to put it into
// (empty: the one in the state).
struct Action {
  enum class Kind { none, set, drag_x, drag_y, drag_onto };
  Kind kind = Kind::none;
  std::string_view key = {};  // as the scene declares it
  int index = -1;
  std::string value = {};
  float from_px = 0, to_px = 0;         // drag: position …
  double from_value = 0, to_value = 0;  // … and the value there; see above
  std::string_view also = {};           // a query that is applied with the change: "pattern=custom"
  int digits = 0;
  bool logarithmic = false;  // equal distances, equal factors; both values above 0
  int step = 0;              // of a whole number; 0: every one
};

Action choose(std::string_view key, std::string_view value);  // set
Action choose(std::string_view key, long long value);
Action seek(int step);  // set of the timeline
Action drag_x(std::string_view key, float from_px, float to_px, double from_value, double to_value);
Action drag_y(std::string_view key, float from_px, float to_px, double from_value, double to_value);

// Where drag_onto can let go: `columns` × `rows` cells of equal size that cover the hotspot,
// numbered from `first`, left to right, then down.
struct Places {
  std::string_view key = {};  // of the actions that may; none: nothing can be dropped here
  int first = 0, columns = 1, rows = 1;
};

struct Hotspot {
  Rect rect = {};
  std::string tooltip = {};
  Action action = {};
  Places places = {};
  int names = -1;  // what it stands for, by the scene's own count from 0: see View::pointed
  // For what is dragged as a whole: a drag along the other axis than the action's. Both then refer
  // to the upper left corner of the hotspot, which moves as far as the hand.
  Action other = {};
};

// Whether a name is in a list "bars, axis".
bool lists(std::string_view list, std::string_view name);

namespace display_list {
enum class Op : std::uint8_t;
}

// What a scene draws with. It writes a display list (display_list.hpp), which is replayed as SVG or
// by the canvas program, and keeps the hotspots for the code that receives the pointer.
class Painter {
 public:
  // `lit`: a part to light up by dimming the others, or "". `covered`: parts that show what the
  // reader is to guess, "bars, axis". A quiet area with a question mark replaces them, and nothing
  // below it answers the hand.
  explicit Painter(std::string_view lit = {}, std::string_view covered = {});

  void rect(const Rect& rect, const Style& style);
  // Many rectangles of one style, plain and without radius. A built-in picture has them as one
  // element.
  void rects(std::span<const Rect> rects, const Style& style);
  void line(Point from, Point to, const Style& style);  // stroke only
  void path(std::span<const Point> points, bool closed, const Style& style);
  void circle(Point center, float radius, const Style& style);

  // `at.y` is the middle of the capital letters: centering in a box needs no font metrics.
  void text(Point at, std::string_view text, const TextStyle& style);

  // Everything up to end() belongs to the named part, which prose can light up. Parts do not nest.
  // `room` is the place to cover if that must not depend on what is drawn there, such as the length
  // of a bar.
  void begin(std::string_view part);
  void begin(std::string_view part, const Rect& room);
  void end();

  void hotspot(Hotspot hotspot);
  void hotspot(const Rect& rect, std::string tooltip, Action action = {}, int names = -1);

  std::span<const std::uint32_t> list() const { return words_; }
  const std::vector<Hotspot>& hotspots() const { return hotspots_; }
  std::vector<std::uint32_t> take_list() { return std::move(words_); }
  std::vector<Hotspot> take_hotspots() { return std::move(hotspots_); }

 private:
  void command(display_list::Op op, std::size_t words);
  void list_hotspot();
  void put(float value);
  void put(std::initializer_list<float> values);
  void put(const Style& style);
  void put(std::string_view text);
  bool hides(Point from, Point to);
  void cover(const Rect& place);

  std::string lit_, covered_;
  bool covering_ = false, has_room_ = false;
  std::vector<Rect> covers_;
  Point least_, most_;  // of what is covered
  std::vector<std::uint32_t> words_;
  std::vector<Hotspot> hotspots_;
};

}  // namespace loom::scene
