// Counts the pairs of values of two variables for which an expression is not 0. Where bounds of its
// values decide for a whole rectangle of pairs, no pair of it is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/expression/spans.hpp"

namespace loom::expression {

// Pairs of `down` in top … bottom − 1 and `across` in left … right − 1.
struct Rectangle {
  int top = 0, left = 0, bottom = 0, right = 0;
  int rows() const { return bottom - top; }
  int columns() const { return right - left; }
};

class Bounded {
 public:
  // `values` of the expression's variables; two of them take 0 … count − 1. Nothing if an operation
  // might be without a value there, or leave 32 bits: see Sweep.
  static std::optional<Bounded> make(const Tree& tree, std::vector<std::int64_t> values, int down,
                                     int across, int count);

  std::int64_t count(const Rectangle& where);
  bool any(const Rectangle& where);

 private:
  using Value = std::int32_t;
  static constexpr int piece = 64;  // rows and columns that are looked at pair by pair
  // One number for each column, or, with step 0, one for all.
  struct Numbers {
    const Value* at = nullptr;
    std::ptrdiff_t step = 0;
    bool natural = false;  // never below 0
  };
  struct Loop;

  Bounded(const Tree& tree, std::vector<std::int64_t> values, int down, int across)
      : tree_(tree), values_(std::move(values)), down_(down), across_(across) {}
  Span span_of(const Rectangle& where);
  void keep_rows(int count);
  void compute(const Tree::Node& node, int columns, Value* out) const;
  // Whether the expression is not 0, for the columns of a row.
  Numbers row(int down, int left, int columns);

  Tree tree_;
  std::vector<std::int64_t> values_;
  int down_, across_;
  std::vector<Span> variables_, spans_;
  std::vector<std::vector<Value>> kept_;  // of each node: the same in every row
  std::vector<std::array<Value, piece>> buffers_;
  std::vector<Numbers> numbers_;  // of each node in this row
};

}  // namespace loom::expression
