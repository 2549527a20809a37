// Draws a display list with Dear ImGui. Coordinates are the canvas's own pixels, so that edges and
// text can be placed on whole pixels. A picture's coordinates are multiplied by `scale`.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <string_view>

#include "web/canvas/glyphs.hpp"
#include "web/scene/display_list.hpp"

namespace loom::canvas {

// The color of each role in the page's theme, by role number. The first, Role::none, is never
// drawn.
using Palette = std::array<ImU32, scene::role_count>;

class ImGuiPainter final : public scene::Renderer {
 public:
  // `scale`: canvas pixels for one unit of the picture. `detail`: the share of their size at which
  // letters are kept; below 1 they are coarser, for pictures whose letters would not all fit into
  // the image.
  ImGuiPainter(ImDrawList& list, Glyphs& glyphs, const Palette& palette, float scale, float detail)
      : list_(list), glyphs_(glyphs), palette_(palette), scale_(scale), detail_(detail) {}

  // The glyphs' image had no room left: some letters are missing.
  bool lacks_glyphs() const { return lacks_glyphs_; }

  void rect(const scene::Rect& rect, const scene::Style& style) override;
  void line(scene::Point from, scene::Point to, const scene::Style& style) override;
  void path(std::span<const scene::Point> points, bool closed, const scene::Style& style) override;
  void circle(scene::Point center, float radius, const scene::Style& style) override;
  void text(scene::Point at, std::string_view text, const scene::TextStyle& style) override;
  void begin(std::string_view part, bool dimmed) override;
  void end() override;
  void hotspot(const scene::Rect&, std::string_view) override {}  // the page asks who has the scene

 private:
  ImU32 color(scene::Role role, float opacity = 1) const;
  ImVec2 scaled(scene::Point point) const { return {point.x * scale_, point.y * scale_}; }
  void texture(const scene::Rect& rect, const scene::Style& style);
  void stamp(ImVec2 pen, const std::optional<Glyphs::Glyph>& glyph, float size, ImU32 color);
  void fill_polygon(std::span<const scene::Point> points, ImU32 color);
  void stroke_rect(const scene::Rect& rect, const scene::Style& style);
  void stroke(std::span<const scene::Point> points, bool closed, const scene::Style& style);
  void stroke_plain(std::span<const scene::Point> points, bool closed, const scene::Style& style);
  void bar(scene::Point from, scene::Point to, const scene::Style& style);

  ImDrawList& list_;
  Glyphs& glyphs_;
  const Palette& palette_;
  float scale_, detail_;
  float dim_ = 1;
  bool lacks_glyphs_ = false;
};

}  // namespace loom::canvas
