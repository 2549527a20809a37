#include <algorithm>

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

// The first of the last instructions that write a value's registers: a variable exists from its
// first value on.
std::size_t Lowerer::first_write(const Value& value) const {
  std::size_t at = code_.instructions.size();
  while (at > 0 && code_.instructions[at - 1].result >= value.first &&
         code_.instructions[at - 1].result < value.first + value.type->scalars)
    --at;
  return at;
}

void Lowerer::bind(std::string_view name, const Value& given) {
  Value value = given;
  value.fresh = value.expiring = false;
  if (name.empty()) return;
  now().scopes.back().names[name] = {value, nullptr};
  const bool reader = !now().function || !now().function->from_prelude;
  if (reader && value.where == Where::registers && value.type->scalars > 0 && value.first != none &&
      value.first < pool)
    code_.names.push_back({std::string(name), value.first, shape_of(value.type),
                           static_cast<std::int32_t>(first_write(value)), -1});
}

// Whether a variable's address is taken, in its function or in one that gets it by reference.
bool Lowerer::needs_memory(Callable& function, std::string_view name, int depth) {
  if (function.addressed.contains(name)) return true;
  if (depth > 4) return false;
  for (const Passed& passed : function.passed) {
    if (passed.variable != name) continue;
    for (auto [each, last] = unit_.functions_by_name.equal_range(passed.callee); each != last;
         ++each) {
      Callable& callee = *each->second;
      if (passed.index >= callee.parameters.size() ||
          callee.parameters[passed.index]->type->kind != NodeKind::type_reference)
        continue;
      if (parse_body(unit_, callee) &&
          needs_memory(callee, callee.parameters[passed.index]->name, depth + 1))
        return true;
    }
  }
  return false;
}

void Lowerer::declare(const Node* node) {
  for (const Node* each : node->kids) {
    if (bad()) return;
    at(each->place);
    each->kind == NodeKind::local_type ? statement(each) : variable(each);
  }
}

std::size_t Lowerer::add_variable(std::string_view name, Space space, const CType* type,
                                  int alignment) {
  Variable made;
  made.name = std::string(name);
  made.space = space;
  made.bytes = type->size;
  const CType* element = type;
  for (; element->is(Form::array); element = element->of) made.dimensions.push_back(element->count);
  made.element = shape_of(element);
  std::int64_t* end = space == Space::shared  ? &code_.shared_bytes
                      : space == Space::local ? &code_.frame_bytes
                                              : nullptr;
  if (end) {
    const std::int64_t to = std::max<std::int64_t>(16, std::max(alignment, type->alignment));
    made.offset = (*end + to - 1) / to * to;
    if (space == Space::local) made.offset += *end > 0 ? 16 : 0;
    made.offset = (made.offset + to - 1) / to * to;
    *end = made.offset + made.bytes;
    if (space == Space::local && *end > most_frame_bytes)
      fail({}, "the arrays of one thread take more than % KiB", {most_frame_bytes >> 10});
    if (space == Space::shared && *end > most_shared_bytes)
      fail({}, "the shared arrays take % bytes, expected at most %", {*end, most_shared_bytes});
  }
  code_.variables.push_back(std::move(made));
  return code_.variables.size() - 1;
}

Value Lowerer::new_variable(const CType* type, std::string_view name, bool in_frame,
                            int alignment) {
  Value made{type->plain};
  made.lvalue = true;
  if (type->plain->flat && !in_frame) {
    made.where = type->plain->is(Form::closure) || type->plain->is(Form::functions)
                     ? Where::nothing
                     : Where::registers;
    made.first = type->scalars > 0 ? fresh(type->scalars) : none;
    return made;
  }
  made.where = Where::memory;
  if (bad()) return made;
  const std::size_t variable = add_variable(name, Space::local, type->plain, alignment);
  made.first = address_of_variable(variable);
  return made;
}

bool in_braces(const Node* initial) {
  return initial->kind == NodeKind::braces ||
         (initial->kind == NodeKind::construct && !initial->type);
}

