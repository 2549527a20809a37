#include "web/live/figure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/clipped.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::live {
namespace {

constexpr float touch_target = 24, drag_slop = 3;  // CSS pixels

using Kind = scene::Action::Kind;

}  // namespace

void Figure::resize(float scene_width, float unit_px) {
  scene_width_ = scene_width < scene::narrow_limit ? scene::narrow_width : scene::wide_width;
  unit_px_ = std::clamp(unit_px, 0.01f, 100.f);
  session_.touch();
}

std::optional<Error> Figure::ask(std::string_view metric, std::string_view query) {
  scene::State asked(session_.state().description());
  if (auto error = asked.load(query)) return error;
  const std::optional<scene::Asked> found = scene::asked_of(asked, metric);
  if (!found) return Error{"unknown metric '" + clipped(metric, 40) + "'"};
  seal_.ask(*found);
  session_.touch();
  return std::nullopt;
}

void Figure::answered() {
  seal_.lift();
  session_.touch();
}

bool Figure::tick(double now_ms) {
  const bool open = sealed() < 0;
  if (!session_.tick(now_ms)) return false;
  if (open && sealed() >= 0) session_.pause();
  return true;
}

scene::Painter Figure::painted(scene::View view, std::string_view lit) const {
  const scene::Scene& scene = session_.state().scene();
  scene::Painter painter(lit, seal_.parts(session_.state()));
  scene.draw(painter, view);
  return painter;
}

void Figure::paint() {
  scene::View view = session_.view(scene_width_);
  view.pointed = pointed_;
  scene::Painter painter = painted(view, session_.lit());
  hotspots_ = painter.take_hotspots();
  list_ = sealed() >= 0 ? scene::Painter().take_list() : painter.take_list();
}

std::string Figure::svg(float width) const {
  const scene::View view = session_.view(width);
  const float height = session_.state().scene().height(width);
  const scene::Painter painter = sealed() >= 0 ? scene::Painter() : painted(view, {});
  return scene::svg(painter.list(), width, height, status());
}

std::string_view Figure::tooltip() const {
  return hovered() && !moving() && sealed() < 0 ? hovered()->tooltip : std::string_view();
}

// The picture shows what the pointer is over. True when that has changed.
bool Figure::look() {
  const int names = hovered() ? hovered()->names : -1;
  if (std::exchange(pointed_, names) == names) return false;
  session_.touch();
  return true;
}

bool Figure::draw() {
  bool changed = false;
  // Draws once more if another hotspot is now below a resting pointer, because the page will not
  // ask for another picture.
  for (int time = 0; time < 2; ++time) {
    (void)session_.take_dirty();
    paint();
    changed |= follow(false);
    if (!look()) break;
  }
  return changed;
}

bool Figure::point(float x, float y, bool down, bool touch) {
  const bool changed = point({.at = {x, y}, .inside = true, .down = down, .touch = touch});
  look();
  return changed;
}

bool Figure::leave() {
  const bool changed = point(Pointer{.touch = pointer_.touch});
  look();
  return changed;
}

bool Figure::point(const Pointer& pointer) {
  const Pointer before = pointer_;
  pointer_ = pointer;
  const bool moves = pointer.at.x != before.at.x || pointer.at.y != before.at.y;
  if (pointer_.down == before.down) return follow(moves);
  if (pointer_.down) {
    // The hotspot there may do something else since the last press, even if no frame was drawn in
    // between.
    if (session_.take_dirty()) {
      paint();
      session_.touch();
    }
    held_ = sealed() < 0 ? hit() : -1;
    taken_at_ = pointer_.at;
    moved_ = false;
    if (held_ >= 0) take(hotspots_[static_cast<size_t>(held_)]);
    return follow(moves);
  }
  // The pointer was released: that is a click if the same hotspot is still there.
  const int released = std::exchange(held_, -1);
  const bool clicked = released >= 0 && released == hit() && !is_drag(grip_);
  const bool changed = clicked && session_.click(hotspots_[static_cast<size_t>(released)].action);
  return follow(moves) || changed;
}

void Figure::take(const scene::Hotspot& hotspot) {
  grip_ = hotspot.action;
  other_ = hotspot.other;
  corner_ = {hotspot.rect.x, hotspot.rect.y};
}

