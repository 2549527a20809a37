// Text as pictures place it: kept inside, line below line, with a rule above. CSS px; every y is
// the middle of a line's capital letters.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"

namespace loom::scene {

// Centered at `at.x`, as far as `from` and `to` allow; if the text is too long for that, it begins
// at `from`. Returns where the text's middle is.
float held_text(Painter& painter, Point at, std::string_view text, const TextStyle& style,
                float from, float to);

// The ground of a text that is written next, so that no line or mark goes through it.
void plate(Painter& painter, Point at, std::string_view text, const TextStyle& style);
// The text with that ground.
void plated(Painter& painter, Point at, std::string_view text, const TextStyle& style);

// Headings of columns in one line at y, in a quiet style. Each ends at its x, or begins there.
struct Head {
  float x;
  std::string_view text;
  Align align = Align::end;
};
void column_names(Painter& painter, float y, std::initializer_list<Head> all);

// Lines of text, one below another.
class Lines {
 public:
  Lines(Painter& painter, Point first, float pitch = 19) : p_(painter), at_(first), pitch_(pitch) {}
  void add(std::string_view text, const TextStyle& style = label);
  // The same with a second text that ends at `right`.
  void add(std::string_view text, float right, std::string_view beside,
           const TextStyle& style = label);
  // A line with places: write(quiet, "{} of {}", 3, Word(4, "warp")).
  template <Wordlike... Words>
  void write(const TextStyle& style, std::string_view text, const Words&... words) {
    add(fill(text, words...), style);
  }
  // The same with a second text, in the usual style.
  template <Wordlike... Words>
  void pair(std::string_view text, float right, std::string_view beside, const Words&... words) {
    add(text, right, fill(beside, words...));
  }
  Point next() const { return at_; }  // of the next line

 private:
  Painter& p_;
  Point at_;
  float pitch_;
};

// A heading of a picture's part: a rule 16 px above it, its name, and to the right, if not empty, a
// remark.
void section(Painter& painter, float left, float right, float y, std::string_view name,
             std::string_view beside = {});

// A frame around a few lines that explain; its title, if any, is 12 px from the left and 16 px
// down.
void card(Painter& painter, const Rect& box, std::string_view title = {});

// The ground of the row or column that is chosen.
void chosen_ground(Painter& painter, const Rect& box);

// Moves the middles of labels, given from top to bottom, as little as it takes to be `gap` apart
// and between `top` and `bottom`; where there is too little room, `bottom` holds.
void keep_apart(std::span<float> middles, float gap, float top, float bottom);

}  // namespace loom::scene
