#include "web/canvas/stage.hpp"

#include <imgui_internal.h>

#define SDL_MAIN_HANDLED  // there is no main(): the page calls the functions in bridge.cpp
#include <SDL2/SDL.h>

#include <algorithm>

namespace loom::canvas {

Stage::Stage() : settings_(new ImDrawListSharedData), triangles_(settings_.get()) {
  constexpr float circle_error = 0.3f, curve_error = 1.25f;  // pixels; Dear ImGui's own defaults
  settings_->SetCircleTessellationMaxError(circle_error);
  settings_->CurveTessellationTol = curve_error;
  settings_->InitialFlags = ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedFill |
                            ImDrawListFlags_AllowVtxOffset;
}

Stage::~Stage() = default;

ImDrawList& Stage::fresh_triangles() {
  constexpr float solid_texel = 1.5f;  // the middle of pixel (1, 1), see Glyphs::image()
  settings_->TexUvWhitePixel = {solid_texel / Glyphs::image_width,
                                solid_texel / static_cast<float>(glyphs_.image_height())};
  triangles_._ResetForNewFrame();
  return triangles_;
}

bool Stage::open() {
  // SDL would listen to the page's keys and pointers. sdl_quiet.c prevents that, so no hints are
  // needed.
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

std::optional<Error> Stage::draw(std::span<const std::uint32_t> list, float scale, int width,
                                 int height) {
  constexpr int most = 16384;
  constexpr float least_detail = 1.f / 16;
  scale = std::clamp(scale, 0.01f, 100.f);
  float detail = 1;
  for (bool cleared = false;; cleared = true) {
    ImGuiPainter painter(fresh_triangles(), glyphs_, palette_, scale, detail);
    if (auto error = scene::replay(list, painter)) return error;
    if (!painter.lacks_glyphs() || detail <= least_detail) break;
    if (cleared && !glyphs_.can_grow()) detail /= 2;
    glyphs_.clear(cleared);  // first without the other pictures' glyphs, then larger, then coarser
  }
  if (drawing_) show(std::clamp(width, 1, most), std::clamp(height, 1, most));
  return std::nullopt;
}

void Stage::show(int width, int height) {
  if (width > width_ || height > height_) {
    width_ = std::max(width, width_);
    height_ = std::max(height, height_);
    SDL_SetWindowSize(static_cast<SDL_Window*>(window_), width_, height_);
  }
  renderer_.draw(triangles_, glyphs_, width, height);
}

}  // namespace loom::canvas
