// Declarations inside of functions.
#include <tuple>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

Variable& Generator::add(Variable::Kind kind, const std::string& name, Scalar type) {
  Variable made;
  made.kind = kind;
  made.name = name;
  made.type = type;
  made.bits = fresh_bit();
  if (!is_real(type)) made.range = range_of(type);
  scopes_.back().variables.push_back(std::move(made));
  return scopes_.back().variables.back();
}

void Generator::declare(int depth) {
  switch (below(15)) {
    case 14:
      return declare_parts(depth);
    case 0:
      return declare_late(depth);
    case 1:
    case 2:
      return declare_array(depth);
    case 3:
    case 4:
      return declare_structure(depth);
    case 5:
      return declare_reference(depth);
    case 6:
      return declare_pointer(depth);
    case 7:
      return declare_lambda(depth);
    case 8: {
      const std::string name = fresh("c");
      line("int " + name + " = 0;");
      Variable& made = add(Variable::scalar, name, Scalar::i32);
      made.range = {-10000000, 10000000};
      made.counter = true;
      return;
    }
    default:
      return declare_scalar(depth);
  }
}

void Generator::declare_scalar(int) {
  begin();
  const std::string name = fresh("v");
  Scalar type = any_scalar();
  const int way = below(10);
  if (way < 2) {  // the type of its value
    const Expression value = numeric(3);
    line(std::string(way == 0 ? "const " : "") + "auto " + name + " = " +
         at(value, assignment_level) + ";");
    Variable& made = add(Variable::scalar, name, value.type);
    if (way == 0) {
      made.writable = false;
      made.range = value.range;
    }
    return;
  }
  Expression value = as(type, 3);
  const std::string plain = at(value, assignment_level);
  if (way == 2) {
    line("const " + spell(type) + " " + name + " = " + plain + ";");
    Variable& made = add(Variable::scalar, name, type);
    made.writable = false;
    if (!is_real(type)) made.range = value.range;
    return;
  }
  if (way == 3)  // T v(int(x)); would declare a function
    line(spell(type) + " " + name +
         (plain.find('(') == std::string::npos ? "(" + plain + ");" : "((" + plain + "));"));
  else if (way == 4)
    line(spell(type) + " " + name + "{" + (value.type == type ? plain : cast(value, type).text) +
         "};");
  else if (way == 5 && !is_real(type))
    line(spell(type) + " " + name + "{};");
  else
    line(spell(type) + " " + name + " = " + plain + ";");
  add(Variable::scalar, name, type);
}

// A variable that gets its value later, on every way.
void Generator::declare_late(int depth) {
  const Scalar type = any_scalar();
  const std::string name = fresh("v");
  const auto set = [&] {
    begin();
    return name + " = " + at(as(type, 2), assignment_level) + ";";
  };
  line(spell(type) + " " + name + ";");
  const bool uniform = std::exchange(uniform_, false);
  begin();
  if (chance(60)) {
    open("if (" + truth(2).text + ") {");
    statements(depth - 1, below(2));
    line(set());
    close();
    open("else {");
    line(set());
    close();
  } else {
    line(set());
  }
  uniform_ = uniform;
  add(Variable::scalar, name, type);
}

void Generator::declare_array(int) {
  const Scalar type = any_scalar();
  const std::string name = fresh("a");
  const int count = between(1, 6), way = below(6);
  const auto one = [&](int depth) {
    begin();  // values in braces are computed in their order
    Expression value = as(type, depth);
    return at(value.type == type ? value : cast(value, type), assignment_level);
  };
  const auto list = [&](int values) {
    std::string text;
    for (int i = 0; i < values; ++i) text += (i ? ", " : "") + one(2);
    return text;
  };
  const std::string start = spell(type) + " " + name + "[" + std::to_string(count) + "]";
  std::vector<int> counts = {count};
  if (way == 0) {
    line(start + " = {};");
  } else if (way == 1) {
    line(spell(type) + " " + name + "[] = {" + list(count) + "};");
  } else if (way == 2) {
    const int rows = between(2, 3);
    std::string rest;
    for (int row = 0; row < rows; ++row) rest += (row ? ", {" : "{") + list(count) + "}";
    line(spell(type) + " " + name + "[" + std::to_string(rows) + "][" + std::to_string(count) +
         "] = {" + rest + "};");
    counts = {rows, count};
  } else if (way == 3) {
    const std::string i = fresh("i");
    line(start + ";");
    begin();
    line("for (int " + i + " = 0; " + i + " < " + std::to_string(count) + "; ++" + i + ") " + name +
         "[" + i + "] = " + at(as(type, 2), assignment_level) + ";");
  } else {
    line(start + (way == 4 ? " = {" : "{") + list(between(1, count)) + "};");
  }
  Variable& made = add(Variable::array, name, type);
  made.counts = counts;
  made.local = true;
}

