#include "tools/loom/site/parse/node.hpp"

namespace loom::site {

std::string metric_of(const Node& predict) {
  for (const Attribute& attribute : predict.attributes)
    if (attribute.key == "metric") return attribute.value;
  return "";
}

std::string plain_text(const Node& node) {
  switch (node.kind) {
    case Kind::text:
    case Kind::code_span:
    case Kind::math:
      return node.text;
    case Kind::soft_break:
    case Kind::hard_break:
      return " ";
    case Kind::citation:
      return "";
    default:
      break;
  }
  std::string out;
  for (const Node& child : node.children) out += plain_text(child);
  return out;
}

}  // namespace loom::site
