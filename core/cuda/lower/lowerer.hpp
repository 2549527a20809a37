// Walks a kernel's tree once, with all types known, and writes its code. Functions are put in place
// of their calls, so a template's names, `auto` and a lambda's captures simply are what they stand
// for at that call.
#pragma once

#include <list>

#include "core/cuda/lower/state.hpp"

namespace loom::cuda {

class Lowerer : LowererState {
 public:
  Lowerer(Unit& unit, const CompileOptions& options) : LowererState(unit, options) {}
  Result<Code> run();
  // More is known of variables than before (they become indexes, or need an address): once more.
  bool again() const { return again_ || (noted_ && !bad()); }

 private:
  using Where = Value::Where;
  struct Deeper;
  struct Inside;
  struct Indexing;
  // Member functions of one shape are declared by its name: `Reading literal, string;` says
  // Value literal(const Node* node) and Value string(const Node* node).
  using Statement = void(const Node* node);
  using Reading = Value(const Node* node);  // of an expression
  using Change = Value(const Value& value, const Place& place);
  using Naming = const CType*(const Node* type);
  using Returning = void(const Value& value, bool last, const Place& place);
  using Intrinsic = std::optional<Value>(std::string_view name, std::vector<Value>& values,
                                         const Place& place);

  // emit.cpp: instructions and registers
  std::nullptr_t fail(const Place& place, const char* pattern, const Parts& parts = {});
  Value failed(const Place& place, const char* pattern, const Parts& parts = {});
  bool bad() const { return error_.has_value(); }
  void at(const Place& place);
  std::int32_t number_of(const Place& place);
  Register fresh(int count = 1);
  Register constant(std::uint64_t bits, Type type);
  Register special(Special which);
  Register address_of_variable(std::size_t variable);
  Instruction& emit(Op op, Type type, Register result, Register a = none, Register b = none,
                    Register c = none);
  std::size_t jump(Op op, Register test = none);
  void jump_back(std::size_t top, Op op = Op::jump, Register test = none);
  void land(std::size_t jump);  // here
  void land(const std::vector<std::size_t>& jumps);
  std::size_t here();
  Value computed(Op op, const CType* type, Type in, const Value& a, const Value& b = {},
                 const Value& c = {});
  using Memory = std::map<std::int64_t, std::uint8_t>;
  std::optional<std::int64_t> executed(std::size_t from, Register result, Memory* memory = nullptr);
  std::optional<std::int64_t> folded(const Instruction& instruction, const Value& a, const Value& b,
                                     const Value& c);
  void finish();

  // value.cpp: values, conversions, memory
  Value nothing() const { return {types_.nothing()}; }
  Value number(const CType* type, std::int64_t bits) const;
  Value in_registers(const CType* type, Register first, bool is_fresh = true) const;
  Value rvalue(Value value);
  Register reg(const Value& value);
  Value load(const Value& from);
  void store(const Value& to, const Value& value);
  void copy_registers(Register to, const Value& value);
  void assign(const Value& to, const Value& value, const Place& place);
  Value convert(const Value& value, const CType* to, const Place& place, bool is_explicit = false);
  Value convert_scalar(const Value& value, const CType* to);
  Value member(const Value& of, const Field& field);
  Value element(const Value& of, const Value& index, const Place& place);
  Value pointed(const Value& pointer);
  Change truth, address;
  Value temporary(const CType* type);
  Value pinned(const Value& value);  // its address no longer changes with variables
  Value moved(const Value& pointer, const Value& index, bool minus, const Place& place);

  // types.cpp
  const CType* resolve(const Node* type);
  const CType* resolve_array(const Node* type, const Node* braces);
  std::int64_t count_of_list(const Node* list, const CType* of);
  const CType* instantiate(Structure& structure, std::vector<TemplateValue> arguments,
                           const Place& place);
  void fill_structure(CType& made, Structure& structure);
  bool contains_open(const CType* type, const Place& place);
  const CType* enumeration(Enumeration& from);
  Value enumerator(Enumeration& from, std::string_view name, const Place& place);
  TemplateValue template_value(const Node* node, const Node* value_type);
  std::string instance_of(const std::vector<TemplateValue>& values) const;
  const CType* nested_type(const CType* of, std::string_view name);
  Structure* specialization(Structure& structure, const std::vector<TemplateValue>& arguments,
                            Names& names);
  const CType* deduced(const Node* type, const Value& value, const Place& place);

