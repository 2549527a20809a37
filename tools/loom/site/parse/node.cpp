#include "tools/loom/site/parse/node.hpp"

#include <algorithm>

namespace loom::site {

namespace {

bool has_more(Kind kind) {
  switch (kind) {
    case Kind::heading:
    case Kind::code:
    case Kind::link:
    case Kind::number:
    case Kind::image:
    case Kind::math:
    case Kind::term:
    case Kind::citation:
      return true;
    default:
      return false;
  }
}

}  // namespace

Node Tree::make(Kind kind, size_t offset) {
  Node node;
  node.kind = kind;
  node.offset = offset;
  if (has_more(kind)) node.more = arena.make<More>();
  return node;
}

std::string_view metric_of(const Node& predict) {
  for (const Attribute& attribute : predict.more->attributes)
    if (attribute.key == "metric") return attribute.value;
  return "";
}

namespace {

size_t rule_in(const Node& predict) {
  const auto rule = std::find_if(predict.children.begin(), predict.children.end(),
                                 [](const Node& child) { return child.kind == Kind::rule; });
  return static_cast<size_t>(rule - predict.children.begin());
}

}  // namespace

std::span<Node> question_of(const Node& predict) {
  return predict.children.first(rule_in(predict));
}

std::span<Node> explanation_of(const Node& predict) {
  return predict.children.subspan(std::min(rule_in(predict) + 1, predict.children.size()));
}

namespace {

void collect(std::span<Node> nodes, Tree& tree) {
  for (Node& node : nodes) {
    if (node.kind == Kind::math) tree.formulas.push_back(&node);
    if (node.kind == Kind::code && !node.more->target.empty()) tree.listings.push_back(&node);
    if (node.kind != Kind::image) collect(node.children, tree);
  }
}

// Passes the text on, piece by piece.
template <class Take>
void pieces(const Node& node, const Take& take) {
  switch (node.kind) {
    case Kind::text:
    case Kind::code_span:
    case Kind::math:
      return take(node.text);
    case Kind::soft_break:
    case Kind::hard_break:
      return take(" ");
    case Kind::citation:
      return;
    default:
      for (const Node& child : node.children) pieces(child, take);
  }
}

}  // namespace

int lines_of(const Node& code) {
  return static_cast<int>(std::count(code.text.begin(), code.text.end(), '\n'));
}

size_t source_offset(const Node& words, size_t at) {
  return words.kind == Kind::math ? source_offset(words.more->pieces, at) : words.offset + at;
}

void collect_for_scripts(Tree& tree) { collect(tree.nodes, tree); }

std::string plain_text(const Node& node) {
  std::string out;
  pieces(node, [&](std::string_view piece) { out += piece; });
  return out;
}

size_t text_length(const Node& node) {
  size_t length = 0;
  pieces(node, [&](std::string_view piece) { length += piece.size(); });
  return length;
}

}  // namespace loom::site
