// Types, specifiers and declarators.
#include <algorithm>

#include "core/cuda/parse/parser.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view sign_words =
    "unsigned signed char short int long float double bool void";

bool is_sign_word(std::string_view word) { return number_in(sign_words, word) >= 0; }

// "unsigned long int" and all other orders under one name each; "" if the words do not go together.
std::string_view canonical(const std::map<std::string_view, int>& words) {
  const auto has = [&](std::string_view word) {
    const auto found = words.find(word);
    return found == words.end() ? 0 : found->second;
  };
  const bool negative = !has("unsigned");
  if (has("void")) return "void";
  if (has("bool")) return "bool";
  if (has("float")) return "float";
  if (has("double")) return "double";
  if (has("char")) return !negative ? "unsigned char" : has("signed") ? "signed char" : "char";
  if (has("short")) return negative ? "short" : "unsigned short";
  if (has("long") >= 2) return negative ? "long long" : "unsigned long long";
  if (has("long") == 1) return negative ? "long" : "unsigned long";
  return negative ? "int" : "unsigned int";
}

}  // namespace

// __attribute__((…)), [[…]], alignas(…), __align__(…), __launch_bounds__(…).
void Parser::skip_attributes(Specifiers* found) {
  while (!at_end()) {
    if (is("[") && peek(1).is("[")) {
      skip_balanced();
    } else if (is("__attribute__") || is("__declspec")) {
      ++at_;
      if (is("(")) skip_balanced();
    } else if (is("alignas") || is("__align__")) {
      ++at_;
      if (!expect("(", "after alignas")) return;
      Node* alignment = starts_type() ? type_id() : ternary();
      if (found) found->alignment = alignment;
      expect(")", "after an alignment");
    } else if (is("__launch_bounds__") || is("__cluster_dims__") || is("__maxnreg__")) {
      const bool bounds = is("__launch_bounds__");
      ++at_;
      if (!expect("(", "after a launch bound")) return;
      Node call{NodeKind::call, peek().place};
      call_arguments(&call, ")");
      if (found && bounds) found->launch_bounds = call.kids;
    } else {
      return;
    }
  }
}

// A word that says how something is stored or called; false: it is none.
bool Parser::storage_word(Specifiers& found) {
  Flags& flags = found.flags;
  if (take("static"))
    flags.is_static = true;
  else if (take("extern")) {
    flags.is_extern = true;
    if (peek().word == Word::text) ++at_;
  } else if (take("constexpr") || take("consteval") || take("constinit"))
    flags.is_constexpr = true;
  else if (take("const"))
    flags.is_const = true;
  else if (take("volatile"))
    found.volatile_ = true;
  else if (take("inline") || take("__forceinline__") || take("__noinline__") ||
           take("__inline_hint__"))
    found.is_inline = true;
  else if (take("typename"))
    found.said_type = true;
  else if (take("friend"))
    found.is_friend = true;
  else if (take("mutable"))
    flags.is_mutable = true;
  else if (take("explicit"))
    found.is_explicit = true;
  else if (take("register") || take("thread_local")) {
  } else if (take("__global__"))
    found.global = true;
  else if (take("__device__"))
    flags.device = true;
  else if (take("__host__"))
    found.host = true;
  else if (take("__shared__"))
    flags.shared = true;
  else if (take("__constant__"))
    flags.constant = true;
  else if (take("__managed__"))
    flags.managed = flags.device = true;
  else if (take("__grid_constant__")) {
  } else if (take("typedef"))
    found.is_typedef = true;
  else
    return false;
  return true;
}

bool Parser::builtin_words(Specifiers& found) {
  std::map<std::string_view, int> words;
  const Place& place = peek().place;
  while (peek().word == Word::name &&
         (is_sign_word(peek().text) || (!words.empty() && storage_word(found)))) {
    if (!is_sign_word(peek().text)) continue;
    ++words[peek().text];
    ++at_;
  }
  if (words.empty()) return false;
  found.type = node(NodeKind::type_named, place);
  found.type->name = canonical(words);
  return true;
}

