// Conversions that structures bring along: operator T().
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

}  // namespace loom::cuda
