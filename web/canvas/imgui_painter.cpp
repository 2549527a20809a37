#include "web/canvas/imgui_painter.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "web/canvas/polygon.hpp"
#include "web/scene/texture.hpp"

namespace loom::canvas {
namespace {

using scene::Point;
using scene::Rect;
using scene::Role;
using scene::Style;
using scene::Texture;

// The site's style sheet has the same value for the built-in SVG (web/shell/css/picture.css,
// svg_painter.cpp).
constexpr float hatch_width = 1.25f, dash_on = 4, dash_off = 3, dimmed_opacity = 0.28f;
constexpr float baseline_below_middle = 0.364f;  // of the em

// The distance from the edge of a stroke of that many pixels, centered at 0, to a whole pixel.
struct Band {
  float low, high;
};
Band snapped_band(float center, float width) {
  const float pixels = std::max(1.f, std::round(width));
  const float low = std::round(center - pixels / 2);
  return {low, low + pixels};
}

// Whole pixels, and at least one pixel for anything that is not empty.
Band snapped_span(float low, float high) {
  const float first = std::round(low), last = std::round(high);
  return {first, high > low ? std::max(last, first + 1) : first};
}

bool upright(Point a, Point b) {
  constexpr float hair = 1e-3f;
  return std::fabs(a.x - b.x) < hair || std::fabs(a.y - b.y) < hair;
}

bool all_upright(std::span<const Point> points, bool closed) {
  for (size_t i = 1; i < points.size(); ++i)
    if (!upright(points[i - 1], points[i])) return false;
  return !closed || upright(points.back(), points.front());
}

}  // namespace

ImU32 ImGuiPainter::color(Role role, float opacity) const {
  const ImU32 full = palette_[static_cast<size_t>(role)];
  const float alpha =
      static_cast<float>(full >> IM_COL32_A_SHIFT) * std::clamp(opacity, 0.f, 1.f) * dim_;
  return (full & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha)) << IM_COL32_A_SHIFT;
}

void ImGuiPainter::texture(const Rect& rect, const Style& style) {
  const ImU32 ink = color(style.fill);
  if (style.texture == Texture::hatch) {
    for (const scene::Segment& segment : scene::hatch(rect)) {
      list_.PathLineTo(scaled(segment.from));
      list_.PathLineTo(scaled(segment.to));
      list_.PathStroke(ink, 0, std::max(1.f, hatch_width * scale_));
    }
  } else {
    for (Point dot : scene::dots(rect)) {
      const ImVec2 at = scaled(dot);
      stamp({std::floor(at.x), std::floor(at.y)},
            glyphs_.disc(scene::dot_radius * scale_, at.x, at.y), 1, ink);
    }
  }
}

// A glyph from the image. `size` is its scale: 1, unless letters are kept coarser.
void ImGuiPainter::stamp(ImVec2 pen, const std::optional<Glyphs::Glyph>& glyph, float size,
                         ImU32 color) {
  lacks_glyphs_ |= !glyph;
  if (!glyph || glyph->width == 0) return;
  const ImVec2 texel = {1.f / Glyphs::image_width,
                        1.f / static_cast<float>(glyphs_.image_height())};
  const ImVec2 corner = {pen.x + glyph->left * size, pen.y + glyph->top * size};
  list_.PrimReserve(6, 4);
  list_.PrimRectUV(corner, {corner.x + glyph->width * size, corner.y + glyph->height * size},
                   {glyph->x * texel.x, glyph->y * texel.y},
                   {(glyph->x + glyph->width) * texel.x, (glyph->y + glyph->height) * texel.y},
                   color);
}

void ImGuiPainter::rect(const Rect& rect, const Style& style) {
  if (!(rect.width > 0 && rect.height > 0)) return;
  if (style.fill != Role::none && style.texture != Texture::solid) {
    texture(rect, style);
  } else if (style.fill != Role::none) {
    const Band x = snapped_span(rect.x * scale_, rect.right() * scale_);
    const Band y = snapped_span(rect.y * scale_, rect.bottom() * scale_);
    list_.AddRectFilled({x.low, y.low}, {x.high, y.high}, color(style.fill, style.fill_opacity),
                        style.radius * scale_);
  }
  if (style.stroke != Role::none) stroke_rect(rect, style);
}

