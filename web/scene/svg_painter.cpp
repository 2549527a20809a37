#include "web/scene/svg_painter.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/decimal.hpp"
#include "core/text/find_special.hpp"
#include "web/scene/texture.hpp"

namespace loom::scene {
namespace {

// At most two decimals, no trailing zeros: a hundredth of a pixel is finer than any screen.
std::string compact(float value) {
  std::string text = numerics::fixed_text(static_cast<double>(value), 2);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

float hundredths(float value) { return std::round(value * 100) / 100; }

void put_point(std::string& out, char command, Point point) {
  out += command;
  out.append(compact(point.x)).append(" ").append(compact(point.y));
}

// The dots of a row are one line; picture.css dashes it.
void put_rows_of_dots(std::string& out, const std::vector<Point>& dots) {
  for (size_t first = 0, next = 0; first < dots.size(); first = next) {
    while (next < dots.size() && dots[next].y == dots[first].y) ++next;
    put_point(out, 'M', dots[first]);
    out.append("h").append(compact(dots[next - 1].x - dots[first].x + 0.01f));
  }
}

std::string_view size_class(Size size) {
  return size == Size::small ? "t-small" : size == Size::large ? "t-large" : "t-normal";
}

}  // namespace

void escape_markup(std::string& out, std::string_view text) {
  const auto special = [](char c) { return (c == '&') | (c == '<') | (c == '>') | (c == '"'); };
  for (size_t done = 0;; ++done) {
    const size_t at = find_special(text, done, special);
    out.append(text, done, at - done);
    if (at == text.size()) return;
    const char c = text[at];
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;";
    done = at;
  }
}

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  escape_markup(out, text);
  return out;
}

void SvgPainter::attribute(std::string_view name, float value) {
  markup_.append(" ").append(name).append("=\"").append(compact(value)).append("\"");
}

void SvgPainter::paint(const Style& style) {
  const bool filled = style.fill != Role::none && style.texture == Texture::solid;
  markup_ += " class=\"f-";
  markup_ += filled ? name(style.fill) : "none";
  if (style.stroke != Role::none) markup_.append(" s-").append(name(style.stroke));
  markup_ += '"';
  if (filled && style.fill_opacity < 1) attribute("fill-opacity", style.fill_opacity);
  if (style.stroke != Role::none && style.stroke_width != 1)
    attribute("stroke-width", style.stroke_width);
  if (style.dashed) markup_ += " stroke-dasharray=\"4 3\"";
}

void SvgPainter::texture(const Rect& rect, const Style& style) {
  if (style.fill == Role::none || style.texture == Texture::solid) return;
  std::string data;
  if (style.texture == Texture::hatch)
    for (const Segment& segment : hatch(rect)) {
      put_point(data, 'M', segment.from);
      put_point(data, 'L', segment.to);
    }
  else
    put_rows_of_dots(data, dots(rect));
  if (data.empty()) return;
  markup_.append("<path class=\"").append(style.texture == Texture::hatch ? "hatch" : "dots");
  markup_.append(" s-").append(name(style.fill)).append("\" d=\"").append(data).append("\"/>");
}

void SvgPainter::rect(const Rect& rect, const Style& style) {
  texture(rect, style);
  if (style.texture != Texture::solid && style.stroke == Role::none) return;
  markup_ += "<rect";
  attribute("x", rect.x);
  attribute("y", rect.y);
  attribute("width", std::max(0.f, rect.width));
  attribute("height", std::max(0.f, rect.height));
  if (style.radius > 0) attribute("rx", style.radius);
  paint(style);
  markup_ += "/>";
}

void SvgPainter::rects(std::span<const Rect> rects, const Style& style) {
  if (rects.empty()) return;
  markup_ += "<path d=\"";
  // Each coordinate is relative to the corner before, which compresses better. The written numbers
  // are added up, not the exact ones, so that rounding errors do not add up.
  Point from;
  for (const Rect& rect : rects) {
    const std::string width = compact(rect.width);
    const Point at = {hundredths(rect.x), hundredths(rect.y)};
    put_point(markup_, 'm', {at.x - from.x, at.y - from.y});
    markup_.append("h").append(width).append("v").append(compact(rect.height));
    markup_.append("h-").append(width).append("z");
    from = at;
  }
  markup_ += "\"";
  paint(style);
  markup_ += "/>";
}

void SvgPainter::line(Point from, Point to, const Style& style) {
  markup_ += "<path d=\"";
  put_point(markup_, 'M', from);
  put_point(markup_, 'L', to);
  markup_ += '"';
  paint(style);
  markup_ += "/>";
}

void SvgPainter::path(std::span<const Point> points, bool closed, const Style& style) {
  if (points.empty()) return;
  markup_ += "<path d=\"";
  char command = 'M';
  for (Point point : points) {
    put_point(markup_, command, point);
    command = 'L';
  }
  markup_ += closed ? "Z\"" : "\"";
  paint(style);
  markup_ += "/>";
}

void SvgPainter::circle(Point center, float radius, const Style& style) {
  markup_ += "<circle";
  attribute("cx", center.x);
  attribute("cy", center.y);
  attribute("r", radius);
  paint(style);
  markup_ += "/>";
}

void SvgPainter::text(Point at, std::string_view text, const TextStyle& style) {
  // Capital letters of Inter and JetBrains Mono are about 0.73 em high: half of it below the
  // middle.
  const float baseline = at.y + 0.364f * static_cast<float>(style.size);
  markup_ += "<text";
  attribute("x", at.x);
  attribute("y", baseline);
  markup_.append(" class=\"f-").append(name(style.role)).append(" ");
  markup_ += size_class(style.size);
  if (style.weight == Weight::semibold) markup_ += " w-semibold";
  if (style.weight == Weight::mono) markup_ += " w-mono";
  if (style.align == Align::middle) markup_ += " a-middle";
  if (style.align == Align::end) markup_ += " a-end";
  markup_ += "\">";
  escape_markup(markup_, text);
  markup_ += "</text>";
}

void SvgPainter::begin(std::string_view part, bool) {
  markup_ += "<g data-part=\"";
  escape_markup(markup_, part);
  markup_ += "\">";
}

void SvgPainter::end() { markup_ += "</g>"; }

void SvgPainter::hotspot(const Rect& rect, std::string_view tooltip) {
  if (tooltip.empty() || hotspots_ == Hotspots::left_out) return;
  markup_ += "<rect";
  attribute("x", rect.x);
  attribute("y", rect.y);
  attribute("width", rect.width);
  attribute("height", rect.height);
  markup_ += " class=\"hot\"><title>";
  escape_markup(markup_, tooltip);
  markup_ += "</title></rect>";
}

std::string svg(const Scene& scene, const View& view, std::string_view name,
                std::string_view covered) {
  Painter painter({}, covered);
  scene.draw(painter, view);
  return svg(painter.list(), view.width, scene.height(view.width), name);
}

std::string svg(std::span<const std::uint32_t> list, float w, float h, std::string_view name,
                Hotspots hotspots) {
  SvgPainter svg(hotspots);
  (void)replay(list, svg);  // Painter's lists are sound
  const std::string width = compact(w), height = compact(std::ceil(h));
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height +
         "\" width=\"" + width + "\" height=\"" + height + "\" role=\"img\" aria-label=\"" +
         escape_markup(name) +
         "\"><g aria-hidden=\"true\">" +  // what it shows stands in the sentence and the table
         svg.markup() + "</g></svg>";
}

}  // namespace loom::scene
