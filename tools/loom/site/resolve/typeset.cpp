#include "tools/loom/text/typeset.hpp"

#include "tools/loom/site/resolve/resolver.hpp"

namespace loom::site {
namespace {

void set(Node& node, text::Typesetter& setter, Arena& arena) {
  switch (node.kind) {
    case Kind::text:
      if (node.text.find_first_of("'\"") == node.text.npos) return setter.pass(node.text);
      node.text = arena.copy(setter.set(node.text));
      return;
    case Kind::soft_break:
    case Kind::hard_break:
      return setter.pass("\n");
    case Kind::code_span:
    case Kind::math:
    case Kind::image:
      return setter.pass("x");  // like a letter
    default:
      for (Node& child : node.children) set(child, setter, arena);
  }
}

void set_blocks(std::span<Node> nodes, Arena& arena) {
  text::Typesetter setter;
  for (Node& node : nodes) {
    if (node.kind >= Kind::text) {
      set(node, setter, arena);
      continue;
    }
    setter = {};
    if (node.kind == Kind::fold) node.more->target = arena.copy(text::typeset(node.more->target));
    set_blocks(node.children, arena);
  }
}

}  // namespace

void typeset(Page& page) {
  set_blocks(page.text.nodes, page.text.arena);
  page.title = text::typeset(page.title);
  page.description = text::typeset(page.description);
}

}  // namespace loom::site
