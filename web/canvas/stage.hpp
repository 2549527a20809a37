// Where all pictures of a page are drawn: SDL2's only window with its GL context, Dear ImGui's list
// of triangles, the glyphs and the theme's colors. The window's canvas is never seen; each picture
// is copied from its lower left corner.
//
// Only Dear ImGui's drawing is used. Its windows and their navigation would be a sixth of the bytes
// that a reader downloads, and figures need neither.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "web/canvas/gl_renderer.hpp"
#include "web/canvas/glyphs.hpp"
#include "web/canvas/imgui_painter.hpp"

namespace loom::canvas {

class Stage {
 public:
  Stage();
  ~Stage();

  // Opens the window. False without WebGL: then figures show SVG.
  bool open();

  // The context was lost, or has come back. Between the two calls drawing() is false.
  void lose() { drawing_ = false; }
  bool restore();
  bool drawing() const { return drawing_; }

  // Replays a display list in the window's lower left corner of width × height pixels; `scale`
  // pixels are one unit of the list. Refuses a malformed list, and then draws nothing.
  std::optional<Error> draw(std::span<const std::uint32_t> list, float scale, int width,
                            int height);

  const ImDrawList& triangles() const { return triangles_; }  // of the last picture
  Glyphs& glyphs() { return glyphs_; }
  Palette& palette() { return palette_; }

 private:
  ImDrawList& fresh_triangles();
  void show(int width, int height);

  Glyphs glyphs_;
  Palette palette_ = {};
  std::unique_ptr<ImDrawListSharedData> settings_;
  ImDrawList triangles_;
  GlRenderer renderer_;
  void* window_ = nullptr;
  bool drawing_ = false;
  int width_ = 0, height_ = 0;  // of the window
};

}  // namespace loom::canvas
