// Which of the functions of one name a call means: the conversions of its values are compared, then
// the templates.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

// The score of a call that C++ forbids, as far as we know. We know too little of constants and
// lvalues to refuse it, but any other function that fits is better.
constexpr int unlikely = 1000;

// Compares two parameter types whose conversions from the argument have the same rank: 1 if `a` is
// the better one, −1 if `b` is, 0 if neither is.
int finer(const CType* a, const CType* b, const Given& argument) {
  const bool references = a->is(Form::reference) && b->is(Form::reference);
  if (references && a->count != b->count && argument.value.type && argument.value.is_rvalue())
    return a->count ? 1 : -1;
  const CType* x = a->is(Form::reference) ? a->of : a;
  const CType* y = b->is(Form::reference) ? b->of : b;
  if (references && same(x, y)) return x->is_const() == y->is_const() ? 0 : x->is_const() ? -1 : 1;
  if (x->is_pointer() != y->is_pointer()) return x->is_pointer() ? 1 : -1;
  if (x->is_pointer()) {
    x = x->of;
    y = y->of;
    if (same(x, y)) return x->is_const() == y->is_const() ? 0 : x->is_const() ? -1 : 1;
  }
  return base_of(x, y) ? 1 : base_of(y, x) ? -1 : 0;
}

// Of functions that take the values equally well: those without a pack first, plain functions
// before templates, definitions before declarations, the reader's before ours.
int standing(const Callable& each) {
  const bool open = !each.parameters.empty() && each.parameters.back()->flags.pack;
  return (open ? 0 : 64) + (each.is_template ? 0 : 16) + (each.body_at ? 4 : 0) +
         (each.from_prelude ? 0 : 2) + (each.of.empty() ? 0 : 8);
}

// template<> f(…)
bool is_specialization(const Callable& each) { return each.is_template && each.templates.empty(); }

}  // namespace

bool Lowerer::comes_before(const Candidate& a, const Candidate& b,
                           const std::vector<Given>& arguments) {
  if (a.score != b.score) return a.score < b.score;
  int better = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    better += finer(a.types[i], b.types[i], arguments[i]);
  const Callable &f = *a.function, &g = *b.function;
  if (better == 0 && a.owner && b.owner && !f.is_static && !g.is_static)
    better = static_cast<int>(g.is_const) - static_cast<int>(f.is_const);
  if (better != 0) return better > 0;
  if (!f.templates.empty() && !g.templates.empty()) {
    const Patterns x{f.parameters, f.templates}, y{g.parameters, g.templates};
    if (more_special(x, y)) return true;
    if (more_special(y, x)) return false;
  }
  return standing(f) > standing(g);
}

// The best of the functions that fit. `self`: of a member function, what it is called for.
std::optional<Candidate> Lowerer::choose(const Functions& functions, const Node* explicit_arguments,
                                         const std::vector<Given>& arguments, const Place& place,
                                         const Value* self) {
  std::optional<Candidate> best;
  std::string broken;
  for (const auto& [function, owner] : functions) {
    if (!function->error.empty() && function->parameters.empty()) {
      broken = function->error;
      continue;
    }
    if (is_specialization(*function)) continue;
    Candidate candidate;
    candidate.function = function;
    candidate.owner = owner;
    if (self && self->type->is_const() && !function->is_const && !function->is_static)
      candidate.score = unlikely;
    const auto before = error_;
    const auto size = code_.instructions.size();
    const bool suits = fits(candidate, explicit_arguments, arguments);
    code_.instructions.resize(std::min(size, code_.instructions.size()));
    error_ = before;
    if (suits && (!best || comes_before(candidate, *best, arguments))) best = std::move(candidate);
  }
  if (!best && !broken.empty()) {
    error_ = Error{broken};
    if (place.line && broken.find(':') == std::string::npos)
      error_ = error_at(place, "%", {broken});
  }
  if (best && best->function->is_template &&
      std::any_of(functions.begin(), functions.end(),
                  [](const auto& each) { return is_specialization(*each.first); }))
    specialize(*best, functions);
  return best;
}

