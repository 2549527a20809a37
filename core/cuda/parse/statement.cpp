#include <algorithm>

#include "core/cuda/parse/parser.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

Node* Parser::block() {
  Deeper deeper(*this);
  Node* made = node(NodeKind::block, peek().place);
  if (!expect("{", "before statements")) return nullptr;
  open();
  while (!error_ && !is("}")) {
    if (at_end()) {
      fail(made->place, "this '{' is not closed");
      break;
    }
    made->kids.push_back(statement());
  }
  close();
  take("}");
  return finish(made);
}

bool Parser::starts_declaration() {
  static constexpr std::string_view words =
      "static extern constexpr const volatile register auto __shared__ __constant__ "
      "__device__ struct class union enum typedef alignas __align__ typename inline decltype";
  if (peek().word == Word::name && number_in(words, peek().text) >= 0) return true;
  // A name that no one knows, followed by a name, declares something of an unknown type.
  if (peek().word == Word::name && peek(1).word == Word::name && !starts_type()) return true;
  if (!starts_type()) return false;
  const std::size_t start = at_;
  const int nodes_depth = depth_;
  Specifiers found;
  if (!builtin_words(found)) named_type();
  const bool grouped =
      is("(") && peek(1).is("*") && peek(2).word == Word::name &&
      (peek(3).is("[") ||
       (peek(3).is(")") && (peek(4).is("[") || peek(4).is("(") || peek(4).is("="))));
  const bool referred = is("(") && peek(1).is("&") && peek(2).word == Word::name &&
                        peek(3).is(")") && (peek(4).is("[") || peek(4).is("("));
  const bool declares = !error_ && (peek().word == Word::name || is("*") || is("&") || is("&&") ||
                                    grouped || referred);
  at_ = start;
  depth_ = nodes_depth;
  return declares;
}

Node* Parser::statement() {
  Deeper deeper(*this);
  if (error_) return nullptr;
  const Place& place = peek().place;
  while (is("[") && peek(1).is("[")) skip_balanced();
  if (is("{")) return block();
  if (take(";")) return node(NodeKind::nothing, place);
  if (is("if")) return if_statement();
  if (is("for")) return for_statement();
  if (is("while")) {
    ++at_;
    open();
    Node* test = condition();
    Node* body = statement();
    close();
    return node(NodeKind::while_, place, {test, body});
  }
  if (is("do")) {
    ++at_;
    Node* body = statement();
    if (!expect("while", "after the body of 'do'") || !expect("(", "after 'while'")) return nullptr;
    Node* test = expression();
    expect(")", "after a condition");
    expect(";", "after 'do … while'");
    return node(NodeKind::do_, place, {body, test});
  }
  if (is("switch")) {
    ++at_;
    open();
    Node* initial = nullptr;
    Node* value = condition(&initial);
    Node* body = statement();
    close();
    Node* made = node(NodeKind::switch_, place, {value, body});
    return initial ? node(NodeKind::block, place, {initial, made}) : made;
  }
  return simple_statement();
}

Node* Parser::simple_statement() {
  const Place& place = peek().place;
  if (take("case")) {
    Node* made = node(NodeKind::case_, place, {ternary()});
    if (take("...")) made->kids.push_back(ternary());
    expect(":", "after 'case'");
    return finish(made);
  }
  if (is("default") && peek(1).is(":")) {
    at_ += 2;
    return node(NodeKind::case_, place);
  }
  if (take("return")) {
    Node* value = is(";") ? nullptr : is("{") ? braces() : expression();
    expect(";", "after 'return'");
    if (!functions_.empty()) ++functions_.back()->returns;
    return node(NodeKind::return_, place, {value});
  }
  if (take("break")) {
    expect(";", "after 'break'");
    return node(NodeKind::break_, place);
  }
  if (take("continue")) {
    expect(";", "after 'continue'");
    return node(NodeKind::continue_, place);
  }
  if (is("goto") || is("try") || is("throw") || is("asm") || is("__asm__"))
    return fail("%: %", {peek().text, why_refused(peek().text)});
  if (is("static_assert")) return static_assertion();
  if (is("using")) return local_alias();
  if (starts_declaration()) return declaration_statement();
  if (peek().word == Word::name && peek(1).is(":") && !peek(2).is(":"))
    return fail("labels are not taken; use a loop, break or return");
  Node* value = expression();
  expect(";", "after an expression");
  return node(NodeKind::expression, place, {value});
}

