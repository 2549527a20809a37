// Structures and their members; the entry of the parser.
#include <algorithm>

#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

std::vector<TemplateParameter> Parser::types_around() const {
  std::vector<TemplateParameter> made;
  for (std::size_t i = 1; i < scopes_.size(); ++i)
    for (const auto& [name, meaning] : scopes_[i])
      if (meaning != Meaning::value) {
        made.emplace_back().name = name;
        made.back().is_template = meaning == Meaning::type_template;
      }
  return made;
}

Structure* Parser::structure(std::vector<TemplateParameter> templates, bool is_template) {
  const bool is_union = is("union");
  ++at_;
  unit_.structures.emplace_back();
  Structure& made = unit_.structures.back();
  made.is_union = is_union;
  made.templates = std::move(templates);
  made.is_template = is_template;
  made.space = space_;
  made.tokens = list_;
  made.around = types_around();
  Specifiers attributes;
  skip_attributes(&attributes);
  made.alignment = attributes.alignment;
  made.place = peek().place;
  if (peek().word == Word::name)
    made.name = expect_name("a name");
  else
    made.name = keep(message("(struct at %:%)", {made.place.line, made.place.column}));
  made.is_specialized = is("<");
  if (made.is_specialized) template_arguments(made.specialized);
  take("final");
  const bool known = unit_.structures_by_name.contains(made.name);
  const bool defines = is("{") || is(":");
  if (defines && known && !made.is_specialized) {  // the definition after a declaration
    auto found = unit_.structures_by_name.own.equal_range(made.name);
    for (auto each = found.first; each != found.second; ++each)
      if (!each->second->complete && !each->second->is_specialized) {
        each->second = &made;
        break;
      }
  }
  if (!defines && known) {  // struct S x;
    Structure* other = unit_.structures_by_name.find(made.name)->second;
    unit_.structures.pop_back();
    return other;
  }
  bool listed = false;
  for (auto [each, last] = unit_.structures_by_name.equal_range(made.name); each != last; ++each)
    listed |= each->second == &made;
  if (!listed) unit_.structures_by_name.own.emplace(made.name, &made);
  if (take(":")) {
    do {
      while (take("public") || take("private") || take("protected")) {
      }
      if (is("virtual")) {
        fail("virtual bases are not taken; make the base a member");
        break;
      }
      made.bases.push_back(named_type());
    } while (!error_ && take(","));
  }
  if (take("{")) members(made);
  skip_attributes(&attributes);
  if (attributes.alignment) made.alignment = attributes.alignment;
  if (!error_) return &made;
  made.error = message("'%' cannot be used: its declaration could not be read (%)",
                       {made.name, error_->message});
  return nullptr;
}

void Parser::members(Structure& made) {
  Deeper deeper(*this);
  made.complete = true;
  open();
  for (const TemplateParameter& each : made.templates) declare(each);
  while (!error_ && !is("}")) {
    if (at_end()) {
      fail(made.place, "this structure is not closed");
      break;
    }
    if (take(";")) continue;
    if ((is("public") || is("private") || is("protected")) && peek(1).is(":")) {
      at_ += 2;
      continue;
    }
    if (is("template")) {
      ++at_;
      open();
      std::vector<TemplateParameter> parameters;
      template_parameters(parameters);
      if (!error_) member(made, std::move(parameters), true);
      close();
    } else {
      member(made, {}, false);
    }
  }
  close();
  take("}");
}

// using T = …, typedef, using typename Base::T, and using Base::f.
void Parser::member_type(Structure& made) {
  const Place& place = peek().place;
  Node* type = nullptr;
  if (is("using") && peek(1).is("typename")) {  // using typename Base<T>::U
    ++at_;
    type = node(NodeKind::local_type, place);
    type->type = type_id();
    if (error_) return;
    type->name = type->type->name;
    declare(type->name, true);
    expect(";", "after a type");
  } else if (is("using") && !peek(2).is("=")) {  // using Base::f
    while (!at_end() && !is(";")) ++at_;
    const bool operates = tokens_[at_ - 2].is("operator");
    made.used.insert(operates ? keep("operator" + std::string(tokens_[at_ - 1].text))
                              : tokens_[at_ - 1].text);
    return;
  }
  if (!type) type = is("using") ? local_alias() : declaration_statement();
  if (type) made.types.push_back(type);
  if (type) unit_.member_types.own.insert(type->name);
}