// Takes the specialization of the template that was chosen, if there is one: the arguments that it
// writes out and all its types are the same.
void Lowerer::specialize(Candidate& chosen,
                         const std::vector<std::pair<Callable*, const CType*>>& functions) {
  const auto before = error_;
  const Callable& general = *chosen.function;
  Activation inside;
  inside.scopes[0].names = chosen.names;
  inside.owner = chosen.owner;
  const auto result = [&](const Callable& function) {
    const CType* type = declared_result(function);
    return type && !bad() ? type->plain : nullptr;
  };
  const CType* wanted = nullptr;
  {
    Inside in(*this, inside);
    wanted = result(general);
    error_ = before;
  }
  for (const auto& [function, owner] : functions) {
    if (!is_specialization(*function) || owner != chosen.owner ||
        function->parameters.size() != chosen.types.size())
      continue;
    std::vector<TemplateValue> written;
    for (const Node* each : function->specialized) written.push_back(template_value(each, nullptr));
    const std::string its = instance_of(written);
    bool equal = its.empty() || (chosen.instance + ", ").starts_with(its + ", ");
    for (std::size_t i = 0; i < chosen.types.size() && equal; ++i)
      equal = resolve(function->parameters[i]->type)->plain == chosen.types[i]->plain;
    equal = equal && !bad();
    const CType* own = equal ? result(*function) : nullptr;
    if (equal && (!own || !wanted || own == wanted)) {
      keep_defaults(*function, general);
      chosen.function = function;
      chosen.names.clear();
    }
    error_ = before;
  }
}

// What the values say about the template's parameters; of a function's parameter that names only
// such as are known, they say nothing, and are converted.
bool Lowerer::fits_template(Candidate& candidate, Names& names, const std::vector<Given>& arguments,
                            std::size_t fixed) {
  const Callable& function = *candidate.function;
  std::vector<TemplateParameter> open;
  for (const TemplateParameter& each : function.templates)
    if (!names.contains(each.name)) open.push_back(each);
  for (std::size_t i = 0; i < arguments.size() && i < fixed; ++i)
    if (arguments[i].value.type && mentions(function.parameters[i]->type, open) &&
        !unify_argument(function.parameters[i]->type, arguments[i].value, names,
                        function.templates))
      return false;
  if (fixed < function.parameters.size() &&
      !unify_pack(function.parameters.back(), arguments, fixed, names, function.templates))
    return false;
  return template_defaults(function.templates, names, candidate.instance) && !bad();
}

bool Lowerer::fits(Candidate& candidate, const Node* explicit_arguments,
                   const std::vector<Given>& arguments) {
  Callable& function = *candidate.function;
  const auto& parameters = function.parameters;
  const bool open = !parameters.empty() && parameters.back()->flags.pack;
  const std::size_t fixed = parameters.size() - (open ? 1 : 0);
  if (!open && arguments.size() > fixed) return false;
  for (std::size_t i = arguments.size(); i < fixed; ++i)
    if (parameters[i]->kids.empty()) return false;
  Activation inside;
  inside.owner = candidate.owner;
  inside.function = &function;
  Names& names = inside.scopes[0].names;
  if (explicit_arguments && !function.is_template) return false;
  if (!function.of.empty() && !same_arguments(function.of, candidate.owner->arguments, {}))
    return false;
  if (!template_names(function.templates, explicit_arguments, names)) return false;
  Inside in(*this, inside);
  if (function.is_template && !fits_template(candidate, names, arguments, fixed)) return false;
  for (std::size_t i = 0; i < std::max(fixed, arguments.size()); ++i) {
    const Node* parameter = parameters[std::min(i, parameters.size() - 1)];
    const Node* type = i < fixed ? parameter->type : pack_type(parameter, i - fixed);
    const bool is_given = i < arguments.size() && arguments[i].value.type;
    candidate.types.push_back(is_given ? deduced(type, arguments[i].value, parameter->place)
                                       : resolve(type));
    if (bad()) return false;
    if (i >= arguments.size()) continue;
    if (type->kind == NodeKind::type_reference &&
        !candidate.types.back()->is(Form::reference)) {  // auto&
      const Value& value = arguments[i].value;
      const bool constant = type->kids[0]->flags.is_const;
      candidate.types.back() =
          types_.reference_to(constant ? types_.const_of(value.type) : value.type,
                              type->flags.rvalue && value.is_rvalue());
    }
    const int score = fit_argument(arguments[i], candidate.types.back());
    if (score < 0) return false;
    candidate.score += score;
  }
  candidate.names = names;
  if (function.is_template && function.result) {  // the parameters may stand in it
    for (std::size_t i = 0; i < candidate.types.size(); ++i) {
      const std::string_view name = parameters[std::min(i, parameters.size() - 1)]->name;
      names[i < fixed ? name : element_name(name, i - fixed)] = {imagined(candidate.types[i])};
    }
    if (open)
      names[parameters.back()->name].pack = static_cast<int>(candidate.types.size() - fixed);
    if (candidate.owner && !function.is_static) inside.self = imagined(candidate.owner);
    declared_result(function);
    if (bad()) return false;
  }
  return !function.name.starts_with("operator") || candidate.owner ||
         operator_applies(candidate, arguments);
}

