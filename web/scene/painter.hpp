// What a scene may draw with. Coordinates are CSS pixels, y down. Colors are roles, never literals;
// whoever implements this decides what a role looks like in the page's theme.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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

// What happens when a hotspot is used. `set` writes `value` into `key` (or into its entry `index`,
// for numbers; "step" is the timeline). `drag` maps a distance along an axis to a number and writes
// that, rounded to the parameter's step, or to `digits` that count (into a text: always these, and no
// farther than the two values). `drag_onto` writes the number
// of the place that is under the pointer, or nearest to it; `value` is then the list to put it into
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
};

Action choose(std::string_view key, std::string value);  // set
Action seek(int step);                                   // set of the timeline
Action drag_x(std::string_view key, float from_px, float to_px, double from_value, double to_value);
Action drag_y(std::string_view key, float from_px, float to_px, double from_value, double to_value);

// Where drag_onto can let go: `columns` × `rows` cells of equal size that cover the hotspot,
// numbered from `first`, left to right, then down.
struct Places {
  std::string_view key = {};  // of the actions that may; none: nothing can be dropped here
  int first = 0, columns = 1, rows = 1;
};

// Built and destroyed out of line: scenes make many, and each would carry the code for it.
struct Hotspot {
  Hotspot(const Rect& where, std::string text);
  Hotspot(const Rect& where, std::string text, Action does);
  Hotspot(const Rect& where, std::string text, Action does, const Places& takes);
  Hotspot(const Hotspot&);
  Hotspot(Hotspot&&) noexcept;
  Hotspot& operator=(const Hotspot&);
  Hotspot& operator=(Hotspot&&) noexcept;
  ~Hotspot();

  Rect rect;
  std::string tooltip;
  Action action;
  Places places;
};

// What scenes call hands everything on as plain numbers: a picture is mostly such calls, and most
// of their arguments are constants, which weigh less in WebAssembly than structures in memory.
class Painter {
 public:
  virtual ~Painter() = default;

  [[gnu::always_inline]] void rect(const Rect& rect, const Style& style) {
    send_rect(rect.x, rect.y, rect.width, rect.height, kinds(style), style.stroke_width,
              style.fill_opacity, style.radius);
  }
  // Many of one style, plain and without radius: in a built-in picture they are one element.
  void rects(std::span<const Rect> rects, const Style& style) { put_rects(rects, style); }
  [[gnu::always_inline]] void line(Point from, Point to, const Style& style) {  // stroke only
    send_line(from.x, from.y, to.x, to.y, kinds(style), style.stroke_width);
  }
  [[gnu::always_inline]] void path(std::span<const Point> points, bool closed, const Style& style) {
    send_path(points.data(), points.size(), closed, kinds(style), style.stroke_width,
              style.fill_opacity);
  }
  [[gnu::always_inline]] void circle(Point center, float radius, const Style& style) {
    send_circle(center.x, center.y, radius, kinds(style), style.stroke_width, style.fill_opacity);
  }

  // `at.y` is the middle of the capital letters: centering in a box needs no font metrics.
  [[gnu::always_inline]] void text(Point at, std::string_view text, const TextStyle& style) {
    send_text(at.x, at.y, text.data(), text.size(),
              static_cast<unsigned>(style.role) | static_cast<unsigned>(style.size) << 8 |
                  static_cast<unsigned>(style.align) << 16 |
                  static_cast<unsigned>(style.weight) << 24);
  }

  // Everything up to end() belongs to the named part, which prose can light up. Parts do not nest.
  [[gnu::always_inline]] void begin(std::string_view part) { send_begin(part.data(), part.size()); }
  void end() { put_end(); }

  void hotspot(const Hotspot& hotspot) { put_hotspot(hotspot); }

 protected:
  virtual void put_rect(const Rect& rect, const Style& style) = 0;
  virtual void put_rects(std::span<const Rect> rects, const Style& style);
  virtual void put_line(Point from, Point to, const Style& style) = 0;
  virtual void put_path(std::span<const Point> points, bool closed, const Style& style) = 0;
  virtual void put_circle(Point center, float radius, const Style& style) = 0;
  virtual void put_text(Point at, std::string_view text, const TextStyle& style) = 0;
  virtual void put_begin(std::string_view part) = 0;
  virtual void put_end() = 0;
  virtual void put_hotspot(const Hotspot& hotspot) = 0;

 private:
  static constexpr unsigned kinds(const Style& style) {
    return static_cast<unsigned>(style.fill) | static_cast<unsigned>(style.stroke) << 8 |
           static_cast<unsigned>(style.texture) << 16 | static_cast<unsigned>(style.dashed) << 24;
  }
  void send_rect(float x, float y, float width, float height, unsigned kinds, float stroke_width,
                 float fill_opacity, float radius);
  void send_line(float x0, float y0, float x1, float y1, unsigned kinds, float stroke_width);
  void send_path(const Point* points, size_t count, bool closed, unsigned kinds, float stroke_width,
                 float fill_opacity);
  void send_circle(float x, float y, float radius, unsigned kinds, float stroke_width,
                   float fill_opacity);
  void send_text(float x, float y, const char* text, size_t size, unsigned kinds);
  void send_begin(const char* part, size_t size);
};

}  // namespace loom::scene