void Parser::member(Structure& made, std::vector<TemplateParameter> templates, bool is_template) {
  const Place& place = peek().place;
  if (is("static_assert")) {
    static_assertion();
    return;
  }
  if (is("using") || is("typedef")) return member_type(made);
  if (is("virtual")) {
    fail("%", {why_refused("virtual")});
    return;
  }
  Specifiers found;
  // A constructor: its name, and no type before it.
  const std::size_t start = at_;
  while (storage_word(found)) {
  }
  if (take("~")) {
    Declarator named;
    named.place = place;
    named.name = keep("~" + std::string(expect_name("the structure's name")));
    if (!is("(")) return void(fail("expected '(' after a destructor's name, got %", {shown()}));
    Callable* function = function_rest(found, named, &made);
    if (function && !tokens_[at_ - 2].is("default")) made.functions.push_back(function);
    return;
  }
  if (peek().word == Word::name && peek().text == made.name && peek(1).is("("))
    return constructor(made, found, std::move(templates));
  if (is("operator")) {  // operator T()
    Declarator named;
    named.place = place;
    named.name = operator_name(&named.type);
    if (Callable* function = is("(") ? function_rest(found, named, &made) : nullptr) {
      function->is_explicit = found.is_explicit;
      made.functions.push_back(function);
    }
    return;
  }
  at_ = start;
  found = specifiers(true);
  if (!error_) member_declaration(made, found, templates, is_template);
}

void Parser::member_declaration(Structure& made, const Specifiers& found,
                                std::vector<TemplateParameter>& templates, bool is_template) {
  if (found.enumeration) made.enumerations.push_back(found.enumeration);
  if (found.structure) made.structures.push_back(found.structure);
  if (is(";")) {
    if (found.structure && found.structure->name.starts_with("(")) {  // its members are ours
      Node* field = node(NodeKind::variable, made.place);
      field->type = found.type;
      made.fields.push_back(field);
      for (const Node* each : found.structure->fields) declare(each->name, false);
    }
    return;
  }
  do {
    Declarator named = declarator(found.type, true);
    if (error_) return;
    if (is("(")) {
      Callable* function = function_rest(found, named, &made);
      if (!function) return;
      function->templates = templates;
      function->is_template = is_template;
      if (is_template) unit_.member_templates.own.insert(function->name);
      if (tokens_[at_ - 2].is("default")) return;
      if (!found.is_friend)
        made.functions.push_back(function);
      else if (function->body_at)
        made.friends.push_back(function);
      return;
    }
    Node* field = node(NodeKind::variable, named.place);
    field->name = named.name;
    field->type = named.type;
    field->flags = found.flags;
    field->alignment = found.alignment;
    declare(named.name, false);
    initial_value(field);
    if (is(":")) fail("bit fields are not taken; use shifts and masks");
    if (error_) return;
    made.fields.push_back(field);
  } while (!error_ && take(","));
  expect(";", "after a member");
}

void Parser::constructor(Structure& made, const Specifiers& found,
                         std::vector<TemplateParameter> templates) {
  Declarator named;
  named.place = peek().place;
  named.name = made.name;
  ++at_;
  Callable* function = function_rest(found, named, &made);
  if (!function) return;
  function->constructor = true;
  function->is_template = !templates.empty();
  function->templates = std::move(templates);
  const bool plain = !tokens_[at_ - 2].is("default") && !tokens_[at_ - 2].is("delete");
  if (function->body_at || plain) made.functions.push_back(function);
}

// S(…) -> S<…>: what the values say that a template S is of.
bool Parser::deduction_guide(std::vector<TemplateParameter>& templates) {
  const std::size_t start = at_++;
  skip_balanced();
  const bool guides = is("->");
  at_ = start;
  if (!guides) return false;
  Declarator named;
  named.place = peek().place;
  named.name = tokens_[at_++].text;
  Callable* function = function_rest({}, named, nullptr);
  if (!function) return true;
  function->is_template = !templates.empty();
  function->templates = std::move(templates);
  for (auto [each, last] = unit_.structures_by_name.own.equal_range(named.name); each != last;
       ++each)
    each->second->guides.push_back(function);
  return true;
}