Parser::Specifiers Parser::specifiers(bool type_needed) {
  Specifiers found;
  while (!at_end()) {
    const std::size_t before = at_;
    skip_attributes(&found);
    if (at_ != before) continue;
    if (peek().word != Word::name && !is("::")) break;
    if (storage_word(found)) continue;
    if (found.type) break;
    if (is("struct") || is("class") || is("union")) {
      const std::size_t known = unit_.structures.size();
      found.structure = structure({}, false);
      if (!found.structure) return found;
      found.defines = unit_.structures.size() > known && !functions_.empty();
      found.type = node(NodeKind::type_named, peek().place);
      found.type->name = found.structure->name;
      found.type->structure = found.structure;
    } else if (is("enum")) {
      found.enumeration = enumeration();
      if (!found.enumeration) return found;
      found.type = node(NodeKind::type_named, peek().place);
      found.type->name = found.enumeration->name;
    } else if (!builtin_words(found)) {
      if (!starts_type() && !found.said_type) break;
      found.type = named_type();
    }
  }
  if (found.type && (found.flags.is_const || found.flags.is_constexpr))
    found.type->flags.is_const = true;
  if (found.type && found.volatile_) found.type->flags.is_volatile = true;
  if (!found.type && type_needed && !error_) {
    const std::string why = why_refused(peek().text);
    std::string names;
    if (is("std") && peek(1).is("::") && peek(2).word == Word::name)
      fail("std::% is not here: use arrays, pointers and loops", {peek(2).text});
    else if (!why.empty())
      fail("%: %", {peek().text, why});
    else if (peek().word == Word::name)
      fail("unknown type %%%",
           {shown(), nearest_type(peek().text), elsewhere(unit_.sources[list_].missing)});
    else
      fail("expected a type, got %", {shown()});
  }
  return found;
}

// auto, decltype(…), A::B<C>::D.
Node* Parser::named_type() {
  Deeper deeper(*this);
  const Place& place = peek().place;
  if (take("auto")) return node(NodeKind::type_auto, place);
  if (take("decltype")) {
    expect("(", "after decltype");
    Node* value = take("auto") ? nullptr : expression();
    expect(")", "after decltype's expression");
    Node* made = node(NodeKind::type_decltype, place, {value});
    if (!is("::") || !names_type(peek(1).text, true)) return made;
    ++at_;
    Node* inner = node(NodeKind::type_named, place, {made});
    inner->name = expect_name("a type");
    return inner;
  }
  take("typename");
  Node* made = node(NodeKind::type_named, place);
  take("::");
  while (!at_end()) {
    take("template");
    made->name = expect_name("a type");
    note_used(made->name);
    if (is("<") && (is_template(made->name) || !made->scope.empty())) {
      made->flags.has_arguments = true;
      template_arguments(made->arguments);
    }
    if (!is("::") || peek(1).word != Word::name) break;
    ++at_;
    if (made->flags.has_arguments) {  // S<int>::T: the outer type is kids[0]
      Node* outer = made;
      made = node(NodeKind::type_named, place, {outer});
    } else {
      made->scope.push_back(made->name);
    }
  }
  if (take("const")) made->flags.is_const = true;
  return made;
}

// * & && const … behind a type.
Node* Parser::pointers(Node* type) {
  while (type && !at_end()) {
    const Place& place = peek().place;
    if (take("const")) {
      type->flags.is_const = true;
    } else if (take("volatile")) {
      type->flags.is_volatile = true;
    } else if (take("*")) {
      type = node(NodeKind::type_pointer, place, {type});
    } else if (is("&") || is("&&")) {
      type = node(NodeKind::type_reference, place, {type});
      type->flags.rvalue = is("&&");
      ++at_;
    } else {
      break;
    }
  }
  return type;
}

Node* Parser::type_id() {
  Deeper deeper(*this);
  Specifiers found = specifiers(true);
  if (!found.type) return nullptr;
  Declarator abstract = declarator(found.type, false);
  if (!abstract.name.empty()) return fail(abstract.place, "expected a type without a name");
  if (abstract.pack && tokens_[at_ - 1].is("...")) --at_;  // of the list around it
  return abstract.type;
}

std::vector<std::pair<Place, Node*>> Parser::array_sizes() {
  std::vector<std::pair<Place, Node*>> sizes;
  while (is("[") && !peek(1).is("[") && !error_) {
    const Place& place = peek().place;
    ++at_;
    const bool before = no_greater_;
    no_greater_ = false;
    Node* size = is("]") ? nullptr : ternary();
    no_greater_ = before;
    expect("]", "after an array's size");
    sizes.emplace_back(place, size);
  }
  return sizes;
}

Node* Parser::in_arrays(Node* type, const std::vector<std::pair<Place, Node*>>& sizes) {
  for (auto each = sizes.rbegin(); each != sizes.rend(); ++each)
    type = node(NodeKind::type_array, each->first, {type, each->second});
  return type;
}

