// Expressions that change something, and calls.
#include <algorithm>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

std::optional<Expression> Generator::effect(int depth, bool reals) {
  if (chance(70)) return changed(depth, reals);
  const auto first = changed(depth - 1, chance(30));
  if (!first) return std::nullopt;
  const Expression second = reals ? real(depth - 1) : integer(depth - 1);
  return Expression{first->text + ", " + at(second, assignment_level), second.type, second.range,
                    comma_level};
}

// C++ computes what stands right of an assignment first. GCC does so for '=' alone, so other
// assignments do not show it.
std::optional<Expression> Generator::changed(int depth, bool reals) {
  const Bits reads = std::exchange(reads_, 0), writes = std::exchange(writes_, 0);
  const auto to = any_place(true, depth, reals);
  const Bits no_read = no_read_, no_write = no_write_;
  const bool shows_order = chance(15);
  std::optional<Expression> made;
  if (to) {
    no_write_ |= to->bits | (shows_order ? 0 : reads_ | writes_);
    no_read_ |= shows_order ? 0 : writes_;
    made = reals ? changed_real(*to, shows_order, depth) : changed_integer(*to, shows_order, depth);
    note(*to, true);
  }
  no_read_ = no_read;
  no_write_ = no_write;
  reads_ |= reads;
  writes_ |= writes;
  return made;
}

Expression Generator::operand(const Place& to, const std::string& mark, int depth) {
  const Scalar type = to.value.type;
  if (mark == "=") return as(type, depth);
  if (mark == "/=" || mark == "%=")
    return chance(50) ? small(between(1, 20)) : positive(integer(depth));
  if (mark == "<<=") return index(is_signed(promoted(type)) ? 16 : 8 * bytes(type), depth);
  if (mark == ">>=") return index(8 * bytes(promoted(type)), depth);
  Expression of = integer(depth);
  if (mark != "+=" && mark != "-=" && mark != "*=") return of;
  const Scalar in = common(type, of.type);
  const Range range = combined(mark[0], fitted(to.value.range, in), fitted(of.range, in));
  return is_signed(in) && !inside(range, in) ? cast(of, unsigned_of(in)) : of;
}

