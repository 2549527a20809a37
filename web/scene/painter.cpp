#include "web/scene/painter.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/numerics/bits.hpp"
#include "web/scene/display_list.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {
namespace {

constexpr size_t style_words = 3;
size_t byte_words(std::string_view text) { return 1 + (text.size() + 3) / 4; }

}  // namespace

std::string_view name(Role role) {
  static constexpr std::array<std::string_view, role_count> names = {
      "none",     "ink",      "muted",    "grid",     "surface", "page", "lane",
      "data",     "compute",  "wait",     "waste",    "bad",     "good", "series-1",
      "series-2", "series-3", "series-4", "series-5", "series-6"};
  return names[static_cast<size_t>(role)];
}

bool lists(std::string_view list, std::string_view name) {
  constexpr std::string_view comma = ", ";
  while (!list.empty()) {
    const size_t end = list.find(comma);
    if (list.substr(0, end) == name) return true;
    if (end == list.npos) return false;
    list.remove_prefix(end + comma.size());
  }
  return false;
}

Painter::Painter(std::string_view lit, std::string_view covered)
    : lit_(lit), covered_(covered), words_{display_list::magic, display_list::version} {}

// Whether this must not be seen; then it only enlarges the covered area.
bool Painter::hides(Point from, Point to) {
  if (!covering_) return false;
  if (has_room_) return true;
  least_ = {std::min({least_.x, from.x, to.x}), std::min({least_.y, from.y, to.y})};
  most_ = {std::max({most_.x, from.x, to.x}), std::max({most_.y, from.y, to.y})};
  return true;
}

void Painter::cover(const Rect& place) {
  for (const Rect& each : covers_)
    if (place.x >= each.x && place.right() <= each.right() && place.y >= each.y &&
        place.bottom() <= each.bottom())
      return;
  covers_.push_back(place);
  hotspot({.rect = place});                   // on top of those that lie below
  constexpr float smallest = 10, roomy = 84;  // with room for the sign, or for words
  rect(place, {.fill = Role::grid, .fill_opacity = 0.55f, .radius = 3});
  if (place.width < smallest || place.height < smallest) return;
  text(place.center(), place.width < roomy ? "?" : "guess first",
       {Role::muted, Size::small, scene::Align::middle, Weight::semibold});
}

void Painter::command(display_list::Op op, size_t words) {
  words_.push_back(static_cast<std::uint32_t>(op) | static_cast<std::uint32_t>(words) << 8);
}

void Painter::put(float value) { words_.push_back(numerics::to_bits(value)); }

void Painter::put(std::initializer_list<float> values) {
  size_t at = words_.size();
  words_.resize(at + values.size());
  for (const float value : values) words_[at++] = numerics::to_bits(value);
}

void Painter::put(const Style& style) {
  words_.push_back(static_cast<unsigned>(style.fill) | static_cast<unsigned>(style.stroke) << 8 |
                   static_cast<unsigned>(style.texture) << 16 |
                   static_cast<unsigned>(style.dashed) << 24);
  put(style.stroke_width);
  put(style.fill_opacity);
}

void Painter::put(std::string_view text) {
  words_.push_back(static_cast<std::uint32_t>(text.size()));
  const size_t at = words_.size();
  words_.resize(at + byte_words(text) - 1);
  if (!text.empty()) std::memcpy(&words_[at], text.data(), text.size());
}

void Painter::rect(const Rect& rect, const Style& style) {
  if (hides({rect.x, rect.y}, {rect.right(), rect.bottom()})) return;
  command(display_list::Op::rect, 4 + style_words + 1);
  put({rect.x, rect.y, rect.width, rect.height});
  put(style);
  put(style.radius);
}

void Painter::rects(std::span<const Rect> rects, const Style& style) {
  if (covering_) {
    for (const Rect& each : rects) (void)hides({each.x, each.y}, {each.right(), each.bottom()});
    return;
  }
  command(display_list::Op::rects, style_words + 4 * rects.size());
  put(style);
  for (const Rect& rect : rects) put({rect.x, rect.y, rect.width, rect.height});
}