void Generator::declare_structure(int) {
  if (structures_.empty()) return declare_scalar(1);
  const int which = below(static_cast<int>(structures_.size()));
  const Structure& of = structures_[static_cast<std::size_t>(which)];
  const std::string name = fresh("s");
  const Variable* other = any_variable(Variable::structure, false);
  if (other && (other->of != which || !other->counts.empty())) other = nullptr;
  const Variable copied = other ? *other : Variable{};
  const std::string from = (copied.below == -1 ? "*" : "") + copied.name;
  const int way = below(8);
  if (other && way < 2) {  // another name of it
    const bool pointer = way == 0, constant = !copied.writable;
    line((constant ? "const " : "") + of.name + (pointer ? "* " : "& ") + name + " = " +
         (pointer ? copied.below == -1 ? copied.name : "&" + copied.name : from) + ";");
    Variable& made = add(Variable::structure, name, Scalar::i32);
    made.of = which;
    made.bits = copied.bits;
    made.writable = copied.writable;
    if (pointer) made.below = -1;
    return;
  }
  if (other && way == 2) {
    line((chance(50) ? of.name : "auto") + " " + name + " = " + from + ";");
  } else if (other && way == 3 && of.adds) {
    line(of.name + " " + name + " = " + from + " + " + from + ";");
  } else if (way == 4 && !of.constructor) {
    const int count = between(2, 3);
    line(of.name + " " + name + "[" + std::to_string(count) + "] = {};");
    Variable& made = add(Variable::structure, name, Scalar::i32);
    made.of = which;
    made.counts = {count};
    return;
  } else {
    std::string list;
    const bool made_by_call = of.vector && chance(40);  // in any order, so that none has an effect
    for (const Member& each : of.members) {
      const int values = each.count ? between(1, each.count) : 1;
      std::string part;
      for (int i = 0; i < values; ++i) {
        if (!of.constructor) begin();
        if (made_by_call) no_write_ = ~Bits{0};
        Expression value = of.constructor ? literal(Scalar::i32) : as(each.type, 2);
        if (value.type != each.type) value = cast(value, each.type);
        part += (i ? ", " : "") + at(value, assignment_level);
      }
      list += (list.empty() ? "" : ", ") + (each.count ? "{" + part + "}" : part);
    }
    if (made_by_call)
      line(of.name + " " + name + " = make_" + of.name + "(" + list + ");");
    else if (of.constructor)
      line(chance(50) ? of.name + " " + name + "(" + list + ");"
                      : of.name + " " + name + " = " + of.name + "(" + list + ");");
    else
      line(of.name + " " + name + (chance(50) ? " = {" : "{") + list + "};");
  }
  add(Variable::structure, name, Scalar::i32).of = which;
}

void Generator::declare_reference(int) {
  begin();
  const auto to = any_place(true, 2, chance(35));
  if (!to || to->counter) return declare_scalar(1);
  const std::string name = fresh("r");
  const bool constant = chance(30);
  line((constant ? "const " : "") + (chance(60) ? spell(to->value.type) : "auto") + "& " + name +
       " = " + at(to->value, assignment_level) + ";");
  Variable& made = add(Variable::scalar, name, to->value.type);
  made.bits = to->bits;
  made.writable = !constant;
}

