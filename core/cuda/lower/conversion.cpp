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
  if (!of || bad()) return nullptr;
  Structure& structure = *of->structure;
  const bool list = in_braces(initial) || initial->kind == NodeKind::construct;
  std::vector<Value> values;
  for (Node* each :
       list ? expanded(initial->kids) : std::vector<Node*>{const_cast<Node*>(initial)}) {
    if (bad() || each->kind == NodeKind::braces) return nullptr;
    values.push_back(Value{type_without_code(each)});
  }
  if (bad() || values.empty()) return nullptr;
  const CType* made = values[0].type->plain;
  if (values.size() == 1 && made->structure == &structure) return made;
  made = nullptr;
  const auto deduce = [&](const std::vector<Node*>& patterns) {
    Activation inside;
    Names& names = inside.scopes[0].names;
    std::string instance;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!unify_argument(patterns[i]->type, values[i], names, structure.templates)) return true;
    Inside in(*this, inside);
    const auto before = error_;
    const bool known = template_defaults(structure.templates, names, instance);
    error_ = before;
    if (!known) return true;
    std::vector<TemplateValue> arguments;
    for (const TemplateParameter& each : structure.templates)
      arguments.push_back(template_value_of(names[each.name]));
    const CType* other = instantiate(structure, std::move(arguments), type->place);
    const bool unique = !made || made == other;
    made = other;
    return unique;
  };
  bool unique = true, constructors = false;
  for (const Callable* each : structure.functions) {
    if (!each->constructor) continue;
    constructors = true;
    const auto count = each->parameters.size();
    if (each->is_template || values.size() > count ||
        (values.size() < count && each->parameters[values.size()]->kids.empty()))
      continue;
    unique &= deduce(each->parameters);
  }
  if (!constructors && structure.bases.empty() && values.size() <= structure.fields.size())
    unique = deduce(structure.fields);
  const bool packs = !structure.templates.empty() && structure.templates.back().pack;
  return unique && !packs ? made : nullptr;
}

}  // namespace loom::cuda
