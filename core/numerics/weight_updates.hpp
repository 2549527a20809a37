// A weight in a narrow format that receives many small updates: w = round(w + update), rounded to
// nearest even or stochastically. A stochastic step is exact on average: it goes up with
// probability (x − below) / (above − below), so that the error of many steps averages out, where
// nearest rounding makes the same error every time. Sources: Gupta et al., "Deep Learning with
// Limited Numerical Precision", 2015; Connolly, Higham, Mary, "Stochastic Rounding and Its
// Probabilistic Error Analysis", SIAM J. Sci. Comput. 43(1), 2021.
#pragma once

#include <span>
#include <vector>

#include "core/numerics/format.hpp"
#include "core/random.hpp"

namespace loom::numerics {

// Rounds to the numbers of one format, saturating, exactly as encode() and decode() one after the
// other do, with as many draws from `random`, but fast. The format has a sign and subnormals, the
// value is finite.
class Rounder {
 public:
  explicit Rounder(const Format& format);

  double nearest(double value) const;
  double stochastic(double value, Random& random) const;

  // The neighbors of a value and where it lies between them, 0…1; both the value itself and 0 where
  // the format has it. Beyond the largest number both are that.
  struct Between {
    double below, above, share;
  };
  Between between(double value) const;

 private:
  int exponent_of_step(double size) const;  // from a size to the next larger one

  int least_, mantissa_;
  double largest_;
};

// The weight after 0, 1, … updates; count + 1 of them. `start` is rounded to nearest first.
std::vector<double> nearest_updates(const Rounder& rounder, double start, double update, int count);
std::vector<double> stochastic_updates(const Rounder& rounder, double start, double update,
                                       int count, Random& random);

}  // namespace loom::numerics