void Generator::declare_pointer(int) {
  const Variable* found = any_variable(Variable::array, false);
  if (!found) return declare_array(1);
  const Variable of = *found;
  const std::string name = fresh("p");
  const int count = of.counts.back(), before = below(count);
  const bool constant = !of.writable || chance(30);
  std::string place = of.name;
  if (of.counts.size() == 2) place += "[" + std::to_string(below(of.counts[0])) + "]";
  const std::string by =
      of.own.empty() ? std::to_string(before) : of.own + " + " + std::to_string(before);
  const std::string value = of.own.empty() && before == 0 && chance(50) ? place
                            : chance(50)                                ? place + " + " + by
                                         : "&" + place + "[" + by + "]";
  line((constant     ? "const " + spell(of.type) + "* "
        : chance(50) ? "auto "
                     : spell(of.type) + "* ") +
       name + " = " + value + ";");
  Variable& made = add(Variable::pointer, name, of.type);
  made.bits = of.bits;
  made.counts = {count - before};
  made.below = before;
  made.writable = !constant && of.writable;
}

// auto [a, b] = structure
void Generator::declare_parts(int) {
  const Variable* found = any_variable(Variable::structure, false);
  if (!found || !found->counts.empty()) return declare_scalar(1);
  const Variable from = *found;
  const std::vector<Member> members = structures_[static_cast<std::size_t>(from.of)].members;
  for (const Member& each : members)
    if (each.count > 0) return declare_scalar(1);
  const bool same = chance(50), constant = !from.writable;
  std::string list;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < members.size(); ++i) {
    names.push_back(fresh("v"));
    list += (i ? ", " : "") + names.back();
  }
  line(std::string(constant && same ? "const " : "") + "auto" + (same ? "& [" : " [") + list +
       "] = " + (from.below == -1 ? "*" : "") + from.name + ";");
  for (std::size_t i = 0; i < members.size(); ++i) {
    Variable& made = add(Variable::scalar, names[i], members[i].type);
    made.writable = !constant;
    made.part = true;
    if (same) made.bits = from.bits;
  }
}

void Generator::declare_lambda(int) {
  begin();
  Function made;
  made.name = fresh("f");
  const bool copies = chance(30), whole = chance(40);
  const Bits all_reads = std::exchange(all_reads_, 0), all_writes = std::exchange(all_writes_, 0);
  const std::vector<Scope> kept = scopes_;
  for (Scope& scope : scopes_)
    std::erase_if(scope.variables, [](const Variable& each) { return each.part; });
  if (copies)  // of numbers only, and they stay as they are now
    for (std::size_t i = 1; i < scopes_.size(); ++i) {
      std::vector<Variable> numbers;
      for (Variable each : scopes_[i].variables)
        if (each.kind == Variable::scalar) {
          each.writable = false;
          numbers.push_back(each);
        }
      scopes_[i] = {numbers, {}};
    }
  scopes_.emplace_back();
  std::string list;
  for (int i = between(0, 2); i > 0; --i) {
    const Scalar type = any_scalar();
    const std::string name = fresh("x");
    made.parameters.push_back(
        {Parameter::value, type, 0, is_real(type) ? Range{} : range_of(type)});
    list += (list.empty() ? "" : ", ") + spell(type) + " " + name;
    add(Variable::scalar, name, type);
  }
  const std::string start = "auto " + made.name + " = [" + (copies ? "=" : "&") + "](" + list + ")";
  if (whole) {
    made.result = any_scalar();
    const auto outer = std::make_tuple(left_, may_return_, result_, may_break_, may_continue_,
                                       loops_, uniform_, in_kernel_);
    open(start + " -> " + spell(*made.result) + " {");
    in_kernel_ = false;
    body(made, 1);
    std::tie(left_, may_return_, result_, may_break_, may_continue_, loops_, uniform_, in_kernel_) =
        outer;
    close("};");
  } else {
    const Expression value = numeric(3);
    made.result = value.type;
    line(start + " { return " + value.text + "; };");
  }
  begin();
  made.reads = copies ? 0 : all_reads_;
  made.writes = copies ? 0 : all_writes_;
  all_reads_ |= all_reads;
  all_writes_ |= all_writes;
  scopes_ = kept;
  scopes_.back().lambdas.push_back(std::move(made));
}

}  // namespace loom::random_kernels
