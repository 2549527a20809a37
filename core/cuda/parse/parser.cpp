// What all parts of the parser share: tokens and names, and what they note of both.
#include "core/cuda/parse/parser.hpp"

#include <algorithm>

#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {

bool Parser::is(const char* text) const { return split_ == 0 && peek().is(text); }

bool Parser::take(const char* text) {
  if (!is(text)) return false;
  ++at_;
  return true;
}

std::string Parser::shown() const {
  if (at_end()) return "the end of the text";
  return "'" +
         std::string(peek().text.substr(
             std::min(static_cast<std::size_t>(split_), peek().text.size()), 40)) +
         "'";
}

bool Parser::expect(const char* text, const char* where) {
  if (take(text)) return true;
  fail("expected '%' %, got %", {text, where, shown()});
  return false;
}

// Takes one > of >, >> and >>>.
bool Parser::take_closing_angle() {
  const std::string_view text = peek().text;
  if (peek().word != Word::mark || text.find_first_not_of('>') != std::string_view::npos ||
      text.empty())
    return false;
  if (++split_ == static_cast<int>(text.size())) {
    split_ = 0;
    ++at_;
  }
  return true;
}

std::string_view Parser::expect_name(const char* what) {
  if (peek().word == Word::name) return tokens_[at_++].text;
  if (is("*") && at_ > 0 && tokens_[at_ - 1].is("::"))
    fail("pointers to members are not taken; use a lambda");
  fail("expected %, got %", {what, shown()});
  return {};
}

std::nullptr_t Parser::fail(const Place& place, const char* pattern, const Parts& parts) {
  if (!error_) {
    error_ = error_at(place, pattern, parts);
    // CuTe's syntax cannot be read without its types.
    const auto& missing = unit_.sources[list_].missing;
    const bool said = error_->message.find("is not here") != std::string::npos;
    if (has_cute(missing) && !said) error_->message += elsewhere(missing);
  }
  at_ = tokens_.size() - 1;
  split_ = 0;
  return nullptr;
}

// From an opening bracket to behind the closing one.
void Parser::skip_balanced() {
  std::vector<const Token*> open;
  do {
    if (at_end()) {
      fail(open.back()->place, "this bracket is not closed");
      return;
    }
    const std::string_view text = peek().word == Word::mark ? peek().text : std::string_view();
    if (text == "(" || text == "[" || text == "{") open.push_back(&peek());
    if (text == ")" || text == "]" || text == "}") {
      const std::string_view wanted = open.back()->is("(") ? ")" : open.back()->is("[") ? "]" : "}";
      if (text != wanted) {
        fail(open.back()->place, "this '%' is not closed: '%' comes first, in line %",
             {open.back()->text, text, peek().place.line});
        return;
      }
      open.pop_back();
    }
    ++at_;
  } while (!open.empty());
}

Node* Parser::node(NodeKind kind, const Place& place, const std::initializer_list<Node*>& kids) {
  unit_.nodes.push_back({kind, place});
  Node* made = &unit_.nodes.back();
  made->kids = kids;
  return finish(made);
}

// Sets the depth again after kids were added.
Node* Parser::finish(Node* made) {
  for (const Node* kid : made->kids)
    if (kid) made->depth = std::max(made->depth, kid->depth + 1);
  if (made->depth > longest_chain) fail(made->place, "this has too many parts");
  return made;
}

std::string_view Parser::keep(std::string text) {
  unit_.sources[list_].made->push_back(std::move(text));
  return unit_.sources[list_].made->back();
}

bool Parser::names_type(std::string_view name, bool qualified) const {
  if (!qualified)
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end())
        return found->second != Meaning::value;
  if (qualified && unit_.member_types.contains(name)) return true;
  const bool own = unit_.variables.own.contains(name) || unit_.functions_by_name.own.contains(name);
  if (own && !unit_.structures_by_name.own.contains(name) &&
      !unit_.aliases_by_name.own.contains(name) && !unit_.enumerations_by_name.own.contains(name))
    return false;  // it hides what C++ has of this name
  return is_builtin_type(name) || unit_.structures_by_name.contains(name) ||
         unit_.aliases_by_name.contains(name) || unit_.enumerations_by_name.contains(name);
}

std::string Parser::nearest_type(std::string_view name) const {
  std::vector<std::string_view> near = builtin_types();
  for (const auto& [each, structure] : unit_.structures_by_name) near.push_back(each);
  for (const auto& [each, alias] : unit_.aliases_by_name) near.push_back(each);
  for (const auto& [each, enumeration] : unit_.enumerations_by_name) near.push_back(each);
  return did_you_mean(name, near);
}

