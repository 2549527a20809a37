#include "core/expression/tree.hpp"

#include <algorithm>
#include <utility>

namespace loom::expression {

Tree::Tree(const Expression& expression, int down, int across) : down_(down), across_(across) {
  root = build(expression, 0, expression.steps_.size());
}

int Tree::add(Node node) {
  for (const int part : {node.a, node.b, node.c}) {
    if (part < 0) continue;
    node.by_down |= nodes[static_cast<std::size_t>(part)].by_down;
    node.by_across |= nodes[static_cast<std::size_t>(part)].by_across;
  }
  nodes.push_back(std::move(node));
  return static_cast<int>(nodes.size()) - 1;
}

// The tree for the steps begin … end − 1.
int Tree::build(const Expression& expression, std::size_t begin, std::size_t end) {
  std::vector<int> stack;
  const auto take = [&] {
    const int last = stack.back();
    stack.pop_back();
    return last;
  };
  for (std::size_t i = begin; i < end; ++i) {
    const Expression::Step& step = expression.steps_[i];
    Node node;
    node.op = step.op;
    node.operand = step.operand;
    const auto skipped = static_cast<std::size_t>(step.operand);
    switch (step.op) {
      case Op::number:
        break;
      case Op::variable:
        node.by_down = step.operand == down_;
        node.by_across = step.operand == across_;
        break;
      case Op::negate:
      case Op::complement:
      case Op::invert:
        node.a = take();
        break;
      case Op::logical_or:
      case Op::logical_and:  // the other side, and a step `truth`
        node.a = take();
        node.b = build(expression, i + 1, i + skipped);
        i += skipped;
        break;
      case Op::skip_unless: {  // one side, a step `skip` over the other
        node.a = take();
        const std::size_t middle = i + skipped;
        const auto rest = static_cast<std::size_t>(expression.steps_[middle].operand);
        node.b = build(expression, i + 1, middle);
        node.c = build(expression, middle + 1, middle + 1 + rest);
        i = middle + rest;
        break;
      }
      default:
        node.b = take();
        node.a = take();
    }
    stack.push_back(add(std::move(node)));
  }
  return stack.back();
}

int Tree::operations() const {
  return static_cast<int>(std::count_if(
      nodes.begin(), nodes.end(), [](const Node& node) { return node.by_across && node.by_down; }));
}

}  // namespace loom::expression
