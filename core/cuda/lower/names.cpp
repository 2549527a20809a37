// What a name in an expression stands for.
#include <algorithm>
#include <utility>

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"
#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

// Names that no table holds, for slips.
constexpr std::string_view builtin_names =
    "threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp "
    "__syncthreads_count __syncthreads_and __syncthreads_or __threadfence "
    "__threadfence_block __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync "
    "__ballot_sync __any_sync __all_sync __activemask __match_any_sync __match_all_sync "
    "__reduce_add_sync __reduce_max_sync __reduce_min_sync atomicAdd atomicSub atomicExch "
    "atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor __ldg "
    "__popc __popcll __clz __ffs __brev sqrtf rsqrtf expf __expf logf __logf powf fmaxf "
    "fminf fabsf tanhf sinf cosf fmaf floorf ceilf roundf printf assert min max abs";

}  // namespace

const Binding* Lowerer::local(std::string_view name) const {
  if (active_.empty()) return nullptr;
  for (auto scope = now().scopes.rbegin(); scope != now().scopes.rend(); ++scope)
    if (const auto found = scope->names.find(name); found != scope->names.end())
      return &found->second;
  return nullptr;
}

// threadIdx and its kin: three registers that are set at the kernel's beginning.
Value Lowerer::builtin_variable(std::string_view name) {
  static constexpr std::pair<std::string_view, Special> names[] = {
      {"threadIdx", Special::thread_x},
      {"blockIdx", Special::block_x},
      {"blockDim", Special::block_size_x},
      {"gridDim", Special::grid_size_x}};
  for (const auto& each : names) {
    if (each.first != name) continue;
    const Special first = each.second;
    const auto number_of = [&](int i) {
      return special(static_cast<Special>(static_cast<int>(first) + i));
    };
    const Register x = number_of(0);
    number_of(1);
    number_of(2);
    const bool size = first == Special::block_size_x || first == Special::grid_size_x;
    const auto found = unit_.structures_by_name.find(size ? "dim3" : "uint3");
    if (found == unit_.structures_by_name.end()) return number(types_.int_(), 0);
    return in_registers(types_.const_of(instantiate(*found->second, {}, {})), x, false);
  }
  if (name == "warpSize") return number(types_.int_(), 32);
  return {};
}

Value Lowerer::name(const Node* node) {
  if (node->flags.is_extern && node->scope.empty() && !node->type) {  // ::name
    Activation outside;
    outside.copy = now().copy;
    Inside in(*this, outside);
    Node plain = *node;
    plain.flags.is_extern = false;
    return name(&plain);
  }
  if (node->type || !node->scope.empty()) return qualified(node);
  if (pack_of(node->name) >= 0)
    return failed(node->place,
                  "'%' is a parameter pack; expand it with '...' in a call, in braces or in a fold",
                  {node->name});
  if (const Binding* found = local(node->name)) {
    if (found->type) return failed(node->place, "'%' is a type, expected a value", {node->name});
    return found->value;
  }
  if (now().owner) {
    const CType* owner = now().owner;
    if (now().self.type)
      if (const auto field = field_of(owner, node->name)) return member(now().self, *field);
    if (const auto bound = owner->bindings.find(node->name);
        bound != owner->bindings.end() && bound->second.is_value)
      return number(bound->second.type, bound->second.bits);
    for (bool found = false; owner; owner = owner->outer) {
      const Value made = static_member(owner, node->name, node->place, found);
      if (found) return made;
    }
  }
  if (const Value made = builtin_variable(node->name); made.type) return made;
  if (node->flags.has_arguments && node->name.starts_with("__loom_is_")) return trait(node);
  if (node->flags.has_arguments && unit_.variable_templates.contains(node->name))
    return variable_template(node);
  if (const auto found = unit_.variables.find(node->name); found != unit_.variables.end())
    return global(found->second, node->place);
  if (const auto found = unit_.constants.find(node->name); found != unit_.constants.end())
    return enumerator(*found->second.first, node->name, node->place);
  if (unit_.functions_by_name.contains(node->name)) return Value{types_.functions(node->name)};
  if (node->name == "true" || node->name == "false")
    return number(types_.boolean(), node->name == "true");
  if (node->name == "nullptr") {
    Value made = number(types_.pointer_to(types_.nothing()), 0);
    made.type = types_.int_();  // converts to every pointer, as 0 does
    return made;
  }
  if (is_one_of(node->name, "__func__ __FUNCTION__ __PRETTY_FUNCTION__"))
    return text_value(now().function ? now().function->name : "");
  return unknown_name(node);
}

