#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

void Lowerer::open() { now().scopes.push_back({{}, code_.names.size()}); }

void Lowerer::close() {
  if (!now().scopes.back().objects.empty() && !bad()) {
    const bool reached =
        barrier_ == code_.instructions.size() ||
        (code_.instructions.back().op != Op::jump && code_.instructions.back().op != Op::exit);
    if (reached) leave(now().scopes.size() - 1);
  }
  for (std::size_t i = now().scopes.back().first_name; i < code_.names.size(); ++i)
    if (code_.names[i].to < 0)
      code_.names[i].to = static_cast<std::int32_t>(code_.instructions.size()) - 1;
  now().scopes.pop_back();
}

void Lowerer::statement(const Node* node) {
  if (bad() || !node) return;
  Deeper deeper(*this, node->place);
  if (bad()) return;
  at(node->place);
  const Register before = next_;
  statement_of(node);
  // What a declaration keeps in registers lives until the block ends, all else is done.
  if (node->kind != NodeKind::declare && node->kind != NodeKind::bindings)
    next_ = std::max(before, now().floor);
}

void Lowerer::statement_of(const Node* node) {
  switch (node->kind) {
    case NodeKind::block:
      return block(node);
    case NodeKind::nothing:
      return;
    case NodeKind::expression:
      return discard(node->kids[0]);
    case NodeKind::declare:
      return declare(node);
    case NodeKind::bindings:
      return bindings(node);
    case NodeKind::if_:
      return if_(node);
    case NodeKind::while_:
      return while_(node);
    case NodeKind::do_:
      return do_(node);
    case NodeKind::for_:
      return for_(node);
    case NodeKind::range_for:
      return range_for(node);
    case NodeKind::switch_:
      return switch_(node);
    case NodeKind::return_:
      return return_(node);
    case NodeKind::static_assert_:
      return static_assertion(node);
    case NodeKind::local_type: {
      const CType* type = resolve(node->type);
      now().scopes.back().names[node->name] = {{}, type};
      return;
    }
    case NodeKind::break_:
      if (now().loops.empty())
        fail(node->place, "'break' stands outside of a loop");
      else
        leave(now().loops.back().scopes), now().loops.back().breaks.push_back(jump(Op::jump));
      now().left = evaluating_ > 0;
      return;
    case NodeKind::continue_:
      for (auto loop = now().loops.rbegin(); loop != now().loops.rend(); ++loop)
        if (!loop->is_switch) {
          leave(loop->scopes);
          loop->continues.push_back(jump(Op::jump));
          now().left = evaluating_ > 0;
          return;
        }
      fail(node->place, "'continue' stands outside of a loop");
      return;
    case NodeKind::case_:
      fail(node->place, "'case' stands outside of a switch");
      return;
    default:
      fail(node->place, "this is no statement");
  }
}

void Lowerer::block(const Node* node) {
  const Register before = next_;
  const bool outermost = now().function && now().function->body == node;
  open();
  for (const Node* kid : node->kids) {
    if (now().left) break;  // what follows a return of a constant call may call itself
    statement(kid);
  }
  close();
  if (!outermost) next_ = std::max(before, now().floor);
}

// A statement that may not run, so that what follows it does.
void Lowerer::perhaps(const Node* node) {
  const bool before = now().left, alone = node && node->kind == NodeKind::declare;
  if (alone) open();
  statement(node);
  if (alone) close();
  now().left = before;
}

// The value of a condition, which may be a declaration.
Value Lowerer::condition(const Node* node) {
  if (node->kind != NodeKind::declare) return expression(node);
  declare(node);
  if (bad()) return number(types_.int_(), 0);
  if (!now().scopes.back().objects.empty())
    return failed(node->place, "an object with a destructor is not taken in a condition");
  const Binding* found = local(node->kids.back()->name);
  return found ? found->value : number(types_.int_(), 0);
}

