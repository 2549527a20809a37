// Evaluates an expression for many values of one variable at a time: the parts that do not depend
// on that variable are computed once for each row, and the parts that depend on it alone once for
// all rows. Otherwise a mask of 8,192 × 8,192 would take a minute.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/expression/tree.hpp"

namespace loom::expression {

class Sweep {
 public:
  // `values` of the expression's variables; variable `across` takes 0 … count − 1 within a row,
  // variable `down` another value in each.
  Sweep(const Expression& expression, std::vector<std::int64_t> values, int down, int across,
        int count);

  // For each value of `across`: 1 where the expression is not 0. Or the place and the reason of the
  // first one that has no value.
  struct Refusal {
    int across = 0;
    Error error;
  };
  std::optional<Refusal> row(std::int64_t down, std::span<unsigned char> found);

 private:
  using Value = std::int64_t;
  using Op = Tree::Op;
  static constexpr int piece = 1024;  // values at a time, so that they stay near

  struct Node : Tree::Node {
    bool every_row = false;  // `kept` has all values of a row, the same in each
    bool known = false;      // `value` is that of this row
    bool good = true;        // and it has one
    Value value = 0;
    std::vector<Value> kept;
  };
  // One number for all, or one each.
  struct Numbers {
    const Value* each = nullptr;
    Value all = 0;
  };
  // The values that are needed; null: all.
  using Active = const unsigned char*;
  struct Sides;

  void keep_rows();
  bool one(Node& node);
  bool many(int index, int first, int length, Active active, int depth, Numbers& found);
  bool many_lazy(const Node& node, int first, int length, Active active, int depth, Numbers& found);
  std::vector<Value>& buffer(int depth);

  const Expression* expression_;
  std::vector<Value> values_;
  int down_, across_, count_;
  std::vector<Node> nodes_;
  int root_ = 0;
  std::vector<Value> counting_;  // 0 … count − 1
  std::vector<std::vector<Value>> buffers_;
};

}  // namespace loom::expression
