// One figure on the page: a live scene, the display list of its picture, and the pointer over its
// hotspots. It does not depend on windows or graphics.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "web/live/actions.hpp"
#include "web/live/session.hpp"
#include "web/scene/seal.hpp"

namespace loom::live {

// What the pointer is over, for the page's cursor.
enum class Cursor { plain, press, drag_x, drag_y, grab };

class Figure {
 public:
  explicit Figure(const scene::Description& description) : session_(description) {}
  Figure(const Figure&) = delete;

  Session& session() { return session_; }
  const Session& session() const { return session_; }

  // The width for which the picture is laid out, and how many CSS pixels one of its units takes.
  void resize(float scene_width, float unit_px);

  // What the reader has yet to guess: a metric, in the state of a query. While the figure shows the
  // answer, its sentence, table and picture say so and nothing else. Nothing in the picture can be
  // taken then; a drag that leads there goes on.
  std::optional<Error> ask(std::string_view metric, std::string_view query);
  void answered();  // all of it
  // Lets time pass; true when playing went on to another step. It pauses where that step answers a
  // question.
  bool tick(double now_ms);
  // Which question the state answers, counted from 0; −1: none.
  int sealed() const { return seal_.answered_by(session_.state()); }
  std::string status() const { return seal_.status(session_.state()); }
  scene::Table table() const { return seal_.table(session_.state()); }
  std::string svg(float width) const;
  std::string_view tooltip() const;

  // Draws the picture into list(). For this and the following functions: true when the scene's
  // state changed.
  bool draw();
  std::span<const std::uint32_t> list() const { return list_; }  // see scene/display_list.hpp

  // The pointer moved, went down or up; in units of the picture.
  bool point(float x, float y, bool down, bool touch);
  bool leave();  // let go of everything, without a click

  const scene::Hotspot* hovered() const;  // nullptr: none
  Cursor cursor() const;
  bool dragging() const { return held_ >= 0 && is_drag(grip_); }
  // Something is being carried as a whole. Its tooltip says what is being done, and covers nothing
  // else.
  bool moving() const { return dragging() && is_drag(other_) && moved_; }
  bool has_vertical_drag() const;

 private:
  struct Pointer {
    scene::Point at = {};
    bool inside = false, down = false, touch = false;
  };
  void paint();
  scene::Painter painted(scene::View view, std::string_view lit) const;
  bool look();
  void take(const scene::Hotspot& hotspot);
  bool point(const Pointer& pointer);
  bool follow(bool moves);
  bool carry(bool moves);
  bool move();
  bool has_moved();
  int hit() const;
  bool reaches(const scene::Hotspot& hotspot, float margin) const;

  Session session_;
  scene::Seal seal_;
  std::vector<std::uint32_t> list_;
  std::vector<scene::Hotspot> hotspots_;
  float scene_width_ = scene::wide_width, unit_px_ = 1;
  Pointer pointer_;
  int hovered_ = -1, held_ = -1;  // hotspots: under the pointer, pressed
  int pointed_ = -1;              // what `hovered` names
  // What the held hotspot did when it was taken: a scale that follows the number must not move
  // under the hand. Also where it was taken, where the hotspot began, and whether the hand has
  // moved since.
  scene::Action grip_, other_;
  scene::Point taken_at_ = {}, corner_ = {};
  bool moved_ = false;
};

}  // namespace loom::live