// Called after the pointer (`moves`) or the picture changed. True when the state changed.
bool Figure::follow(bool moves) {
  if (pointer_.down && held_ >= 0 && grip_.kind == Kind::drag_onto) return carry(moves);
  if (held_ >= static_cast<int>(hotspots_.size())) held_ = -1;
  if (!pointer_.down) {
    hovered_ = sealed() < 0 ? hit() : -1;
    return false;
  }
  if (held_ >= 0 && is_drag(grip_)) {
    hovered_ = held_;
    return is_drag(other_) ? move() : session_.drag(grip_, pointer_.at);
  }
  hovered_ = held_;  // while a button is pressed, other hotspots do not answer
  return false;
}

// What is carried may change the list of hotspots, so the held hotspot is found by its name.
bool Figure::carry(bool moves) {
  hovered_ = -1;
  for (int i = 0; i < static_cast<int>(hotspots_.size()); ++i) {
    const scene::Action& action = hotspots_[static_cast<size_t>(i)].action;
    if (action.kind == grip_.kind && action.key == grip_.key && action.index == grip_.index)
      hovered_ = held_ = i;
  }
  // A picture that changes below the hand moves nothing either.
  if (!has_moved() || !moves) return false;
  const std::optional<int> place = place_at(hotspots_, grip_.key, pointer_.at);
  return place && session_.drop(grip_, *place);
}

// What is dragged as a whole moves as far as the hand did.
bool Figure::move() {
  if (!has_moved()) return false;
  const scene::Point to = {corner_.x + pointer_.at.x - taken_at_.x,
                           corner_.y + pointer_.at.y - taken_at_.y};
  const bool changed = session_.drag(grip_, to);
  return session_.drag(other_, to) || changed;
}

// Pressing alone moves nothing, and neither does a trembling hand.
bool Figure::has_moved() {
  const float distance = std::hypot(pointer_.at.x - taken_at_.x, pointer_.at.y - taken_at_.y);
  moved_ |= distance * unit_px_ >= drag_slop;
  return moved_;
}

bool Figure::reaches(const scene::Hotspot& hotspot, float margin) const {
  const scene::Rect& rect = hotspot.rect;
  return pointer_.at.x >= rect.x - margin && pointer_.at.y >= rect.y - margin &&
         pointer_.at.x < rect.right() + margin && pointer_.at.y < rect.bottom() + margin;
}

// The last hotspot drawn is on top, so it is tried first. If a finger hits none, the nearest small
// ones reach out.
int Figure::hit() const {
  if (!pointer_.inside) return -1;
  const auto count = static_cast<int>(hotspots_.size());
  for (int i = count; i-- > 0;)
    if (reaches(hotspots_[static_cast<size_t>(i)], 0)) return i;
  for (int i = count; pointer_.touch && i-- > 0;) {
    const scene::Hotspot& hotspot = hotspots_[static_cast<size_t>(i)];
    const float side = std::min(hotspot.rect.width, hotspot.rect.height);
    const float margin = (touch_target / unit_px_ - side) / 2;
    if (hotspot.action.kind != Kind::none && margin > 0 && reaches(hotspot, margin)) return i;
  }
  return -1;
}

const scene::Hotspot* Figure::hovered() const {
  return hovered_ >= 0 ? &hotspots_[static_cast<size_t>(hovered_)] : nullptr;
}

Cursor Figure::cursor() const {
  const scene::Hotspot* hotspot = hovered();
  if (hotspot && is_drag(hotspot->other)) return Cursor::grab;
  switch (hotspot ? hotspot->action.kind : Kind::none) {
    case Kind::none:
      return Cursor::plain;
    case Kind::set:
      return Cursor::press;
    case Kind::drag_x:
      return Cursor::drag_x;
    case Kind::drag_y:
      return Cursor::drag_y;
    case Kind::drag_onto:
      return Cursor::grab;
  }
  return Cursor::plain;
}

bool Figure::has_vertical_drag() const {
  return std::any_of(hotspots_.begin(), hotspots_.end(), [](const scene::Hotspot& hotspot) {
    return hotspot.action.kind >= Kind::drag_y || is_drag(hotspot.other);
  });
}

}  // namespace loom::live
