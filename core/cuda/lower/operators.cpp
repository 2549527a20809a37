#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

struct NamedOp {
  std::string_view mark;
  Op op;
};

constexpr NamedOp arithmetic_marks[] = {
    {"+", Op::add},         {"-", Op::sub},         {"*", Op::mul},    {"/", Op::div},
    {"%", Op::rem},         {"&", Op::bit_and},     {"|", Op::bit_or}, {"^", Op::bit_xor},
    {"<<", Op::shift_left}, {">>", Op::shift_right}};
constexpr NamedOp comparisons[] = {{"==", Op::equal},  {"!=", Op::not_equal},
                                   {"<", Op::less},    {"<=", Op::less_equal},
                                   {">", Op::greater}, {">=", Op::greater_equal}};

template <std::size_t N>
std::optional<Op> op_of(const NamedOp (&table)[N], std::string_view mark) {
  for (const NamedOp& each : table)
    if (each.mark == mark) return each.op;
  return std::nullopt;
}

}  // namespace

// Whether an expression may give variables other values: it assigns, or calls a function of the
// reader's.
bool Lowerer::may_change_others(const Node* node) const {
  if (!node) return false;
  const bool steps = node->name == "++" || node->name == "--";
  if (node->kind == NodeKind::assign ||
      ((node->kind == NodeKind::unary || node->kind == NodeKind::postfix) && steps))
    return true;
  if (node->kind == NodeKind::call) {
    const Node* callee = node->kids[0];
    if (callee->kind != NodeKind::name || local(callee->name) ||
        unit_.functions_by_name.own.contains(callee->name))
      return true;
  }
  if (node->kind == NodeKind::lambda || node->kind == NodeKind::size_of) return false;
  return std::any_of(node->kids.begin(), node->kids.end(),
                     [&](const Node* kid) { return may_change_others(kid); });
}

Value Lowerer::binary(const Node* node) {
  if (node->name == ",") {
    const Value left = expression(node->kids[0]), right = expression(node->kids[1]);
    if (!bad() && (has_operators(left.type->plain) || has_operators(right.type->plain)))
      if (auto made = overloaded(",", {{left, nullptr, node->place}, {right, nullptr, node->place}},
                                 node->place))
        return *made;
    return right;
  }
  if (node->name == "&&" || node->name == "||") return logical(node);
  Value left = expression(node->kids[0]);
  // A variable is read before the other side changes it.
  if (!bad() && left.lvalue && !left.is_constant() && left.type->is_scalar() &&
      may_change_others(node->kids[1])) {
    left = rvalue(left);
    const Register copy = fresh();
    copy_registers(copy, left);
    left = in_registers(left.type, copy);
  }
  const bool sum = node->name == "+" || node->name == "-";
  const auto points = [&](const Value& value) {
    return sum && (value.type->is_pointer() || value.type->is(Form::array));
  };
  Indexing index(*this, points(left) ? node->kids[1] : nullptr);
  const Value right = expression(node->kids[1]);
  if (points(right)) note_indexing(node->kids[0]);
  if (bad()) return left;
  return operate(node->name, left, right, node->place);
}

Value Lowerer::operate(std::string_view mark, const Value& left, const Value& right,
                       const Place& place) {
  at(place);
  if (has_operators(left.type->plain) || has_operators(right.type->plain)) {
    if (auto made = overloaded(mark, {{left, nullptr, place}, {right, nullptr, place}}, place))
      return *made;
    if (bad()) return left;
  }
  Value a = rvalue(left), b = rvalue(right);
  for (Value* each : {&a, &b})
    if (auto made = converted_structure(*each, nullptr, place)) *each = *made;
  if (bad()) return a;
  const bool compares = op_of(comparisons, mark).has_value();
  if (a.type->is_pointer() || b.type->is_pointer()) return pointer_arithmetic(mark, a, b, place);
  const bool scoped = a.type->scoped || b.type->scoped;
  if (scoped && compares && same(a.type, b.type)) return compared(mark, a, b, place);
  for (Value* each : {&a, &b})
    if (each->type->is(Form::enumeration) && !each->type->scoped) each->type = each->type->of;
  if (!a.type->is_scalar() || !b.type->is_scalar())
    return failed(place, "no operator '%' for '%' and '%'", {mark, a.type, b.type});
  return compares ? compared(mark, a, b, place) : arithmetic(mark, a, b, place);
}

