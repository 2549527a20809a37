// Rows of a name, numbers in columns and a bar, as in a table that is also a chart. CSS px.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "web/scene/format.hpp"
#include "web/scene/kit/grid.hpp"

namespace loom::scene {

class BarRows {
 public:
  // `first` is the first row, with room for its name at the left. The other rows are below it, with
  // the same height. Bars begin at `from`; a bar of share 1 is `full` wide.
  BarRows(Painter& painter, const Rect& first, float from, float full)
      : p_(painter), row_(first), from_(from), full_(full) {
    row_.y -= first.height;
  }

  // The first row, then the next below. A chosen row has a ground and stronger text.
  void next(bool chosen = false);
  void next(bool chosen, std::string_view its_name) {
    next(chosen);
    name(its_name);
  }
  const Rect& row() const { return row_; }
  float middle() const { return row_.center().y; }
  // A share of a full bar.
  Rect frame(float thick = 12) const { return {from_, middle() - thick / 2, full_, thick}; }

  void name(std::string_view text) const;
  void cell(float right, std::string_view text) const;  // the number ends there
  // Shares are clamped to 0…1; a share above 0 is at least 1 px wide. `behind` follows the bar's
  // end, or the mark if that is further right. `thick`: px.
  void bar(double share, const Style& style, std::string_view behind = {}, float thick = 12);
  // The same, with the end given by a scale.
  void bar_to(float end, const Style& style, float thick = 12) const;
  // A number behind a bar that ends at `end`, or inside that end if it would pass `right`. px.
  void number(float end, float right, std::string_view text, TextStyle style) const;
  // A measured value as a mark across the bar. Call it before the bar, so that `behind` takes it
  // into account.
  void mark(double share);
  void mark_at(float x, const Style& style) const;
  void does(std::string tooltip, Action action = {}) const;  // with the whole row
  template <Wordlike... Words>
  void does(Action action, std::string_view tooltip, const Words&... words) const {
    does(fill(tooltip, words...), std::move(action));
  }
  template <Wordlike... Words>
  requires(sizeof...(Words) > 0) void does(std::string_view tooltip, const Words&... words) const {
    does(fill(tooltip, words...));
  }

 private:
  float x(double share) const;

  Painter& p_;
  Rect row_;
  float from_, full_, marked_ = 0;
  bool chosen_ = false;
};

// The same in less room: a list in columns, filled one after the other. A cell has a name, a number
// at its right end, and a thin bar below both.
class BarCells {
 public:
  // `all` is divided into a cell for each entry, each at least 24 px high.
  BarCells(Painter& painter, const Grid& all) : p_(painter), all_(all) {}

  void next(bool chosen = false);
  // The first name that fits beside the number.
  void words(std::initializer_list<std::string> names, std::string_view number) const;
  void number(float right, std::string_view text) const;  // one more, as far from the cell's left
  // From one share to another, clamped to 0…1; at least 1 px unless it is empty.
  void bar(double from, double to, const Style& style) const;
  Rect track() const;                                        // the place of a bar from 0 to 1
  void does(std::string tooltip, Action action = {}) const;  // with the whole cell
  template <Wordlike... Words>
  void does(Action action, std::string_view tooltip, const Words&... words) const {
    does(fill(tooltip, words...), std::move(action));
  }

 private:
  TextStyle style() const;

  Painter& p_;
  const Grid all_;
  Rect cell_ = {};
  int index_ = 0;
  bool chosen_ = false;
};

// One bar of several amounts, one behind the other, in a frame that holds `full`.
class Stack {
 public:
  Stack(Painter& painter, const Rect& frame, double full);

  // Where the amount is; at least 1 px, and cut at the frame's end. Nothing is drawn for an amount
  // that is not above 0 or lies beyond the frame.
  Rect add(double amount, const Style& style);

 private:
  Painter& p_;
  Rect frame_;
  double full_, at_ = 0;
};

// The same for amounts that are all known.
struct Amount {
  template <class Number>
  Amount(Number number, const Style& its_style)
      : amount(static_cast<double>(number)), style(its_style) {}
  double amount;
  Style style;
};
void stack_of(Painter& painter, const Rect& frame, double full, std::initializer_list<Amount> all);

}  // namespace loom::scene
