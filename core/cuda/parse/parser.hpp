// Recursive descent over the words of a source. Bodies of functions are read when something reaches
// them, so that host code, which may be anything, is only skipped.
#pragma once

#include <set>

#include "core/cuda/message.hpp"
#include "core/cuda/parse/node.hpp"
#include "core/result.hpp"

namespace loom::cuda {

inline constexpr int deepest_source = 160;  // expressions and statements within each other
inline constexpr int longest_chain = 400;   // a + b + c …

// Reads all declarations of unit.tokens[list] into the unit. What cannot be read is noted under its
// name in `broken`. Only a text without any order (braces that do not match) is an error.
Result<bool> parse_declarations(Unit& unit, std::size_t list);

// Reads the function's body into function.body, if that has not happened yet.
Result<bool> parse_body(Unit& unit, Callable& function);

// "NAME<arguments>", as CompileOptions::kernel has it: a name node with arguments. The text's
// tokens go to the unit.
Result<Node*> parse_kernel_name(Unit& unit, std::string_view text);

class Parser {
 public:
  Parser(Unit& unit, std::size_t list) : unit_(unit), list_(list), tokens_(unit.tokens[list]) {}

  void declarations();
  void body(Callable& function);
  Node* kernel_name();
  const std::optional<Error>& error() const { return error_; }

 private:
  struct Specifiers {
    Flags flags;
    bool global = false, host = false, is_typedef = false, is_inline = false, volatile_ = false;
    bool said_type = false;  // typename
    bool is_friend = false, is_explicit = false;
    bool defines = false;  // a structure, within a function
    std::vector<Node*> launch_bounds;
    Node* alignment = nullptr;
    Node* type = nullptr;  // null: none (a constructor)
    Structure* structure = nullptr;
    Enumeration* enumeration = nullptr;
  };
  struct Declarator {
    std::string_view name;
    std::vector<std::string_view> scope;
    std::vector<Node*> arguments;  // of a specialization
    bool has_arguments = false, pack = false;
    Node* type = nullptr;
    Place place;
  };
  enum class Meaning : std::uint8_t { value, type, type_template };
  struct Deeper;

  // Words
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool at_end() const { return peek().word == Word::end; }
  bool is(const char* text) const;
  bool take(const char* text);
  bool expect(const char* text, const char* where);
  bool take_closing_angle();
  std::string_view expect_name(const char* what);
  std::nullptr_t fail(const Place& place, const char* pattern, const Parts& parts = {});
  std::nullptr_t fail(const char* pattern, const Parts& parts = {}) {
    return fail(peek().place, pattern, parts);
  }
  std::string shown() const;
  void skip_balanced();
  void skip_attributes(Specifiers* specifiers);

  Node* node(NodeKind kind, const Place& place, const std::initializer_list<Node*>& kids = {});
  Node* finish(Node* node);
  std::string_view keep(std::string text);

  // Names
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void declare(std::string_view name, bool type) {
    scopes_.back()[name] = type ? Meaning::type : Meaning::value;
  }
  void declare(const TemplateParameter& each) {
    scopes_.back()[each.name] = each.is_template ? Meaning::type_template
                                : each.type      ? Meaning::value
                                                 : Meaning::type;
  }
  bool names_type(std::string_view name, bool qualified = false) const;
  bool starts_type() const;
  bool is_value(const Node* type, std::size_t start) const;
  bool is_template(std::string_view name) const;
  std::string nearest_type(std::string_view name) const;
  void note_used(std::string_view name);
  void note_changed(const Node* node, bool here = true);
  void note_addressed(const Node* node);
  void note_indexing(const Node* node);

  // type.cpp
  Specifiers specifiers(bool type_needed);
  bool storage_word(Specifiers& found);
  bool builtin_words(Specifiers& found);
  Node* named_type();
  Node* pointers(Node* type);
  Node* type_id();
  std::vector<std::pair<Place, Node*>> array_sizes();
  Node* in_arrays(Node* type, const std::vector<std::pair<Place, Node*>>& sizes);
  Node* array_suffixes(Node* type);
  Node* function_pointer(Node* result, const Place& place);
  Declarator declarator(Node* type, bool name_needed);
  void qualified_name(Declarator& found);
  std::string_view operator_name(Node** converts_to = nullptr);
  void template_arguments(std::vector<Node*>& arguments);
  Node* template_argument();