// The operator that a structure has, or that a function gives it: the one that fits better.
std::optional<Value> Lowerer::overloaded(std::string_view mark, std::vector<Given> arguments,
                                         const Place& place) {
  const std::string name = "operator" + std::string(mark);
  const Value first = arguments[0].value;
  auto function = function_for(name, nullptr, arguments, place);
  if (bad()) return std::nullopt;
  if (first.type->is_structure()) {
    std::vector<Given> rest(arguments.begin() + 1, arguments.end());
    auto method = method_for(first, name, nullptr, rest, place);
    if (bad()) return std::nullopt;
    if (method) {
      const CType* self = method->owner;
      if (method->function->is_const) self = types_.const_of(self);
      method->types.insert(method->types.begin(), types_.reference_to(self));
      if (!function || !comes_before(*function, *method, arguments))
        return call_method(first, name, nullptr, rest, place);
    }
  }
  if (!function) return std::nullopt;
  return call_function(*function, arguments, place);
}

Value Lowerer::compared(std::string_view mark, const Value& a, const Value& b, const Place& place) {
  const Op op = *op_of(comparisons, mark);
  if (a.type->is(Form::enumeration)) return computed(op, types_.boolean(), a.type->scalar, a, b);
  const CType* type = common(types_, a.type, b.type);
  const Value left = convert(a, type, place), right = convert(b, type, place);
  return computed(op, types_.boolean(), type->scalar, left, right);
}

Value Lowerer::arithmetic(std::string_view mark, const Value& a, const Value& b,
                          const Place& place) {
  const auto op = op_of(arithmetic_marks, mark);
  if (!op) return failed(place, "the operator '%' is not taken", {mark});
  const bool shift = *op == Op::shift_left || *op == Op::shift_right;
  const CType* type = shift ? promoted(types_, a.type) : common(types_, a.type, b.type);
  const bool integers = *op != Op::add && *op != Op::sub && *op != Op::mul && *op != Op::div;
  if (integers && (a.type->is_real() || b.type->is_real()))
    return failed(place, "the operator '%' takes integers, got '%' and '%'%",
                  {mark, a.type, b.type, mark == "%" ? "; use fmodf" : ""});
  Value left = convert(a, type, place),
        right = convert(b, shift ? promoted(types_, b.type) : type, place);
  if (shift && right.type->size == 8)
    right = convert_scalar(right, types_.scalar(is_signed(right.type) ? "int" : "unsigned int"));
  if (options_.fmad && type->is_real() && (*op == Op::add || *op == Op::sub) &&
      (left.times != none || right.times != none))
    return multiply_add(*op == Op::sub, left, right, type);
  if (options_.fmad && *op == Op::mul && type->is_real() &&
      !(left.is_constant() && right.is_constant())) {
    Value product = in_registers(type, reg(left), false);
    product.times = reg(right);
    return product;
  }
  return computed(*op, type, type->scalar, left, right);
}

// a · b ± c or c ± a · b, rounded once. Of two products, the left one is not rounded, as nvcc has
// it.
Value Lowerer::multiply_add(bool minus, const Value& a, const Value& b, const CType* type) {
  const bool left = a.times != none;
  Value product = left ? a : b;
  Value other = left ? b : a;
  if (left && minus) {
    const Register operand = reg(other), negated = fresh();
    emit(Op::negate, type->scalar, negated, operand);
    other = in_registers(type, negated);
  }
  if (!left && minus) {
    const Register negated = fresh();
    emit(Op::negate, type->scalar, negated, product.first);
    product.first = negated;
  }
  const Register sum = reg(other), result = fresh();
  emit(Op::fma, type->scalar, result, product.first, product.times, sum);
  return in_registers(type, result);
}