Node* Parser::static_assertion() {
  Node* made = node(NodeKind::static_assert_, peek().place);
  ++at_;
  if (!expect("(", "after static_assert")) return nullptr;
  made->kids = {ternary()};
  if (take(",")) {
    made->token = peek();
    while (peek().word == Word::text) ++at_;
  }
  expect(")", "after static_assert");
  take(";");
  return finish(made);
}

Node* Parser::local_alias() {
  const Place& place = peek().place;
  ++at_;
  if (take("namespace") || peek(1).is("::") || is("::")) {
    while (!at_end() && !is(";")) ++at_;
    take(";");
    return node(NodeKind::nothing, place);
  }
  Node* made = node(NodeKind::local_type, place);
  made->name = expect_name("a name");
  if (!expect("=", "after a type's new name")) return nullptr;
  made->type = type_id();
  expect(";", "after a type");
  declare(made->name, true);
  return made;
}

Node* Parser::declaration_statement() {
  const Place& place = peek().place;
  if (is("namespace") || (is("typedef"))) {
    if (take("typedef")) {
      Specifiers found = specifiers(true);
      if (!found.type) return nullptr;
      Declarator named = declarator(found.type, true);
      expect(";", "after a type");
      Node* made = node(NodeKind::local_type, place);
      made->name = named.name;
      made->type = named.type;
      declare(named.name, true);
      return found.defines ? node(NodeKind::declare, place, {local_structure(found), made}) : made;
    }
  }
  if (is("namespace")) {  // namespace cg = cooperative_groups
    namespace_();
    return node(NodeKind::nothing, place);
  }
  Specifiers found = specifiers(true);
  if (error_) return nullptr;
  if ((found.structure || found.enumeration) && take(";"))
    return found.defines ? local_structure(found) : node(NodeKind::nothing, place);
  Node* made = declared(found, place);
  expect(";", "after a declaration");
  return made;
}

// What stands behind a type: names, or [a, b].
Node* Parser::declared(const Specifiers& found, const Place& place) {
  const bool reference = is("&") || is("&&");
  if (found.type->kind != NodeKind::type_auto || !peek(reference ? 1 : 0).is("["))
    return variables(found, node(NodeKind::declare, place));
  Node* made = node(NodeKind::bindings, place, {nullptr});
  made->flags.reference = reference;
  at_ += reference ? 2 : 1;
  while (!error_ && !is("]")) {
    Node* each = node(NodeKind::name, peek().place);
    each->name = expect_name("a name");
    declare(each->name, false);
    made->kids.push_back(each);
    if (!take(",")) break;
  }
  expect("]", "after the names");
  expect("=", "after the names");
  made->kids[0] = assignment();
  return finish(made);
}

// Whether values follow this bracket, of a variable, and no parameters of a function.
bool Parser::begins_values() const {
  const Token& first = peek(1);
  if (first.word == Word::name)
    return unit_.variables.contains(first.text) || unit_.constants.contains(first.text);
  return first.word != Word::mark || is_one_of(first.text, "( { - + ! ~ & *");
}

void Parser::initial_value(Node* variable) {
  const Place& place = peek().place;
  if (take("=")) {
    variable->kids = {is("{") ? braces() : assignment()};
  } else if (is("{")) {
    variable->kids = {braces()};
  } else if (is("(")) {
    ++at_;
    Node* made = node(NodeKind::construct, place);
    call_arguments(made, ")");
    variable->kids = {finish(made)};
  } else {
    return;
  }
  if (variable->type && variable->type->kind == NodeKind::type_reference)
    note_changed(variable->kids[0]);
  finish(variable);
}

Node* Parser::local_structure(const Specifiers& found) {
  Node* made = node(NodeKind::local_type, found.structure->place);
  made->name = found.structure->name;
  made->structure = found.structure;
  return made;
}

