// Variables, elements and members: where expressions read, and what statements change.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

void Generator::note(const Place& of, bool written) {
  reads_ |= of.bits;
  if (written) writes_ |= of.bits;
}

Place Generator::element(const Variable& of, int depth) {
  Place made{{"", of.type, of.range}, of.bits};
  const Bits kept = no_write_;
  no_write_ |= of.bits;
  made.value.text = of.name;
  if (of.kind == Variable::pointer) {
    const int all = of.below + of.counts[0];
    Expression by = index(all, depth - 1);
    if (of.below > 0)
      by = {at(by, sum_level) + " - " + std::to_string(of.below), by.type, {}, sum_level};
    // An unsigned index below 0 would be far away.
    if (of.below > 0 && !is_signed(promoted(by.type))) by = cast(by, Scalar::i32);
    if (chance(70)) {
      made.value.text += "[" + at(by, assignment_level) + "]";
    } else {
      made.value.text = "*(" + of.name + " + " + at(by, product_level) + ")";
      made.value.level = unary_level;
    }
  } else if (!of.own.empty()) {
    const std::string by =
        of.counts[0] == 1 ? "" : at(index(of.counts[0], depth - 1), product_level);
    made.value.text += "[" + of.own + (by.empty() ? "" : " + " + by) + "]";
  } else {
    for (int count : of.counts)
      made.value.text += "[" + at(index(count, depth - 1), assignment_level) + "]";
    if (of.counts.size() == 1 && chance(10)) {
      made.value.text = "*(" + of.name + " + " + at(index(of.counts[0], 0), product_level) + ")";
      made.value.level = unary_level;
    }
  }
  no_write_ = kept;
  return made;
}

Place Generator::member(const Variable& of, const Member& which, int depth) {
  std::string text = of.name;
  const Bits kept = no_write_;
  no_write_ |= of.bits;
  if (of.below == -1) {  // through a pointer
    text += "->";
  } else {
    if (!of.counts.empty())
      text += "[" + at(index(of.counts[0], depth - 1), assignment_level) + "]";
    text += ".";
  }
  text += which.name;
  if (which.count > 0) text += "[" + at(index(which.count, depth - 1), assignment_level) + "]";
  no_write_ = kept;
  return {{text, which.type, is_real(which.type) ? Range{} : range_of(which.type)}, of.bits};
}

template <class F>
std::optional<Place> Generator::place(bool written, int depth, F wanted) {
  struct Candidate {
    const Variable* variable;
    const Member* part;
  };
  std::vector<Candidate> found;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables) {
      if (written ? !each.writable || !can_write(each.bits) : !can_read(each.bits)) continue;
      if (each.kind == Variable::structure) {
        for (const Member& part : structures_[static_cast<std::size_t>(each.of)].members)
          if (wanted(part.type)) found.push_back({&each, &part});
      } else if (wanted(each.type)) {
        found.push_back({&each, nullptr});
      }
    }
  if (found.empty()) return std::nullopt;
  const Candidate chosen = any(found);
  const Variable& of = *chosen.variable;
  if (chosen.part) return member(of, *chosen.part, depth);
  if (of.kind == Variable::scalar) return Place{{of.name, of.type, of.range}, of.bits, of.counter};
  return element(of, depth);
}

std::optional<Place> Generator::any_place(bool written, int depth, bool reals) {
  return place(written, depth, [&](Scalar type) { return is_real(type) == reals; });
}

std::optional<Place> Generator::place_of(bool written, int depth, Scalar type) {
  return place(written, depth, [&](Scalar each) { return each == type; });
}

const Variable* Generator::any_variable(Variable::Kind kind, bool written) {
  std::vector<const Variable*> found;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables)
      if (each.kind == kind &&
          (written ? each.writable && can_write(each.bits) : can_read(each.bits)))
        found.push_back(&each);
  return found.empty() ? nullptr : any(found);
}

}  // namespace loom::random_kernels
