// Declarations outside of functions.
#include <algorithm>

#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

void Parser::declarations() {
  while (!at_end() && !error_) {
    if (is("}")) {  // of a namespace or of extern "C"
      if (open_braces_.empty()) {
        fail("unexpected '}'");
        return;
      }
      space_.resize(std::min(space_.size(), open_braces_.back()));
      open_braces_.pop_back();
      ++at_;
      continue;
    }
    const std::size_t start = at_;
    top();
    if (error_) recover(start);
  }
  if (!error_ && !open_braces_.empty())
    fail("expected '}' after a namespace, got the end of the text");
}

// Notes under its name that a declaration could not be read, and goes on behind it.
void Parser::recover(std::size_t start) {
  const std::string why = error_->message;
  error_.reset();
  at_ = start;
  split_ = depth_ = 0;
  no_greater_ = false;
  scopes_.resize(1);
  functions_.clear();
  std::string_view name;
  Place place = peek().place;
  bool global = false, named = false;
  int angles = 0;
  while (!at_end() && !error_) {
    if (is("__global__")) global = true;
    if (is("<")) ++angles;
    if (is(">")) angles = std::max(0, angles - 1);
    if (is(">>")) angles = std::max(0, angles - 2);
    if (peek().word == Word::name && !named &&
        !(is("__launch_bounds__") || is("__align__") || is("alignas") || is("__attribute__"))) {
      if (angles == 0) {
        name = peek().text;
        place = peek().place;
      }
    } else if (is("=") ||
               (is("(") && angles == 0 && peek().place.line && name != "__launch_bounds__" &&
                at_ > start && tokens_[at_ - 1].text == name)) {
      named = true;
    }
    if (is(";")) {
      ++at_;
      break;
    }
    if (is("}")) break;
    if (is("(") || is("[")) {
      skip_balanced();
    } else if (is("{")) {
      skip_balanced();
      if (!is(",")) break;
    } else {
      ++at_;
    }
  }
  take(";");
  if (at_ == start) ++at_;
  if (name.empty()) return;
  if (global) {
    unit_.functions.emplace_back();
    Callable& broken = unit_.functions.back();
    broken.name = name;
    broken.place = place;
    broken.global = true;
    broken.error = why;
    unit_.kernels.push_back(&broken);
    unit_.functions_by_name.own.emplace(name, &broken);
  } else {
    unit_.broken.emplace(name, why);
  }
}

void Parser::top() {
  if (take(";")) return;
  if (is("namespace") || (is("inline") && peek(1).is("namespace"))) return namespace_();
  if (is("extern") && peek(1).word == Word::text && peek(2).is("{")) {
    at_ += 3;
    open_braces_.push_back(space_.size());
    return;
  }
  if (is("using")) return using_({});
  if (is("static_assert")) {
    static_assertion();
    return;
  }
  if (is("template")) return template_();
  declaration({}, false);
}

void Parser::namespace_() {
  take("inline");
  ++at_;
  skip_attributes(nullptr);
  const std::size_t outside = space_.size();
  while (peek().word == Word::name) {
    space_.push_back(peek().text);
    ++at_;
    if (!take("::")) break;
  }
  if (space_.size() > outside && take("=")) {
    std::string_view of, name = space_.back();
    space_.resize(outside);
    while (peek().word == Word::name || is("::")) {
      of = peek().text;
      ++at_;
    }
    unit_.spaces[name] = of;
    take(";");
    return;
  }
  if (expect("{", "after a namespace's name"))
    open_braces_.push_back(outside);  // its declarations lie in the one table
}

void Parser::add_alias(std::string_view name, const Place& place, Node* type,
                       std::vector<TemplateParameter> templates) {
  if (name.empty() || !type) return;
  unit_.aliases.push_back({name, place, std::move(templates), type});
  unit_.aliases_by_name.own[name] = &unit_.aliases.back();
}

void Parser::using_(std::vector<TemplateParameter> templates) {
  ++at_;
  if (peek().word == Word::name && peek(1).is("=")) {
    const Place& place = peek().place;
    const std::string_view name = expect_name("a name");
    ++at_;
    Node* type = type_id();
    expect(";", "after a type");
    return add_alias(name, place, type, std::move(templates));
  }
  while (!at_end() && !is(";")) ++at_;  // using namespace X, using X::y: all names lie in one table
  take(";");
}

void Parser::template_() {
  open();
  std::vector<TemplateParameter> parameters;
  while (!error_ && take("template")) {
    if (!is("<")) break;  // an explicit instantiation
    template_parameters(parameters);
  }
  if (!error_) {
    if (tokens_[at_ - 1].is("template")) {
      while (!at_end() && !is(";")) ++at_;
    } else if (is("using")) {
      using_(std::move(parameters));
    } else if (is("struct") || is("class") || is("union")) {
      structure(std::move(parameters), true);
      take(";");
    } else {
      declaration(std::move(parameters), true);
    }
  }
  close();
}

