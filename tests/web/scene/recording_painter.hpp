// A painter that remembers what was drawn, so that a test can ask whether a picture fits.
#pragma once

#include <string>
#include <vector>

#include "web/scene/scene.hpp"

namespace loom::scene {

struct Mark {
  enum class Kind { rect, line, path, circle, text, hotspot };
  Kind kind;
  Rect box;          // with half the stroke; text: its advance width by a capital letter's height
  std::string part;  // the part it belongs to, or ""
  Style style = {};  // of shapes
  std::string text;  // of texts; a hotspot's tooltip
  TextStyle text_style = {};
  Action action = {};  // of hotspots
  Places places = {};  // of hotspots
};

class RecordingPainter final : public Painter {
 public:
  const std::vector<Mark>& marks() const { return marks_; }
  std::vector<Mark> of(Mark::Kind kind) const;
  bool balanced() const { return part_.empty() && !misnested_; }  // every begin has its end

 private:
  void put_rect(const Rect& rect, const Style& style) override;
  void put_line(Point from, Point to, const Style& style) override;
  void put_path(std::span<const Point> points, bool closed, const Style& style) override;
  void put_circle(Point center, float radius, const Style& style) override;
  void put_text(Point at, std::string_view text, const TextStyle& style) override;
  void put_begin(std::string_view part) override;
  void put_end() override;
  void put_hotspot(const Hotspot& hotspot) override;

  void add(Mark::Kind kind, Rect box, const Style& style);

  std::vector<Mark> marks_;
  std::string part_;
  bool misnested_ = false;
};

RecordingPainter record(const Scene& scene, const View& view);

// What is wrong with the picture's geometry, in words, or "": a mark outside width × height, texts
// that overlap each other (at rest), parts that are not closed or not declared, a hotspot without a
// tooltip.
std::string layout_problem(const Description& description, const Scene& scene, const View& view);

}  // namespace loom::scene
