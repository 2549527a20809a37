// Draws a scene with Dear ImGui. Its coordinates are the canvas's own pixels, so that edges and
// text can be set on them exactly; a scene's are multiplied by `scale` on the way.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "web/canvas/glyphs.hpp"
#include "web/scene/painter.hpp"

namespace loom::canvas {

// What each role looks like in the page's theme; by role number. The first, Role::none, is never
// drawn.
using Palette = std::array<ImU32, scene::role_count>;

class ImGuiPainter final : public scene::Painter {
 public:
  // `scale`: canvas pixels for one unit of the scene. `lit`: a part to light up by dimming the
  // others, or "". Hotspots are collected in `hotspots`.
  ImGuiPainter(ImDrawList& list, Glyphs& glyphs, const Palette& palette, float scale,
               std::string_view lit, std::vector<scene::Hotspot>& hotspots);

  // The glyphs' image had no room left: some letters are missing.
  bool lacks_glyphs() const { return lacks_glyphs_; }

 private:
  void put_rect(const scene::Rect& rect, const scene::Style& style) override;
  void put_line(scene::Point from, scene::Point to, const scene::Style& style) override;
  void put_path(std::span<const scene::Point> points, bool closed,
                const scene::Style& style) override;
  void put_circle(scene::Point center, float radius, const scene::Style& style) override;
  void put_text(scene::Point at, std::string_view text, const scene::TextStyle& style) override;
  void put_begin(std::string_view part) override;
  void put_end() override;
  void put_hotspot(const scene::Hotspot& hotspot) override;

  ImU32 color(scene::Role role, float opacity = 1) const;
  ImVec2 scaled(scene::Point point) const { return {point.x * scale_, point.y * scale_}; }
  void texture(const scene::Rect& rect, const scene::Style& style);
  void stamp(ImVec2 pen, const std::optional<Glyphs::Glyph>& glyph, ImU32 color);
  void fill_polygon(std::span<const scene::Point> points, ImU32 color);
  void stroke_rect(const scene::Rect& rect, const scene::Style& style);
  void stroke(std::span<const scene::Point> points, bool closed, const scene::Style& style);
  void stroke_plain(std::span<const scene::Point> points, bool closed, const scene::Style& style);
  void bar(scene::Point from, scene::Point to, const scene::Style& style);

  ImDrawList& list_;
  Glyphs& glyphs_;
  const Palette& palette_;
  float scale_;
  std::string_view lit_;
  std::vector<scene::Hotspot>& hotspots_;
  float dim_ = 1;
  bool lacks_glyphs_ = false;
};

}  // namespace loom::canvas
