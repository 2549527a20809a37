// An expression as a tree, for code that evaluates it for many values of two of its variables.
#pragma once

#include <cstdint>
#include <vector>

#include "core/expression/expression.hpp"

namespace loom::expression {

struct Tree {
  using Op = Expression::Op;  // of &&, || and ?: also the other sides: b, and c of ?:

  struct Node {
    Op op = Op::number;
    std::int64_t operand = 0;    // the number, or which variable
    int a = -1, b = -1, c = -1;  // nodes that it is made of
    bool by_down = false, by_across = false;
  };

  // `down` and `across`: the two variables, as numbers of their place in parse()'s list.
  Tree(const Expression& expression, int down, int across);

  // How many operations depend on both.
  int operations() const;

  std::vector<Node> nodes;  // parts before what contains them
  int root = 0;

 private:
  int add(Node node);
  int build(const Expression& expression, std::size_t begin, std::size_t end);

  int down_, across_;
};

}  // namespace loom::expression