// S::S(…) { … }, S<T>::S(…) { … }, S::~S() { … }
bool Parser::constructor_outside(std::vector<TemplateParameter>& templates) {
  const std::size_t start = at_;
  Specifiers found;
  while (storage_word(found)) {
  }
  Declarator named;
  named.name = peek().text;
  if (peek().word == Word::name && unit_.structures_by_name.contains(named.name)) {
    if (peek(1).is("(") && deduction_guide(templates)) return true;
    ++at_;
    std::vector<Node*> arguments;
    if (is("<")) template_arguments(arguments);
    named.place = peek(1).place;
    const std::size_t end = peek(1).is("~") ? 2 : 1;
    if (!error_ && is("::") && peek(end).text == named.name && peek(end + 1).is("(")) {
      at_ += end + 1;
      named.scope = {named.name};
      if (end == 2) named.name = keep("~" + std::string(named.name));
      if (Callable* function = function_rest(found, named, nullptr)) add_function(function, named);
      return true;
    }
  }
  error_.reset();
  at_ = start;
  return false;
}

// ": x(1), y{2}" of a constructor.
void Parser::constructor_initial(Callable& function) {
  at_ = function.initial_at + 1;
  while (!error_ && !at_end()) {
    Node* made = node(NodeKind::construct, peek().place);
    made->name = expect_name("a member");
    if (is("<")) template_arguments(made->arguments);
    made->flags.braces = is("{");
    if (!is("(") && !is("{")) {
      fail("expected '(' after a member's name, got %", {shown()});
      return;
    }
    const char* closing = is("(") ? ")" : "}";
    ++at_;
    call_arguments(made, closing);
    function.initial.push_back(finish(made));
    if (!take(",")) break;
  }
}

void Parser::body(Callable& function) {
  open();
  for (const Structure* owner = function.owner; owner; owner = nullptr) {
    for (const TemplateParameter& each : owner->around) declare(each);
    for (const TemplateParameter& each : owner->templates) declare(each);
    for (const Node* each : owner->types) declare(each->name, true);
    for (const Node* each : owner->fields) declare(each->name, false);
  }
  for (const TemplateParameter& each : function.templates) declare(each);
  for (const Node* each : function.parameters) declare(each->name, false);
  functions_.push_back(&function);
  if (function.initial_at) constructor_initial(function);
  at_ = function.body_at;
  function.body = block();
  if (!error_) function.end = tokens_[at_ - 1].place;
  functions_.pop_back();
  close();
}

Node* Parser::kernel_name() {
  Node* made = node(NodeKind::name, {});
  made->name = expect_name("a kernel's name");
  while (!error_ && take("::")) {
    made->scope.push_back(made->name);
    made->name = expect_name("a kernel's name");
  }
  if (is("<")) {
    made->flags.has_arguments = true;
    template_arguments(made->arguments);
  }
  if (!at_end()) fail("unexpected %", {shown()});
  return made;
}

Result<bool> parse_declarations(Unit& unit, std::size_t list) {
  Parser parser(unit, list);
  parser.declarations();
  if (parser.error()) return *parser.error();
  return true;
}

Result<bool> parse_body(Unit& unit, Callable& function) {
  if (!function.error.empty()) return Error{function.error};
  if (function.body || !function.body_at) return true;
  Parser parser(unit, function.tokens);
  parser.body(function);
  if (!parser.error()) return true;
  function.error = parser.error()->message;
  function.body = nullptr;
  return *parser.error();
}

Result<Node*> parse_kernel_name(Unit& unit, std::string_view text) {
  unit.sources.emplace_back();
  Source& source = unit.sources.back();
  source.made = std::make_shared<std::list<std::string>>();
  source.made->emplace_back(text);
  auto words = words_of(source.made->back());
  if (!words) return words.error();
  for (Token& token : *words) token.place = {};
  unit.tokens.push_back(std::move(*words));
  Parser parser(unit, unit.tokens.size() - 1);
  Node* made = parser.kernel_name();
  if (parser.error()) return *parser.error();
  return made;
}

}  // namespace loom::cuda