  // type_names.cpp
  Naming resolve_name, resolve_nested, resolve_structure, resolve_alias, standard_type,
      structure_template;
  const CType* instantiated(Structure& structure, const Node* type);
  const CType* sequence(const CType* type, std::int64_t count, const Place& place);
  const CType* of_template(const CType* bound, const Node* type);

  // names.cpp
  Reading name, qualified, unknown_name, trait;
  Value global(const Node* variable, const Place& place, bool local = false);
  Value laid_down(const Node* variable, const CType* type, bool fixed, const Place& place);
  Value builtin_variable(std::string_view name);
  const Binding* local(std::string_view name) const;
  Value static_member(const CType* type, std::string_view name, const Place& place, bool& found);
  std::vector<std::uint8_t> initial_bytes(const CType* type, const Node* initial,
                                          const Place& place);
  void put_bytes(const CType* type, const Node* node, std::vector<std::uint8_t>& bytes,
                 std::size_t offset);

  // strings.cpp
  Reading string;
  Value text_value(std::string_view text);
  Value characters(const Value& text);
  const CType* decayed(const CType* type);
  const Node* spelled_out(const Node* node, const CType* array);

  // expression.cpp
  Reading expression, expression_of, literal, member_of, index_of, unary, assignment, cast, size_of;
  Value step(const Node* node, bool before);
  bool may_change_something(const Node* node) const;
  Value assigned(const Node* node, std::string_view mark, const Value& to, const Value& value);
  Value kept(const Value& value);
  Value construct(const CType* type, const Node* node);
  bool simple(const Node* node) const;
  const CType* type_without_code(const Node* node, bool* lvalue = nullptr);
  Value imagined(const CType* type);

  // indexing.cpp
  void note_names(const Node* node, const Callable& function, std::set<std::string_view>& names);
  void note_indexing(const Node* node);
  bool becomes_index(const Node* variable) const;
  bool takes_index(std::string_view name, std::size_t i, bool result);

  // choice.cpp, lambda.cpp
  const CType* chosen_type(const CType* yes, const CType* no) const;
  Value known_choice(const Node* node, bool yes);
  Reading ternary, place_of, lambda;
  bool takes_place(std::string_view name, std::size_t i);
  Value captured(Value value, std::string_view name, const Callable& function, const Place& place);
  void capture(Closure& closure, std::string_view name, const Place& place);
  Change lambda_copy;

  // operators.cpp
  bool may_change_others(const Node* node) const;
  Reading binary, logical;
  bool has_own_logic(const Node* node, const Value& left);
  Value operate(std::string_view mark, const Value& a, const Value& b, const Place& place);
  Value arithmetic(std::string_view mark, const Value& a, const Value& b, const Place& place);
  Value compared(std::string_view mark, const Value& a, const Value& b, const Place& place);
  Value pointer_arithmetic(std::string_view mark, const Value& a, const Value& b,
                           const Place& place);
  Value multiply_add(bool minus, const Value& a, const Value& b, const CType* type);
  std::optional<Value> overloaded(std::string_view mark, std::vector<Given> arguments,
                                  const Place& place);

