// Writes random kernels that C++ and CUDA define completely.
//
// Each integer expression comes with the values that it can have, so that indices stay inside,
// nothing overflows with a sign and no divisor is 0. Operands whose order C++ leaves open never
// change what the others read: `unsequenced` keeps what is read and written apart.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "tests/core/cuda/random/program.hpp"

namespace loom::random_kernels {

// How tightly the outermost operator of a text binds.
enum Level {
  comma_level = 1,
  assignment_level = 3,
  or_level,
  and_level,
  bit_or_level,
  bit_xor_level,
  bit_and_level,
  equality_level,
  relation_level,
  shift_level,
  sum_level,
  product_level,
  unary_level = 15,
  primary
};

struct Expression {
  std::string text;
  Scalar type = Scalar::i32;
  Range range{};  // of an integer
  int level = primary;
};

using Bits = std::uint64_t;  // sets of memory: a bit for each variable, perhaps shared

struct Place {  // where a value can be read and perhaps written
  Expression value;
  Bits bits = 0;
  bool counter = false;
};

struct Function;

struct Member {
  std::string name;
  Scalar type = Scalar::i32;
  int count = 0;  // of an array
};

struct Structure {
  std::string name;
  std::vector<Member> members;
  std::vector<Function> methods;
  bool constructor = false, adds = false, compares = false;
  bool vector = false;  // one of CUDA's: int2 …
};

struct Variable {
  enum Kind { scalar, array, pointer, structure } kind = scalar;
  std::string name;
  Scalar type = Scalar::i32;  // of it, or of its elements
  Range range{};
  Bits bits = 0;
  bool writable = true;
  bool counter = false;     // never far from 0: it changes by small steps only
  std::vector<int> counts;  // of an array, or of what is behind a pointer
  int below = 0;            // how many elements are before the one that a pointer points to
  std::string own;          // an array of all threads: where this thread's part begins
  int of = 0;               // which structure
  bool local = false;       // its address may be taken
  bool part = false;        // of a structure that was taken apart: lambdas cannot see it
};

struct Parameter {
  enum Kind { value, reference, constant_reference, pointer } kind = value;
  Scalar type = Scalar::i32;
  int count = 0;  // behind a pointer
  Range range{};  // of a value
  int of = -1;    // a structure
  bool constant = false;
};

struct Function {               // of the device, of a structure, or a lambda
  std::string name, arguments;  // of a template: "<int, 4>"
  std::optional<Scalar> result;
  std::vector<Parameter> parameters;
  Bits reads = 0, writes = 0;  // of what it can see
  bool constant = true;        // a member that changes nothing
  bool defaults = false;       // the last argument may be left out
  bool exact = false;          // an argument must have its parameter's type
};

struct Enumeration {
  std::string name;
  std::vector<std::string> values;  // as expressions name them
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  Program program();

