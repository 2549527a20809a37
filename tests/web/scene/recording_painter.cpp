#include "tests/web/scene/recording_painter.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "web/scene/display_list.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {
namespace {

Rect grown(Rect box, float by) {
  return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by};
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::string describe(const Mark& mark) {
  static constexpr std::array names = {"rect", "line", "path", "circle", "text", "hotspot"};
  std::ostringstream out;
  out << names[static_cast<size_t>(mark.kind)];
  if (!mark.text.empty()) out << " '" << mark.text << "'";
  if (!mark.part.empty()) out << " of part '" << mark.part << "'";
  out << " at " << mark.box.x << ", " << mark.box.y << ", " << mark.box.width << " by "
      << mark.box.height;
  return out.str();
}

// Space for as many marks as a valid list has, or more: marks are large, and moving them takes as
// long as making them.
size_t mark_count(std::span<const std::uint32_t> words) {
  size_t count = 0;
  for (size_t at = 2; at < words.size(); at += 1 + (words[at] >> 8)) {
    const bool many = (words[at] & 0xff) == static_cast<unsigned>(display_list::Op::rects);
    count += many ? (words[at] >> 8) / 4 : 1;
  }
  return count;
}

// Reads a list back into marks. The list does not contain the actions of hotspots; the painter has
// them.
class Marks final : public Renderer {
 public:
  Marks(const std::vector<Hotspot>& hotspots, size_t count) : hotspots_(hotspots) {
    marks_.reserve(count);
  }
  std::vector<Mark> take() { return std::move(marks_); }

  void rect(const Rect& rect, const Style& style) override { add(Mark::Kind::rect, rect, style); }

  void line(Point from, Point to, const Style& style) override {
    const Point ends[] = {from, to};
    path(ends, false, style);
    marks_.back().kind = Mark::Kind::line;
  }

  void path(std::span<const Point> points, bool, const Style& style) override {
    Point low = points.empty() ? Point{} : points[0], high = low;
    for (Point point : points) {
      low = {std::min(low.x, point.x), std::min(low.y, point.y)};
      high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    add(Mark::Kind::path, {low.x, low.y, high.x - low.x, high.y - low.y}, style);
  }

  void circle(Point center, float radius, const Style& style) override {
    add(Mark::Kind::circle, {center.x - radius, center.y - radius, 2 * radius, 2 * radius}, style);
  }

  void text(Point at, std::string_view text, const TextStyle& style) override {
    const float width = text_width(text, style.size, style.weight),
                height = 0.73f * static_cast<float>(style.size);
    const float left = style.align == Align::start    ? at.x
                       : style.align == Align::middle ? at.x - width / 2
                                                      : at.x - width;
    marks_.push_back({.kind = Mark::Kind::text,
                      .box = {left, at.y - height / 2, width, height},
                      .part = part_,
                      .text = std::string(text),
                      .text_style = style});
  }

  void begin(std::string_view part, bool) override { part_ = part; }
  void end() override { part_.clear(); }

  void hotspot(const Rect& rect, std::string_view tooltip) override {
    const Hotspot& hotspot = hotspots_[next_hotspot_++];
    marks_.push_back({.kind = Mark::Kind::hotspot,
                      .box = rect,
                      .part = part_,
                      .text = std::string(tooltip),
                      .action = hotspot.action,
                      .places = hotspot.places,
                      .other = hotspot.other});
  }

 private:
  void add(Mark::Kind kind, Rect box, const Style& style) {
    const float stroke = style.stroke == Role::none ? 0 : style.stroke_width / 2;
    marks_.push_back({.kind = kind, .box = grown(box, stroke), .part = part_, .style = style});
  }

  const std::vector<Hotspot>& hotspots_;
  size_t next_hotspot_ = 0;
  std::vector<Mark> marks_;
  std::string part_;
};

}  // namespace

void RecordingPainter::see() const {
  if (seen_ == list().size()) return;
  Marks marks(hotspots(), mark_count(list()));
  problem_ = replay(list(), marks);
  marks_ = marks.take();
  seen_ = list().size();
}

const std::vector<Mark>& RecordingPainter::marks() const {
  see();
  return marks_;
}

std::optional<Error> RecordingPainter::problem() const {
  see();
  return problem_;
}

std::vector<Mark> RecordingPainter::of(Mark::Kind kind) const {
  std::vector<Mark> found;
  for (const Mark& mark : marks())
    if (mark.kind == kind) found.push_back(mark);
  return found;
}

RecordingPainter record(const Scene& scene, const View& view) {
  RecordingPainter painter;
  scene.draw(painter, view);
  return painter;
}

std::string layout_problem(const Description& description, const Scene& scene, const View& view) {
  return layout_problem(description, record(scene, view), scene.height(view.width), view);
}

std::string layout_problem(const Description& description, const RecordingPainter& painter,
                           float height, const View& view) {
  if (const auto problem = painter.problem()) return problem->message;
  std::vector<const Mark*> texts;
  for (const Mark& mark : painter.marks()) {
    const bool inside = mark.box.width >= 0 && mark.box.height >= 0 && mark.box.x >= 0 &&
                        mark.box.y >= 0 && mark.box.right() <= view.width &&
                        mark.box.bottom() <= height;  // false for NaN
    if (!inside) return "outside the picture: " + describe(mark);
    if (!mark.part.empty() && std::find(description.parts.begin(), description.parts.end(),
                                        mark.part) == description.parts.end())
      return "part '" + mark.part + "' is not among the parts that describe() is given";
    if (mark.kind == Mark::Kind::hotspot && mark.text.empty())
      return "no tooltip: " + describe(mark);
    if (mark.kind == Mark::Kind::text) texts.push_back(&mark);
  }
  if (view.fraction < 1) return "";  // what is on its way may pass over what is not
  std::stable_sort(texts.begin(), texts.end(),
                   [](const Mark* a, const Mark* b) { return a->box.y < b->box.y; });
  for (size_t i = 0; i < texts.size(); ++i)
    for (size_t j = i + 1; j < texts.size() && texts[j]->box.y < texts[i]->box.bottom(); ++j)
      if (overlap(texts[i]->box, texts[j]->box))
        return "overlap: " + describe(*texts[i]) + " and " + describe(*texts[j]);
  return "";
}

}  // namespace loom::scene
