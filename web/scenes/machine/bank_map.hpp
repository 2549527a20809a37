// Shared memory as its banks: 32 columns, address to the right and then down, a word per cell;
// which words a warp's load wants, and what has been delivered so far.
#pragma once

#include "web/scenes/machine/bank_work.hpp"

namespace loom::scenes {

// The position of the timeline. At its end, and at rest, nothing is highlighted.
struct TurnClock {
  TurnClock(const BankWork& work, const View& view)
      : step(view.step),
        fraction(view.step > 0 ? view.fraction : 1),
        done(view.step == work.turns() && fraction == 1) {}
  bool now(const memory::Delivery& delivery) const {
    return !done && delivery.wavefront == step - 1;
  }
  bool past(const memory::Delivery& delivery) const { return delivery.wavefront < step; }

  int step;
  float fraction;
  bool done;
};

class BankMap {
 public:
  // Rows of 128 bytes fill `box` from its top: at least `least_rows`, rounded up to a power of two,
  // so that words keep their places while a lane is dragged. If the load reaches beyond 32 rows,
  // only the rows that it wants are shown in full. `padding` words follow every 32.
  BankMap(const BankWork& work, const View& view, const Rect& box, int padding,
          unsigned least_rows);

  float pitch() const { return box_.width / memory::bank_count; }
  const Rect& box() const { return box_; }
  float bottom() const { return box_.bottom() + below(gutter()); }
  // Height of the numbers under the banks; without a gutter their name has a line of its own.
  static constexpr float below(bool gutter) { return gutter ? 30.f : 44.f; }
  Rect cell(std::int64_t word) const;  // of a shown row
  Rect element(int lane) const;        // what the lane reads

  // Parts: banks, padding, words, conflicts.
  void draw(Painter& painter) const;
  // Every word is a place where a lane can be dropped, numbered by elements, for the parameter
  // `key`.
  void places(Painter& painter, std::string_view key) const;

 private:
  size_t shown(std::int64_t row) const;
  bool gutter() const { return box_.x > 40; }  // room for names to the left of the banks
  void grid(Painter& painter) const;
  void padded(Painter& painter) const;
  void words(Painter& painter) const;
  bool numbers_above() const;
  void lane_numbers(Painter& painter) const;
  void counts(Painter& painter) const;
  void numbers(Painter& painter) const;

  const BankWork& work_;
  TurnClock clock_;
  Rect box_;
  int padding_, count_;
  std::array<std::int64_t, 36> rows_{};
};

// A wanted word, wherever it is drawn; with its lane's number if that fits.
void draw_word(Painter& painter, const Rect& cell, const BankWork& work, const TurnClock& clock,
               const memory::Delivery& delivery);

// The key to the words' looks, and the turns as a row of 32 places; at the end also the measured
// number. `turns_height` px high. Parts: words, conflicts, turns, measured.
inline constexpr float turns_height = 58;
void draw_turns(Painter& painter, const Rect& box, const BankWork& work, const TurnClock& clock);

}  // namespace loom::scenes
