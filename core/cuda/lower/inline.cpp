// Functions in place of their calls.
#include <algorithm>

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

bool returns_last(const Callable& function) {
  return function.returns == 1 && function.body && !function.body->kids.empty() &&
         function.body->kids.back() && function.body->kids.back()->kind == NodeKind::return_;
}

}  // namespace

Value Lowerer::inlined(const Candidate& candidate, std::vector<Given>& arguments, const Value* self,
                       const Place& place) {
  if (unevaluated_ && !candidate.function->body_at) {
    Activation inside;
    inside.owner = candidate.owner;
    inside.scopes[0].names = candidate.names;
    Inside in(*this, inside);
    const CType* type = declared_result(*candidate.function);
    if (type) return imagined(type);
  }
  if (known_call(candidate, arguments, self))
    if (auto made = evaluated(candidate, arguments, place)) return *made;
  return bad() ? nothing() : in_place(candidate, arguments, self, place);
}

// Whether the function has a body that can be put here; if not, the error says why.
bool Lowerer::goes_in_place(const Candidate& candidate, bool known, const Place& place) {
  Callable& function = *candidate.function;
  const auto refuse = [&](const char* pattern, const Parts& parts = {}) {
    fail(place, pattern, parts);
    return false;
  };
  if (static_cast<int>(active_.size()) > most_calls)
    return refuse(evaluating_ > 0
                      ? "constant functions are nested too deeply here: more than % calls within "
                        "each other"
                      : "calls are nested too deeply here; recursion is not taken, use a loop",
                  {most_calls});
  for (const Activation* each : active_)
    if (!known && each->function == &function && each->instance == candidate.instance &&
        each->owner == candidate.owner)
      return refuse(
          "'%' calls itself; functions are put in place of their calls, so recursion is not taken: "
          "use a loop",
          {function.name});
  if (const auto read = parse_body(unit_, function); !read) {
    error_ = read.error();
    return false;
  }
  if (!function.body) return refuse("'%' is declared, but not defined here", {function.name});
  return true;
}

// Values in braces are the caller's.
void Lowerer::read_braces(const Candidate& candidate, std::vector<Given>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && !bad(); ++i) {
    if (!arguments[i].braces) continue;
    const CType* type = candidate.types[i];
    arguments[i].value = temporary(type->is(Form::reference) ? type->of : type);
    aggregate(arguments[i].value, arguments[i].braces);
    arguments[i].value.lvalue = false;
    arguments[i].braces = nullptr;
  }
}

void Lowerer::bind_parameters(const Candidate& candidate, std::vector<Given>& arguments,
                              const Place& place) {
  const Callable& function = *candidate.function;
  for (std::size_t i = 0; i < function.parameters.size() && !bad(); ++i) {
    Given standard;
    const Node* parameter = function.parameters[i];
    if (parameter->flags.pack)
      return bind_arguments(parameter, candidate.types, arguments, i, function);
    if (i >= arguments.size()) {
      standard.place = place;
      if (parameter->kids[0]->kind == NodeKind::braces)
        standard.braces = parameter->kids[0];
      else
        standard.value = expression(parameter->kids[0]);
    }
    bind_parameter(parameter, parameter->name, candidate.types[i],
                   i < arguments.size() ? arguments[i] : standard, function);
  }
}

Value Lowerer::in_place(const Candidate& candidate, std::vector<Given>& arguments,
                        const Value* self, const Place& place) {
  Callable& function = *candidate.function;
  Deeper deeper(*this, place);
  if (bad()) return nothing();
  if (!goes_in_place(candidate, known_call(candidate, arguments, self), place))
    return number(types_.int_(), 0);
  read_braces(candidate, arguments);
  if (bad()) return nothing();
  Activation activation;
  activation.function = &function;
  activation.scopes[0].names = candidate.names;
  activation.owner = candidate.owner;
  activation.instance = candidate.instance;
  activation.copy = now().copy;  // the parameters' values are the caller's line
  const std::int32_t place_before = place_;
  const Place here_before = here_;
  if (self && candidate.owner) {
    activation.self = *self;
    if (activation.self.type->is_structure() && !same(activation.self.type, candidate.owner))
      activation.self.type = candidate.owner;
    if (self->in_memory()) activation.self = pinned(activation.self);
    activation.self.expiring = false;
    if (function.is_const) activation.self.type = types_.const_of(activation.self.type);
  }
  const bool indexing = indexing_;
  {
    Inside in(*this, activation);
    bind_parameters(candidate, arguments, place);
    activation.indexing = indexing_;
    indexing_ = false;
    if (!function.from_prelude) activation.copy = ++copies_;
    if (copies_ > most_copies) fail(place, "the functions call each other too often");
    if (function.constructor && self) initial_members(function, candidate.owner, activation.self);
    if (!function.constructor) activation.result_type = declared_result(function);
    if (function.constructor) activation.result_type = types_.nothing();
    activation.direct = returns_last(function);
    if (!bad()) block(function.body);
  }
  indexing_ = indexing;
  place_ = place_before;
  here_ = here_before;
  return finished_call(activation, place);
}