  // calls.cpp
  Value call(const Node* node);
  std::vector<Given> arguments_of(const Node* node, std::size_t from,
                                  std::string_view function = {});
  Value call_named(const Node* callee, const Node* node);
  std::optional<Value> static_call(const Node* node);
  Value call_member(const Node* callee, const Node* node);
  Value call_value(const Value& callee, std::vector<Given>& arguments, const Place& place);
  std::optional<Candidate> function_for(std::string_view name, const Node* explicit_arguments,
                                        const std::vector<Given>& arguments, const Place& place);
  std::optional<Candidate> method_for(const Value& self, std::string_view name,
                                      const Node* explicit_arguments,
                                      const std::vector<Given>& arguments, const Place& place);
  Value call_function(const Candidate& chosen, std::vector<Given>& arguments, const Place& place);
  std::optional<Value> call_functions(std::string_view name, const Node* explicit_arguments,
                                      std::vector<Given>& arguments, const Place& place);
  std::optional<Value> call_method(const Value& self, std::string_view name,
                                   const Node* explicit_arguments, std::vector<Given>& arguments,
                                   const Place& place);
  Value inlined(const Candidate& candidate, std::vector<Given>& arguments, const Value* self,
                const Place& place);
  Value in_place(const Candidate& candidate, std::vector<Given>& arguments, const Value* self,
                 const Place& place);
  void bind_parameter(const Node* parameter, std::string_view name, const CType* type,
                      Given& argument, const Callable& function);
  const CType* closure_type(const Node* parameter, const Given& argument);
  bool goes_in_place(const Candidate& candidate, bool known, const Place& place);
  void read_braces(const Candidate& candidate, std::vector<Given>& arguments);
  void bind_parameters(const Candidate& candidate, std::vector<Given>& arguments,
                       const Place& place);
  Value call_closure(const Value& callee, std::vector<Given>& arguments, const Place& place);
  Value finished_call(Activation& activation, const Place& place);
  void initial_members(const Callable& constructor, const CType* type, const Value& self);

  // overload.cpp
  std::optional<Candidate> choose(const Functions& functions, const Node* explicit_arguments,
                                  const std::vector<Given>& arguments, const Place& place,
                                  const Value* self = nullptr);
  static bool comes_before(const Candidate& a, const Candidate& b,
                           const std::vector<Given>& arguments);
  bool fits(Candidate& candidate, const Node* explicit_arguments,
            const std::vector<Given>& arguments);
  bool fits_template(Candidate& candidate, Names& names, const std::vector<Given>& arguments,
                     std::size_t fixed);
  void specialize(Candidate& chosen,
                  const std::vector<std::pair<Callable*, const CType*>>& functions);
  static bool operator_applies(const Candidate& candidate, const std::vector<Given>& arguments);
  int fit_argument(const Given& argument, const CType* to);

  // conversion.cpp
  std::optional<Candidate> conversion(const CType* from, const CType* to);
  Functions guides_of(const Structure& structure, std::size_t values, std::list<Callable>& made);
  Change plain_number;
  const CType* deduced_class(const Node* type, const Node* initial);
  std::optional<Value> converted_structure(const Value& value, const CType* to, const Place& place);

  // constant.cpp
  bool known_call(const Candidate& candidate, const std::vector<Given>& arguments,
                  const Value* self) const;
  bool may_change(const Callable& function, std::string_view name) const;
  Reading constant_value;  // of constexpr functions, too
  std::int64_t constant_of(Node* node, const char* what);
  std::optional<Value> evaluated(const Candidate& candidate, std::vector<Given> arguments,
                                 const Place& place);

  void put_computed(const CType* type, const Node* node, const Place& place,
                    std::vector<std::uint8_t>& bytes, std::size_t offset);
  std::optional<std::int64_t> frame_address(Register address) const;
  std::optional<std::uint8_t> known_byte(std::int64_t address) const;
  std::optional<Value> known_value(const Value& from);
  bool bind_table(const Node* node, const Node* initial, const CType* type, int alignment);
  bool moved_in(Memory& memory, const Instruction& each, std::int64_t address,
                std::map<Register, std::int64_t>& values) const;

