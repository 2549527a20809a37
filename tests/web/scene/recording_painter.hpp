// A painter that records its marks, so that a test can check whether a picture fits.
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
  Action other = {};   // of hotspots
};

class RecordingPainter final : public Painter {
 public:
  const std::vector<Mark>& marks() const;  // of what was drawn so far
  std::vector<Mark> of(Mark::Kind kind) const;
  std::optional<Error> problem() const;  // why its list would be refused

 private:
  void see() const;

  mutable std::vector<Mark> marks_;
  mutable std::optional<Error> problem_;
  mutable size_t seen_ = 0;  // words of the list
};

RecordingPainter record(const Scene& scene, const View& view);

// What is wrong with the picture's geometry, in words, or "": a mark outside width × height, texts
// that overlap each other (at rest), parts that are not closed or not declared, a hotspot without a
// tooltip.
std::string layout_problem(const Description& description, const Scene& scene, const View& view);
// For a picture that is already recorded.
std::string layout_problem(const Description& description, const RecordingPainter& painter,
                           float height, const View& view);

}  // namespace loom::scene
