// What all figures of a page share: SDL2's one window with its GL context, the glyphs, the theme's
// colors. The window's canvas is never seen; each figure's picture is copied from its lower left
// corner.
#pragma once

#include <imgui.h>

#include "web/canvas/gl_renderer.hpp"
#include "web/canvas/glyphs.hpp"
#include "web/canvas/imgui_painter.hpp"

namespace loom::canvas {

class Stage {
 public:
  Stage();

  // Opens the window. False without WebGL: then figures are played with as usual, but show SVG.
  bool open();

  // The context was lost, or is back; between the two drawing() is false.
  void lose() { drawing_ = false; }
  bool restore();
  bool drawing() const { return drawing_; }

  // Shows what the current ImGui context has drawn, in the window's lower left corner.
  void show(int width, int height);

  Glyphs& glyphs() { return glyphs_; }
  Palette& palette() { return palette_; }
  ImFontAtlas* atlas() { return &atlas_; }
  void fit_atlas();  // after the glyphs' image changed its size

 private:
  Glyphs glyphs_;
  Palette palette_ = {};
  ImFontAtlas atlas_;  // what Dear ImGui asks for; all text is drawn from glyphs_
  GlRenderer renderer_;
  void* window_ = nullptr;
  bool drawing_ = false;
  int width_ = 0, height_ = 0;  // of the window
};

}  // namespace loom::canvas
