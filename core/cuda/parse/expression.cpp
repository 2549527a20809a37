#include <algorithm>

#include "core/cuda/parse/parser.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

// How strongly a binary operator binds; 0: none.
int strength(std::string_view mark) {
  static constexpr std::string_view levels[][4] = {
      {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  for (int level = 0; level < 10; ++level)
    for (std::string_view each : levels[level])
      if (!each.empty() && each == mark) return level + 1;
  return 0;
}

bool assigns(std::string_view mark) {
  static constexpr std::string_view marks[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  return std::find(std::begin(marks), std::end(marks), mark) != std::end(marks);
}

}  // namespace

Node* Parser::expression() {
  Node* left = assignment();
  while (left && is(",") && !folds() && !error_) {
    const Place& place = peek().place;
    ++at_;
    Node* right = assignment();
    left = node(NodeKind::binary, place, {left, right});
    left->name = ",";
  }
  return left;
}

Node* Parser::assignment() {
  Deeper deeper(*this);
  if (error_) return nullptr;
  if (is("throw")) return fail("throw: %", {why_refused("throw")});
  Node* left = ternary();
  if (error_ || split_ != 0 || peek().word != Word::mark || !assigns(peek().text)) return left;
  const Token& mark = peek();
  ++at_;
  note_changed(left);
  Node* right = is("{") ? braces() : assignment();
  Node* made = node(NodeKind::assign, mark.place, {left, right});
  made->name = mark.text;
  return made;
}

Node* Parser::ternary() {
  Deeper deeper(*this);
  if (error_) return nullptr;
  Node* test = binary(1);
  if (!is("?")) return test;
  const Place& place = peek().place;
  ++at_;
  const bool before = no_greater_;
  no_greater_ = false;
  Node* yes = expression();
  no_greater_ = before;
  if (!expect(":", "in a choice 'a ? b : c'")) return nullptr;
  Node* no = assignment();
  return node(NodeKind::ternary, place, {test, yes, no});
}

Node* Parser::binary(int lowest) {
  Node* left = unary();
  while (!error_ && split_ == 0 && peek().word == Word::mark && !folds()) {
    const Token& mark = peek();
    const int level = strength(mark.text);
    if (level < lowest || level == 0 ||
        (no_greater_ && mark.text.starts_with('>') && mark.text != ">="))
      break;
    ++at_;
    Node* right = binary(level + 1);
    left = node(NodeKind::binary, mark.place, {left, right});
    left->name = mark.text;
  }
  return left;
}

Node* Parser::unary() {
  Deeper deeper(*this);
  if (error_) return nullptr;
  const Token& token = peek();
  if (is("(")) return cast_or_group();
  static constexpr std::string_view marks[] = {"-", "+", "!", "~", "*", "&", "++", "--"};
  if (token.word == Word::mark &&
      std::find(std::begin(marks), std::end(marks), token.text) != std::end(marks)) {
    ++at_;
    Node* of = unary();
    if (token.text == "&") note_addressed(of);
    if (token.text == "++" || token.text == "--") note_changed(of);
    if (token.text == "*" && of && of->kind == NodeKind::binary) note_indexing(of);
    Node* made = node(NodeKind::unary, token.place, {of});
    made->name = token.text;
    return made;
  }
  if (is("sizeof") || is("alignof") || is("__alignof__")) return size_of();
  return postfix();
}

// (type) value, or (value).
Node* Parser::cast_or_group() {
  const Token& open = peek();
  ++at_;
  const bool before = no_greater_;
  no_greater_ = false;
  if (starts_type()) {
    const std::size_t start = at_;
    Node* type = type_id();
    if (!error_ && is(")") && !is_value(type, start)) {
      ++at_;
      no_greater_ = before;
      Node* of = is("{") ? braces() : unary();
      if (type->kind == NodeKind::type_reference) note_addressed(of);
      Node* made = node(NodeKind::cast, open.place, {of});
      made->type = type;
      return made;
    }
    if (error_) return nullptr;
    at_ = start;  // (float(x)), (T::size + 1)
  }
  if (is("{")) return fail("statements in an expression are not taken; use a lambda");
  Node* inner = is("...") ? nullptr : expression();
  if (!error_ && (!inner || folds())) inner = fold_of(inner);
  no_greater_ = before;
  expect(")", "to close this bracket");
  return postfix_of(inner);
}

Node* Parser::size_of() {
  const Token& word = peek();
  ++at_;
  Node* made = node(NodeKind::size_of, word.place);
  made->name = word.text == "sizeof" ? "sizeof" : "alignof";
  if (take("...")) {
    made->name = "sizeof...";
    if (!expect("(", "after sizeof...")) return nullptr;
    Node* pack = node(NodeKind::name, peek().place);
    pack->name = expect_name("a parameter pack");
    note_used(pack->name);
    expect(")", "after a parameter pack");
    made->kids = {pack};
    return finish(made);
  }
  const bool bracket = is("(");
  if (bracket) {
    const std::size_t start = at_++;
    if (starts_type()) {
      made->type = type_id();
      if (!is_value(made->type, start + 1) && take(")")) return made;
      made->type = nullptr;
    }
    at_ = start;
  }
  made->kids = {unary()};
  return finish(made);
}

Node* Parser::postfix() { return postfix_of(primary()); }

Node* Parser::postfix_of(Node* value) {
  while (!error_ && value && split_ == 0) {
    const Token& mark = peek();
    if (is("(")) {
      ++at_;
      Node* call = node(NodeKind::call, mark.place, {value});
      if (value->kind == NodeKind::name || value->kind == NodeKind::member)
        call->place = value->place;
      call_arguments(call, ")");
      if (value->kind == NodeKind::member) note_changed(value->kids[0]);
      for (std::size_t i = 1; i < call->kids.size(); ++i) {
        const Node* given = call->kids[i];
        if (given && given->kind == NodeKind::expand) given = given->kids[0];
        const bool plain = given && given->kind == NodeKind::name;
        note_changed(given, !plain);
        if (plain)
          for (Callable* function : functions_)
            function->passed.push_back({given->name, value->name, i - 1});
      }
      value = finish(call);
    } else if (is("[")) {
      ++at_;
      const bool before = no_greater_;
      no_greater_ = false;
      Node* at = expression();
      no_greater_ = before;
      expect("]", "after an index");
      note_indexing(at);
      value = node(NodeKind::index, mark.place, {value, at});
    } else if (is(".") || is("->")) {
      value = member_of(value);
    } else if (is("++") || is("--")) {
      ++at_;
      note_changed(value);
      value = node(NodeKind::postfix, mark.place, {value});
      value->name = mark.text;
    } else if (is("<<<")) {
      return fail("kernels cannot launch kernels here; launch them from the host");
    } else {
      break;
    }
  }
  return value;
}

Node* Parser::member_of(Node* value) {
  const bool arrow = is("->");
  ++at_;
  const bool said = take("template");
  const Place& place = peek().place;
  Node* base = nullptr;  // S before '::'
  if (peek(1).is("::") ||
      (peek(1).is("<") && names_type(peek().text) && is_template(peek().text))) {
    base = node(NodeKind::type_named, place);
    base->name = expect_name("a base");
    base->flags.has_arguments = is("<");
    if (is("<")) template_arguments(base->arguments);
    expect("::", "after a base");
  }
  if (is("~")) return fail("destructors are not called; leave the call out");
  if (peek().word != Word::name) return fail("expected a member's name, got %", {shown()});
  const std::string_view name = is("operator") ? operator_name() : tokens_[at_++].text;
  Node* made = node(arrow ? NodeKind::arrow : NodeKind::member, place, {value});
  made->name = name;
  made->type = base;
  if (is("<") && (said || unit_.member_templates.contains(name))) {
    made->flags.has_arguments = true;
    template_arguments(made->arguments);
  }
  return made;
}

Node* Parser::primary() {
  if (error_) return nullptr;
  const Token& token = peek();
  if (token.word == Word::number || token.word == Word::character) {
    const auto value = literal_of(token);
    if (!value) {
      error_ = value.error();
      return fail("");
    }
    ++at_;
    Node* made = node(NodeKind::literal, token.place);
    made->token = token;
    return made;
  }
  if (token.word == Word::text) {
    Node* made = node(NodeKind::text, token.place);
    made->token = token;
    ++at_;
    if (peek().word != Word::text) return made;
    std::string all = "\"";
    for (--at_; peek().word == Word::text; ++at_) {  // "a" "b"
      const auto text = characters_of(peek());
      if (!text) return fail("this string cannot be read");
      for (const char c : *text) {
        all += '\\';
        for (int shift : {6, 3, 0})
          all += static_cast<char>('0' + (static_cast<unsigned char>(c) >> shift & 7));
      }
    }
    made->token.text = keep(all + "\"");
    return made;
  }
  const Word next = peek(1).word;
  if (token.word == Word::name && !peek(1).spaced &&
      (next == Word::character || next == Word::text))
    return fail("characters and strings of '%' are not taken; leave it out", {token.text});
  if (is("[")) return lambda();
  if (is("(")) return cast_or_group();
  if (token.word != Word::name && !is("::")) return fail("expected a value, got %", {shown()});
  if (is("this")) {
    ++at_;
    return node(NodeKind::this_pointer, token.place);
  }
  static constexpr std::string_view casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
  if (std::find(std::begin(casts), std::end(casts), token.text) != std::end(casts))
    return named_cast();
  return name_or_construct();
}

Node* Parser::named_cast() {
  const Token& word = peek();
  ++at_;
  if (!expect("<", "after a cast")) return nullptr;
  const bool before = no_greater_;
  no_greater_ = true;
  Node* type = type_id();
  no_greater_ = before;
  if (!error_ && !take_closing_angle())
    return fail("expected '>' after the cast's type, got %", {shown()});
  if (!expect("(", "after the cast's type")) return nullptr;
  no_greater_ = false;
  Node* of = expression();
  no_greater_ = before;
  expect(")", "after the value of a cast");
  if (type && type->kind == NodeKind::type_reference) note_addressed(of);
  Node* made = node(NodeKind::cast, word.place, {of});
  made->name = word.text;
  made->type = type;
  return made;
}

// A type that makes a value: float2{…}, int(x). Nothing if what stands here is no such.
Node* Parser::construct_here() {
  const Token& token = peek();
  const std::size_t start = at_;
  Specifiers found;
  Node* type = builtin_words(found) ? found.type : named_type();
  if (error_) return nullptr;
  if (!is("(") && !is("{")) {
    at_ = start;
    return nullptr;
  }
  Node* made = node(NodeKind::construct, token.place);
  made->type = type;
  made->flags.braces = is("{");
  ++at_;
  call_arguments(made, made->flags.braces ? "}" : ")");
  return finish(made);
}

// A name, perhaps qualified and with template arguments, or a type that makes a value.
Node* Parser::name_or_construct() {
  Deeper deeper(*this);
  const Token& token = peek();
  if (starts_type()) {
    Node* made = construct_here();
    if (made || error_) return made;
  }
  Node* made = node(NodeKind::name, token.place);
  if (is("decltype")) {  // decltype(x)::value
    made->type = named_type();
    if (!error_ && !is("::")) return fail("expected '::' and a name after decltype(…)");
  }
  made->flags.is_extern = take("::");  // of no function and no structure
  while (!error_) {
    take("template");
    if (is("operator"))
      made->name = operator_name();
    else
      made->name = expect_name("a value");
    if (error_) return nullptr;
    note_used(made->name);
    const bool unread = is_one_of(peek(1).text, "float double int half") &&
                        (peek(2).is(",") || peek(2).is(">"));  // a template of another file
    if (is("<") &&
        (is_template(made->name) || unit_.member_templates.contains(made->name) || unread)) {
      made->flags.has_arguments = true;
      template_arguments(made->arguments);
    }
    if (!is("::")) break;
    ++at_;
    if (made->flags.has_arguments) {  // S<int>::value: the type is `type`
      Node* outer = node(NodeKind::type_named, token.place);
      outer->name = made->name;
      outer->scope = made->scope;
      outer->arguments = made->arguments;
      outer->flags.has_arguments = true;
      made->type = outer;
      made->scope.clear();
      made->flags.has_arguments = false;
      made->arguments.clear();
    } else {
      made->scope.push_back(made->name);
    }
  }
  if (made->scope.empty() && !made->type) {
    const std::string_view name = made->name;
    const bool fatal = is_one_of(name, "new delete asm __asm__ dynamic_cast typeid");
    if (fatal) return fail(made->place, "%: %", {name, why_refused(name)});
  }
  return made;
}

}  // namespace loom::cuda
