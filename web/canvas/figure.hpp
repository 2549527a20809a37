// One figure on the page: a live scene, its picture on the stage, and the pointer over its
// hotspots.
#pragma once

#include <vector>

#include "web/canvas/actions.hpp"
#include "web/canvas/live.hpp"
#include "web/canvas/stage.hpp"

namespace loom::canvas {

// What the pointer is over, for the page's cursor.
enum class Cursor { plain, press, drag_x, drag_y, grab };

class Figure {
 public:
  Figure(const scene::Description& description, Stage& stage);
  Figure(const Figure&) = delete;

  Live& live() { return live_; }

  // The picture's size on the screen. Pixels are the screen's own; `density` of them make one CSS
  // pixel, `scale` one unit of the scene (a picture may end within a pixel).
  void resize(float scene_width, float scale, int width, int height, float density);

  // Draws the picture; the stage shows it. This and what follows: true when the scene's state
  // changed.
  bool draw();

  // The pointer moved, went down or up; in pixels from the picture's corner.
  bool point(float x, float y, bool down, bool touch);
  bool leave();  // let go of everything, without a click

  const scene::Hotspot* hovered() const;  // nullptr: none
  Cursor cursor() const;
  bool dragging() const { return held_ >= 0 && is_drag(grip_); }
  bool has_vertical_drag() const;
  float scale() const { return scale_; }

 private:
  struct Pointer {
    scene::Point at = {};  // pixels from the picture's corner
    bool inside = false, down = false, touch = false;
  };
  bool paint();
  bool point(const Pointer& pointer);
  bool follow(bool moves);
  bool carry(bool moves);
  int hit() const;
  bool reaches(const scene::Hotspot& hotspot, float margin) const;
  scene::Point in_scene(scene::Point at) const { return {at.x / scale_, at.y / scale_}; }

  Live live_;
  Stage& stage_;
  std::vector<scene::Hotspot> hotspots_;
  float scene_width_ = scene::wide_width, scale_ = 1, density_ = 1;
  int width_ = 1, height_ = 1;
  Pointer pointer_;
  int hovered_ = -1, held_ = -1;  // hotspots: under the pointer, pressed
  // What the held hotspot did when it was taken: a scale that follows the number must not move
  // under the hand. Where that was, and whether the hand has moved since.
  scene::Action grip_;
  scene::Point taken_at_ = {};
  bool moved_ = false;
};

}  // namespace loom::canvas