bool Parser::is_template(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end())
      return found->second == Meaning::type_template;
  if (unit_.variable_templates.contains(name) || name.starts_with("__loom_is_")) return true;
  const auto functions = unit_.functions_by_name.equal_range(name);
  for (auto each = functions.first; each != functions.second; ++each)
    if (each->second->is_template) return true;
  const auto structures = unit_.structures_by_name.equal_range(name);
  for (auto each = structures.first; each != structures.second; ++each)
    if (each->second->is_template) return true;
  const auto alias = unit_.aliases_by_name.find(name);
  return alias != unit_.aliases_by_name.end() && !alias->second->templates.empty();
}

// Whether what was read as a type from `start` on is a value: S<3>::v without typename.
bool Parser::is_value(const Node* type, std::size_t start) const {
  return type && type->kind == NodeKind::type_named && !type->kids.empty() &&
         !tokens_[start].is("typename") && !names_type(type->name, true);
}

bool Parser::starts_type() const {
  const Token& token = peek();
  if (split_ != 0) return false;
  std::size_t ahead = token.is("::") ? 1 : 0;
  if (peek(ahead).word != Word::name) return false;
  static constexpr std::string_view words =
      "const volatile struct class union enum typename decltype";
  if (number_in(words, token.text) >= 0) return true;
  // A::B::C: the last name decides.
  bool qualified = ahead == 1;
  std::string_view outer;
  while (peek(ahead + 1).is("::") && peek(ahead + 2).word == Word::name) {
    outer = peek(ahead).text;
    ahead += 2;
    qualified = true;
  }
  if (unit_.enumerations_by_name.contains(outer)) return false;
  return names_type(peek(ahead).text, qualified);
}

bool written_alike(const Node* a, const Node* b) {
  if (!a || !b) return a == b;
  const auto all = [](const std::vector<Node*>& x, const std::vector<Node*>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Node* one, const Node* other) {
                        return written_alike(one, other) &&
                               (!one || one->flags.is_const == other->flags.is_const);
                      });
  };
  return a->kind == b->kind && a->name == b->name && a->scope == b->scope &&
         a->token.text == b->token.text && a->flags.rvalue == b->flags.rvalue &&
         all(a->kids, b->kids) && all(a->arguments, b->arguments) &&
         written_alike(a->type, b->type);
}

void names_of_index(const Node* node, std::set<std::string_view>& names) {
  if (!node || node->kind == NodeKind::call || node->kind == NodeKind::lambda ||
      node->kind == NodeKind::size_of)
    return;
  if (node->kind == NodeKind::name) names.insert(node->name);
  for (std::size_t i = node->kind == NodeKind::ternary ? 1 : 0; i < node->kids.size(); ++i)
    names_of_index(node->kids[i], names);
}

void Parser::note_used(std::string_view name) {
  for (Callable* function : functions_) function->used.insert(name);
}

namespace {

const Node* root_of(const Node* node, bool through_index) {
  while (node &&
         (node->kind == NodeKind::member || (through_index && node->kind == NodeKind::index) ||
          (node->kind == NodeKind::cast && !node->kids.empty())))
    node = node->kids[0];
  return node && node->kind == NodeKind::name ? node : nullptr;
}

}  // namespace

// `here`: by more than a call that it is given to.
void Parser::note_changed(const Node* node, bool here) {
  if (node && node->kind == NodeKind::binary && node->name == ",") node = node->kids.back();
  if (node && node->kind == NodeKind::ternary) {
    note_changed(node->kids[1], here);
    note_changed(node->kids[2], here);
  }
  if (const Node* root = root_of(node, true))
    for (Callable* function : functions_) {
      function->changed.insert(root->name);
      if (here) function->assigned.insert(root->name);
    }
}

void Parser::note_indexing(const Node* node) {
  for (Callable* function : functions_) names_of_index(node, function->indexing);
}

void Parser::note_addressed(const Node* node) {
  if (node && node->kind == NodeKind::ternary) {
    note_addressed(node->kids[1]);
    note_addressed(node->kids[2]);
  }
  if (const Node* root = root_of(node, false))
    for (Callable* function : functions_) {
      function->addressed.insert(root->name);
      function->changed.insert(root->name);
    }
}

}  // namespace loom::cuda
