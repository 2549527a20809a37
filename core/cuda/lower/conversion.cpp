// Conversions that structures bring along: operator T(); and what the values say of a template
// whose arguments are left out: Pair p{1, 2.5f}.
#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// The function that makes `to` of a structure best, or any number if that is null; its score says
// how well what it gives fits.
std::optional<Candidate> Lowerer::conversion(const CType* from, const CType* to) {
  std::optional<Candidate> best;
  for (const CType* owner : lineage(from->plain)) {
    if (!owner->structure) continue;
    for (Callable* each : owner->structure->functions) {
      if (each->name != "operator cast" || each->is_template || !each->result) continue;
      if (from->is_const() && !each->is_const && !each->from_prelude) continue;
      Activation inside;
      inside.owner = owner;
      Inside in(*this, inside);
      const auto before = error_;
      const CType* type = resolve(each->result);
      const bool known = !bad();
      error_ = before;
      if (!known) continue;
      type = type->is(Form::reference) ? type->of : type;
      const int score = to ? fit(types_, type, to) : type->has_registers() ? 0 : -1;
      if (each->is_explicit && (!to || score != 0)) continue;
      if (score < 0 || (best && (score > best->score || best->owner != owner ||
                                 (score == best->score && each->is_const))))
        continue;
      best.emplace();
      best->function = each;
      best->owner = owner;
      best->score = score;
    }
  }
  return best;
}

std::optional<Value> Lowerer::converted_structure(const Value& value, const CType* to,
                                                  const Place& place) {
  if (!value.type->is_structure() || bad()) return std::nullopt;
  const auto chosen = conversion(value.type, to);
  if (!chosen) return std::nullopt;
  const auto base = base_of(value.type->plain, chosen->owner);
  const Value part = base ? member(value, *base) : value;
  std::vector<Given> no_values;
  return rvalue(inlined(*chosen, no_values, &part, place));
}

// What the values of a template without arguments may fit: its guides, and one for each
// constructor, or for the members where there is none. The latter lie in `made`.
Functions Lowerer::guides_of(const Structure& structure, std::size_t values,
                             std::list<Callable>& made) {
  Functions functions;
  for (Callable* each : structure.guides) functions.emplace_back(each, nullptr);
  const auto add = [&](const std::vector<Node*>& parameters,
                       const std::vector<TemplateParameter>& more) {
    Callable& guide = made.emplace_back();
    guide.name = structure.name;
    guide.is_template = guide.from_prelude = true;
    guide.parameters = parameters;
    guide.templates = structure.templates;
    guide.templates.insert(guide.templates.end(), more.begin(), more.end());
    functions.emplace_back(&guide, nullptr);
  };
  for (const Callable* each : structure.functions)
    if (each->constructor) add(each->parameters, each->templates);
  const auto& fields = structure.fields;
  if (made.empty() && structure.bases.empty() && values <= fields.size())
    add({fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(values)}, {});
  return functions;
}

// A structure becomes the number or the pointer that it converts to.
Value Lowerer::plain_number(const Value& given, const Place& place) {
  const Value value = rvalue(given);
  const auto made = converted_structure(value, nullptr, place);
  return made ? *made : value;
}

// The structure that the values make of a template without arguments; nullptr: the name is none.
const CType* Lowerer::deduced_class(const Node* type, const Node* initial) {
  if (!initial || type->kind != NodeKind::type_named) return nullptr;
  const CType* of = structure_template(type);
  if (!of || !of->structure || bad()) return nullptr;
  const Structure& structure = *of->structure;
  const bool list = in_braces(initial) || initial->kind == NodeKind::construct;
  std::vector<Given> values;
  for (Node* each :
       list ? expanded(initial->kids) : std::vector<Node*>{const_cast<Node*>(initial)}) {
    if (bad()) return nullptr;
    Given value{{}, each->kind == NodeKind::braces ? each : nullptr, each->place};
    bool lvalue = false;
    if (!value.braces) value.value = imagined(type_without_code(each, &lvalue));
    value.value.lvalue = lvalue;
    values.push_back(value);
  }
  if (bad() || values.empty()) return nullptr;
  const CType* first = values[0].value.type;
  if (values.size() == 1 && first && first->plain->structure == &structure) return first->plain;
  std::list<Callable> made;
  const auto chosen =
      choose(guides_of(structure, values.size(), made), nullptr, values, type->place);
  if (!chosen || bad()) return nullptr;
  Activation inside;
  inside.scopes[0].names = chosen->names;
  Inside in(*this, inside);
  if (chosen->function->result) return resolve(chosen->function->result);
  std::vector<TemplateValue> arguments;
  for (const TemplateParameter& each : structure.templates) {
    const Binding& bound = inside.scopes[0].names[each.name];
    for (int i = 0; i < bound.pack; ++i)
      arguments.push_back(template_value_of(
          inside.scopes[0].names[element_name(each.name, static_cast<std::size_t>(i))]));
    if (!each.pack) arguments.push_back(template_value_of(bound));
  }
  return instantiate(*of->structure, std::move(arguments), type->place);
}

}  // namespace loom::cuda
