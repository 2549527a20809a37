// One figure on the page: a live scene in a Dear ImGui context of its own. Its hotspots are
// invisible buttons; its picture, where the stage can draw, is what Dear ImGui hands to the
// graphics card.
#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

#include "web/canvas/live.hpp"
#include "web/canvas/stage.hpp"

namespace loom::canvas {

// What the pointer is over, for the page's cursor.
enum class Cursor { plain, press, drag_x, drag_y, grab };

class Figure {
 public:
  Figure(const scene::Description& description, Stage& stage);
  ~Figure();
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
  bool dragging() const { return held_ >= 0 || carrying_; }
  bool has_vertical_drag() const;
  float scale() const { return scale_; }

 private:
  template <class Content>
  void frame(const Content& content);
  bool paint();
  bool buttons();
  bool button(int id, float margin);
  bool carry();
  bool pass();
  scene::Point mouse() const;

  Live live_;
  Stage& stage_;
  ImGuiContext* context_;
  std::vector<scene::Hotspot> hotspots_;
  float scene_width_ = scene::wide_width, scale_ = 1, density_ = 1;
  int width_ = 1, height_ = 1;
  bool touch_ = false, carrying_ = false;
  int hovered_ = -1, held_ = -1;  // hotspots: under the pointer, being dragged
  // What the held hotspot did when it was taken: a scale that follows the number must not move
  // under the hand.
  scene::Action grip_;
};

}  // namespace loom::canvas
