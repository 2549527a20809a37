// What the drawings of scenes have in common: what they show, who paints, how wide, at which step.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include "web/scene/format.hpp"
#include "web/scene/kit/handles.hpp"
#include "web/scene/kit/panels.hpp"
#include "web/scene/kit/part.hpp"
#include "web/scene/kit/placed_text.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {

// A scene's picture is a struct of its own that begins with this one. The model names it,
// `using Drawing = struct RooflineDrawing;`, and the picture's file defines it:
//
//   struct RooflineDrawing : Picture<Roofline> {
//     Rect plot_ = {46, 30, by_width(284, 444), by_width(190, 240)};
//     float height() const { return plot_.bottom() + 44; }
//     void draw() { … }
//   };
//
//   float Roofline::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }
//
// Its members lay out the picture for this width, in their order; height() and draw() use them.
template <class Shown>
struct Picture {
  const Shown& s_;
  Painter& p_;
  const View& view_;
  float width_ = view_.width;
  bool narrow_ = is_narrow(width_);

  float by_width(float narrow, float wide) const { return narrow_ ? narrow : wide; }
  template <class T>
  requires(!std::is_arithmetic_v<T>) T by_width(T narrow, T wide)
  const { return narrow_ ? narrow : wide; }

  // The timeline's present position: on the way from at(step - 1) to at(step).
  template <class At>
  double now(At at) const {
    const double from = at(view_.step - 1), to = at(view_.step);
    return from + (to - from) * static_cast<double>(view_.fraction);
  }

  // A text with places: write({2, 10}, quiet, "{} of {}", 3, Word(4, "warp")).
  template <class... Words>
  void write(Point at, const TextStyle& style, std::string_view text, const Words&... words) const {
    p_.text(at, fill(text, words...), style);
  }

  // The first of these texts that has room.
  void fitted(Point at, float room, const TextStyle& style,
              std::initializer_list<std::string> texts) const {
    p_.text(at, fit(texts, room, style.size), style);
  }

  // A text as held_text() writes it, between two places.
  template <Wordlike... Words>
  void hold(Point at, const TextStyle& style, float from, float to, std::string_view text,
            const Words&... words) const {
    held_text(p_, at, fill(text, words...), style, from, to);
  }

  // What `paint` draws is a named part: in("curve", [&] { curves(); }).
  template <class Paint>
  void in(std::string_view part, Paint paint) const {
    const Part within(p_, part);
    paint();
  }

  // A hotspot, with its tooltip written the same way: spot(box, seek(3), "Tile {}", 3).
  template <Wordlike... Words>
  void spot(const Rect& rect, Action action, std::string_view tooltip,
            const Words&... words) const {
    p_.hotspot(rect, fill(tooltip, words...), std::move(action));
  }
  template <Wordlike... Words>
  void spot(const Rect& rect, std::string_view tooltip, const Words&... words) const {
    p_.hotspot(rect, fill(tooltip, words...));
  }

  // The same for something that has a number of its own in the scene: see View::pointed.
  template <Wordlike... Words>
  void spot_of(int names, const Rect& rect, Action action, std::string_view tooltip,
               const Words&... words) const {
    p_.hotspot(rect, fill(tooltip, words...), std::move(action), names);
  }

  // A knob to drag, which stays inside the picture.
  template <Wordlike... Words>
  void drag_knob(Point at, const Action& action, std::string_view tooltip,
                 const Words&... words) const {
    knob(p_, at, width_, fill(tooltip, words...), action);
  }
};

// The picture's height; if the sheet has a painter, the picture is drawn as well.
template <class Shown>
float picture_of(const Shown& shown, const Sheet& sheet) {
  Painter nobody;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces"  // of a layout between Drawing and Picture
  typename Shown::Drawing drawing{{shown, sheet.painter ? *sheet.painter : nobody, sheet.view}};
#pragma GCC diagnostic pop
  if (sheet.painter) drawing.draw();
  return drawing.height();
}

}  // namespace loom::scene