Node* Parser::variables(const Specifiers& found, Node* declared) {
  if (found.defines) declared->kids.push_back(local_structure(found));
  do {
    Declarator named = declarator(found.type, true);
    if (error_) return nullptr;
    Node* variable = node(NodeKind::variable, named.place);
    variable->name = named.name;
    variable->type = named.type;
    variable->flags = found.flags;
    variable->alignment = found.alignment;
    declare(named.name, false);
    initial_value(variable);
    if (is(":")) return fail("bit fields are not taken; use shifts and masks");
    declared->kids.push_back(variable);
  } while (!error_ && take(","));
  return finish(declared);
}

// An expression or a declaration.
Node* Parser::tested() {
  if (!starts_declaration()) return expression();
  const Place& place = peek().place;
  Specifiers found = specifiers(true);
  return error_ ? nullptr : declared(found, place);
}

// The condition of if, while and switch; `initial`: it may have a statement before it, as in
// if (int i = f(); i < n)
Node* Parser::condition(Node** initial) {
  if (!expect("(", "before a condition")) return nullptr;
  const Place& place = peek().place;
  Node* made = tested();
  if (initial && take(";")) {
    *initial = made && (made->kind == NodeKind::declare || made->kind == NodeKind::bindings)
                   ? made
                   : node(NodeKind::expression, place, {made});
    made = tested();
  }
  expect(")", "after a condition");
  return made;
}

Node* Parser::if_statement() {
  const Place& place = peek().place;
  ++at_;
  const bool is_constexpr = take("constexpr");
  open();
  Node* initial = nullptr;
  Node* test = condition(&initial);
  Node* then = statement();
  Node* otherwise = take("else") ? statement() : nullptr;
  close();
  Node* made = node(NodeKind::if_, place, {test, then, otherwise, initial});
  made->flags.is_constexpr = is_constexpr;
  return made;
}

Node* Parser::for_statement() {
  const Place& place = peek().place;
  ++at_;
  if (!expect("(", "after 'for'")) return nullptr;
  open();
  Node* initial = nullptr;
  if (is(";")) {
    ++at_;
  } else if (starts_declaration()) {
    const Place start = peek().place;
    Specifiers found = specifiers(true);
    if (error_) return nullptr;
    const std::size_t before = at_;
    Declarator named = declarator(found.type, true);
    if (is(":")) return range_for(place, found, named, nullptr);
    at_ = error_ ? at_ : before;
    initial = variables(found, node(NodeKind::declare, start));
    expect(";", "after the first part of 'for'");
  } else {
    initial = node(NodeKind::expression, place, {expression()});
    expect(";", "after the first part of 'for'");
  }
  if (starts_declaration()) {  // for (int i = 0; int each : values)
    const std::size_t before = at_;
    Specifiers found = specifiers(true);
    if (error_) return nullptr;
    Declarator named = declarator(found.type, true);
    if (is(":")) return range_for(place, found, named, initial);
    at_ = error_ ? at_ : before;
  }
  Node* test = is(";") ? nullptr : tested();
  expect(";", "after the condition of 'for'");
  Node* step = is(")") ? nullptr : expression();
  expect(")", "after the parts of 'for'");
  Node* body = statement();
  close();
  return node(NodeKind::for_, place, {initial, test, step, body});
}

// Closes the scope of 'for'.
Node* Parser::range_for(const Place& place, const Specifiers& found, const Declarator& named,
                        Node* initial) {
  Node* variable = node(NodeKind::variable, named.place);
  variable->name = named.name;
  variable->type = named.type;
  variable->flags = found.flags;
  ++at_;
  Node* range = is("{") ? braces() : expression();
  expect(")", "after a range");
  declare(variable->name, false);
  if (variable->type->kind == NodeKind::type_reference) note_changed(range);
  Node* body = statement();
  close();
  Node* made = node(NodeKind::range_for, place, {variable, range, body});
  return initial ? node(NodeKind::block, place, {initial, made}) : made;
}

}  // namespace loom::cuda
