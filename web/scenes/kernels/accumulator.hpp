// The picture of the scene accumulator: the running sum against the exact one, on the grid of the
// representable numbers, and the current add under a lens.
#pragma once

#include "core/numerics/accumulate.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// Sums of one accumulator and what the simulator says about them. Add k (from 1) turns sum(k − 1)
// into sum(k).
struct AccumulatorRun {
  int bits = 3;
  std::vector<double> terms;
  std::vector<double> sums, exact_sums;  // after each add
  std::vector<numerics::RoundedAdd> adds;
  int last_change = 0;  // the last add that moved the sum
  bool stuck = false;   // no further term can move it

  int count() const { return static_cast<int>(terms.size()); }
  double term(int k) const { return nth(terms, k - 1); }
  double sum(int k) const { return k == 0 ? 0 : nth(sums, k - 1); }
  double exact(int k) const { return k == 0 ? 0 : nth(exact_sums, k - 1); }
  const numerics::RoundedAdd& add(int k) const { return nth(adds, k - 1); }
  bool lost(int k) const { return sum(k) == sum(k - 1); }  // the whole term was rounded away

  // With enough decimals to tell neighbors apart: "31.875", "63.9000015".
  std::string show(double number) const;
  using Drawing = struct AccumulatorDrawing;
  float picture(const Sheet& sheet) const;
};

std::string show_step(double step);        // a power of two above 0: "4", "1/32"
std::string show_step_short(double step);  // "1/262k", "1/8.4M": where all digits have no room

}  // namespace loom::scenes
