// Gantt charts: one lane per actor, cycles to the right, work solid, waiting hatched. Every scene
// with a schedule draws with these, so that what was learned in one reads in the next.
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
  // Cycles 0…cycles across `plot`, which has the names to its left and the axis below. Nothing that
  // happens after `until` is drawn. At most 10^15 cycles; what is no number, or below 0, counts as
  // 0.
  Gantt(Painter& painter, const Rect& plot, double cycles, double until);

  float x(double cycle) const;  // of a cycle outside the chart: the nearest end
  double until() const { return until_; }

  // Rules across the plot, numbers and the word "cycle" below it (20 px). Draw it first.
  void axis() const;
  void name(const Lane& lane, std::string_view text, Weight weight = Weight::regular,
            Role role = Role::ink) const;

  // The text stands inside if it has room. At least 1 px wide.
  void work(const Lane& lane, double from, double to, Role role, std::string_view text = {}) const;
  void ready(const Lane& lane, double from, double to,
             Role role) const;                                // could work: a light wash
  void wait(const Lane& lane, double from, double to) const;  // nothing where that is no time

  // A span of time with its name: a line with ends, and the first label that has room in its
  // middle; else the last one beside it.
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
