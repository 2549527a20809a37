// Functions: what stands behind their parameters, and which declaration a definition belongs to.
#include <algorithm>

#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

void keep_defaults(Callable& definition, const Callable& declared) {
  if (definition.parameters.size() != declared.parameters.size()) return;
  for (std::size_t i = 0; i < declared.parameters.size(); ++i)
    if (definition.parameters[i]->kids.empty())
      definition.parameters[i]->kids = declared.parameters[i]->kids;
}

namespace {

// Whether the parameters are written in the same way.
bool same_parameters(const Callable& a, const Callable& b) {
  return std::equal(
      a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
      [](const Node* one, const Node* other) { return written_alike(one->type, other->type); });
}

}  // namespace

// What stands between the parameters and the body, and where the body begins.
void Parser::function_end(Callable& function) {
  while (!error_) {
    Specifiers more;
    const std::size_t before = at_;
    skip_attributes(&more);
    if (!more.launch_bounds.empty()) function.launch_bounds = more.launch_bounds;
    if (take("const"))
      function.is_const = true;
    else if (take("noexcept")) {
      if (is("(")) skip_balanced();
    } else if (take("override") || take("final") || take("&") || take("volatile") ||
               take("__device__") || take("__host__")) {
    } else if (take("->"))
      function.result = type_id();
    else if (at_ == before)
      break;
  }
  if (take("=")) {  // default, delete, 0
    if (is("0")) fail("%", {why_refused("virtual")});
    if (is("delete"))
      function.error = error_at(function.place, "'%' is deleted", {function.name}).message;
    ++at_;
    take(";");
    return;
  }
  if (take(";") || error_) return;
  if (is(":")) {
    function.initial_at = at_;
    while (!at_end() && !(is("{") && (tokens_[at_ - 1].is(")") || tokens_[at_ - 1].is("}")))) {
      if (is("(") || is("{"))
        skip_balanced();
      else
        ++at_;
    }
  }
  if (!is("{")) {
    fail("expected a function's body, got %", {shown()});
    return;
  }
  function.body_at = at_;
  skip_balanced();
}

// T S::f() { … }, and template<> T S<int>::f() { … }
void Parser::add_member(Callable* function, Structure& of) {
  Callable* declared = nullptr;
  bool exact = false;
  for (Callable* member : of.functions) {
    if (member->name != function->name || member->is_const != function->is_const) continue;
    if (function->is_template && function->templates.empty() && !of.is_specialized) {
      if (of.is_template) {
        function->of = std::move(function->specialized);
        function->specialized.clear();
        function->is_template = false;
      } else if (!member->is_template) {
        continue;
      }
      function->is_static = member->is_static;
      function->device |= member->device;
      function->owner = &of;
      of.functions.push_back(function);
      return;
    }
    const bool same = same_parameters(*member, *function);
    if (member->parameters.size() != function->parameters.size() || member->body_at ||
        (declared && (exact || !same)))
      continue;
    declared = member;
    exact = same;
  }
  if (!declared) return;
  keep_defaults(*function, *declared);
  declared->body_at = function->body_at;
  declared->initial_at = function->initial_at;
  declared->parameters = function->parameters;
}

void Parser::add_function(Callable* function, const Declarator& named) {
  if (!named.scope.empty() && unit_.structures_by_name.contains(named.scope.back())) {
    for (auto [each, last] = unit_.structures_by_name.own.equal_range(named.scope.back());
         each != last; ++each)
      add_member(function, *each->second);
    return;
  }
  // A definition takes the place of its declaration, whose attributes and default values stay.
  for (auto [each, last] = unit_.functions_by_name.own.equal_range(function->name); each != last;
       ++each) {
    Callable& other = *each->second;
    if (other.body_at || !function->body_at || other.is_template != function->is_template ||
        !same_parameters(other, *function) || !other.error.empty())
      continue;
    function->device = function->device || other.device;
    keep_defaults(*function, other);
  }
  unit_.functions_by_name.own.emplace(function->name, function);
  if (function->global && function->body_at) unit_.kernels.push_back(function);
}

}  // namespace loom::cuda
