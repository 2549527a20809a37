// Types as C++ has them, with CUDA's sizes and alignments.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/parse/node.hpp"

namespace loom::cuda {

struct CType;
struct Closure;

struct Field {
  std::string_view name;
  const CType* type = nullptr;
  int offset = 0;  // bytes
  int scalar = 0;  // the number of its first scalar, where the structure is flat
  const Node* declared = nullptr;
  bool reference = false;  // a pointer lies there; the name means what it points to
};

// A type or a constant: what a template is instantiated with.
struct TemplateValue {
  const CType* type = nullptr;
  bool is_value = false;
  std::int64_t bits = 0;
  int pack = -1;  // elements of a pack; in CType::bindings only
};

struct CType {
  enum class Form : std::uint8_t {
    nothing,
    scalar,
    pointer,
    reference,
    array,
    structure,
    enumeration,
    closure,
    functions,
    text,
    function_pointer,   // its value: a place in Unit::pointed, from 1
    structure_template  // what a template's parameter stands for
  };
  Form form = Form::nothing;
  std::string name;         // as C++ spells it, without const at the top
  Type scalar = Type::i32;  // scalars, enumerations, pointers (u64)
  int rank = 0;             // of integers: a greater rank wins in arithmetic
  std::int64_t size = 0;    // bytes
  int alignment = 1;
  const CType* of = nullptr;     // what a pointer, a reference or an array is of; an enumeration's
                                 // integer; what a function gives
  std::int64_t count = 0;        // of an array; of a reference: 1 for &&
  const CType* plain = nullptr;  // without const and volatile; itself if it has neither
  bool constant = false, is_volatile = false;
  bool scoped = false;  // enumeration
  bool open = false;    // structure: not all members are known yet
  bool flat = true;     // it lies in registers: no arrays within, not too many scalars
  int scalars = 0;      // registers that a value takes
  bool copied = false, assigned = false, ended = false;  // structure: its copies, what it is
                                                         // assigned, its end run the reader's code
  std::vector<Field> fields;
  Structure* structure = nullptr;
  const CType* outer = nullptr;          // the structure in which, or in whose function, it stands
  std::vector<Field> bases;              // of a structure, without names
  std::size_t first_field = 0;           // of its own; those of its bases come before
  std::vector<TemplateValue> arguments;  // of its template; the parameters of a function
  std::map<std::string_view, TemplateValue> bindings;  // the template's names
  std::shared_ptr<Closure> closure;
  std::string_view functions;  // a name of functions

  bool is_const() const { return constant; }
  bool is(Form other) const { return form == other; }
  bool is_scalar() const { return form == Form::scalar; }
  bool is_pointer() const { return form == Form::pointer; }
  bool is_structure() const { return form == Form::structure; }
  bool is_arithmetic() const { return form == Form::scalar; }
  bool is_integer() const { return form == Form::scalar && scalar < Type::f16; }
  bool is_real() const { return form == Form::scalar && scalar >= Type::f16; }
  bool has_registers() const {
    return form == Form::scalar || form == Form::pointer || form == Form::enumeration ||
           form == Form::function_pointer;
  }
};

inline constexpr std::int64_t most_bytes = std::int64_t{1} << 31;  // of a type
inline constexpr int most_scalars = 64;                            // of a value in registers

bool is_signed(const CType* type);
// Are two the same type, whatever their const?
inline bool same(const CType* a, const CType* b) { return a->plain == b->plain; }

class CTypes {
 public:
  CTypes();
  // "int", "unsigned long", "float", "__half" and all other names of them; nullptr: no such scalar.
  const CType* scalar(std::string_view name) const;
  const CType* nothing() const { return nothing_; }
  const CType* boolean() const { return boolean_; }
  const CType* int_() const { return int_type_; }
  const CType* unsigned_() const { return unsigned_type_; }
  const CType* size() const { return size_; }
  const CType* difference() const { return difference_; }
  const CType* text() const { return text_; }  // of a string literal

  const CType* pointer_to(const CType* type) { return derived(CType::Form::pointer, type, 0); }
  const CType* reference_to(const CType* type, bool rvalue = false) {
    return derived(CType::Form::reference, type, rvalue);
  }
  const CType* array_of(const CType* type, std::int64_t count) {
    return derived(CType::Form::array, type, count);
  }
  const CType* const_of(const CType* type);
  const CType* volatile_of(const CType* type);
  const CType* functions(std::string_view name);
  const CType* function_pointer(const CType* result, const std::vector<const CType*>& parameters);

  CType* add(CType type);  // a new one: structures, enumerations, closures
  void complete(
      const CType* structure);  // its members are known now: also where const was put before it

 private:
  const CType* derived(CType::Form form, const CType* of, std::int64_t count);

  std::vector<std::unique_ptr<CType>> all_;
  std::map<std::string_view, const CType*> scalars_;
  std::map<std::tuple<CType::Form, const CType*, std::int64_t>, const CType*> derived_;
  std::map<const CType*, const CType*> consts_, volatiles_;
  std::map<std::string_view, const CType*> functions_;
  std::map<std::string, const CType*> function_pointers_;
  const CType *nothing_, *boolean_, *int_type_, *unsigned_type_, *size_, *difference_, *text_;
};

// Appends a member; the offset follows from its alignment. Unions put each at 0.
void add_field(CType& structure, std::string_view name, const CType* type, int alignment,
               const Node* declared);
// Puts a base there, with all its fields.
void add_base(CType& structure, const CType* base);
// The structure and all its bases, from the derived to the most general.
std::vector<const CType*> lineage(const CType* structure);
// Where the base lies in the structure; nothing if it is none of its bases.
std::optional<Field> base_of(const CType* structure, const CType* base);
// The field of this name, also in members without a name; own ones hide those of bases.
std::optional<Field> field_of(const CType* structure, std::string_view name);
// Rounds the size up to the alignment.
void finish_structure(CType& structure);

// The type that C++ computes in: both promoted, then the wider one.
const CType* promoted(const CTypes& types, const CType* type);
const CType* common(const CTypes& types, const CType* a, const CType* b);

// The same type, whatever const the elements of an array have.
bool alike(const CType* a, const CType* b);
const CType* innermost(const CType* type);  // of arrays: their elements

// How well a value of one type fits a parameter of another: 0 exactly, 1 by promotion, 2 by
// conversion, −1 not at all.
int fit(const CTypes& types, const CType* from, const CType* to);

Shape shape_of(const CType* type);

// "const float*" for messages.
std::string spelled(const CType* type);

}  // namespace loom::cuda