Value Lowerer::unknown_name(const Node* node) {
  const std::string text(node->name);
  if (const std::string why = why_refused(node->name); !why.empty())
    return failed(node->place, "%: %", {text, why});
  for (std::string_view scope : node->scope)
    if (const std::string why = why_refused(scope); !why.empty())
      return failed(node->place, "%::%: %", {scope, text, why});
  if (!node->scope.empty() && node->scope.front() == "std")
    return failed(node->place,
                  "std::% is not here: use arrays, pointers and loops, or CUDA's own functions",
                  {text});
  if (const auto found = unit_.broken.find(node->name); found != unit_.broken.end())
    return failed(node->place, "'%' cannot be used: its declaration could not be read (%)",
                  {text, found->second});
  std::vector<std::string_view> near;
  for (const Scope& scope : now().scopes)
    for (const auto& [each, binding] : scope.names) near.push_back(each);
  for (const auto& [each, variable] : unit_.variables) near.push_back(each);
  for (const auto& [each, function] : unit_.functions_by_name) near.push_back(each);
  for (const std::string_view each : words_in(builtin_names)) near.push_back(each);
  return failed(node->place, "nothing is called '%' here%%",
                {text, did_you_mean(node->name, near), elsewhere(unit_.sources[1].missing)});
}

// A::B::name, and S<int>::name.
Value Lowerer::qualified(const Node* node) {
  const std::string_view outer = node->scope.empty() ? std::string_view() : node->scope.back();
  const CType* type = scope_type(node);
  if (bad()) return number(types_.int_(), 0);
  if (type) {
    for (const auto& [each, its] : enumerations_)  // under another name
      if (same(its, type)) return enumerator(*each, node->name, node->place);
    bool found = false;
    const Value made = static_member(type->plain, node->name, node->place, found);
    if (found) return made;
    if (const auto field = field_of(type->plain, node->name)) {  // Base::member
      const auto seen = now().self.type ? seen_as(now().self, type) : std::nullopt;
      if (seen || unevaluated_) return member(seen ? *seen : Value{type}, *field);
    }
    return failed(node->place, "'%' has no static member '%'", {type, node->name});
  }
  if (const auto found = unit_.enumerations_by_name.find(outer);
      found != unit_.enumerations_by_name.end())
    return enumerator(*found->second, node->name, node->place);
  Node plain = *node;  // a namespace: all their names lie in one table
  plain.scope.clear();
  for (std::string_view scope : node->scope)
    if (const std::string why = why_refused(scope); !why.empty())
      return failed(node->place, "%::%: %", {scope, node->name, why});
  if (node->scope.front() == "std" && !unit_.functions_by_name.contains(node->name) &&
      !unit_.variable_templates.contains(node->name) && !local(node->name))
    return unknown_name(node);
  return name(&plain);
}

Value Lowerer::static_member(const CType* of, std::string_view name, const Place& place,
                             bool& found) {
  for (const CType* type : lineage(of)) {
    if (!type->structure) continue;
    for (const Node* field : type->structure->fields) {
      if (field->name != name || !field->flags.is_static) continue;
      found = true;
      if (field->kids.empty()) return failed(place, "'%' has no value here", {name});
      Activation inside;
      inside.owner = type;
      inside.instance = type->name;
      Inside in(*this, inside);
      return global(field, place);
    }
    Activation inside;
    inside.owner = type;
    Inside in(*this, inside);
    for (Enumeration* each : type->structure->enumerations)
      for (const Node* member : each->members)
        if (member->name == name) {
          found = true;
          return enumerator(*each, name, place);
        }
    if (const auto bound = type->bindings.find(name);
        bound != type->bindings.end() && bound->second.is_value) {
      found = true;
      return number(bound->second.type, bound->second.bits);
    }
  }
  return {};
}