  // deduce.cpp
  bool unify_argument(const Node* pattern, const Value& value, Names& names,
                      const std::vector<TemplateParameter>& parameters);
  bool unify(const Node* pattern, const CType* type, Names& names,
             const std::vector<TemplateParameter>& parameters, Match how);
  bool unify_value(const Node* pattern, std::int64_t bits, Names& names,
                   const std::vector<TemplateParameter>& parameters);
  bool same_arguments(const std::vector<Node*>& patterns, const std::vector<TemplateValue>& values,
                      const Names& names);
  bool template_names(const std::vector<TemplateParameter>& parameters,
                      const Node* explicit_arguments, Names& names);
  bool settled(const TemplateParameter& parameter, Binding& bound, std::vector<TemplateValue>& all);
  bool template_defaults(const std::vector<TemplateParameter>& parameters, Names& names,
                         std::string& instance);

  // bases.cpp
  Value shifted(const Value& value, const CType* type, int offset, int scalars);
  std::optional<Value> seen_as(const Value& value, const CType* type);
  std::optional<Value> converted_pointer(const Value& pointer, const CType* to);
  const CType* nested_structure(Structure& inner, const CType* outer);
  const CType* local_structure(Structure& inner);
  const CType* inner_structure(Structure& inner, const CType* outer, const std::string& within,
                               std::map<std::string_view, TemplateValue> bindings);
  const CType* scope_type(const Node* node);
  bool names_own_type(std::string_view name) const;
  Value behind(const Node* pointer, std::string_view mark);
  Value object_of(const Node* member);
  void refer(const Value& structure, const Field& field, const Value& to, const Place& place);
  void initial_reference(const Value& structure, const Field& field, const Node* initial);
  bool moves_to_memory(const Value& value);
  Functions constructors_of(const CType* type);
  bool has_constructor(const CType* type);
  bool construct_into(const Value& target, std::vector<Given>& arguments, const Place& place,
                      bool needed);
  void construct_by(const Candidate& constructor, std::vector<Given>& arguments,
                    const Value& object, const Place& place);

  // function_pointers.cpp
  const CType* function_pointer_type(const Node* type);
  bool has_type(Callable& function, const CType* pointer);
  const CType* pointer_type_of(std::string_view function);
  Value pointer_to_function(std::string_view name, const CType* pointer, const Place& place);
  Value call_pointer(const Value& callee, std::vector<Given>& arguments, const Place& place);

  // pack.cpp: parameter packs, and what a template's parameters stand for
  static Binding binding_of(const TemplateValue& value);
  static TemplateValue template_value_of(const Binding& binding);
  std::string_view element_name(std::string_view pack, std::size_t i);
  void bind_pack(Names& names, std::string_view name, const std::vector<Binding>& elements);
  void bind_template(const std::vector<TemplateParameter>& parameters,
                     const std::vector<TemplateValue>& values, Names& names);
  int pack_of(std::string_view name) const;
  void packs_in(const Node* pattern, std::set<std::string_view>& names) const;
  Node* element_of(Node* pattern, const std::set<std::string_view>& packs, std::size_t i);
  std::vector<Node*> elements_of(Node* pattern);
  std::vector<Node*> expanded(const std::vector<Node*>& list, std::size_t from = 0);
  const Node* written_out(const Node* node);
  const Node* pack_type(const Node* parameter, std::size_t i);
  void bind_arguments(const Node* parameter, const std::vector<const CType*>& types,
                      std::vector<Given>& arguments, std::size_t from, const Callable& function);
  Reading variable_template, fold;
  bool unify_list(const std::vector<Node*>& patterns, const std::vector<TemplateValue>& values,
                  Names& names, const std::vector<TemplateParameter>& parameters);
  bool unify_pack(const Node* parameter, const std::vector<Given>& arguments, std::size_t from,
                  Names& names, const std::vector<TemplateParameter>& parameters);

  // statements.cpp
  Statement statement, statement_of, block, perhaps, if_, while_, do_, for_, range_for,
      static_assertion, discard;
  void open(), close();
  void iterate(const Node* node, const Value& range);
  Reading range_of, condition;
  std::vector<std::size_t> loop_body(const Node* body);
  std::optional<std::size_t> leave_unless(const Value& test);