void Painter::line(Point from, Point to, const Style& style) {
  if (hides(from, to)) return;
  command(display_list::Op::line, 4 + style_words);
  put({from.x, from.y, to.x, to.y});
  put(style);
}

void Painter::path(std::span<const Point> points, bool closed, const Style& style) {
  if (covering_) {
    for (Point point : points) (void)hides(point, point);
    return;
  }
  command(display_list::Op::path, 1 + style_words + 2 * points.size());
  words_.push_back(closed);
  put(style);
  for (Point point : points) put({point.x, point.y});
}

void Painter::circle(Point center, float radius, const Style& style) {
  if (hides({center.x - radius, center.y - radius}, {center.x + radius, center.y + radius})) return;
  command(display_list::Op::circle, 3 + style_words);
  put({center.x, center.y, radius});
  put(style);
}

void Painter::text(Point at, std::string_view text, const TextStyle& style) {
  if (covering_) {
    const float width = text_width(text, style.size, style.weight),
                height = static_cast<float>(style.size) / 2;
    const float left = style.align == Align::start    ? at.x
                       : style.align == Align::middle ? at.x - width / 2
                                                      : at.x - width;
    (void)hides({left, at.y - height}, {left + width, at.y + height});
    return;
  }
  command(display_list::Op::text, 3 + byte_words(text));
  put({at.x, at.y});
  words_.push_back(static_cast<unsigned>(style.role) | static_cast<unsigned>(style.size) << 8 |
                   static_cast<unsigned>(style.align) << 16 |
                   static_cast<unsigned>(style.weight) << 24);
  put(text);
}

void Painter::begin(std::string_view part) {
  command(display_list::Op::begin, 1 + byte_words(part));
  words_.push_back(!lit_.empty() && part != lit_);
  put(part);
  covering_ = lists(covered_, part);
  has_room_ = false;
  constexpr float far = 1e9f;
  least_ = {far, far};
  most_ = {-far, -far};
}

void Painter::begin(std::string_view part, const Rect& room) {
  begin(part);
  if (!covering_) return;
  (void)hides({room.x, room.y}, {room.right(), room.bottom()});
  has_room_ = true;
}

void Painter::end() {
  if (std::exchange(covering_, false) && least_.x <= most_.x)
    cover({least_.x, least_.y, most_.x - least_.x, most_.y - least_.y});
  command(display_list::Op::end, 0);
}

void Painter::hotspot(Hotspot hotspot) {
  hotspots_.push_back(std::move(hotspot));
  list_hotspot();
}

void Painter::hotspot(const Rect& rect, std::string tooltip, Action action, int names) {
  Hotspot& made = hotspots_.emplace_back();  // in place: pictures have thousands
  made.rect = rect;
  made.tooltip = std::move(tooltip);
  made.action = std::move(action);
  made.names = names;
  list_hotspot();
}

// The last one.
void Painter::list_hotspot() {
  Hotspot& hotspot = hotspots_.back();
  if (covering_) hotspot = {.rect = hotspot.rect};
  command(display_list::Op::hotspot, 4 + byte_words(hotspot.tooltip));
  const Rect& rect = hotspot.rect;
  put({rect.x, rect.y, rect.width, rect.height});
  put(hotspot.tooltip);
}

Action choose(std::string_view key, std::string_view value) {
  return {.kind = Action::Kind::set, .key = key, .value = std::string(value)};
}

Action choose(std::string_view key, long long value) { return choose(key, std::to_string(value)); }

Action seek(int step) { return choose("step", std::to_string(step)); }

Action drag_x(std::string_view key, float from_px, float to_px, double from_value,
              double to_value) {
  return {.kind = Action::Kind::drag_x,
          .key = key,
          .from_px = from_px,
          .to_px = to_px,
          .from_value = from_value,
          .to_value = to_value};
}

Action drag_y(std::string_view key, float from_px, float to_px, double from_value,
              double to_value) {
  Action action = drag_x(key, from_px, to_px, from_value, to_value);
  action.kind = Action::Kind::drag_y;
  return action;
}

}  // namespace loom::scene
