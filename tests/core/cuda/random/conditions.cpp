// Conditions, choices, and expressions of a type that is asked for.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

Expression Generator::numeric(int depth) { return chance(65) ? integer(depth) : real(depth); }

Expression Generator::comparison(int depth) {
  static const char* const marks[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
  const int which = below(6), level = which < 2 ? equality_level : relation_level;
  if (chance(6))
    if (const Variable* of = any_variable(Variable::array, false);
        of && of->own.empty() && of->counts.size() == 1)
      return {of->name + " + " + std::to_string(below(of->counts[0])) + marks[which] + "&" +
                  of->name + "[" + std::to_string(below(of->counts[0])) + "]",
              Scalar::boolean,
              {0, 1},
              level};
  if (chance(8)) {
    const Variable *a = any_variable(Variable::structure, false),
                   *b = any_variable(Variable::structure, false);
    if (a && b && a->of == b->of && a->counts.empty() && b->counts.empty() &&
        structures_[static_cast<std::size_t>(a->of)].compares) {
      reads_ |= a->bits | b->bits;
      const auto named = [](const Variable& of) { return (of.below == -1 ? "*" : "") + of.name; };
      return {named(*a) + " == " + named(*b), Scalar::boolean, {0, 1}, equality_level};
    }
  }
  const auto [a, b] =
      chance(70) ? two(&Generator::integer, depth - 1) : two(&Generator::numeric, depth - 1);
  return {at(a, level) + marks[which] + at(b, level + 1), Scalar::boolean, {0, 1}, level};
}

// What `if` takes.
Expression Generator::truth(int depth) { return chance(75) ? condition(depth) : numeric(depth); }

Expression Generator::condition(int depth) {
  if (depth <= 0 || chance(50)) return comparison(depth);
  if (chance(25))
    return {"!" + at(truth(depth - 1), unary_level), Scalar::boolean, {0, 1}, unary_level};
  const bool all = chance(50);
  const int level = all ? and_level : or_level;
  const Expression a = truth(depth - 1), b = truth(depth - 1);
  return {
      at(a, level) + (all ? " && " : " || ") + at(b, level + 1), Scalar::boolean, {0, 1}, level};
}

Expression Generator::choice(int depth, bool is_real_) {
  const Expression test = truth(depth - 1);
  const Expression a = is_real_ ? real(depth - 1) : integer(depth - 1);
  const Expression b = is_real_ ? numeric(depth - 1) : integer(depth - 1);
  const Scalar type = a.type == b.type ? a.type : common(a.type, b.type);
  const Range range = is_real(type) ? Range{} : both(fitted(a.range, type), fitted(b.range, type));
  return {at(test, or_level) + " ? " + at(a, assignment_level) + " : " + at(b, assignment_level),
          type, range, assignment_level};
}

// What can be converted to the type without saying so; `range`: what it then is.
Expression Generator::as(Scalar type, int depth) {
  if (is_real(type)) return numeric(depth);
  if (chance(12)) return from_real(depth, type, false);
  Expression made = integer(depth);
  made.range = type == Scalar::boolean ? Range{0, 1} : fitted(made.range, type);
  return made;
}

// As `as`, but it has only these values.
Expression Generator::with_range(const Range& range, Scalar type, int depth) {
  if (is_real(type) || inside(range_of(type), range)) return as(type, depth);
  const int count = static_cast<int>(range.high - range.low + 1);
  Expression made = index(count, depth);
  if (range.low == 0) return made;
  return combine('+', cast(made, Scalar::i32), small(static_cast<int>(range.low)));
}

}  // namespace loom::random_kernels