Value Lowerer::finished_call(Activation& activation, const Place& place) {
  if (bad()) return number(types_.int_(), 0);
  land(activation.exits);
  if (!activation.result_type || activation.result_type->is(Form::nothing))
    return activation.has_result && activation.result.type ? activation.result : nothing();
  if (!activation.has_result)
    return failed(place, "'%' ends without a return, expected a value of type '%'",
                  {activation.function->name, activation.result_type});
  const CType* type = activation.result_type;
  Value made = activation.result;
  if (type->is(Form::reference) && !activation.direct && made.type->is_pointer() &&
      !same(made.type, type->of))
    made = pointed(made);
  made.expiring = type->is(Form::reference) && type->count;
  return made;
}

// `name`: that of the parameter, or of an element if it is a pack.
void Lowerer::bind_parameter(const Node* parameter, std::string_view name, const CType* type,
                             Given& argument, const Callable& function) {
  if (bad()) return;
  const CType* wanted = type->is(Form::reference) ? type->of : type;
  if (argument.braces) {
    Value made = temporary(wanted);
    aggregate(made, argument.braces);
    made.lvalue = true;
    bind(name, made);
    return;
  }
  Value value = argument.value;
  if (type->is(Form::reference) && value.lvalue && value.type->is_structure() &&
      base_of(value.type->plain, wanted->plain))  // a part of the object, not a copy
    value = *seen_as(value, wanted);
  if (type->is(Form::reference) && alike(value.type, wanted)) {
    if (argument.choice && !wanted->is_const() && function.changed.contains(parameter->name)) {
      fail(argument.place, "a choice 'a ? b : c' cannot be passed by reference here; use 'if'");
      return;
    }
    if (value.type->is_structure() && !wanted->is_const())
      value = changeable(value, argument.place);
    value = pinned(value);
    if (value.times != none) value = in_registers(value.type, reg(value), false);
    if (wanted->is_const()) value.type = types_.const_of(value.type);
    bind(name, value);
    return;
  }
  if (argument.early.type) value = argument.early;
  const bool callable = value.type->is(Form::closure) || value.type->is(Form::functions);
  if (callable && !function.assigned.contains(parameter->name)) {
    bind(name, value.type->is(Form::closure) ? lambda_copy(value, argument.place) : value);
    return;
  }
  const bool changes = evaluating_ > 0 ? may_change(function, parameter->name)
                                       : function.changed.contains(parameter->name);
  const bool stays = !changes && !value.lvalue;
  if (value.type->is(Form::text) && (wanted->is_pointer() || same(wanted, value.type))) {
    if (!function.assigned.contains(parameter->name) &&
        !function.addressed.contains(parameter->name))
      return bind(name, value);  // printf may take it
    wanted = decayed(value.type);
  }
  refuse_ends(wanted, argument.place);
  const bool runs = runs_copies(wanted) && value.lvalue && same(value.type, wanted);
  Value made = runs ? value : convert(value, wanted, argument.place);
  if (bad()) return;
  const bool addressed = function.addressed.contains(parameter->name);
  if (stays && !addressed && wanted->flat &&
      wanted->scalars > 0) {  // nothing changes it: it needs no register of its own
    if (made.times != none) made = in_registers(made.type, reg(made), false);
    made.fresh = false;
    made.lvalue = true;
    if (wanted->is_const()) made.type = types_.const_of(made.type);
    bind(name, made);
    return;
  }
  Value own = new_variable(wanted, name, addressed || !wanted->flat, 0);
  copy(own, made, argument.place);
  if (wanted->is_const()) own.type = types_.const_of(own.type);
  bind(name, own);
}

// The type that a lambda's parameter has for this argument.
const CType* Lowerer::closure_type(const Node* parameter, const Given& argument) {
  const CType* type = argument.value.type
                          ? deduced(parameter->type, argument.value, parameter->place)
                          : resolve(parameter->type);
  if (parameter->type->kind == NodeKind::type_reference && !type->is(Form::reference))
    type = types_.reference_to(argument.value.type);
  return type;
}

