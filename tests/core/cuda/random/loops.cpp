// Loops, each with an end: what counts their rounds is changed by nothing else.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

void Generator::loop(int depth) {
  if (loops_ >= (in_kernel_ ? 3 : 2)) return assign(3);
  const bool uniform = std::exchange(uniform_, false), breaks = std::exchange(may_break_, true),
             continues = std::exchange(may_continue_, true);
  ++loops_;
  begin();
  scopes_.emplace_back();
  switch (below(8)) {
    case 0:
      while_(depth);
      break;
    case 1:
      do_(depth);
      break;
    case 2:
      range_for(depth);
      break;
    case 3:
      walk(depth);
      break;
    default:
      for_(depth);
  }
  scopes_.pop_back();
  --loops_;
  may_break_ = breaks;
  may_continue_ = continues;
  uniform_ = uniform;
}

void Generator::for_(int depth) {
  static const Scalar types[] = {Scalar::i32, Scalar::i32, Scalar::u32, Scalar::unsigned_long,
                                 Scalar::i16, Scalar::i64, Scalar::u8};
  const Scalar type = types[below(7)];
  const std::string name = fresh("i"), start = spell(type) + " " + name + " = ";
  const int low = below(3), high = low + between(1, 5);
  const std::string from = std::to_string(low), to = std::to_string(high);
  std::string text;
  int most = high - 1, least = low;
  switch (below(7)) {
    case 0:
      text = start + to + "; " + name + " > " + from + "; --" + name;
      least = low + 1;
      most = high;
      break;
    case 1:
      text = start + to + "; " + name + "-- > " + from + ";";
      break;
    case 2:
      text = start + from + "; " + name + " < " + to + "; " + name +
             " += " + std::to_string(between(1, 3));
      break;
    case 3:
      least = 1, most = 16;
      text = start + "1; " + name + " <= " + std::to_string(between(4, 16)) + "; " + name +
             (chance(50) ? " *= 2" : " <<= 1");
      break;
    case 4: {  // as long as something else wants
      const Bits kept = no_write_;
      const std::string bound = at(index(high + 1, 2), relation_level + 1);
      no_write_ = kept;
      text = start + "0; " + name + " < " + bound + "; " + name + "++";
      least = 0, most = high;
      break;
    }
    case 5: {
      const std::string other = fresh("i");
      text = start + from + ", " + other + " = " + to + "; " + name + " < " + other + "; ++" +
             name + ", --" + other;
      begin();
      Variable& second = add(Variable::scalar, other, type);
      second.range = {low, high};
      second.writable = false;
      most = high;
      break;
    }
    default:
      text =
          start + from + "; " + name + " < " + to + "; " + (chance(50) ? name + "++" : "++" + name);
  }
  begin();
  Variable& made = add(Variable::scalar, name, type);
  made.range = {least, most};
  made.writable = false;
  if (chance(15)) line("#pragma unroll");
  open("for (" + text + ") {");
  statements(depth - 1, between(1, 3));
  close();
}

void Generator::while_(int depth) {
  const std::string name = fresh("n");
  const int rounds = between(2, 6);
  const bool at_end = chance(40);
  line("int " + name + " = " + at(index(rounds, 2), assignment_level) + ";");
  begin();
  Variable& made = add(Variable::scalar, name, Scalar::i32);
  made.range = {-1, rounds};
  made.writable = false;
  if (at_end) {
    may_continue_ = false;
    open("while (" + name + " > 0) {");
    statements(depth - 1, between(1, 3));
    line(chance(50) ? "--" + name + ";" : name + " -= 1;");
  } else if (chance(30)) {
    open(chance(50) ? "while (true) {" : "for (;;) {");
    line("if (" + name + "-- <= 0) break;");
    statements(depth - 1, between(1, 3));
  } else {
    const std::string more = chance(40) ? " && " + at(truth(2), and_level + 1) : "";
    open("while (" + name + "-- > 0" + more + ") {");
    statements(depth - 1, between(1, 3));
  }
  close();
}

void Generator::do_(int depth) {
  const std::string name = fresh("n");
  const int rounds = between(2, 6);
  line("int " + name + " = " + at(index(rounds, 2), assignment_level) + ";");
  begin();
  Variable& made = add(Variable::scalar, name, Scalar::i32);
  made.range = {-2, rounds};
  made.writable = false;
  open("do {");
  statements(depth - 1, between(1, 3));
  begin();
  --indent_;
  scopes_.pop_back();
  const std::string more = chance(40) ? " && " + at(truth(2), and_level + 1) : "";
  line("} while (--" + name + " > 0" + more + ");");
}

void Generator::range_for(int depth) {
  std::vector<Variable> fitting;
  for (const Scope& scope : scopes_)
    for (const Variable& each : scope.variables)
      if (each.kind == Variable::array && each.local && each.counts.size() == 1)
        fitting.push_back(each);
  if (fitting.empty()) return for_(depth);
  const Variable of = any(fitting);
  const std::string name = fresh("e");
  Variable& made = add(Variable::scalar, name, of.type);
  std::string how = chance(50) ? spell(of.type) : "auto";
  const int way = below(3);
  if (way == 0 && of.writable) {
    how += "&";
    made.bits = of.bits;
  } else if (way == 1) {
    how = "const " + how + "&";
    made.bits = of.bits;
    made.writable = false;
  }
  open("for (" + how + " " + name + " : " + of.name + ") {");
  statements(depth - 1, between(1, 3));
  close();
}

// A pointer from one end of an array to the other.
void Generator::walk(int depth) {
  const Variable* found = any_variable(Variable::array, false);
  if (!found || found->counts.size() != 1 || found->counts[0] > 8 || !found->own.empty())
    return for_(depth);
  const Variable of = *found;
  const std::string name = fresh("p"), end = of.name + " + " + std::to_string(of.counts[0]);
  Variable& made = add(Variable::pointer, name, of.type);
  made.bits = of.bits;
  made.counts = {1};
  made.writable = of.writable;
  const bool constant = !of.writable || chance(50);
  if (constant) made.writable = false;
  const std::string type = std::string(constant ? "const " : "") + spell(of.type) + "* " + name;
  if (chance(60)) {
    open("for (" + type + " = " + of.name + "; " + name + " != " + end + "; ++" + name + ") {");
  } else {
    open("for (" + type + " = " + end + "; " + name + " != " + of.name + ";) {");
    line("--" + name + ";");
  }
  statements(depth - 1, between(1, 2));
  close();
}

}  // namespace loom::random_kernels
