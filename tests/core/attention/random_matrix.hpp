// A matrix of normal numbers, for tests.
#pragma once

#include "core/attention/matrix.hpp"
#include "core/random.hpp"

namespace loom::test {

inline attention::Matrix random_matrix(int rows, int columns, Random& random) {
  attention::Matrix out(rows, columns);
  for (double& number : out.numbers) number = random.normal();
  return out;
}

}  // namespace loom::test