Value Lowerer::call_closure(const Value& callee, std::vector<Given>& arguments,
                            const Place& place) {
  const Closure& closure = *callee.type->closure;
  Callable& function = *closure.lambda->function;
  Deeper deeper(*this, place);
  if (bad()) return nothing();
  if (static_cast<int>(active_.size()) > most_calls)
    return failed(place, "calls are nested too deeply here");
  for (const Activation* each : active_)
    if (each->function == &function && each->instance == closure.instance)
      return failed(place, "a lambda that calls itself is not taken; use a loop");
  Activation activation;
  activation.function = &function;
  activation.scopes[0].names = closure.names;
  activation.self = closure.self;
  activation.owner = closure.owner;
  activation.instance = closure.instance;
  activation.copy = now().copy;
  const bool open = !function.parameters.empty() && function.parameters.back()->flags.pack;
  if (!open && arguments.size() > function.parameters.size())
    return failed(place, "the lambda takes % values, got %",
                  {function.parameters.size(), arguments.size()});
  const std::int32_t place_before = place_;
  const Place here_before = here_;
  const bool indexing = indexing_;
  {
    Inside in(*this, activation);
    activation.scopes.emplace_back();
    for (std::size_t i = 0; i < function.parameters.size() && !bad(); ++i) {
      const Node* parameter = function.parameters[i];
      if (parameter->flags.pack) {
        std::vector<const CType*> types;
        for (std::size_t k = 0; k < arguments.size(); ++k)
          types.push_back(k < i ? nullptr : closure_type(parameter, arguments[k]));
        bind_arguments(parameter, types, arguments, i, function);
        break;
      }
      Given standard{{}, nullptr, place};
      if (i >= arguments.size()) {
        if (parameter->kids.empty())
          return failed(place, "the lambda takes % values, got %",
                        {function.parameters.size(), arguments.size()});
        standard.value = expression(parameter->kids[0]);
      }
      Given& argument = i < arguments.size() ? arguments[i] : standard;
      const CType* type = closure_type(parameter, argument);
      if (!bad()) bind_parameter(parameter, parameter->name, type, argument, function);
    }
    activation.indexing = indexing_;
    indexing_ = false;
    activation.copy = ++copies_;
    activation.result_type = declared_result(function);
    activation.direct = returns_last(function);
    if (!bad()) block(function.body);
  }
  indexing_ = indexing;
  place_ = place_before;
  here_ = here_before;
  return finished_call(activation, place);
}

// Gives bases and members the values that the constructor lists, or those of their declarations.
void Lowerer::initial_members(const Callable& constructor, const CType* type, const Value& self) {
  const auto own = type->fields.begin() + static_cast<std::ptrdiff_t>(type->first_field);
  std::set<const CType*> made;
  for (const Node* each : constructor.initial) {
    if (bad()) return;
    if (std::any_of(own, type->fields.end(),
                    [&](const Field& field) { return field.name == each->name; }))
      continue;
    Node named{NodeKind::type_named, each->place};
    named.name = each->name;
    named.arguments = each->arguments;
    named.flags.has_arguments = !named.arguments.empty();
    const CType* wanted = resolve(&named);
    const auto base = std::find_if(type->bases.begin(), type->bases.end(),
                                   [&](const Field& field) { return same(field.type, wanted); });
    if (bad() || (base == type->bases.end() && !same(wanted, type))) {
      error_.reset();
      fail(each->place, "'%' has no member '%'", {type, each->name});
      return;
    }
    if (base != type->bases.end()) made.insert(base->type);
    Value part =
        base != type->bases.end() ? member(self, *base) : self;  // self: another constructor
    part.lvalue = true;
    initialize(part, each, each->place);
    if (base == type->bases.end()) return;
  }
  const Place place = here_;
  for (const Field& base : type->bases)
    if (!made.contains(base.type) && !bad()) initialize_default(member(self, base), place);
  for (auto field = own; field != type->fields.end(); ++field) {
    if (bad()) return;
    const auto listed = std::find_if(constructor.initial.begin(), constructor.initial.end(),
                                     [&](const Node* each) { return each->name == field->name; });
    if (listed == constructor.initial.end()) {
      const bool own_one = field->declared && !field->declared->kids.empty();
      if (own_one || field->reference || has_own_values(field->type))
        own_value(self, *field, false, own_one ? field->declared->kids[0]->place : place);
      continue;
    }
    const Node* initial = *listed;
    if (field->reference) {
      initial_reference(self, *field, initial);
      continue;
    }
    Value to = member(self, *field);
    to.lvalue = true;
    if (initial->kids.empty()) {
      zero(to);
      own_values(to, 0, true, initial->place);
    } else {
      initialize(to, initial, initial->place);
    }
  }
}

}  // namespace loom::cuda
