// A display list as SVG: at build time, for print, without JavaScript, and live without WebGL.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "web/scene/display_list.hpp"
#include "web/scene/scene.hpp"

namespace loom::scene {

// Whether hotspots become transparent shapes with titles. Nobody can point into an <img>, where
// they would only cost layout.
enum class Hotspots { titled, left_out };

class SvgPainter final : public Renderer {
 public:
  explicit SvgPainter(Hotspots hotspots = Hotspots::titled) : hotspots_(hotspots) {}
  const std::string& markup() const { return markup_; }

  void rect(const Rect& rect, const Style& style) override;
  void rects(std::span<const Rect> rects, const Style& style) override;
  void line(Point from, Point to, const Style& style) override;
  void path(std::span<const Point> points, bool closed, const Style& style) override;
  void circle(Point center, float radius, const Style& style) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  void begin(std::string_view part, bool dimmed) override;
  void end() override;
  void hotspot(const Rect& rect, std::string_view tooltip) override;

 private:
  void paint(const Style& style);  // class and stroke attributes of the open tag
  void texture(const Rect& rect, const Style& style);
  void attribute(std::string_view name, float value);

  Hotspots hotspots_;
  std::string markup_;
};

// One whole <svg> element: viewBox, the picture, and its accessible name. Colors are
// classes, which the site's style sheet maps to the theme's tokens. `covered`: see Painter.
std::string svg(const Scene& scene, const View& view, std::string_view name,
                std::string_view covered = {});
// The same for a list that is already drawn.
std::string svg(std::span<const std::uint32_t> list, float width, float height,
                std::string_view name, Hotspots hotspots = Hotspots::titled);

// `text` with &, <, > and " escaped.
std::string escape_markup(std::string_view text);
void escape_markup(std::string& out, std::string_view text);  // appended

}  // namespace loom::scene