  // expression.cpp
  Node* expression();  // with commas
  Node* assignment();
  Node* ternary();
  Node* binary(int lowest);
  Node* unary();
  Node* cast_or_group();
  Node* postfix();
  Node* postfix_of(Node* value);
  Node* member_of(Node* value);
  Node* primary();
  Node* name_or_construct();
  Node* construct_here();
  Node* named_cast();
  Node* size_of();
  Node* lambda();
  void captures(Node* made);
  Node* braces();
  void call_arguments(Node* call, const char* closing);

  // pack.cpp
  Node* perhaps_expanded(Node* pattern);
  Node* listed_value();
  bool folds() const;
  Node* fold_of(Node* first);
  void template_parameters(std::vector<TemplateParameter>& parameters);
  TemplateParameter template_parameter();

  // statement.cpp
  Node* statement();
  Node* block();
  Node* declaration_statement();
  Node* variables(const Specifiers& found, Node* declared);
  Node* declared(const Specifiers& found, const Place& place);
  void initial_value(Node* variable);
  bool begins_values() const;
  bool starts_declaration();
  Node* if_statement();
  Node* for_statement();
  Node* range_for(const Place& place, const Specifiers& found, const Declarator& named,
                  Node* initial);
  Node* simple_statement();
  Node* tested();
  Node* condition(Node** initial = nullptr);
  Node* static_assertion();
  Node* local_alias();
  Node* local_structure(const Specifiers& found);

  // declaration.cpp
  void top();
  void recover(std::size_t start);
  void namespace_();
  void using_(std::vector<TemplateParameter> templates);
  void template_();
  void declaration(std::vector<TemplateParameter> templates, bool is_template);
  void variable_template(const Specifiers& found, const Declarator& named,
                         std::vector<TemplateParameter> templates);
  void file_variables(const Specifiers& found, const Declarator& first);
  void add_alias(std::string_view name, const Place& place, Node* type,
                 std::vector<TemplateParameter> templates);
  Callable* function_rest(const Specifiers& found, const Declarator& named, Structure* owner);
  void parameters(Callable& function);
  void function_end(Callable& function);
  void add_member(Callable* function, Structure& of);
  void add_function(Callable* function, const Declarator& named);
  Enumeration* enumeration();
  Structure* structure(std::vector<TemplateParameter> templates, bool is_template);

  // structure.cpp
  std::vector<TemplateParameter> types_around() const;
  void members(Structure& made);
  void member_type(Structure& made);
  void member(Structure& made, std::vector<TemplateParameter> templates, bool is_template);
  void member_declaration(Structure& made, const Specifiers& found,
                          std::vector<TemplateParameter>& templates, bool is_template);
  bool deduction_guide(std::vector<TemplateParameter>& templates);
  bool constructor_outside(std::vector<TemplateParameter>& templates);
  void constructor(Structure& made, const Specifiers& found,
                   std::vector<TemplateParameter> templates);
  void constructor_initial(Callable& function);

  Unit& unit_;
  std::size_t list_;
  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  int split_ = 0;  // how many > of this >> are taken
  int depth_ = 0;
  // Template arguments that were read once: what follows may say that all begins anew, as a value.
  struct Listed {
    std::vector<Node*> nodes;
    std::size_t end = 0;
    int split = 0;
  };
  std::map<std::size_t, Listed> listed_;
  bool no_greater_ = false;  // within <…>, where > closes
  std::vector<std::map<std::string_view, Meaning>> scopes_{1};
  std::vector<Callable*> functions_;  // whose bodies are being read, innermost last
  std::vector<std::string_view> space_;
  std::vector<std::size_t> open_braces_;  // of namespaces: how many names were outside
  std::optional<Error> error_;
};

struct Parser::Deeper {
  explicit Deeper(Parser& of) : parser(of) {
    if (++of.depth_ > deepest_source) of.fail("the source is nested too deeply here");
  }
  ~Deeper() { --parser.depth_; }
  Parser& parser;
};

// Built into CUDA or C++, but not into this compiler: why, and the way around; "" if the name is
// none of these.
std::string why_refused(std::string_view name);
// Where a name may come from that nobody knows, if the source includes headers that are not here.
std::string elsewhere(const std::vector<std::string>& headers);
bool has_cute(const std::vector<std::string>& headers);
bool is_builtin_type(std::string_view name);
std::vector<std::string_view> builtin_types();

// A definition, or a specialization, keeps the default values of its declaration.
void keep_defaults(Callable& definition, const Callable& declared);

// Whether two trees are the same words, but for a const of the whole.
bool written_alike(const Node* a, const Node* b);

// All names in an index, but for the arguments of calls and what a choice is made by.
void names_of_index(const Node* node, std::set<std::string_view>& names);

}  // namespace loom::cuda
