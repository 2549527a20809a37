// What the lowering knows of a value, and of a function while it is put in place of a call.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/cuda/check/ctype.hpp"
#include "core/cuda/code.hpp"
#include "core/cuda/parse/node.hpp"

namespace loom::cuda {

inline constexpr Register pool =
    1 << 24;  // registers from here on are set once, at the kernel's beginning

struct Value {
  enum class Where : std::uint8_t { nothing, registers, memory, constant };
  const CType* type = nullptr;
  Where where = Where::nothing;
  bool lvalue = false;
  bool unset = false;         // of a variable that was declared without a value
  bool fresh = false;         // an instruction's result, which nothing else names
  Register first = none;      // registers: the first; memory: that of the address
  Register times = none;      // a product that is not computed yet: first · times
  std::int64_t bits = 0;      // constant: as a register holds it; memory: bytes behind the address
  std::int32_t place = none;  // memory: where the expression stands, whenever it is loaded
  Register stored = none;     // memory, of an assignment: what it put there
  bool expiring = false;      // of std::move and its kin: && takes it, though it has a place

  bool is_constant() const { return where == Where::constant; }
  bool in_memory() const { return where == Where::memory; }
  // Whether && takes it. A named constant has no place, but is const.
  bool is_rvalue() const {
    return expiring || (!lvalue && !type->is_const() && !type->is(CType::Form::closure) &&
                        !type->is(CType::Form::functions));
  }
};

struct Binding {
  Value value;
  const CType* type = nullptr;  // it is a type
  int pack = -1;                // it is a pack of so many, which lie under element_name()
  bool stays = false;           // it is no variable of the thread, or never changes
};
using Names = std::map<std::string_view, Binding>;

// What a lambda has captured.
struct Closure {
  const Node* lambda = nullptr;
  Names names;
  std::vector<std::string_view> own = {};  // of them: copies
  Value self = {};
  const CType* owner = nullptr;
  std::string instance = {};
};

struct Loop {
  std::size_t scopes = 0;  // around it
  bool is_switch = false;
  std::vector<std::size_t> breaks, continues;
};

struct Scope {
  Names names;
  std::size_t first_name = 0;       // of Code::names
  std::vector<Value> objects = {};  // that have a destructor
};

// A function while it is put in place of a call.
struct Activation {
  Callable* function = nullptr;
  std::vector<Scope> scopes{1};
  Value self;                          // *this
  const CType* owner = nullptr;        // the structure whose member it is
  const CType* result_type = nullptr;  // null: not known yet
  Value result;
  bool left = false;  // a call of constants has returned: nothing that follows is reached
  bool has_result = false, direct = false;  // direct: the only return is the last statement
  bool indexing = false;                    // the result becomes an index
  std::vector<std::size_t> exits;
  std::vector<Loop> loops;
  std::string instance;  // names the template's arguments
  std::int32_t copy = 0;
  Register floor = 0;  // registers below hold the result
};

// What one access of memory moves of a value.
struct Piece {
  int offset = 0, scalar = 0;  // in bytes; the number of the first scalar
  Type type = Type::i32;
  int count = 1;
};
std::vector<Piece> pieces_of(const CType* type);

using Functions = std::vector<std::pair<Callable*, const CType*>>;  // and whose members they are

struct Given {
  Value value;
  Node* braces = nullptr;
  Place place;
  bool choice = false;  // a ? b : c
  Value early = {};     // what it was before values behind it in the same braces changed it
};

struct Candidate {
  Callable* function = nullptr;
  Names names;                      // of its template
  std::vector<const CType*> types;  // of its parameters
  const CType* owner = nullptr;
  int score = 0;
  std::string instance;
};

// A call whose values are constants.
struct Known {
  const Callable* function = nullptr;
  const CType* owner = nullptr;
  std::string instance;
  std::vector<std::pair<const CType*, std::int64_t>> values;
  bool operator<(const Known& other) const {
    return std::tie(function, owner, instance, values) <
           std::tie(other.function, other.owner, other.instance, other.values);
  }
};

bool alike(const CType* a, const CType* b);

// Whether the reader may have written operators for such a type.
inline bool has_operators(const CType* type) {
  return type->is_structure() || type->is(CType::Form::enumeration);
}

// Whether a copy of such a value, an assignment, or its end, runs code of the reader's.
bool runs_copies(const CType* type);
bool runs_assignments(const CType* type);
bool runs_ends(const CType* type);

// The line of an access, as nvcc has it: what lies in memory counts where its expression stands,
// wherever the value is used; where it spans lines, the last name or number of its address.
Place access_place(const Node* node);

// {…}, or (…) behind a name; and the value in it if it has one only, else itself.
bool in_braces(const Node* initial);
const Node* unwrapped(const Node* initial);

// {.x = 1}: values that name their members.
bool designates(const Node* list);

// How exactly a pattern of a template must be the type: of an argument of a template; of a call's
// value, which decays; of what a reference or a pointer means, where the pattern may add const.
enum class Match : std::uint8_t { exact, value, within };

// The parameters of a function, or what a specialization has in <…>.
struct Patterns {
  const std::vector<Node*>& list;
  const std::vector<TemplateParameter>& parameters;
};
// Whether what `a` takes is less than what `b` takes, as C++ orders templates.
bool more_special(const Patterns& a, const Patterns& b);
const TemplateParameter* parameter_of(std::string_view name,
                                      const std::vector<TemplateParameter>& parameters);

// Whether a type or a value names one of the parameters.
bool mentions(const Node* node, const std::vector<TemplateParameter>& parameters);

}  // namespace loom::cuda