Node* Parser::array_suffixes(Node* type) { return in_arrays(type, array_sizes()); }

// The parameters of a pointer to a function that gives `result`.
Node* Parser::function_pointer(Node* result, const Place& place) {
  Callable function;
  ++at_;
  open();
  parameters(function);
  close();
  take("noexcept");
  Node* made = node(NodeKind::type_function, place, {result});
  made->kids.insert(made->kids.end(), function.parameters.begin(), function.parameters.end());
  return made;
}

void Parser::qualified_name(Declarator& found) {
  found.place = peek().place;
  while (!at_end()) {
    found.name = is("operator") ? operator_name() : expect_name("a name");
    const bool scope = is("::");
    if (is("<") && (is_template(found.name) || scope || !found.scope.empty())) {
      found.has_arguments = true;
      found.arguments.clear();
      template_arguments(found.arguments);
    }
    if (!is("::")) return;
    ++at_;
    found.scope.push_back(found.name);
  }
}

Parser::Declarator Parser::declarator(Node* type, bool name_needed) {
  Declarator found;
  found.place = peek().place;
  type = pointers(type);
  skip_attributes(nullptr);
  const bool grouped = is("(") && (peek(1).is("*") || peek(1).is("&")) &&
                       (peek(2).word == Word::name || peek(2).is(")"));
  if (grouped) {
    ++at_;
    const Place mark_place = peek().place;
    std::string_view mark = peek().text;
    ++at_;
    take("const");
    if (peek().word == Word::name) {
      found.place = peek().place;
      found.name = expect_name("a name");
    }
    std::vector<std::pair<Place, Node*>> sizes;
    if (is("[")) sizes = array_sizes();  // of pointers
    expect(")", "after a name in parentheses");
    if (is("(")) {
      found.type = in_arrays(function_pointer(type, mark_place), sizes);
      return found;
    }
    if (!sizes.empty())
      return fail("arrays of pointers to arrays are not taken; name the type"), found;
    found.type = node(mark == "*" ? NodeKind::type_pointer : NodeKind::type_reference, mark_place,
                      {array_suffixes(type)});
    return found;
  }
  found.pack = take("...");
  if (peek().word == Word::name || is("::")) {
    take("::");
    qualified_name(found);
  } else if (name_needed) {
    fail("expected a name, got %", {shown()});
  }
  skip_attributes(nullptr);
  found.type = array_suffixes(type);
  return found;
}

// operator+, operator(), operator[] …: one name without spaces.
std::string_view Parser::operator_name(Node** converts_to) {
  ++at_;
  if (take("new") || take("delete")) {
    if (take("[")) take("]");
    return "operator new";
  }
  if (peek().word == Word::name) {  // a conversion: its type follows
    Specifiers found = specifiers(true);
    Node* type = found.type ? pointers(found.type) : nullptr;
    if (converts_to) *converts_to = type;
    return "operator cast";
  }
  std::string name = "operator" + std::string(peek().text);
  const bool pair = is("(") || is("[");
  ++at_;
  if (pair) {
    name += peek().text;
    ++at_;
  }
  return keep(std::move(name));
}

void Parser::template_arguments(std::vector<Node*>& arguments) {
  Deeper deeper(*this);
  const std::size_t start = at_;
  if (const auto known = listed_.find(start); known != listed_.end() && split_ == 0) {
    arguments = known->second.nodes;
    at_ = known->second.end;
    split_ = known->second.split;
    return;
  }
  if (!expect("<", "before template arguments")) return;
  const bool before = no_greater_;
  no_greater_ = true;
  while (!error_ && !(peek().word == Word::mark && peek().text.starts_with(">"))) {
    arguments.push_back(template_argument());
    if (!take(",")) break;
  }
  no_greater_ = before;
  if (!error_ && !take_closing_angle())
    fail("expected '>' after template arguments, got %", {shown()});
  if (!error_) listed_[start] = {arguments, at_, split_};
}

Node* Parser::template_argument() {
  if (starts_type()) {
    const std::size_t start = at_;
    const int split = split_;
    Node* type = type_id();
    // A value that begins like a type: T::size, sizeof is none, int(3), Functor{}.
    if (error_ ||
        (!is_value(type, start) &&
         (is(",") || (peek().word == Word::mark && peek().text.starts_with(">")) || is("..."))))
      return perhaps_expanded(type);
    at_ = start;
    split_ = split;
  }
  return perhaps_expanded(ternary());
}

}  // namespace loom::cuda
