// The key to a picture: samples with their names. CSS px.
#pragma once

#include <string_view>

#include "web/scene/format.hpp"
#include "web/scene/painter.hpp"

namespace loom::scene {

// From left to right, in lines of 20 px. Each entry belongs to a part, or to none if the part is
// empty.
class Legend {
 public:
  // The middle of the first line is at `first`. An entry that would pass `right` begins a new line.
  Legend(Painter& painter, Point first, float right, float gap = 14)
      : p_(painter), at_(first), left_(first.x), right_(right), gap_(gap) {}

  void add(std::string_view part, std::string_view text, const Style& box);
  // The same with a text that has places.
  template <Wordlike... Words>
  void write(std::string_view part, const Style& box, std::string_view text,
             const Words&... words) {
    add(part, fill(text, words...), box);
  }
  void line(std::string_view part, std::string_view text, const Style& stroke);
  void tick(std::string_view part, std::string_view text, const Style& stroke);  // upright
  void point(std::string_view part, std::string_view text, const Style& circle);
  void words(std::string_view text);  // without a sample, quiet
  void next_line();

  // How wide an entry is, without the gap behind it.
  static float width(std::string_view text);
  Point next() const { return at_; }  // the left middle of the next entry

 private:
  bool begin(std::string_view part, float wide);
  void end(std::string_view text, float wide, bool parted);

  Painter& p_;
  Point at_;
  float left_, right_, gap_;
};

}  // namespace loom::scene
