// What the parser makes of a source: declarations, statements and expressions, before their types
// are known.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/parse/layered.hpp"
#include "core/cuda/text/preprocess.hpp"

namespace loom::cuda {

struct Callable;
struct Structure;
struct Node;

// What a Node's fields hold, for each kind; what is not named is empty.
enum class NodeKind : std::uint8_t {
  // Types. named: name, scope (A::B::), arguments. pointer, reference: kids[0]; flag rvalue: &&.
  // array: kids[0] of kids[1] (perhaps null).
  type_named,
  type_pointer,
  type_reference,
  type_array,
  type_auto,
  type_decltype,  // decltype: kids[0] an expression
  type_function,  // a pointer to a function: kids[0] the result, kids[1...] variables
  // Expressions. literal: token, type_name. text: token. name: name, scope, arguments.
  literal,
  text,
  name,
  this_pointer,
  unary,
  postfix,
  binary,
  assign,
  ternary,  // name: the operator; kids
  call,     // kids[0] of kids[1…]
  index,    // kids[0][kids[1]]
  member,
  arrow,       // kids[0] . name, arguments; type: the base before its '::', or null
  cast,        // (type) kids[0]; name: "" or "static_cast" …
  construct,   // type(kids…) or type{kids…} (braces)
  braces,      // {kids…}
  designated,  // in braces: .name = kids[0]
  size_of,     // of type or of kids[0]; name: "sizeof", "alignof" or "sizeof..." (of a pack's name)
  expand,      // kids[0]...: once for each element of the packs in it
  fold,        // name: the operator; kids: two operands or one and null; flag left: (... op pack)
  lambda,      // function, captures as kids (name; flag reference; kids[0] its value if any), name:
               // "=", "&" or ""
  // Statements
  block,       // kids
  declare,     // kids: variables
  expression,  // kids[0]
  if_,
  while_,
  do_,
  for_,
  switch_,
  case_,
  return_,
  break_,
  continue_,
  nothing,
  range_for,
  // if: kids = condition (perhaps a declare), then, else or null, (initial or null); flag constexpr
  // while: condition, body. do: body, condition. for: initial, condition, step, body; each but body
  // perhaps null.
  // switch: value, body. case: kids[0] the value; none: default. range_for: variable, range, body
  static_assert_,  // kids[0], token: the text or end
  local_type,      // structure, or name and type of a using
  // A variable, a parameter or a member: name, type, kids[0] its value or null; flags.
  variable,
  bindings,  // auto [a, b] = kids[0]: names as kids[1…]
};

struct Flags {
  bool is_const = false, is_volatile = false, is_static = false, is_extern = false, shared = false,
       constant = false, device = false;
  bool is_constexpr = false, reference = false, braces = false, has_arguments = false, pack = false,
       managed = false, left = false, rvalue = false, is_mutable = false;
};

struct Node {
  NodeKind kind;
  Place place;
  std::string_view name;
  std::vector<std::string_view> scope;
  std::vector<Node*> kids;
  Node* type = nullptr;
  std::vector<Node*> arguments;  // of a template: types or expressions
  Flags flags;
  Token token;
  Callable* function = nullptr;
  Structure* structure = nullptr;
  Node* alignment = nullptr;
  int depth = 1;  // of the tree below
};

struct TemplateParameter {
  std::string_view name;
  Node* type = nullptr;      // of a value; null: it is a type
  Node* standard = nullptr;  // its default
  bool pack = false, is_template = false;
};

// A place in the source where a name's meaning is looked up: a namespace, a structure.
struct Passed {  // f(…, variable, …)
  std::string_view variable, callee;
  std::size_t index = 0;
};

struct Callable {
  std::string_view name;
  std::vector<std::string_view> space;  // namespaces around it
  Place place, end;                     // of its name; of the body's last brace, once parsed
  bool global = false, device = false, host = false, is_constexpr = false, is_static = false,
       is_const = false;
  bool constructor = false, from_prelude = false, is_explicit = false;
  std::vector<TemplateParameter> templates;
  bool is_template = false;        // also template<> with no parameters left: a specialization
  std::vector<Node*> specialized;  // template<> f<int>(…): its arguments
  std::vector<Node*> of;           // template<> S<int>::f(…): those of the structure
  Node* result = nullptr;          // null: deduced (lambdas)
  std::vector<Node*> parameters;   // variables
  std::vector<Node*> launch_bounds;
  std::vector<Node*>
      initial;  // of a constructor: calls 'member(values)', as construct nodes by name
  Structure* owner = nullptr;
  std::size_t body_at = 0, initial_at = 0;  // tokens; 0: only declared
  Node* body = nullptr;                     // once parsed
  std::set<std::string_view> addressed;     // names whose address is taken
  std::set<std::string_view> changed;       // names that may be given another value
  std::set<std::string_view> assigned;      // the same, but for what only calls could change
  std::set<std::string_view>
      indexing;  // names that stand in a subscript or beside a pointer: an overflow matters
  std::set<std::string_view> returning;  // names in what it returns, where that becomes an index
  std::set<std::string_view> used;       // of a lambda: all names in it
  std::vector<Passed> passed;
  int returns = 0;
  std::string error;       // why it could not be read; whoever needs it says so
  std::size_t tokens = 0;  // which list body_at counts in: 0 the prelude's, 1 the reader's
};

struct Enumeration {
  std::string_view name;
  Place place;
  bool scoped = false;
  Node* base = nullptr;
  std::vector<Node*> members;  // variables with or without a value
};

struct Structure {
  std::string_view name;
  std::vector<std::string_view> space;
  Place place;
  std::vector<TemplateParameter> templates;
  std::vector<TemplateParameter> around;  // the names of types that are visible where it stands
  bool is_template = false, is_union = false, complete = false;
  bool is_specialized = false;  // template <> struct S<int>: with the arguments
  std::vector<Node*> specialized;
  std::vector<Node*> bases;
  std::vector<Node*> fields;  // variables; static ones too
  std::vector<Callable*> functions;
  std::vector<Callable*> guides;    // S(…) -> S<…>
  std::vector<Callable*> friends;   // those that are defined here: found through arguments only
  std::set<std::string_view> used;  // using Base::f
  std::vector<Node*> types;         // local_type nodes
  std::vector<Enumeration*> enumerations;
  std::vector<Structure*> structures;  // within it
  Node* alignment = nullptr;
  std::string error;
  std::size_t tokens = 0;
};

struct Alias {  // using or typedef
  std::string_view name;
  Place place;
  std::vector<TemplateParameter> templates;
  Node* type = nullptr;
};

// template <class T> constexpr bool is_small = sizeof(T) < 4; and its specializations.
struct VariableTemplate {
  std::vector<TemplateParameter> templates;
  std::vector<Node*> specialized;
  Node* variable = nullptr;
};

// All that a source declares outside of functions. Names of namespaces are kept, but all lie in one
// table.
struct Unit {
  Unit() = default;
  // What a unit that is complete declares counts here, too. It must live as long, and is not
  // changed.
  explicit Unit(const Unit* below)
      : functions_by_name(&below->functions_by_name),
        structures_by_name(&below->structures_by_name),
        enumerations_by_name(&below->enumerations_by_name),
        aliases_by_name(&below->aliases_by_name),
        variables(&below->variables),
        variable_templates(&below->variable_templates),
        constants(&below->constants),
        member_templates(&below->member_templates),
        member_types(&below->member_types) {}

