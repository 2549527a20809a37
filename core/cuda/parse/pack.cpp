// Lists of values; parameters of templates, and packs of them: pattern… and the folds (pack + …).
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

void Parser::template_parameters(std::vector<TemplateParameter>& parameters) {
  Deeper deeper(*this);
  if (!expect("<", "after 'template'")) return;
  const bool before = no_greater_;
  no_greater_ = true;
  while (!error_ && !is(">")) {
    parameters.push_back(template_parameter());
    if (!take(",")) break;
  }
  no_greater_ = before;
  if (!error_ && !take_closing_angle())
    fail("expected '>' after template parameters, got %", {shown()});
}

TemplateParameter Parser::template_parameter() {
  TemplateParameter made;
  if (take("template")) {  // template <class> class F
    Deeper deeper(*this);
    std::vector<TemplateParameter> its;
    open();
    template_parameters(its);
    close();
    made.is_template = true;
    if (!error_ && !is("typename") && !is("class"))
      fail("expected 'class' after a template parameter's '>', got %", {shown()});
  }
  const bool nested = peek(1).word == Word::name && (peek(2).is("::") || peek(2).is("<"));
  if ((is("typename") && !nested) || is("class")) {  // typename A::B is the type of a value
    ++at_;
    made.pack = take("...");
    if (peek().word == Word::name) made.name = expect_name("a name");
    if (take("=")) made.standard = type_id();
  } else {
    Specifiers found = specifiers(true);
    if (error_) return made;
    Declarator named = declarator(found.type, false);
    made.name = named.name;
    made.type = named.type;
    made.pack = named.pack;
    declare(made);
    if (take("=")) made.standard = ternary();
  }
  declare(made);
  return made;
}

// "pattern..." where a list goes on; else the pattern.
Node* Parser::perhaps_expanded(Node* pattern) {
  const Place& place = peek().place;
  if (error_ || !take("...")) return pattern;
  return node(NodeKind::expand, place, {pattern});
}

// An operator and "...": the rest of a fold.
bool Parser::folds() const {
  return peek(1).is("...") && peek().word == Word::mark &&
         std::string_view("()[]{}...").find(peek().text) == std::string_view::npos;
}

// What follows '(' in (... op pack), or what follows `first` in (pack op ...) and
// (first op ... op last).
Node* Parser::fold_of(Node* first) {
  Node* made = node(NodeKind::fold, peek().place);
  if (first) {
    made->name = peek().text;
    at_ += 2;
    Node* last = nullptr;
    if (!is(")")) {
      if (!expect(std::string(made->name).c_str(), "in a fold")) return nullptr;
      last = unary();
    }
    made->kids = {first, last};
    return finish(made);
  }
  ++at_;
  made->name = peek().text;
  if (peek().word != Word::mark || is(")"))
    return fail("expected an operator after '...', got %", {shown()});
  ++at_;
  made->kids = {unary(), nullptr};
  made->flags.left = true;
  return finish(made);
}

// One of the values in braces, perhaps with its member's name: .x = 1, .x{1}
Node* Parser::listed_value() {
  const auto value = [&] { return is("{") ? braces() : assignment(); };
  if (!is(".") || peek(1).word != Word::name) return perhaps_expanded(value());
  Node* made = node(NodeKind::designated, peek().place);
  made->name = peek(1).text;
  at_ += 2;
  if (!is("{") && !expect("=", "after a member's name")) return nullptr;
  made->kids = {value()};
  return finish(made);
}

void Parser::call_arguments(Node* call, const char* closing) {
  const bool before = no_greater_, in_braces = *closing == '}';
  no_greater_ = false;
  while (!error_ && !is(closing)) {
    call->kids.push_back(in_braces ? listed_value()
                                   : perhaps_expanded(is("{") ? braces() : assignment()));
    if (!take(",")) break;
  }
  no_greater_ = before;
  expect(closing, "after the values");
}

Node* Parser::braces() {
  Deeper deeper(*this);
  const Place& place = peek().place;
  if (!expect("{", "before values")) return nullptr;
  Node* made = node(NodeKind::braces, place);
  const bool before = no_greater_;
  no_greater_ = false;
  while (!error_ && !is("}")) {
    made->kids.push_back(listed_value());
    if (!take(",")) break;
  }
  no_greater_ = before;
  expect("}", "after the values");
  return finish(made);
}

}  // namespace loom::cuda
