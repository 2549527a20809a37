// Draws Dear ImGui's triangles on the graphics card: one program, one image, two buffers, OpenGL ES
// 2 (WebGL 1). It replaces Dear ImGui's own backend, which supports every version of OpenGL, saves
// and restores state that nobody else touches here, and uses four bytes where the glyphs' image
// needs one.
#pragma once

#include <imgui.h>

#include "web/canvas/glyphs.hpp"

namespace loom::canvas {

class GlRenderer {
 public:
  // In the current context; call it again after the context was lost. False when the card refuses.
  bool create();

  // Clears the lower left corner of width × height pixels and draws there, on a transparent ground
  // with premultiplied alpha, as a canvas element expects.
  void draw(const ImDrawList& list, Glyphs& glyphs, int width, int height);

 private:
  void upload(Glyphs& glyphs);

  unsigned program_ = 0, image_ = 0, vertices_ = 0, indices_ = 0;
  int size_location_ = -1;
  int image_height_ = 0;
};

}  // namespace loom::canvas