Expression Generator::changed_integer(const Place& to, bool plain, int depth) {
  const Expression& of = to.value;
  const bool wraps = !is_signed(of.type) || bytes(of.type) < 4;
  if (to.counter || (of.type != Scalar::boolean && wraps && chance(30))) {
    const std::string mark = chance(50) || (to.counter && chance(60)) ? "++" : "--";
    if (chance(50)) return {mark + at(of, unary_level), of.type, of.range, unary_level};
    return {at(of, primary) + mark, of.type, of.range, primary};
  }
  static const std::vector<std::string> marks = {
      "=", "=", "=", "+=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  std::string mark =
      of.type == Scalar::boolean
          ? std::vector<std::string>{"=", "&=", "|=", "^="}[static_cast<std::size_t>(below(4))]
          : any(marks);
  if (mark == "<<=" && is_signed(of.type)) mark = "^=";
  if (plain) mark = "=";
  const Expression by = operand(to, mark, depth - 1);
  return {at(of, unary_level) + " " + mark + " " + at(by, assignment_level), of.type, of.range,
          assignment_level};
}

Expression Generator::changed_real(const Place& to, bool plain, int depth) {
  const Expression& of = to.value;
  if (chance(10))
    return {(chance(50) ? "++" : "--") + at(of, unary_level), of.type, {}, unary_level};
  static const std::vector<std::string> marks = {"=", "=", "+=", "-=", "*=", "/="};
  const std::string mark = plain ? "=" : any(marks);
  return {at(of, unary_level) + " " + mark + " " + at(numeric(depth - 1), assignment_level),
          of.type,
          {},
          assignment_level};
}

std::optional<Expression> Generator::call(int depth, bool reals) {
  std::vector<Function> fitting;
  const auto add_if = [&](const Function& each) {
    if (each.result && is_real(*each.result) == reals) fitting.push_back(each);
  };
  for (const Function& each : functions_) add_if(each);
  for (const Scope& scope : scopes_)
    for (const Function& each : scope.lambdas) add_if(each);
  for (int tries = 0; tries < 3 && !fitting.empty(); ++tries)
    if (auto made = invoke(any(fitting), "", depth)) return made;
  return std::nullopt;
}

// Its arguments may be computed in any order.
std::optional<Expression> Generator::invoke(const Function& which, const std::string& before,
                                            int depth) {
  if (!can_read(which.reads) || (which.writes != 0 && !can_write(which.writes)))
    return std::nullopt;
  const Bits no_read = no_read_, no_write = no_write_, reads = std::exchange(reads_, 0),
             writes = std::exchange(writes_, 0);
  std::string list;
  bool good = true;
  const std::size_t count = which.parameters.size() - (which.defaults && chance(50) ? 1 : 0);
  for (std::size_t i = 0; i < count && good; ++i) {
    no_read_ = no_read | writes_ | which.writes;
    no_write_ = no_write | reads_ | writes_ | which.reads | which.writes;
    if (i > 0) list += ", ";
    good = argument(which.parameters[i], which.exact, depth - 1, list);
  }
  no_read_ = no_read;
  no_write_ = no_write;
  reads_ |= reads | which.reads;
  writes_ |= writes | which.writes;
  if (!good) return std::nullopt;
  const Scalar type = which.result.value_or(Scalar::i32);
  const bool by_index = which.name == "operator[]";
  const std::string name =
      by_index || which.name == "operator()" ? "" : which.name + which.arguments;
  return Expression{before + name + (by_index ? "[" : "(") + list + (by_index ? "]" : ")"), type,
                    is_real(type) ? Range{} : range_of(type)};
}

bool Generator::argument(const Parameter& parameter, bool exact, int depth, std::string& text) {
  if (parameter.of >= 0) {
    const bool written = parameter.kind == Parameter::reference;
    const Variable* of = any_variable(Variable::structure, written);
    if (!of || of->of != parameter.of || !of->counts.empty()) return false;
    reads_ |= of->bits;
    if (written) writes_ |= of->bits;
    text += (of->below == -1 ? "*" : "") + of->name;
    return true;
  }
  if (parameter.kind == Parameter::pointer) return pointer_argument(parameter, text);
  if (parameter.kind == Parameter::reference ||
      (parameter.kind == Parameter::constant_reference && chance(50))) {
    const bool written = parameter.kind == Parameter::reference;
    const auto of = place_of(written, depth, parameter.type);
    if (!of || (written && of->counter)) return false;
    note(*of, written);
    text += at(of->value, assignment_level);
    return true;
  }
  Expression value = with_range(parameter.range, parameter.type, depth);
  if (exact && value.type != parameter.type) value = cast(value, parameter.type);
  text += at(value, assignment_level);
  return true;
}

bool Generator::pointer_argument(const Parameter& parameter, std::string& text) {
  std::vector<const Variable*> fitting;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables)
      if (each.kind == Variable::array && each.type == parameter.type && each.counts.size() == 1 &&
          each.counts[0] >= parameter.count &&
          (parameter.constant ? can_read(each.bits) : each.writable && can_write(each.bits)))
        fitting.push_back(&each);
  if (fitting.empty()) return false;
  const Variable& of = *any(fitting);
  reads_ |= of.bits;
  if (!parameter.constant) writes_ |= of.bits;
  const int by = below(of.counts[0] - parameter.count + 1);
  const std::string place =
      of.own.empty() ? std::to_string(by) : of.own + " + " + std::to_string(by);
  text += of.own.empty() && by == 0 ? of.name
          : chance(50)              ? of.name + " + " + place
                                    : "&" + of.name + "[" + place + "]";
  return true;
}

std::optional<Expression> Generator::method_call(int depth, bool reals) {
  const Variable* of = any_variable(Variable::structure, false);
  if (!of || !of->counts.empty()) return std::nullopt;
  std::vector<Function> fitting;
  for (const Function& each : structures_[static_cast<std::size_t>(of->of)].methods)
    if (each.result && is_real(*each.result) == reals &&
        (each.constant || (of->writable && can_write(of->bits))))
      fitting.push_back(each);
  if (fitting.empty()) return std::nullopt;
  Function chosen = any(fitting);
  chosen.reads |= of->bits;
  if (!chosen.constant) chosen.writes |= of->bits;
  const bool is_operator = chosen.name.rfind("operator", 0) == 0;
  const std::string before = of->below != -1 ? of->name + (is_operator ? "" : ".")
                             : is_operator   ? "(*" + of->name + ")"
                                             : of->name + "->";
  return invoke(chosen, before, depth);
}

}  // namespace loom::random_kernels
