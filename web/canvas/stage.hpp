// What all figures of a page share: SDL2's one window with its GL context, Dear ImGui's list of
// triangles, the glyphs, the theme's colors. The window's canvas is never seen; each figure's
// picture is copied from its lower left corner.
//
// Of Dear ImGui only the drawing is used: its windows and their navigation would be a sixth of the
// bytes that a reader downloads, and a figure has neither.
#pragma once

#include <imgui.h>

#include <memory>

#include "web/canvas/gl_renderer.hpp"
#include "web/canvas/glyphs.hpp"
#include "web/canvas/imgui_painter.hpp"

namespace loom::canvas {

class Stage {
 public:
  Stage();
  ~Stage();

  // Opens the window. False without WebGL: then figures are played with as usual, but show SVG.
  bool open();

  // The context was lost, or is back; between the two drawing() is false.
  void lose() { drawing_ = false; }
  bool restore();
  bool drawing() const { return drawing_; }

  // An empty list to draw the next picture into; the picture drawn last.
  ImDrawList& fresh_list();
  const ImDrawList& list() const { return list_; }

  // Shows the list in the window's lower left corner.
  void show(int width, int height);

  Glyphs& glyphs() { return glyphs_; }
  Palette& palette() { return palette_; }

 private:
  Glyphs glyphs_;
  Palette palette_ = {};
  std::unique_ptr<ImDrawListSharedData> settings_;
  ImDrawList list_;
  GlRenderer renderer_;
  void* window_ = nullptr;
  bool drawing_ = false;
  int width_ = 0, height_ = 0;  // of the window
};

}  // namespace loom::canvas