// __loom_is_…<T>, which std::is_… is made of.
Value Lowerer::trait(const Node* node) {
  if (node->arguments.size() != 1) return failed(node->place, "'%' takes one type", {node->name});
  const CType* type = template_value(node->arguments[0], nullptr).type;
  if (bad()) return number(types_.boolean(), 0);
  const CType* plain = type->plain;
  const bool integer = plain->is_integer(), wide = plain->is_real() && plain->scalar >= Type::f32;
  const bool reference = type->is(Form::reference);
  const std::pair<std::string_view, bool> all[] = {
      {"integral", integer},
      {"floating_point", wide},
      {"arithmetic", integer || wide},
      {"signed", wide || (integer && is_signed(plain))},
      {"unsigned", integer && !is_signed(plain)},
      {"const", type->is_const()},
      {"pointer", plain->is_pointer() || plain->is(Form::function_pointer)},
      {"array", plain->is(Form::array)},
      {"enum", plain->is(Form::enumeration)},
      {"class", plain->is_structure() && !plain->structure->is_union},
      {"void", plain->is(Form::nothing)},
      {"reference", reference},
      {"lvalue_reference", reference && !type->count},
      {"rvalue_reference", reference && type->count}};
  for (const auto& [name, is] : all)
    if (node->name.substr(10) == name) return number(types_.boolean(), is);
  return unknown_name(node);
}

// A variable of file scope, or a static one; `local`: of a function.
Value Lowerer::global(const Node* variable, const Place& place, bool local) {
  const std::string owner = now().owner ? now().owner->name : "";
  const auto key = std::make_pair(variable, local ? owner + "::" + now().instance : owner);
  if (const auto known = statics_.find(key); known != statics_.end()) return known->second;
  if (!being_read_.insert(key).second)
    return failed(place, "'%' needs its own value", {variable->name});
  Activation outside;
  outside.owner = now().owner;
  const bool in_structure = variable->flags.is_static && now().owner && !local;
  if (!in_structure) outside.owner = nullptr;
  std::optional<Inside> in;
  if (!local) in.emplace(*this, outside);
  if (variable->flags.shared) {
    being_read_.erase(key);
    return shared_variable(variable);
  }
  Value initial;
  const Node* braces = variable->kids.empty() ? nullptr : variable->kids[0];
  const CType* type = nullptr;
  const auto size = code_.instructions.size();
  if (variable->type->kind == NodeKind::type_auto && braces) {
    type = type_without_code(unwrapped(braces))->plain;
    if (!local || variable->type->flags.is_const) type = types_.const_of(type);
  } else
    type = resolve_array(variable->type, braces);
  being_read_.erase(key);
  if (bad()) return number(types_.int_(), 0);
  const CType* innermost = type;
  while (innermost->is(Form::array)) innermost = innermost->of;
  const bool spaceless = !variable->flags.device && !variable->flags.constant;
  const bool fixed =
      innermost->is_const() || variable->flags.is_constexpr || (in_structure && spaceless);
  const bool constant = fixed && spaceless;
  const bool is_volatile = type->is_volatile;
  type = type->plain;
  if ((constant || type->is(Form::function_pointer)) && !variable->flags.device && braces &&
      type->has_registers()) {
    if (const Node* inner = unwrapped(braces); inner->kind == NodeKind::text && type->is_pointer())
      return statics_[key] = string(inner);
    being_read_.insert(key);
    initial = convert(constant_value(unwrapped(braces)), type, place);
    being_read_.erase(key);
    code_.instructions.resize(std::min(size, code_.instructions.size()));
    if (bad()) return initial;
    if (!initial.is_constant() && initial.times == none)
      return failed(place, "the value of '%' is not known before the kernel runs",
                    {variable->name});
    initial.type = types_.const_of(type);
    return statics_[key] = initial;
  }
  if (!constant && !variable->flags.device && !variable->flags.constant && !local)
    return failed(place,
                  "'%' is a variable of the host; declare it __device__ or __constant__, or pass "
                  "it as an argument",
                  {variable->name});
  being_read_.insert(key);
  Value made = laid_down(variable, type, fixed, place);
  if (is_volatile) made.type = types_.volatile_of(made.type);
  being_read_.erase(key);
  return bad() ? made : statics_[key] = made;
}

