// Pointers to functions. As functions are put in place of their calls, such a pointer is the number
// of one, and a call chooses among those that it may mean.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

const CType* Lowerer::function_pointer_type(const Node* type) {
  std::vector<const CType*> parameters;
  const CType* result = resolve(type->kids[0]);
  for (std::size_t i = 1; i < type->kids.size(); ++i)
    parameters.push_back(resolve(type->kids[i]->type));
  return bad() ? types_.int_() : types_.function_pointer(result, parameters);
}

// Whether a function has the parameters and the result that the pointer's type names.
bool Lowerer::has_type(Callable& function, const CType* pointer) {
  if (function.parameters.size() != pointer->arguments.size() || function.is_template ||
      function.from_prelude || !function.result || function.owner)
    return false;
  Activation outside;
  Inside in(*this, outside);
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    if (!same(resolve(function.parameters[i]->type), pointer->arguments[i].type)) return false;
  return same(resolve(function.result), pointer->of) && !bad();
}

// The type of a pointer to the only function of this name; nullptr: there are more, or templates.
const CType* Lowerer::pointer_type_of(std::string_view function) {
  const Callable* only = nullptr;
  for (auto [each, last] = unit_.functions_by_name.equal_range(function); each != last; ++each) {
    if (only && only->body_at && each->second->body_at) return nullptr;
    if (!only || each->second->body_at) only = each->second;
  }
  if (!only || only->is_template || !only->result) return nullptr;
  Activation outside;
  Inside in(*this, outside);
  std::vector<const CType*> parameters;
  for (const Node* each : only->parameters) parameters.push_back(resolve(each->type));
  return types_.function_pointer(resolve(only->result), parameters);
}

// The number of the function of this name that has the pointer's type.
Value Lowerer::pointer_to_function(std::string_view name, const CType* pointer,
                                   const Place& place) {
  Callable* found = nullptr;
  for (auto [each, last] = unit_.functions_by_name.equal_range(name); each != last; ++each)
    if (has_type(*each->second, pointer) && (!found || each->second->body_at)) found = each->second;
  if (bad()) return number(types_.int_(), 0);
  if (!found)
    return failed(place,
                  "no function '%' has the type '%' (templates and functions of CUDA need one of "
                  "your own around them)",
                  {name, pointer});
  auto at_place = std::find(unit_.pointed.begin(), unit_.pointed.end(), found);
  if (at_place == unit_.pointed.end()) {
    again_ = true;  // calls before this one may mean it, too
    at_place = unit_.pointed.insert(unit_.pointed.end(), found);
  }
  return number(pointer, at_place - unit_.pointed.begin() + 1);
}

Value Lowerer::call_pointer(const Value& callee, std::vector<Given>& arguments,
                            const Place& place) {
  const CType* type = callee.type->plain;
  std::vector<std::pair<Callable*, std::int64_t>> all;
  for (std::size_t i = 0; i < unit_.pointed.size(); ++i)
    if (has_type(*unit_.pointed[i], type) &&
        (!callee.is_constant() || callee.bits == static_cast<std::int64_t>(i + 1)))
      all.emplace_back(unit_.pointed[i], static_cast<std::int64_t>(i + 1));
  const Value pointer = rvalue(callee);
  for (Given& each : arguments)
    if (each.value.type && !each.braces) each.value = pinned(each.value);
  const bool gives = !type->of->is(Form::nothing);
  Value result =
      gives ? temporary(type->of->is(Form::reference) ? type->of->of : type->of) : nothing();
  std::vector<std::size_t> ends;
  for (const auto& [function, its] : all) {
    if (bad()) break;
    at(place);
    const Value test = computed(Op::equal, types_.boolean(), Type::u64, pointer, number(type, its));
    std::optional<std::size_t> otherwise;
    if (!test.is_constant()) {
      const Register tested = reg(test);
      otherwise = jump(Op::branch_false, tested);
    }
    const auto chosen = choose({{function, nullptr}}, nullptr, arguments, place);
    if (!chosen) return failed(place, "'%' does not take these values", {type});
    std::vector<Given> own = arguments;
    const Value made = inlined(*chosen, own, nullptr, place);
    if (bad()) break;
    Value into = result;
    into.lvalue = true;
    if (gives) assign(into, made, place);
    now().floor = std::max(now().floor, gives && result.first != none && result.first < pool
                                            ? result.first + result.type->scalars
                                            : 0);
    if (!otherwise) return result;
    at(place);
    ends.push_back(jump(Op::jump));
    land(*otherwise);
  }
  at(place);
  emit(Op::load, Type::u8, fresh(), constant(0, Type::u64));  // it points to no function
  land(ends);
  result.lvalue = false;
  return result;
}

}  // namespace loom::cuda
