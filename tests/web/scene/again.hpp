// Draws everything again: its list must equal the list that it was fed.
#pragma once

#include <string>

#include "web/scene/display_list.hpp"

namespace loom::scene {

class Again : public Renderer {
 public:
  Painter painter;
  void rect(const Rect& rect, const Style& style) override { painter.rect(rect, style); }
  void rects(std::span<const Rect> rects, const Style& style) override {
    painter.rects(rects, style);
  }
  void line(Point from, Point to, const Style& style) override { painter.line(from, to, style); }
  void path(std::span<const Point> points, bool closed, const Style& style) override {
    painter.path(points, closed, style);
  }
  void circle(Point center, float radius, const Style& style) override {
    painter.circle(center, radius, style);
  }
  void text(Point at, std::string_view text, const TextStyle& style) override {
    painter.text(at, text, style);
  }
  void begin(std::string_view part, bool) override { painter.begin(part); }
  void end() override { painter.end(); }
  void hotspot(const Rect& rect, std::string_view tooltip) override {
    painter.hotspot({rect, std::string(tooltip)});
  }
};

}  // namespace loom::scene
