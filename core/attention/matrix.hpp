// A small matrix in double precision, row after row.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace loom::attention {

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> numbers;

  Matrix() = default;
  Matrix(int height, int width, double value = 0)
      : rows(height),
        columns(width),
        numbers(static_cast<std::size_t>(height) * static_cast<std::size_t>(width), value) {}

  // Rows of so many numbers; what is left of the last row is dropped.
  Matrix(int width, std::vector<double> all)
      : rows(static_cast<int>(all.size()) / width), columns(width), numbers(std::move(all)) {
    numbers.resize(index(rows, 0));
  }

  double& at(int i, int j) { return numbers[index(i, j)]; }
  double at(int i, int j) const { return numbers[index(i, j)]; }
  std::span<double> row(int i) {
    return {numbers.data() + index(i, 0), static_cast<std::size_t>(columns)};
  }
  std::span<const double> row(int i) const {
    return {numbers.data() + index(i, 0), static_cast<std::size_t>(columns)};
  }
  bool operator==(const Matrix&) const = default;

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(j);
  }
};

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// a · b, of n × m and m × k.
inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int k = 0; k < a.columns; ++k)
      for (int j = 0; j < b.columns; ++j) out.at(i, j) += a.at(i, k) * b.at(k, j);
  return out;
}

inline Matrix transposed(const Matrix& a) {
  Matrix out(a.columns, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j) out.at(j, i) = a.at(i, j);
  return out;
}

}  // namespace loom::attention
