// Which of two templates takes less than the other. Both are compared as they are written: a
// pattern covers another one if each of its parameters can stand for what is there.
#include <algorithm>
#include <map>

#include "core/cuda/lower/value.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

namespace {

using Bound = std::map<std::string_view, const Node*>;

bool alike_here(const Node* a, const Node* b) {
  return a->kind == b->kind && a->name == b->name && a->scope == b->scope &&
         a->token.text == b->token.text && a->flags.rvalue == b->flags.rvalue;
}

bool covers(const Node* general, const Node* special,
            const std::vector<TemplateParameter>& parameters, Bound& bound);

bool covers(const std::vector<Node*>& general, const std::vector<Node*>& special,
            const std::vector<TemplateParameter>& parameters, Bound& bound) {
  const bool open = !general.empty() && general.back() && general.back()->kind == NodeKind::expand;
  const std::size_t fixed = general.size() - (open ? 1 : 0);
  if (open ? special.size() < fixed : special.size() != fixed) return false;
  for (std::size_t i = 0; i < fixed; ++i)
    if (!covers(general[i], special[i], parameters, bound)) return false;
  for (std::size_t i = fixed; i < special.size(); ++i) {
    const bool pack = special[i]->kind == NodeKind::expand;
    Bound own = bound;
    if (!covers(general.back()->kids[0], pack ? special[i]->kids[0] : special[i], parameters, own))
      return false;
  }
  return true;
}

bool covers(const Node* general, const Node* special,
            const std::vector<TemplateParameter>& parameters, Bound& bound) {
  if (!general || !special) return general == special;
  if (special->kind == NodeKind::expand && general->kind != NodeKind::expand) return false;
  const bool adds_const = general->flags.is_const && !special->flags.is_const;
  const bool plain = (general->kind == NodeKind::type_named || general->kind == NodeKind::name) &&
                     general->scope.empty() && general->kids.empty() && general->arguments.empty();
  if (plain && parameter_of(general->name, parameters))
    return !adds_const &&
           written_alike(bound.try_emplace(general->name, special).first->second, special);
  return alike_here(general, special) && general->flags.is_const == special->flags.is_const &&
         covers(general->kids, special->kids, parameters, bound) &&
         covers(general->arguments, special->arguments, parameters, bound) &&
         covers(general->type, special->type, parameters, bound);
}

// Of a function's parameter, what is left without a reference and const.
Node compared(const Node* pattern) {
  if (pattern->kind != NodeKind::variable) return *pattern;
  const Node* type = pattern->type;
  Node made = type->kind == NodeKind::type_reference ? *type->kids[0] : *type;
  made.flags.is_const = false;
  return made;
}

bool covers(const Patterns& general, const Patterns& special) {
  Bound bound;
  for (std::size_t i = 0; i < std::min(general.list.size(), special.list.size()); ++i) {
    if (special.list[i]->flags.pack && !general.list[i]->flags.pack) return false;
    const Node a = compared(general.list[i]), b = compared(special.list[i]);
    if (!covers(&a, &b, general.parameters, bound)) return false;
  }
  return true;
}

// Of two parameters that take the same: T& comes before T&&, const T& before T&.
int strictness(const Node* pattern) {
  const Node* type = pattern->kind == NodeKind::variable ? pattern->type : pattern;
  if (type->kind != NodeKind::type_reference) return -1;
  return (type->flags.rvalue ? 0 : 2) + (type->kids[0]->flags.is_const ? 1 : 0);
}

}  // namespace

bool more_special(const Patterns& a, const Patterns& b) {
  if (!covers(b, a)) return false;
  if (!covers(a, b)) return true;
  bool more = false;
  for (std::size_t i = 0; i < std::min(a.list.size(), b.list.size()); ++i) {
    const int first = strictness(a.list[i]), second = strictness(b.list[i]);
    if (first < 0 || second < 0) continue;
    if (first < second) return false;
    more |= first > second;
  }
  return more;
}

}  // namespace loom::cuda