  // switch.cpp
  void switch_(const Node* node);
  Value case_value(const Node* label, std::size_t i, const CType* type);
  Value meets(const Node* label, const Value& value, const Place& place);
  void known_switch(const Node* body, const CType* type, std::int64_t value);

  // return.cpp
  const CType* declared_result(const Callable& function);
  const CType* result_of(const Node* declared, const CType* type);
  void return_(const Node* node);
  Returning returned, returned_place;
  bool returns_copy(const Node* node, const Value& value) const;

  // variables.cpp
  Statement declare, variable, bindings, reference;
  void own_variable(const Node* node, const CType* type, const Value& value, const Value& lies);
  const CType* variable_type(const Node* node, const Node* initial, Value& value);
  void bind(std::string_view name, const Value& value);
  std::size_t first_write(const Value& value) const;
  bool needs_memory(Callable& function, std::string_view name, int depth);
  bool bind_constant(const Node* node, const Node* initial, Value& value, const CType* type);
  Value new_variable(const CType* type, std::string_view name, bool in_frame, int alignment);
  void initialize(const Value& target, const Node* initial, const Place& place);
  Value shared_variable(const Node* node);
  std::size_t add_variable(std::string_view name, Space space, const CType* type, int alignment);

  // objects.cpp
  bool is_copy(const Callable& function, const CType* owner, bool assigns = false);
  bool has_copy(const CType* type, bool assigns);
  void note_objects(CType& made, const Structure& structure);
  void copy(const Value& to, const Value& from, const Place& place, bool assigns = false);
  Change copied, changeable;
  void end_object(Value object, const Place& place);
  void leave(std::size_t first_scope);
  bool has_objects() const;
  void refuse_ends(const CType* type, const Place& place);

  // aggregate.cpp
  void aggregate(const Value& target, const Node* braces);
  void fill(const Value& target, const std::vector<Node*>& kids, std::size_t& next,
            const Place& place);
  void fill_named(const Value& target, const Node* braces);
  void own_value(const Value& target, const Field& field, bool zeroed, const Place& place);
  void zero(const Value& target);
  bool has_own_values(const CType* type);
  void initialize_default(const Value& target, const Place& place);
  void own_values(const Value& target, std::size_t first, bool zeroed, const Place& place);
  struct Elements {
    Value each;
    std::size_t top = 0;
    Register end = none;
  };
  Elements begin_elements(const Value& array, std::int64_t first);
  void next_element(const Elements& elements);

  // intrinsics.cpp …
  std::optional<Value> intrinsic(std::string_view name, const Node* explicit_arguments,
                                 std::vector<Given>& arguments, const Place& place);
  Intrinsic math, bit_function, same_bits, copy_function, atomic, block_function, warp_function,
      shuffle_function, vote_function, match_function, reduce_function;
  Value atomic_of(Atomic what, std::string_view name, std::vector<Value>& values,
                  const Place& place);
  Intrinsic rounded_conversion;  // rounding.cpp
  std::optional<Value> operation(std::string_view name, std::vector<Value>& values,
                                 const CType* general, const Place& place);
  Value copy_memory(std::string_view name, std::vector<Value>& values, const Place& place);
  Value print(std::vector<Given>& arguments, const Place& place);
  Value predicate(const Value& value, const Place& place);
  Value shuffle(Op op, std::vector<Value>& values, const Place& place);
  Value count_of_arguments(std::string_view name, std::size_t expected, std::size_t got,
                           const Place& place);

  // compile.cpp
  const CType* given_type(const Callable& kernel, std::size_t i);
  bool fits(const Callable& kernel);
  Callable* named_kernel(const Node& node);
  Callable* chosen_kernel(Names& names);
  void deduce_kernel(const Callable& kernel, Names& names);
  void kernel_parameters(Callable& kernel);

  Activation& now() { return *active_.back(); }
  const Activation& now() const { return *active_.back(); }
  bool in_prelude() const;  // in our own text
};

}  // namespace loom::cuda

// Every user of it needs these.
#include "core/cuda/lower/scopes.hpp"  // IWYU pragma: export
