#include "tests/web/scene/recording_painter.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace loom::scene {
namespace {

// Hundredths of an em for the characters from space to '~' (fonts-inter 3.19); figures are tabular.
using Widths = std::array<unsigned char, 95>;
constexpr Widths regular = {
    28, 28, 40, 63, 64, 81, 64, 22, 36, 36, 50, 66, 28, 46, 28, 36, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 28, 28, 66, 66, 66, 51, 94, 68, 65, 73, 72, 60, 59, 74, 74, 26, 54, 65, 56, 89, 75, 76,
    63, 76, 64, 64, 64, 74, 68, 95, 64, 66, 62, 36, 36, 36, 47, 45, 50, 56, 62, 56, 62, 58, 36, 61,
    59, 24, 24, 54, 24, 87, 59, 60, 61, 61, 37, 52, 36, 58, 56, 81, 54, 56, 54, 36, 33, 36, 66};
constexpr Widths semibold = {
    25, 31, 40,  64, 65, 84, 66, 21, 39, 39, 54, 67, 30, 47, 29, 38, 67, 67, 67, 67, 67, 67, 67, 67,
    67, 67, 29,  30, 67, 67, 67, 54, 100, 72, 66, 74, 72, 61, 59, 75, 74, 27, 56, 68, 57, 91, 74, 77,
    64, 78, 65,  65, 66, 73, 72, 101, 69, 70, 65, 39, 38, 39, 48, 47, 50, 57, 63, 58, 63, 59, 38, 63,
    61, 26, 26,  57, 26, 90, 61, 61, 62, 62, 40, 55, 38, 61, 58, 84, 56, 58, 56, 39, 36, 39, 67};

Rect grown(Rect box, float by) {
  return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by};
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::string describe(const Mark& mark) {
  static constexpr std::array names = {"rect", "line", "path", "circle", "text", "hotspot"};
  std::ostringstream out;
  out << names[static_cast<size_t>(mark.kind)] << " '" << mark.text << "' at " << mark.box.x << ", "
      << mark.box.y << ", " << mark.box.width << " by " << mark.box.height;
  return out.str();
}

}  // namespace

float text_width(std::string_view text, const TextStyle& style) {
  int hundredths = 0;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // the rest of a character already counted
    if (style.weight == Weight::mono)
      hundredths += 60;
    else if (byte < 32 || byte > 126)
      hundredths += 100;
    else
      hundredths += (style.weight == Weight::semibold ? semibold : regular)[byte - 32u];
  }
  return static_cast<float>(hundredths) * static_cast<float>(style.size) / 100;
}

void RecordingPainter::add(Mark::Kind kind, Rect box, const Style& style) {
  const float stroke = style.stroke == Role::none ? 0 : style.stroke_width / 2;
  marks_.push_back({.kind = kind, .box = grown(box, stroke), .part = part_, .style = style});
}

void RecordingPainter::rect(const Rect& rect, const Style& style) { add(Mark::Kind::rect, rect, style); }

void RecordingPainter::line(Point from, Point to, const Style& style) {
  const Point ends[] = {from, to};
  path(ends, false, style);
  marks_.back().kind = Mark::Kind::line;
}

void RecordingPainter::path(std::span<const Point> points, bool, const Style& style) {
  Point low = points.empty() ? Point{} : points[0], high = low;
  for (Point point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  add(Mark::Kind::path, {low.x, low.y, high.x - low.x, high.y - low.y}, style);
}

void RecordingPainter::circle(Point center, float radius, const Style& style) {
  add(Mark::Kind::circle, {center.x - radius, center.y - radius, 2 * radius, 2 * radius}, style);
}

void RecordingPainter::text(Point at, std::string_view text, const TextStyle& style) {
  const float width = text_width(text, style), height = 0.73f * static_cast<float>(style.size);
  const float left = style.align == Align::start    ? at.x
                     : style.align == Align::middle ? at.x - width / 2
                                                    : at.x - width;
  marks_.push_back({.kind = Mark::Kind::text,
                    .box = {left, at.y - height / 2, width, height},
                    .part = part_,
                    .text = std::string(text),
                    .text_style = style});
}

void RecordingPainter::begin(std::string_view part) {
  misnested_ = misnested_ || !part_.empty() || part.empty();
  part_ = part;
}

void RecordingPainter::end() {
  misnested_ = misnested_ || part_.empty();
  part_.clear();
}

void RecordingPainter::hotspot(const Hotspot& hotspot) {
  marks_.push_back({.kind = Mark::Kind::hotspot,
                    .box = hotspot.rect,
                    .part = part_,
                    .text = hotspot.tooltip,
                    .action = hotspot.action});
}

std::vector<Mark> RecordingPainter::of(Mark::Kind kind) const {
  std::vector<Mark> found;
  for (const Mark& mark : marks_)
    if (mark.kind == kind) found.push_back(mark);
  return found;
}

RecordingPainter record(const Scene& scene, const View& view) {
  RecordingPainter painter;
  scene.draw(painter, view);
  return painter;
}

std::string layout_problem(const Description& description, const Scene& scene, const View& view) {
  const RecordingPainter painter = record(scene, view);
  const float height = scene.height(view.width);
  if (!painter.balanced()) return "parts are not closed one by one";
  for (const Mark& mark : painter.marks()) {
    const bool inside = mark.box.width >= 0 && mark.box.height >= 0 && mark.box.x >= 0 && mark.box.y >= 0 &&
                        mark.box.right() <= view.width && mark.box.bottom() <= height;  // false for NaN
    if (!inside) return "outside the picture: " + describe(mark);
    if (!mark.part.empty() && std::find(description.parts.begin(), description.parts.end(), mark.part) == description.parts.end())
      return "part '" + mark.part + "' is not declared";
    if (mark.kind == Mark::Kind::hotspot && mark.text.empty()) return "no tooltip: " + describe(mark);
  }
  if (view.fraction < 1) return "";  // what is on its way may pass over what is not
  const std::vector<Mark> texts = painter.of(Mark::Kind::text);
  for (size_t i = 0; i < texts.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (overlap(texts[i].box, texts[j].box)) return "overlap: " + describe(texts[i]) + " and " + describe(texts[j]);
  return "";
}

}  // namespace loom::scene