void Parser::declaration(std::vector<TemplateParameter> templates, bool is_template) {
  if (constructor_outside(templates)) return;
  Specifiers found = specifiers(true);
  if (error_ || take(";")) return;
  Declarator named = declarator(found.type, true);
  if (error_) return;
  if (found.is_typedef) {
    add_alias(named.name, named.place, named.type, {});
    while (take(",")) {
      named = declarator(found.type, true);
      add_alias(named.name, named.place, named.type, {});
    }
    expect(";", "after a type");
    return;
  }
  if (is("(") && !found.flags.shared && !begins_values()) {
    if (Callable* function = function_rest(found, named, nullptr)) {
      function->templates = std::move(templates);
      function->is_template = is_template;
      function->specialized = named.arguments;
      add_function(function, named);
    }
    return;
  }
  if (is_template)
    variable_template(found, named, std::move(templates));
  else
    file_variables(found, named);
}

void Parser::variable_template(const Specifiers& found, const Declarator& named,
                               std::vector<TemplateParameter> templates) {
  Node* variable = node(NodeKind::variable, named.place);
  variable->name = named.name;
  variable->type = named.type;
  variable->flags = found.flags;
  initial_value(variable);
  unit_.variable_templates.own.emplace(
      named.name, VariableTemplate{std::move(templates), named.arguments, variable});
  expect(";", "after a declaration");
}

void Parser::file_variables(const Specifiers& found, const Declarator& first) {
  Declarator named = first;
  while (!error_) {
    Node* variable = node(NodeKind::variable, named.place);
    variable->name = named.name;
    variable->type = named.type;
    variable->flags = found.flags;
    variable->alignment = found.alignment;
    initial_value(variable);
    if (error_) return;
    unit_.variables.own[named.name] = variable;
    if (!take(",")) break;
    named = declarator(found.type, true);
  }
  expect(";", "after a declaration");
}

void Parser::parameters(Callable& function) {
  Deeper deeper(*this);
  while (!error_ && !is(")")) {
    if (is("void") && peek(1).is(")")) {
      ++at_;
      break;
    }
    if (is("...")) {
      fail("a variable number of parameters is not taken; write the parameters out");
      return;
    }
    Specifiers found = specifiers(true);
    if (error_) return;
    Declarator named = declarator(found.type, false);
    if (error_) return;
    Node* made = node(NodeKind::variable, named.place);
    made->name = named.name;
    made->type = named.type;
    // An array as a parameter is a pointer.
    if (made->type->kind == NodeKind::type_array)
      made->type = node(NodeKind::type_pointer, named.place, {made->type->kids[0]});
    made->flags = found.flags;
    made->flags.pack = named.pack;
    if (!named.name.empty()) declare(named.name, false);
    if (take("=")) made->kids = {is("{") ? braces() : assignment()};
    function.parameters.push_back(finish(made));
    if (!take(",")) break;
  }
  expect(")", "after the parameters");
}

Callable* Parser::function_rest(const Specifiers& found, const Declarator& named,
                                Structure* owner) {
  unit_.functions.emplace_back();
  Callable& function = unit_.functions.back();
  function.name = named.name;
  function.place = named.place;
  function.space = space_;
  function.global = found.global;
  function.device = found.flags.device;
  function.host = found.host;
  function.is_constexpr = found.flags.is_constexpr;
  function.is_static = found.flags.is_static;
  function.launch_bounds = found.launch_bounds;
  function.result = named.type;
  function.owner = owner;
  function.tokens = list_;
  function.from_prelude = list_ == 0;
  ++at_;
  open();
  parameters(function);
  function_end(function);
  close();
  return error_ ? nullptr : &function;
}

Enumeration* Parser::enumeration() {
  ++at_;
  unit_.enumerations.emplace_back();
  Enumeration& made = unit_.enumerations.back();
  made.scoped = take("class") || take("struct");
  made.place = peek().place;
  if (peek().word == Word::name)
    made.name = expect_name("a name");
  else
    made.name = keep(message("(enum at %:%)", {made.place.line, made.place.column}));
  if (take(":")) made.base = type_id();
  if (is("{") || !unit_.enumerations_by_name.contains(made.name))
    unit_.enumerations_by_name.own[made.name] = &made;
  declare(made.name, true);
  if (!take("{")) return error_ ? nullptr : &made;
  while (!error_ && !is("}")) {
    Node* member = node(NodeKind::variable, peek().place);
    member->name = expect_name("a name");
    if (take("=")) member->kids = {ternary()};
    if (error_) return nullptr;
    made.members.push_back(finish(member));
    if (!made.scoped) unit_.constants.own[member->name] = {&made, member};
    if (!take(",")) break;
  }
  expect("}", "after an enumeration's names");
  return error_ ? nullptr : &made;
}

}  // namespace loom::cuda