void Lowerer::if_(const Node* node) {
  open();
  if (node->kids[3]) statement(node->kids[3]);
  const Value test = truth(condition(node->kids[0]), node->kids[0]->place);
  if (bad()) return close();
  if (test.is_constant()) {
    statement(node->kids[test.bits != 0 ? 1 : 2]);
    return close();
  }
  if (node->flags.is_constexpr) {
    fail(node->kids[0]->place,
         "the condition of 'if constexpr' is not known before the kernel runs");
    return close();
  }
  at(node->place);
  const Register tested = reg(test);
  const std::size_t otherwise = jump(Op::branch_false, tested);
  perhaps(node->kids[1]);
  if (node->kids[2]) {
    at(node->place);
    const std::size_t end = jump(Op::jump);
    land(otherwise);
    perhaps(node->kids[2]);
    land(end);
  } else {
    land(otherwise);
  }
  close();
}

// For what it does: a read of the clock or of memory happens although nobody uses its value.
void Lowerer::discard(const Node* node) {
  if (const Value made = expression(node); made.times != none) reg(made);
}

// The body of a loop and the landing of its continues; what comes next is behind both. Its breaks
// are still to land.
std::vector<std::size_t> Lowerer::loop_body(const Node* body) {
  now().loops.push_back({now().scopes.size(), false, {}, {}});
  perhaps(body);
  const Loop loop = now().loops.back();
  now().loops.pop_back();
  land(loop.continues);
  return loop.breaks;
}

// A jump that leaves where the test fails; none where it is known.
std::optional<std::size_t> Lowerer::leave_unless(const Value& test) {
  if (test.is_constant()) return std::nullopt;
  const Register tested = reg(test);
  return jump(Op::branch_false, tested);
}

void Lowerer::while_(const Node* node) {
  open();
  const std::size_t top = here();
  const Value test = truth(condition(node->kids[0]), node->kids[0]->place);
  if (bad()) return close();
  at(node->kids[0]->place);
  const auto end = leave_unless(test);
  if (test.is_constant() && test.bits == 0) return close();
  const auto breaks = loop_body(node->kids[1]);
  at(node->place);
  jump_back(top);
  if (end) land(*end);
  land(breaks);
  close();
}

void Lowerer::do_(const Node* node) {
  const std::size_t top = here();
  const auto breaks = loop_body(node->kids[0]);
  const Value test = truth(expression(node->kids[1]), node->kids[1]->place);
  if (bad()) return;
  at(node->kids[1]->place);
  if (!test.is_constant())
    jump_back(top, Op::branch_true, reg(test));
  else if (test.bits != 0)
    jump_back(top);
  land(breaks);
}

void Lowerer::for_(const Node* node) {
  open();
  if (node->kids[0]) statement(node->kids[0]);
  const std::size_t top = here();
  const Register before = next_;
  Value test = number(types_.boolean(), 1);
  if (node->kids[1]) {
    test = truth(condition(node->kids[1]), node->kids[1]->place);
    if (bad()) return close();
    at(node->kids[1]->place);
  }
  const auto end = leave_unless(test);
  if (!node->kids[1] || node->kids[1]->kind != NodeKind::declare)
    next_ = std::max(before, now().floor);
  if (test.is_constant() && test.bits == 0) return close();
  const auto breaks = loop_body(node->kids[3]);
  if (node->kids[2]) {
    discard(node->kids[2]);
    next_ = std::max(before, now().floor);
  }
  at(node->place);
  jump_back(top);
  if (end) land(*end);
  land(breaks);
  close();
}

// {1, 2, 3}: an array of the first one's type.
Value Lowerer::range_of(const Node* braces) {
  const Node* all = written_out(braces);
  if (all->kids.empty()) return failed(braces->place, "expected a value in the braces");
  const CType* type = decayed(type_without_code(all->kids[0]));
  for (const Node* each : all->kids)
    if (!bad() && !same(decayed(type_without_code(each)), type))
      return failed(each->place, "the values in the braces have different types");
  if (bad()) return number(types_.int_(), 0);
  const Value made = temporary(types_.array_of(type, static_cast<std::int64_t>(all->kids.size())));
  aggregate(made, all);
  return made;
}

