// Gantt charts: one lane per actor, cycles to the right, work solid, waiting hatched. Every scene
// with a schedule uses these, so that a reader who knows one can read the next.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "web/scene/painter.hpp"

namespace loom::scene {

// 1, 2 or 5 times a power of ten (1 to 5 × 10^18): the smallest that cuts `span` into at most
// `pieces`, or into one if that is less than one.
long long round_step(long long span, int pieces);

// Where an actor's row is.
struct Lane {
  float y = 0, height = 0;
  float middle() const { return y + height / 2; }
};

class Gantt {
 public:
  // Cycles 0…cycles across `plot`, with the names to its left and the axis below. Nothing after
  // `until` is drawn. At most 10^15 cycles; NaN and negative numbers count as 0.
  Gantt(Painter& painter, const Rect& plot, double cycles, double until);

  float x(double cycle) const;  // for a cycle outside the chart: the nearest end
  double until() const { return until_; }

  // Rules across the plot, numbers and their unit below it (20 px). Draw it first.
  void axis(std::string_view unit = "cycle") const;
  void name(const Lane& lane, std::string_view text, Weight weight = Weight::regular,
            Role role = Role::ink) const;

  // The text is inside the bar if it fits. At least 1 px wide.
  void work(const Lane& lane, double from, double to, Role role, std::string_view text = {}) const;
  void ready(const Lane& lane, double from, double to,
             Role role) const;                                // could work: a light wash
  void wait(const Lane& lane, double from, double to) const;  // nothing if the span is empty

  // A span of time with its name: a line with ends, and in its middle the first label that fits; if
  // none fits, the last one beside it.
  void bracket(float y, double from, double to, std::initializer_list<std::string> labels,
               Role role = Role::muted) const;

  // Where `until` is; not at the end.
  void cursor() const;

 private:
  Rect clipped(const Lane& lane, double from, double to) const;

  Painter& p_;
  Rect plot_;
  double cycles_, until_;
};

}  // namespace loom::scene