void ImGuiPainter::stroke_rect(const Rect& rect, const Style& style) {
  const Point corners[] = {{rect.x, rect.y},
                           {rect.right(), rect.y},
                           {rect.right(), rect.bottom()},
                           {rect.x, rect.bottom()}};
  if (style.dashed) return stroke(corners, true, style);
  const ImU32 ink = color(style.stroke);
  const float width = style.stroke_width * scale_;
  const Band left = snapped_band(rect.x * scale_, width),
             right = snapped_band(rect.right() * scale_, width);
  const Band top = snapped_band(rect.y * scale_, width),
             bottom = snapped_band(rect.bottom() * scale_, width);
  if (style.radius > 0) {
    const float half = (left.high - left.low) / 2;
    list_.PathRect({left.low + half, top.low + half}, {right.low + half, bottom.low + half},
                   style.radius * scale_);
    list_.PathStroke(ink, ImDrawFlags_Closed, 2 * half);
    return;
  }
  list_.AddRectFilled({left.low, top.low}, {right.high, top.high}, ink);
  list_.AddRectFilled({left.low, bottom.low}, {right.high, bottom.high}, ink);
  list_.AddRectFilled({left.low, top.high}, {left.high, bottom.low}, ink);
  list_.AddRectFilled({right.low, top.high}, {right.high, bottom.low}, ink);
}

void ImGuiPainter::line(Point from, Point to, const Style& style) {
  const Point points[] = {from, to};
  stroke(points, false, style);
}

void ImGuiPainter::path(std::span<const Point> points, bool closed, const Style& style) {
  if (points.size() >= 3 && style.fill != Role::none && style.texture == Texture::solid)
    fill_polygon(points, color(style.fill, style.fill_opacity));
  stroke(points, closed, style);
}

void ImGuiPainter::circle(Point center, float radius, const Style& style) {
  if (!(radius > 0)) return;
  const ImVec2 at = scaled(center);
  if (style.fill != Role::none && style.texture == Texture::solid)
    list_.AddCircleFilled(at, radius * scale_, color(style.fill, style.fill_opacity));
  if (style.stroke == Role::none) return;
  // AddCircle() would draw it half a pixel smaller.
  const int segments = list_._CalcCircleAutoSegmentCount(radius * scale_);
  list_.PathArcTo(at, radius * scale_, 0,
                  2 * IM_PI * static_cast<float>(segments - 1) / static_cast<float>(segments),
                  segments - 1);
  list_.PathStroke(color(style.stroke), ImDrawFlags_Closed, style.stroke_width * scale_);
}

void ImGuiPainter::text(Point at, std::string_view text, const scene::TextStyle& style) {
  const int face = static_cast<int>(style.weight);
  const float size = static_cast<float>(style.size) * scale_;
  const ImU32 ink = color(style.role);
  float pen = at.x * scale_;
  if (!std::isfinite(pen)) return;
  if (style.align != scene::Align::start)
    pen -= glyphs_.measure(face, size, text) * (style.align == scene::Align::middle ? 0.5f : 1.f);
  // The baseline lies on a whole pixel: letters stand on it without a blur.
  const float baseline =
      std::round((at.y + baseline_below_middle * static_cast<float>(style.size)) * scale_);
  while (!text.empty()) {
    const std::optional<Glyphs::Glyph> glyph =
        glyphs_.find(face, size * detail_, next_code_point(text), pen);
    stamp({std::floor(pen), baseline}, glyph, 1 / detail_, ink);
    if (!glyph) return;
    pen += glyph->advance / detail_;
  }
}

void ImGuiPainter::begin(std::string_view, bool dimmed) { dim_ = dimmed ? dimmed_opacity : 1; }

void ImGuiPainter::end() { dim_ = 1; }