Value Lowerer::pointer_arithmetic(std::string_view mark, const Value& a, const Value& b,
                                  const Place& place) {
  const bool both = a.type->is_pointer() && b.type->is_pointer();
  if (const auto op = op_of(comparisons, mark)) {
    Value left = a, right = b;
    if (!left.type->is_pointer()) left = convert(left, right.type, place);
    if (!right.type->is_pointer()) right = convert(right, left.type, place);
    if (bad()) return a;
    return computed(*op, types_.boolean(), Type::u64, left, right);
  }
  if (mark == "-" && both) {
    if (!same(a.type->of, b.type->of))
      return failed(place, "the difference of pointers to '%' and '%'", {a.type->of, b.type->of});
    const Value bytes = computed(Op::sub, types_.difference(), Type::u64, a, b);
    return computed(Op::div, types_.difference(), Type::i64, bytes,
                    number(types_.difference(), a.type->of->plain->size));
  }
  if (mark == "+" && !both)
    return a.type->is_pointer() ? moved(a, b, false, place) : moved(b, a, false, place);
  if (mark == "-" && !both && a.type->is_pointer()) return moved(a, b, true, place);
  return failed(place, "no operator '%' for '%' and '%'", {mark, a.type, b.type});
}

// Whether evaluating it costs little, reads no memory and has no effect: then both sides can be
// computed by all lanes.
bool Lowerer::simple(const Node* node) const {
  if (!node || node->depth > 8) return false;
  switch (node->kind) {
    case NodeKind::literal:
      return true;
    case NodeKind::name: {
      if (!node->scope.empty() || node->flags.has_arguments || node->type || node->flags.is_extern)
        return false;
      const Binding* found = local(node->name);
      if (!found)
        return is_one_of(node->name, "threadIdx blockIdx blockDim gridDim warpSize") ||
               unit_.constants.contains(node->name);
      return found->value.type && !found->value.unset &&
             (found->value.where == Where::registers || found->value.is_constant());
    }
    case NodeKind::member: {
      const Node* of = node->kids[0];
      return simple(of) && !(partly_ && of->kind == NodeKind::name && local(of->name));
    }
    case NodeKind::unary:
      return is_one_of(node->name, "- ! ~ +") && simple(node->kids[0]);
    case NodeKind::binary: {
      if (is_one_of(node->name, "/ % ,")) return false;
      return simple(node->kids[0]) && simple(node->kids[1]);
    }
    default:
      return false;
  }
}

// Whether && or || means an operator of the reader's, which gets both sides.
bool Lowerer::has_own_logic(const Node* node, const Value& left) {
  const std::string name = "operator" + std::string(node->name);
  const auto declares = [&](const CType* type) {
    return type->structure &&
           std::any_of(type->structure->functions.begin(), type->structure->functions.end(),
                       [&](const Callable* each) { return each->name == name; });
  };
  if (left.type->is_structure() && declares(left.type->plain)) return true;
  return unit_.functions_by_name.contains(name) &&
         (has_operators(left.type->plain) ||
          has_operators(type_without_code(node->kids[1])->plain));
}

Value Lowerer::logical(const Node* node) {
  const bool both = node->name == "&&";
  const Value first = expression(node->kids[0]);
  if (bad()) return first;
  if (has_own_logic(node, first)) {
    const Value second = expression(node->kids[1]);
    if (bad()) return second;
    if (auto made =
            overloaded(node->name, {{first, nullptr, node->place}, {second, nullptr, node->place}},
                       node->place))
      return *made;
    return failed(node->place, "no operator '%' for '%' and '%'",
                  {node->name, first.type, second.type});
  }
  const Value left = truth(first, node->place);
  if (bad()) return left;
  if (left.is_constant()) {
    if ((left.bits != 0) != both) return left;
    return truth(expression(node->kids[1]), node->place);
  }
  if (simple(node->kids[1])) {
    const Value right = truth(expression(node->kids[1]), node->place);
    at(node->place);
    return computed(both ? Op::bit_and : Op::bit_or, types_.boolean(), Type::boolean, left, right);
  }
  const Register result = fresh();
  at(node->place);
  copy_registers(result, left);
  const std::size_t skip = jump(both ? Op::branch_false : Op::branch_true, result);
  const Value right = truth(expression(node->kids[1]), node->place);
  at(node->place);
  copy_registers(result, right);
  land(skip);
  return in_registers(types_.boolean(), result);
}

}  // namespace loom::cuda