// A variable in global or constant memory, with its first bytes; `fixed`: it never has others, but
// lies in global memory all the same, as nvcc's tables do.
Value Lowerer::laid_down(const Node* variable, const CType* type, bool fixed, const Place& place) {
  if (variable->flags.constant && type->size > most_constant_bytes)
    return failed(place, "'%' takes % bytes of constant memory, expected at most %",
                  {variable->name, type->size, most_constant_bytes});
  const std::size_t made = add_variable(
      variable->name, variable->flags.constant ? Space::constant : Space::global, type, 0);
  auto outer = std::exchange(pointing_, {});
  auto bytes = initial_bytes(type, variable->kids.empty() ? nullptr : variable->kids[0], place);
  code_.variables[made].initial = std::move(bytes);
  code_.variables[made].strings = std::exchange(pointing_, std::move(outer));
  Value value{fixed ? types_.const_of(type) : type};
  value.where = Where::memory;
  value.lvalue = true;
  value.first = address_of_variable(made);
  if (fixed && code_.variables[made].strings.empty()) known_.insert(value.first);
  return value;
}

std::vector<std::uint8_t> Lowerer::initial_bytes(const CType* type, const Node* initial,
                                                 const Place& place) {
  if (type->size > (std::int64_t{64} << 20)) {
    fail(place, "a variable of % bytes, expected at most 64 MiB", {type->size});
    return {};
  }
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(type->size));
  const auto size = code_.instructions.size();
  if (initial)
    put_bytes(type, initial, bytes, 0);
  else if (has_own_values(type))
    put_computed(type, nullptr, place, bytes, 0);
  code_.instructions.resize(std::min(size, code_.instructions.size()));
  return bytes;
}

void Lowerer::put_bytes(const CType* type, const Node* given, std::vector<std::uint8_t>& bytes,
                        std::size_t offset) {
  const Node* node = given ? spelled_out(written_out(given), type) : nullptr;
  if (bad() || !node) return;
  const bool list = node->kind == NodeKind::braces ||
                    (node->kind == NodeKind::construct && (!node->type || node->flags.braces));
  if (type->has_registers()) {
    if (list && node->kids.empty()) return;
    Value value = expression(list ? node->kids[0] : node);
    if (!bad() && value.type->is(Form::text) && type->is_pointer()) {
      pointing_.push_back(static_cast<std::int64_t>(offset));
      value = number(type, characters(value).bits);
    }
    value = convert(value, type, node->place);
    if (bad()) return;
    if (!value.is_constant()) {
      fail(node->place, "this value is not known before the kernel runs");
      return;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(type->size); ++i)
      bytes[offset + i] =
          static_cast<std::uint8_t>(static_cast<std::uint64_t>(value.bits) >> (8 * i));
    return;
  }
  const std::size_t parts =
      type->is(Form::array) ? static_cast<std::size_t>(type->count) : type->fields.size();
  if (!list || designates(node) || !type->bases.empty() ||
      (type->is_structure() && has_constructor(type)) ||
      (node->kids.size() < parts && has_own_values(type)))
    return put_computed(type, node, node->place, bytes, offset);
  if (node->kids.size() > parts) {
    fail(node->place, "'%' has % parts, got %", {type, parts, node->kids.size()});
    return;
  }
  for (std::size_t i = 0; i < node->kids.size(); ++i) {
    const bool array = type->is(Form::array);
    const std::size_t at = array ? i * static_cast<std::size_t>(type->of->size)
                                 : static_cast<std::size_t>(type->fields[i].offset);
    put_bytes(array ? type->of : type->fields[i].type, node->kids[i], bytes, offset + at);
  }
}

}  // namespace loom::cuda