// Triangles, and around them a rim that fades over one pixel, as ImDrawList does for convex
// polygons.
void ImGuiPainter::fill_polygon(std::span<const Point> points, ImU32 color) {
  if (is_convex(points)) {
    const bool clockwise =
        doubled_area(points) > 0;  // as ImDrawList wants it, lest its soft rim lie inside
    for (size_t i = 0; i < points.size(); ++i)
      list_.PathLineTo(scaled(points[clockwise ? i : points.size() - 1 - i]));
    list_.PathFillConvex(color);
    return;
  }
  const auto count = static_cast<int>(points.size());
  const auto triangles = triangulate(points);
  const float outward = doubled_area(points) < 0 ? -0.5f : 0.5f;
  const ImVec2 uv = list_._Data->TexUvWhitePixel;
  list_.PrimReserve(static_cast<int>(triangles.size()) * 3 + count * 6, count * 2);
  const unsigned base = list_._VtxCurrentIdx;
  const auto index = [&](int i) {
    list_.PrimWriteIdx(static_cast<ImDrawIdx>(base + static_cast<unsigned>(i)));
  };
  for (const auto& [a, b, c] : triangles) {
    for (int corner : {a, b, c}) index(2 * corner);
  }
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    for (int corner : {2 * i, 2 * next, 2 * next + 1, 2 * next + 1, 2 * i + 1, 2 * i})
      index(corner);
  }
  const auto normal = [&](int i) {
    const ImVec2 a = scaled(points[static_cast<size_t>((i + count) % count)]),
                 b = scaled(points[static_cast<size_t>((i + 1) % count)]);
    const float length = std::max(1e-6f, std::hypot(b.x - a.x, b.y - a.y));
    return ImVec2((b.y - a.y) / length, (a.x - b.x) / length);
  };
  for (int i = 0; i < count; ++i) {
    const ImVec2 before = normal(i - 1), after = normal(i),
                 at = scaled(points[static_cast<size_t>(i)]);
    ImVec2 out = {(before.x + after.x) / 2, (before.y + after.y) / 2};
    const float squared = out.x * out.x + out.y * out.y;
    const float reach = outward * std::min(1 / std::max(squared, 1e-6f), 4.f);
    out = {out.x * reach, out.y * reach};
    list_.PrimWriteVtx({at.x - out.x, at.y - out.y}, uv, color);
    list_.PrimWriteVtx({at.x + out.x, at.y + out.y}, uv, color & ~IM_COL32_A_MASK);
  }
}

void ImGuiPainter::stroke(std::span<const Point> points, bool closed, const Style& style) {
  if (style.stroke == Role::none || points.size() < 2) return;
  if (!style.dashed) return stroke_plain(points, closed, style);
  for (const std::vector<Point>& dash : dashes(points, closed, dash_on, dash_off))
    stroke_plain(dash, false, style);
}

void ImGuiPainter::stroke_plain(std::span<const Point> points, bool closed, const Style& style) {
  if (points.size() == 2 && upright(points[0], points[1])) return bar(points[0], points[1], style);
  const float width = style.stroke_width * scale_;
  const bool snapped = all_upright(points, closed);
  for (Point point : points) {
    ImVec2 at = scaled(point);
    if (snapped) {
      const Band x = snapped_band(at.x, width), y = snapped_band(at.y, width);
      at = {(x.low + x.high) / 2, (y.low + y.high) / 2};
    }
    // Two points at one place have no direction, and ImDrawList would thicken the line there.
    if (!list_._Path.empty() && list_._Path.back().x == at.x && list_._Path.back().y == at.y)
      continue;
    list_.PathLineTo(at);
  }
  // A line thinner than a pixel is drawn paler.
  list_.PathStroke(color(style.stroke, width), closed ? ImDrawFlags_Closed : 0,
                   std::max(1.f, snapped ? std::round(width) : width));
}

// A level or upright line: a rectangle of whole pixels across, with its ends where they are.
void ImGuiPainter::bar(Point from, Point to, const Style& style) {
  const ImVec2 a = scaled(from), b = scaled(to);
  const float width = style.stroke_width * scale_;
  const bool level = std::fabs(a.y - b.y) <= std::fabs(a.x - b.x);
  const Band across = snapped_band(level ? a.y : a.x, width);
  const Band along = level ? snapped_span(std::min(a.x, b.x), std::max(a.x, b.x))
                           : snapped_span(std::min(a.y, b.y), std::max(a.y, b.y));
  const ImVec2 low = level ? ImVec2(along.low, across.low) : ImVec2(across.low, along.low);
  const ImVec2 high = level ? ImVec2(along.high, across.high) : ImVec2(across.high, along.high);
  list_.AddRectFilled(low, high, color(style.stroke, width));
}

}  // namespace loom::canvas