const Node* unwrapped(const Node* initial) {
  return in_braces(initial) && initial->kids.size() == 1 ? initial->kids[0] : initial;
}

// The type of a declared variable. Where `auto` has a value decide, that is read into `value`.
const CType* Lowerer::variable_type(const Node* node, const Node* initial, Value& value) {
  const Node* inner = node->type;
  while (inner->kind == NodeKind::type_pointer) inner = inner->kids[0];
  const CType* type = nullptr;
  if (inner->kind == NodeKind::type_auto) {
    if (!initial) return fail(node->place, "'auto' needs a value");
    value = expression(unwrapped(initial));
    if (bad()) return nullptr;
    type = deduced(node->type, value, node->place);
  } else {
    type = deduced_class(node->type, initial);
    if (type && node->type->flags.is_const) type = types_.const_of(type);
    if (!type) type = resolve_array(node->type, initial);
    if (node->type->kind == NodeKind::type_array && node->type->flags.is_const)
      type = types_.const_of(type);
  }
  if (!bad() && type->is(Form::nothing)) fail(node->place, "a variable cannot be of type void");
  return type;
}

void Lowerer::variable(const Node* node) {
  if (const Names& names = now().scopes.back().names; names.contains(node->name)) {
    fail(node->place, "'%' is declared twice in this block", {node->name});
    return;
  }
  const auto stay = [&](const Value& value) {
    bind(node->name, value);
    now().scopes.back().names[node->name].stays = true;
  };
  if (node->flags.shared) return stay(shared_variable(node));
  if (node->flags.is_extern) {
    fail(node->place, "only shared memory may be 'extern' in a kernel");
    return;
  }
  if (node->type->kind == NodeKind::type_reference) return reference(node);
  if (node->flags.is_static && !node->flags.is_constexpr)
    return stay(global(node, node->place, true));
  const Node* initial = node->kids.empty() ? nullptr : node->kids[0];
  Indexing index(*this, becomes_index(node) ? initial : nullptr);
  Value value;
  const CType* type = variable_type(node, initial, value);
  if (bad()) return;
  if (type->is(Form::reference)) return reference(node);
  const bool addressed = now().function && needs_memory(*now().function, node->name, 0);
  const auto alignment = node->alignment ? static_cast<int>(std::min<std::int64_t>(
                                               256, constant_of(node->alignment, "an alignment")))
                                         : 0;
  if (type->is(Form::closure)) value = lambda_copy(value, node->place);
  if (type->is(Form::closure) || type->is(Form::functions)) return bind(node->name, value);
  if (type->is(Form::function_pointer) && initial && initial->kind != NodeKind::braces &&
      now().function && !now().function->assigned.contains(node->name)) {
    if (!value.type) value = expression(initial);
    const bool callable = value.type->is(Form::closure) || value.type->is(Form::functions);
    if (callable || bad()) return bind(node->name, value);
  }
  const bool table =
      type->is(Form::array) || (type->is_structure() && !type->fields.empty() && !runs_ends(type));
  if (node->flags.is_constexpr && initial && table &&
      bind_table(node, initial, type->plain, alignment))
    return;
  const bool is_const = type->is_const() || node->flags.is_constexpr;
  const Node* inner = initial ? unwrapped(initial) : nullptr;
  const bool copies = initial && (value.type || inner != initial || !in_braces(initial));
  if (is_const && !addressed && type->plain->has_registers() && copies &&
      (bind_constant(node, inner, value, type) || bad()))
    return;
  own_variable(node, type, value,
               new_variable(type, node->name, addressed || !type->plain->flat, alignment));
}

