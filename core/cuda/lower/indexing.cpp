// Which values become indexes: where such a value is computed, an overflow is a finding. A name
// that is found to be one is noted with its function, and the kernel is lowered once more.
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

using Form = CType::Form;

void Lowerer::note_names(const Node* node, const Callable& function,
                         std::set<std::string_view>& names) {
  if (function.from_prelude) return;
  std::set<std::string_view> all;
  names_of_index(node, all);
  for (std::string_view each : all)
    if (const Binding* found = local(each);
        found && found->value.type && !found->value.is_constant())
      noted_ |= names.insert(each).second;
}

void Lowerer::note_indexing(const Node* node) {
  for (Activation* each : active_)
    if (each->function) note_names(node, *each->function, each->function->indexing);
}

bool Lowerer::becomes_index(const Node* variable) const {
  const Callable* function = now().function;
  return (variable->kind == NodeKind::name || variable->kind == NodeKind::variable) && function &&
         (function->indexing.contains(variable->name) ||
          (now().indexing && function->returning.contains(variable->name)));
}

// Whether a function of this name makes an index of its argument i; `result`: of its result, too.
bool Lowerer::takes_index(std::string_view name, std::size_t i, bool result) {
  if (is_one_of(name, "min max abs")) return result;
  const auto takes = [&](Callable& function) {
    if (function.from_prelude || i >= function.parameters.size() || !parse_body(unit_, function))
      return false;
    const std::string_view parameter = function.parameters[i]->name;
    return function.indexing.contains(parameter) ||
           (result && function.returning.contains(parameter));
  };
  if (const Binding* found = local(name); found && found->value.type)
    return found->value.type->is(Form::closure) &&
           takes(*found->value.type->closure->lambda->function);
  for (auto [each, last] = unit_.functions_by_name.equal_range(name); each != last; ++each)
    if (takes(*each->second)) return true;
  return false;
}

}  // namespace loom::cuda
