#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

Value Lowerer::case_value(const Node* label, std::size_t i, const CType* type) {
  const Value wanted = convert(rvalue(expression(label->kids[i])), type, label->place, true);
  if (!bad() && !wanted.is_constant()) fail(label->place, "the value of 'case' must be a constant");
  return wanted;
}

// Whether a value is that of a label, or between two: case a ... b.
Value Lowerer::meets(const Node* label, const Value& value, const Place& place) {
  const CType* type = value.type;
  const Value wanted = case_value(label, 0, type),
              last = case_value(label, label->kids.size() - 1, type);
  if (bad()) return wanted;
  at(place);
  const auto test = [&](Op op, const Value& a, const Value& b) {
    return computed(op, types_.boolean(), type->scalar, a, b);
  };
  if (label->kids.size() == 1) return test(Op::equal, value, wanted);
  return computed(Op::bit_and, types_.boolean(), Type::boolean, test(Op::less_equal, wanted, value),
                  test(Op::less_equal, value, last));
}

// Comparisons in the order of the cases, then the statements as they stand.
void Lowerer::switch_(const Node* node) {
  open();
  Value value = plain_number(condition(node->kids[0]), node->place);
  if (bad()) return close();
  if (!value.type->is_integer() && !value.type->is(Form::enumeration)) {
    fail(node->kids[0]->place, "'switch' takes an integer, got '%'", {value.type});
    return close();
  }
  const CType* type = promoted(types_, value.type);
  value = convert_scalar(value, type);
  const Node* body = node->kids[1];
  if (!body || body->kind != NodeKind::block) {
    fail(node->place, "expected '{' after 'switch'");
    return close();
  }
  if (evaluating_ > 0 && value.is_constant()) {
    known_switch(body, type, value.bits);
    return close();
  }
  std::vector<std::pair<const Node*, std::size_t>> jumps;
  const Node* standard = nullptr;
  for (const Node* kid : body->kids) {
    if (!kid || kid->kind != NodeKind::case_) continue;
    if (kid->kids.empty()) {
      standard = kid;
      continue;
    }
    const Value found = meets(kid, value, node->place);
    if (bad()) return close();
    const Register tested = reg(found);
    jumps.emplace_back(kid, jump(Op::branch_true, tested));
  }
  at(node->place);
  const std::size_t otherwise = jump(Op::jump);
  now().loops.push_back({now().scopes.size(), true, {}, {}});
  open();
  for (const Node* kid : body->kids) {
    if (kid && kid->kind == NodeKind::case_) {
      for (const auto& [label, from] : jumps)
        if (label == kid) land(from);
      if (kid == standard) land(otherwise);
    } else {
      perhaps(kid);
    }
  }
  close();
  const Loop loop = now().loops.back();
  now().loops.pop_back();
  if (!standard) land(otherwise);
  land(loop.breaks);
  close();
}

// Of a value that is known: only what is reached, from its case on.
void Lowerer::known_switch(const Node* body, const CType* type, std::int64_t value) {
  const Node* start = nullptr;
  for (const Node* kid : body->kids) {
    if (!kid || kid->kind != NodeKind::case_) continue;
    if (kid->kids.empty()) {
      if (!start) start = kid;
      continue;
    }
    const Value wanted = case_value(kid, 0, type),
                last = case_value(kid, kid->kids.size() - 1, type);
    if (bad()) return;
    if (wanted.bits <= value && value <= last.bits) {
      start = kid;
      break;
    }
  }
  now().loops.push_back({now().scopes.size(), true, {}, {}});
  open();
  bool reached = false;
  for (const Node* kid : body->kids) {
    reached = reached || (kid && kid == start);
    if (reached && !now().left && (!kid || kid->kind != NodeKind::case_)) statement(kid);
  }
  close();
  const Loop loop = now().loops.back();
  now().loops.pop_back();
  if (!loop.breaks.empty()) now().left = false;  // it went on behind the switch
  land(loop.breaks);
}

}  // namespace loom::cuda