  std::list<Node> nodes;
  std::list<Callable> functions;
  std::list<Structure> structures;
  std::list<Enumeration> enumerations;
  std::list<Alias> aliases;
  Layered<std::multimap<std::string_view, Callable*>, true> functions_by_name;
  Layered<std::multimap<std::string_view, Structure*>, true> structures_by_name;
  Layered<std::map<std::string_view, Enumeration*>> enumerations_by_name;
  Layered<std::map<std::string_view, Alias*>> aliases_by_name;
  Layered<std::map<std::string_view, Node*>> variables;  // of file scope
  Layered<std::multimap<std::string_view, VariableTemplate>, true> variable_templates;
  Layered<std::map<std::string_view, std::pair<Enumeration*, Node*>>>
      constants;  // of enumerations that are not scoped
  std::map<std::string_view, std::string>
      broken;  // names whose declaration could not be read, and why
  Layered<std::set<std::string_view>> member_templates;  // names of members that are templates
  Layered<std::set<std::string_view>> member_types;      // … and of those that are types
  std::map<std::string_view, std::string_view> spaces;   // namespace cg = cooperative_groups
  std::vector<Callable*> pointed;                        // functions that pointers may mean
  std::vector<Callable*> kernels;                        // in the order of the source
  std::set<std::string> element_names;                   // "args[0]": of packs' elements
  std::vector<std::vector<Token>> tokens;                // [0] the prelude, [1] the reader's source
  std::vector<Source> sources;
};

}  // namespace loom::cuda
