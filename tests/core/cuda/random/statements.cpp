// Statements but loops and declarations.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

void Generator::line(const std::string& text) {
  text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n";
  if (!text.empty() && text.back() == ';') ++made_.statements;
}
void Generator::open(const std::string& text) {
  line(text);
  ++indent_;
  scopes_.emplace_back();
}
void Generator::close(const std::string& text) {
  --indent_;
  scopes_.pop_back();
  line(text);
}

void Generator::begin() {
  all_reads_ |= reads_;
  all_writes_ |= writes_;
  reads_ = writes_ = no_read_ = no_write_ = 0;
}

void Generator::statements(int depth, int count) {
  for (int i = 0; i < count && left_ > 0; ++i) statement(depth);
}

void Generator::statement(int depth) {
  --left_;
  begin();
  if (uniform_ && made_.meets && chance(35)) return meet(depth);
  if (depth <= 0) return chance(35) ? declare(depth) : assign(2);
  switch (below(16)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return declare(depth);
    case 4:
    case 5:
    case 6:
    case 7:
      return assign(3);
    case 8:
    case 9:
      return if_(depth);
    case 10:
    case 11:
    case 12:
      return loop(depth);
    case 13:
      return switch_(depth);
    case 14:
      return leave();
    default:
      if (in_kernel_ && !sums_.empty() && chance(60)) return global_atomic(depth);
      open("{");
      statements(depth - 1, between(1, 3));
      return close();
  }
}

void Generator::assign(int depth) {
  if (chance(6)) {  // a whole structure
    const Variable* to = any_variable(Variable::structure, true);
    const Variable* from = any_variable(Variable::structure, false);
    if (to && from && to->of == from->of && to->counts.empty() && from->counts.empty()) {
      reads_ |= from->bits;
      writes_ |= to->bits;
      return line((to->below == -1 ? "*" : "") + to->name + " = " + (from->below == -1 ? "*" : "") +
                  from->name + ";");
    }
  }
  if (in_kernel_ && chance(6)) return own_atomic(depth);
  if (chance(8))
    for (const Function& each : functions_)
      if (!each.result && chance(50))
        if (auto made = invoke(each, "", depth)) return line(made->text + ";");
  if (auto made = changed(depth, chance(35))) return line(made->text + ";");
  declare_scalar(depth);
}

void Generator::if_(int depth) {
  if (chance(8) && !constants_.empty()) return if_constant(depth);
  const bool uniform = std::exchange(uniform_, false);
  begin();
  if (chance(20)) {
    const Expression test = truth(3);
    begin();
    if (auto made = changed(3, chance(35))) {
      line("if (" + test.text + ") " + made->text + ";");
      begin();
      if (chance(40))
        if (auto other = changed(3, chance(35))) line("else " + other->text + ";");
      uniform_ = uniform;
      return;
    }
  }
  scopes_.emplace_back();
  std::string start;
  if (chance(15)) {
    const Scalar type = any_integer();
    const std::string name = fresh("v");
    Expression value = as(type, 2);
    start = spell(type) + " " + name + " = " + at(value, assignment_level);
    begin();
    Variable& made = add(Variable::scalar, name, type);
    if (chance(60)) {
      made.local = false;
      start += "; " + truth(2).text;
    }
  } else {
    start = truth(3).text;
  }
  open("if (" + start + ") {");
  statements(depth - 1, between(1, 3));
  for (int i = 0; i < 2 && chance(25); ++i) {
    close();
    begin();
    open("else if (" + truth(3).text + ") {");
    statements(depth - 1, between(1, 2));
  }
  close();
  if (chance(40)) {
    open("else {");
    statements(depth - 1, between(1, 3));
    close();
  }
  scopes_.pop_back();
  uniform_ = uniform;
}

void Generator::if_constant(int depth) {
  open("if constexpr (" + at(any(constants_), relation_level) + (chance(50) ? " > " : " <= ") +
       std::to_string(below(30)) + ") {");
  statements(depth - 1, between(1, 2));
  close();
  if (chance(50)) return;
  open("else {");
  statements(depth - 1, between(1, 2));
  close();
}

void Generator::switch_of_enumeration(int depth) {
  const Enumeration of = any(enumerations_);
  const std::string name = fresh("k");
  line("const " + of.name + " " + name + " = " + at(condition(3), or_level) + " ? " +
       any(of.values) + " : " + any(of.values) + ";");
  begin();
  open("switch (" + name + ") {");
  for (const std::string& each : of.values) {
    if (chance(20)) continue;
    open("case " + each + ": {");
    statements(depth - 1, between(1, 2));
    if (chance(70)) line("break;");
    close();
  }
  close();
}

void Generator::switch_(int depth) {
  const bool uniform = std::exchange(uniform_, false), breaks = std::exchange(may_break_, true);
  begin();
  if (!enumerations_.empty() && chance(30)) {
    switch_of_enumeration(depth);
    may_break_ = breaks;
    uniform_ = uniform;
    return;
  }
  const int cases = between(2, 5);
  const Expression of = chance(75) ? index(cases + 2, 3) : integer(3);
  open("switch (" + of.text + ") {");
  const int standard = chance(70) ? below(cases + 1) : -1;
  for (int i = 0; i <= cases; ++i) {
    if (i == standard) {
      open("default: {");
      statements(depth - 1, between(1, 2));
      if (chance(70)) line("break;");
      close();
    }
    if (i == cases) break;
    if (chance(20)) line("case " + std::to_string(20 + i) + ":");
    open("case " + std::to_string(i) + ": {");
    statements(depth - 1, between(1, 2));
    if (chance(70)) line("break;");
    close();
  }
  close();
  may_break_ = breaks;
  uniform_ = uniform;
}

// Out of a loop, a switch or the function, perhaps.
void Generator::leave() {
  std::vector<std::string> ways;
  if (may_break_) ways.push_back("break;");
  if (may_continue_) ways.push_back("continue;");
  begin();
  const std::string test = truth(3).text;
  begin();
  if (may_return_ && chance(ways.empty() ? 100 : 25)) {
    if (!result_)
      ways = {"return;"};
    else
      ways = {"return " + as(*result_, 2).text + ";"};
  }
  if (ways.empty()) return assign(3);
  line("if (" + test + ") " + any(ways));
}

}  // namespace loom::random_kernels