// Over an array: an index runs through it.
void Lowerer::range_for(const Node* node) {
  open();
  const Node* each = node->kids[0];
  const bool list = node->kids[1]->kind == NodeKind::braces;
  const Value range = pinned(list ? range_of(node->kids[1]) : expression(node->kids[1]));
  if (!bad() && range.type->is_structure()) {
    iterate(node, range);
    return close();
  }
  if (!bad() && !range.type->is(Form::array))
    fail(node->kids[1]->place,
         "'for (x : range)' takes an array or a structure with begin() and end(), got '%'; use an "
         "index",
         {range.type});
  if (bad()) return close();
  const CType* type = types_.difference();
  const Register index = fresh();
  copy_registers(index, number(type, 0));
  Value at_index = in_registers(type, index, false);
  at_index.lvalue = true;
  const std::size_t top = here();
  const Value test =
      computed(Op::less, types_.boolean(), Type::i64, at_index, number(type, range.type->count));
  const auto end = leave_unless(test);
  const Value element_value = element(range, at_index, each->place);
  if (each->type->kind == NodeKind::type_reference) {
    bind(each->name, pinned(element_value));
  } else {
    const CType* own_type = deduced(each->type, element_value, each->place);
    const Value own =
        bad() ? element_value : new_variable(own_type, each->name, !own_type->flat, 0);
    refuse_ends(own.type, each->place);
    copy(own, element_value, each->place);
    bind(each->name, own);
  }
  const auto breaks = loop_body(node->kids[2]);
  at(node->place);
  const Value next = computed(Op::add, type, Type::i64, at_index, number(type, 1));
  if (!bad()) copy_registers(index, next);
  jump_back(top);
  if (end) land(*end);
  land(breaks);
  close();
}

// Over a structure: from its begin() to its end(), as for (; at != end; ++at) { x = *at; … }.
void Lowerer::iterate(const Node* node, const Value& range) {
  constexpr std::string_view names[] = {"(begin)", "(end)"};  // of no variable that a source has
  for (std::string_view name : names) {
    std::vector<Given> no_values;
    const auto made =
        call_method(range, name.substr(1, name.size() - 2), nullptr, no_values, node->place);
    if (bad()) return;
    if (!made) {
      fail(node->kids[1]->place, "'%' has no functions begin() and end()", {range.type});
      return;
    }
    const Value own = new_variable(made->type, name, !made->type->plain->flat, 0);
    assign(own, *made, node->place);
    bind(name, own);
  }
  const auto make = [&](NodeKind kind, std::string_view name, std::vector<Node*> kids) {
    unit_.nodes.push_back({kind, node->kids[0]->place});
    Node* made = &unit_.nodes.back();
    made->name = name;
    made->kids = std::move(kids);
    return made;
  };
  Node* at = make(NodeKind::name, names[0], {});
  Node* variable = make(NodeKind::variable, {}, {});
  *variable = *node->kids[0];
  variable->kids = {make(NodeKind::unary, "*", {at})};
  Node* body = make(NodeKind::block, {}, {make(NodeKind::declare, {}, {variable}), node->kids[2]});
  const Node* loop =
      make(NodeKind::for_, {},
           {nullptr, make(NodeKind::binary, "!=", {at, make(NodeKind::name, names[1], {})}),
            make(NodeKind::unary, "++", {at}), body});
  for_(loop);
}

void Lowerer::static_assertion(const Node* node) {
  const Value value = truth(constant_value(node->kids[0]), node->place);
  if (bad()) return;
  if (!value.is_constant()) {
    fail(node->place, "static_assert needs a condition that is known before the kernel runs");
    return;
  }
  if (value.bits != 0) return;
  const auto text = node->token.word == Word::text ? characters_of(node->token)
                                                   : Result<std::string>(std::string());
  fail(node->place, "static_assert does not hold%%",
       {text && !text->empty() ? ": " : "", text ? *text : ""});
}

}  // namespace loom::cuda