// The variable `own` gets its value, and its name; `value`: that of its declaration, if it is
// known.
void Lowerer::own_variable(const Node* node, const CType* type, const Value& value,
                           const Value& lies) {
  Value own = lies;
  const Node* initial = node->kids.empty() ? nullptr : node->kids[0];
  const std::size_t names = code_.names.size(), from = code_.instructions.size();
  if (value.type)
    copy(own, value, node->place);
  else if (initial)
    initialize(own, initial, node->place);
  else
    initialize_default(own, node->place);
  if (bad()) return;
  if (runs_ends(own.type)) now().scopes.back().objects.push_back(own);
  const bool is_const = type->is_const() || node->flags.is_constexpr;
  if (is_const) own.type = types_.const_of(own.type);
  const bool incomplete = own.type->is_structure() && !own.type->structure->complete;
  if (!initial && own.where == Where::registers && (own.type->plain->has_registers() || incomplete))
    own.unset = true;
  bind(node->name, own);
  now().scopes.back().names[node->name].stays |= is_const;
  if (code_.names.size() > names)
    code_.names.back().from = std::min(code_.names.back().from, static_cast<std::int32_t>(from));
}

Value Lowerer::shared_variable(const Node* node) {
  const auto key = std::make_pair(node, node->flags.is_extern ? std::string() : now().instance);
  if (const auto known = statics_.find(key); known != statics_.end()) return known->second;
  const bool open_end = node->type->kind == NodeKind::type_array && !node->type->kids[1];
  const CType* type =
      open_end ? types_.array_of(resolve(node->type->kids[0]), 0) : resolve(node->type);
  if (bad()) return number(types_.int_(), 0);
  if (!node->kids.empty())
    return failed(
        node->place,
        "shared memory cannot be given a value where it is declared; assign it in the kernel");
  if (open_end && !node->flags.is_extern)
    return failed(node->place, "the shared array '%' needs a size, or 'extern'", {node->name});
  Value made{type};
  made.where = Where::memory;
  made.lvalue = true;
  const auto alignment = node->alignment ? constant_of(node->alignment, "an alignment") : 0;
  if (node->flags.is_extern) {
    Variable dynamic;
    dynamic.name = std::string(node->name);
    dynamic.space = Space::shared;
    dynamic.element = shape_of(type->is(Form::array) ? type->of : type);
    if (type->is(Form::array)) dynamic.dimensions = {0};
    dynamic.offset = -1;
    code_.variables.push_back(std::move(dynamic));
    made.first = special(Special::dynamic_shared);
  } else {
    const std::size_t variable =
        add_variable(node->name, Space::shared, type,
                     static_cast<int>(std::clamp<std::int64_t>(alignment, 0, 1024)));
    made.first = address_of_variable(variable);
  }
  return statics_[key] = made;
}

void Lowerer::initialize(const Value& target, const Node* given, const Place& place) {
  const CType* type = target.type->plain;
  const Node* initial = spelled_out(written_out(given), type);
  if (bad()) return;
  if (initial->kind == NodeKind::construct && initial->type && runs_ends(type) &&
      same(resolve(initial->type), type)) {  // S s = S(…): no other object is made
    Node own = *initial;
    own.type = nullptr;
    return initialize(target, &own, place);
  }
  if (!in_braces(initial)) {
    const Value value = expression(initial);
    return copy(target, value, place);
  }
  const bool braces = initial->kind == NodeKind::braces || initial->flags.braces;
  if (type->is_structure() && has_constructor(type)) {
    std::vector<Given> arguments = arguments_of(initial, 0);
    if (bad()) return;
    if (arguments.size() == 1 && arguments[0].value.type && same(arguments[0].value.type, type))
      return copy(target, arguments[0].value, place);
    construct_into(target, arguments, place, true);
    return;
  }
  if (type->is(Form::array) || (type->is_structure() && (braces || initial->kids.size() != 1)))
    return aggregate(target, initial);
  if (initial->kids.empty()) return zero(target);
  if (initial->kids.size() > 1) {
    fail(place, "'%' takes one value, got %", {type, initial->kids.size()});
    return;
  }
  if (initial->kids[0]->kind == NodeKind::braces)
    return initialize(target, initial->kids[0], place);
  copy(target, expression(initial->kids[0]), place);
}

}  // namespace loom::cuda