// An operator of the reader's needs a structure, or an enumeration that it takes as it is: else the
// built-in one is meant.
bool Lowerer::operator_applies(const Candidate& candidate, const std::vector<Given>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CType *type = arguments[i].value.type, *to = candidate.types[i];
    if (!type || type->is_structure()) return true;
    if (type->is(Form::enumeration) && same(type, to->is(Form::reference) ? to->of : to))
      return true;
  }
  return false;
}

int Lowerer::fit_argument(const Given& argument, const CType* to) {
  const CType* wanted = to->is(Form::reference) ? to->of : to;
  if (argument.braces) return wanted->is_structure() || wanted->is(Form::array) ? 1 : 2;
  const Value& value = argument.value;
  const CType* from = value.type;
  if (to->is(Form::reference) && alike(from, wanted)) {
    const bool constant = wanted->is_const();
    if (from->is_const() && !constant) return value.lvalue ? -1 : unlikely;
    return (to->count ? value.lvalue && !value.expiring : !constant && value.is_rvalue()) ? unlikely
                                                                                          : 0;
  }
  if (to->is(Form::reference) && wanted->is(Form::array)) return -1;
  if (to->is(Form::reference) && !to->count && !wanted->is_const() && value.lvalue &&
      from->is_scalar() && wanted->is_scalar())
    return -1;
  const int scalar = fit(types_, from, wanted->plain);
  if (scalar >= 0) return scalar * 2;
  if (wanted->is_pointer() && value.is_constant() && value.bits == 0 && from->is_integer())
    return 4;
  if (base_of(from, wanted)) return 3;
  if (wanted->is(Form::function_pointer))
    return from->is(Form::functions) || from->is(Form::closure) ? 0 : -1;
  if (from->is_pointer() && wanted->is_pointer() && base_of(from->of, wanted->of) &&
      (wanted->of->is_const() || !from->of->is_const()))
    return 3;
  if (wanted->is_structure())
    for (const auto& [each, owner] : constructors_of(wanted)) {
      if (each->is_template || each->parameters.empty() ||
          (each->parameters.size() > 1 && each->parameters[1]->kids.empty()))
        continue;
      Activation inside;
      inside.owner = owner;
      Inside in(*this, inside);
      const CType* type = resolve(each->parameters[0]->type);
      if (bad()) return -1;
      if (fit(types_, from, type->is(Form::reference) ? type->of->plain : type->plain) >= 0)
        return 8;
    }
  if (from->is_structure())
    if (const auto made = conversion(from, wanted)) return 8 + made->score;
  return -1;
}

}  // namespace loom::cuda
