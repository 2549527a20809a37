// Which of several declarations of one name, in different namespaces, is meant.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

// How near a namespace is to where a name stands, with these names before it; −1: it is not seen.
int Lowerer::nearness(const Path& space, const Path& scope) const {
  if (!scope.empty()) {
    const std::size_t global = scope.front() == "::" ? 1 : 0, count = scope.size() - global;
    if (count > space.size() || (global && count < space.size())) return -1;
    const auto is = [&](std::string_view written, std::string_view its) {
      const auto other = unit_.spaces.find(written);
      return its == (other == unit_.spaces.end() ? written : other->second);
    };
    const bool equal = std::equal(scope.rbegin(), scope.rend() - global, space.rbegin(), is);
    return equal ? 0 : -1;
  }
  static const Path outside;
  const Activation* in = active_.empty() ? nullptr : active_.back();
  const Path& here = in && in->function                        ? in->function->space
                     : in && in->owner && in->owner->structure ? in->owner->structure->space
                                                               : outside;
  if (space.size() <= here.size() && std::equal(space.begin(), space.end(), here.begin()))
    return static_cast<int>(space.size());
  return !space.empty() && unit_.opened.contains(space.back()) ? 0 : -1;
}

// Leaves those of the innermost namespace that has any, ours, and those beside the structures that
// are given.
void Lowerer::keep_visible(Functions& functions, const Path& scope,
                           const std::vector<Given>& arguments) const {
  int best = -1;
  for (const auto& [function, owner] : functions)
    if (!function->from_prelude && !owner) best = std::max(best, nearness(function->space, scope));
  if (best < 0) return;
  const auto beside = [&](const Callable& function) {
    return scope.empty() &&
           std::any_of(arguments.begin(), arguments.end(), [&](const Given& given) {
             const CType* type = given.value.type;
             return type && type->is_structure() && type->structure &&
                    type->structure->tokens > 0 && type->structure->space == function.space;
           });
  };
  std::erase_if(functions, [&](const auto& each) {
    return !each.first->from_prelude && !each.second && !beside(*each.first) &&
           nearness(each.first->space, scope) < best;
  });
}

// The reader's come before ours, the nearest first.
Structure* Lowerer::structure_named(const Node* type) {
  Structure* found = nullptr;
  int best = -2;
  bool several = false;
  for (auto [each, last] = unit_.structures_by_name.equal_range(type->name); each != last; ++each) {
    Structure* other = each->second;
    if (other->is_specialized) continue;
    const int near = nearness(other->space, type->scope);
    const bool ours = found && found->tokens < other->tokens;
    if (found && !ours && near < best) continue;
    several = found && !ours && near == best && other->space != found->space;
    found = other;
    best = near;
  }
  if (several)
    fail(type->place, "'%' is declared in several namespaces: write which one is meant",
         {type->name});
  return found;
}

// A variable of file scope; nullptr: there is none of this name.
const Node* Lowerer::variable_named(std::string_view name, const Path& scope, const Place& place) {
  const auto known = unit_.variables.find(name);
  if (known == unit_.variables.end()) return nullptr;
  const Node* found = known->second;
  int best = nearness(found->scope, scope);
  bool several = false;
  for (const Node* other : known->second->arguments) {
    const int near = nearness(other->scope, scope);
    if (near == best) several = true;
    if (near <= best) continue;
    several = false;
    found = other;
    best = near;
  }
  if (several)
    fail(place, "'%' is declared in several namespaces: write which one is meant", {name});
  return found;
}

}  // namespace loom::cuda
