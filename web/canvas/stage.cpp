#include "web/canvas/stage.hpp"

#define SDL_MAIN_HANDLED  // there is no main(): the page calls the functions in bridge.cpp
#include <SDL2/SDL.h>

#include <algorithm>

namespace loom::canvas {

Stage::Stage() {
  // Dear ImGui wants some font before it opens a window, and an image with a solid texel for its
  // shapes.
  ImFont* font = IM_NEW(ImFont)();
  font->ContainerAtlas = &atlas_;
  font->FontSize = 16;
  atlas_.Fonts.push_back(font);
  atlas_.TexReady = true;
  fit_atlas();
}

void Stage::fit_atlas() {
  constexpr float solid_texel = 1.5f;  // the middle of pixel (1, 1), see Glyphs::image()
  atlas_.TexUvWhitePixel = {solid_texel / Glyphs::image_width,
                            solid_texel / static_cast<float>(glyphs_.image_height())};
}

bool Stage::open() {
  // SDL would listen to the page's keys and pointers: sdl_quiet.c keeps it from that, hints need
  // not.
  SDL_SetMainReady();
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 8);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  width_ = height_ = 16;
  SDL_Window* window = SDL_CreateWindow("", 0, 0, width_, height_, SDL_WINDOW_OPENGL);
  if (!window || !SDL_GL_CreateContext(window)) return false;
  window_ = window;
  return restore();
}

bool Stage::restore() {
  if (!window_) return false;
  drawing_ = renderer_.create();
  glyphs_.change_all();
  return drawing_;
}

void Stage::show(int width, int height) {
  if (width > width_ || height > height_) {
    width_ = std::max(width, width_);
    height_ = std::max(height, height_);
    SDL_SetWindowSize(static_cast<SDL_Window*>(window_), width_, height_);
  }
  renderer_.draw(*ImGui::GetDrawData(), glyphs_, width, height);
}

}  // namespace loom::canvas