 private:
  struct Scope {
    std::vector<Variable> variables;
    std::vector<Function> lambdas;
  };
  // choices.cpp
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound)));
  }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& any(const std::vector<T>& of) {
    return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
  }
  Scalar any_integer();
  Scalar any_scalar();
  std::string spell(Scalar type);
  std::string fresh(const char* start);
  Bits fresh_bit();
  std::string at(const Expression& of, int level);
  Expression literal(Scalar type);
  Expression small(int value);  // a literal
  Expression real_literal(Scalar type);
  template <class F, class G>
  void unsequenced(F first, G second) {
    const Bits reads = std::exchange(reads_, 0), writes = std::exchange(writes_, 0);
    const Bits no_read = no_read_, no_write = no_write_;
    first();
    no_read_ |= writes_;
    no_write_ |= reads_ | writes_;
    second();
    reads_ |= reads;
    writes_ |= writes;
    no_read_ = no_read;
    no_write_ = no_write;
  }
  std::pair<Expression, Expression> two(Expression (Generator::*make)(int), int depth);

  // integers.cpp
  Expression integer(int depth);
  Expression integer_leaf(int depth);
  Expression combine(char operation, Expression a, Expression b);
  Expression tamed(Expression of, Wide bound);
  Expression sum_or_product(int depth);
  Expression quotient(int depth);
  Expression shift(int depth);
  Expression bitwise(int depth);
  Expression unary(int depth);
  Expression cast(const Expression& of, Scalar to);
  Expression from_real(int depth, Scalar to, bool by_cast);
  Expression index(int count, int depth);
  Expression positive(Expression of);

  // conditions.cpp
  Expression condition(int depth);
  Expression comparison(int depth);
  Expression choice(int depth, bool real);
  Expression numeric(int depth);
  Expression as(Scalar type, int depth);
  Expression with_range(const Range& range, Scalar type, int depth);
  Expression truth(int depth);

  // reals.cpp
  Expression real(int depth);
  Expression real_function(int depth);
  Expression number_of_bits(int depth);

  // intrinsics.cpp
  Expression intrinsic(int depth);

  // places.cpp
  bool can_read(Bits bits) const { return (bits & no_read_) == 0; }
  bool can_write(Bits bits) const { return (bits & (no_read_ | no_write_)) == 0; }
  template <class F>
  std::optional<Place> place(bool written, int depth, F wanted);
  std::optional<Place> any_place(bool written, int depth, bool reals);
  std::optional<Place> place_of(bool written, int depth, Scalar type);
  Place element(const Variable& of, int depth);
  Place member(const Variable& of, const Member& which, int depth);
  const Variable* any_variable(Variable::Kind kind, bool written);
  void note(const Place& of, bool written);

  // effects.cpp
  std::optional<Expression> effect(int depth, bool reals);
  std::optional<Expression> changed(int depth, bool reals);
  Expression changed_integer(const Place& to, bool plain, int depth);
  Expression changed_real(const Place& to, bool plain, int depth);
  Expression operand(const Place& to, const std::string& mark, int depth);
  std::optional<Expression> call(int depth, bool reals);
  std::optional<Expression> invoke(const Function& which, const std::string& before, int depth);
  bool argument(const Parameter& parameter, bool exact, int depth, std::string& text);
  bool pointer_argument(const Parameter& parameter, std::string& text);
  std::optional<Expression> method_call(int depth, bool reals);

  // statements.cpp
  void line(const std::string& text);
  void begin();  // of a full expression: all before it is done
  void open(const std::string& text);
  void close(const std::string& text = "}");
  void statements(int depth, int count);
  void statement(int depth);
  void assign(int depth);
  void if_constant(int depth);
  void switch_of_enumeration(int depth);
  void if_(int depth);
  void switch_(int depth);
  void leave();

  // loops.cpp
  void loop(int depth);
  void for_(int depth);
  void while_(int depth);
  void do_(int depth);
  void range_for(int depth);
  void walk(int depth);

  // variables.cpp
  void declare(int depth);
  void declare_scalar(int depth);
  void declare_late(int depth);
  void declare_array(int depth);
  void declare_structure(int depth);
  void declare_reference(int depth);
  void declare_pointer(int depth);
  void declare_lambda(int depth);
  void declare_parts(int depth);
  Variable& add(Variable::Kind kind, const std::string& name, Scalar type);

  // functions.cpp
  void head();
  void constants();
  void enumeration();
  void vectors();
  void operators(Structure& of);
  void define_structure();
  void method(Structure& of, int index);
  void define_function();
  void define_overloads();
  std::string declared(const Parameter& parameter, const std::string& name);
  void body(const Function& function, int depth);

  // together.cpp
  void meet(int depth);
  void exchange(int depth);
  void shuffle(int depth);
  void vote(int depth);
  void block_vote(int depth);
  void shared_atomic(int depth);
  void global_atomic(int depth);
  void own_atomic(int depth);
  void part_of_warp(int depth);

  // kernel.cpp
  void launch();
  void parameters(std::string& list);
  void own_parts();
  void results();
  std::vector<std::uint8_t> values(Scalar type, int count);

  Random random_;
  Program made_;
  std::string text_;
  int indent_ = 0, names_ = 0, bit_ = 0;
  Bits reads_ = 0, writes_ = 0, no_read_ = 0, no_write_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Structure> structures_;
  std::vector<Function> functions_;
  std::vector<Expression> constants_;
  std::vector<Enumeration> enumerations_;
  std::optional<Scalar> result_;  // of the function being written
  bool in_kernel_ = false, may_return_ = false;
  bool uniform_ = false;  // all threads of the block come here together
  bool may_break_ = false, may_continue_ = false;
  int loops_ = 0, left_ = 0;  // loops around, statements that may still be written
  Bits all_reads_ = 0, all_writes_ = 0;
  int threads_ = 1;  // of a block
  struct Sum {       // an array that all threads change by one operation
    std::string name;
    Scalar type;
    std::vector<std::string> operations;
  };
  std::vector<Sum> sums_;
};

}  // namespace loom::random_kernels
