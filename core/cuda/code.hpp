// What a kernel becomes: a list of instructions for one warp, each over 32 lanes.
//
// A register holds a value of 64 bits for each lane. How a value lies in them:
//   i8 i16 i32   extended with its sign; u8 u16 u32 boolean: with zeros
//   f16 bf16 f32 in the low bits, zeros above
//   i64 u64 f64  all 64 bits; a pointer is a u64, an address as run/memory.hpp hands them out
// Vectors and structs lie in as many registers as they have scalars, one after another. Variables
// whose address is taken, and arrays, lie in the thread's frame (`Variable` below). Functions are
// put in place of their calls.
//
// Instructions lie so that lanes which part at a branch meet again where the nearest common
// instruction is the first with a higher number than both sides: the machine always runs the lanes
// with the lowest instruction number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loom::cuda {

// Functions take a reference: WebAssembly passes two numbers at once through memory, and each call
// would copy them there.
struct Place {
  int line = 0,
      column = 0;  // from 1, of the source text; a macro's expansion stands where the macro is used
};

enum class Type : std::uint8_t {
  boolean,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  f16,
  bf16,
  f32,
  f64
};

constexpr int size_of(Type type) {
  constexpr int bytes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
  return bytes[static_cast<int>(type)];
}

using Register = std::int32_t;
inline constexpr Register none = -1;

enum class Op : std::uint8_t {
  // result ← imm (the same bits for all lanes), ← a
  constant,
  copy,
  // result ← a ∘ b in `type`. Integers wrap (with `checked`, a signed result that does not fit is a
  // finding). div and
  // rem of integers round towards zero; by zero they give a finding and 0. Shifts by more than the
  // width give 0 (or the
  // sign). min and max of floats take the number where one is NaN.
  add,
  sub,
  mul,
  div,
  rem,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  min,
  max,
  mul_high,
  // result ← a · b + c: for floats with one rounding
  fma,
  // result ← −a, ¬a, |a| in `type`
  negate,
  bit_not,
  absolute,
  // boolean result ← a ∘ b in `type`; comparisons with NaN are those of C
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  // result ← a ? b : c
  select,
  // result in `type` ← a in `from`, as a cast does: to integers towards zero, floats to nearest
  // even. A float that does
  // not fit an integer gives the nearest one, NaN 0, as hardware does.
  convert,
  // result in `type` ← function number imm (enum class Function, functions.hpp) of a, b, c in
  // `from`
  function,
  // threadIdx.x … : result ← special number imm (enum class Special)
  special,

  // Memory. The address is a + imm; `count` scalars of `type` lie one after another, in as many
  // registers from `result`
  // (load) or `b` (store): one request of count · size bytes a lane.
  load,
  store,
  // result ← what was there; b: the operand (compare-and-swap: b compares, c is put). imm: enum
  // class Atomic. Without
  // a result: none. Its order and scope: all are relaxed and of the whole GPU.
  atomic,
  // cp.async: copies `count` bytes from b to shared a, the first c (or none: all) of them, zeros
  // behind. Done at once in
  // memory; until the wait that covers it, reading is a race.
  copy_async,
  copy_async_commit,
  copy_async_wait,  // wait: until at most imm groups are open (−1: none, and no group)
  // __threadfence and its kin: nothing but order, which the machine keeps anyway
  fence,

  // Warp. a: the mask, b: the value, c: lane or delta, imm: width for shuffles.
  shuffle_index,
  shuffle_up,
  shuffle_down,
  shuffle_xor,  // result in `type`
  vote_any,
  vote_all,
  vote_ballot,
  vote_uniform,
  match_any,
  match_all,  // match_all: `result` + 1 is the predicate
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_and,
  reduce_or,
  reduce_xor,
  active_mask,
  sync_warp,

  // Block. barrier: imm 0 plain; 1 count, 2 and, 3 or of predicate b, the answer in `result`.
  barrier,

  // A variable declared without a value, for lanes that reach it, and a use of it: a finding where
  // `a` was not written.
  undefine,
  use,

  // To the instruction number imm: always; where a is true; where a is false. exit: the thread is
  // done.
  jump,
  branch_true,
  branch_false,
  exit,

  // printf: the text is texts[imm], its `count` arguments lie from register a on, their types in
  // texts[imm].types.
  // assertion: where a is false: the finding, with texts[imm]. trap: always.
  print,
  assertion,
  trap,
};

enum class Special : std::uint8_t {
  thread_x,
  thread_y,
  thread_z,
  block_x,
  block_y,
  block_z,
  block_size_x,
  block_size_y,
  block_size_z,
  grid_size_x,
  grid_size_y,
  grid_size_z,
  lane,
  warp,            // of the thread, in its block
  dynamic_shared,  // the address of the dynamic shared memory
  frame,           // the address of the thread's frame
};

enum class Atomic : std::uint8_t {
  add,
  sub,
  min,
  max,
  exchange,
  compare_and_swap,
  increment,
  decrement,
  bit_and,
  bit_or,
  bit_xor
};

struct Instruction {
  Op op;
  Type type = Type::i32, from = Type::i32;
  bool checked = false;  // signed overflow is a finding: the value becomes an index
  std::uint8_t count = 1;
  Register result = none, a = none, b = none, c = none;
  std::int64_t imm = 0;
  std::int32_t place = 0;  // index into Code::places
  std::int32_t copy =
      0;  // which call put it here: 0 the kernel itself, else a number for each call
  bool strong =
      false;  // load, store: through volatile; of global memory, it counts as a relaxed atomic
  bool at_once = false;  // atomic: shared memory serves all lanes of one address in one pass
  bool whole = false;    // load, store: of a structure, which may lack members
};

// How many registers it writes, from `result` on.
inline int registers_written(const Instruction& i) {
  if (i.result == none) return 0;
  if (i.op == Op::match_all) return 2;
  return i.op == Op::load || i.op == Op::atomic ? i.count : 1;
}

// The scalars of a type, at their offsets: what a struct, a vector or an array element is made of.
struct Scalar {
  std::string name;  // "x" of a float4, "position.x" of a struct, "" of a plain scalar
  int offset = 0;
  Type type = Type::i32;
};
struct Shape {
  std::string name;  // as C++ spells it, without const: "float4"
  int size = 0, alignment = 1;
  std::vector<Scalar> scalars;
};

enum class Space : std::uint8_t { global, constant, shared, local };

// Something that lies in memory, of `dimensions` (none: one element) of `element`.
struct Variable {
  std::string name;
  Space space = Space::global;
  std::int64_t offset = 0;  // shared: in the block's shared memory; local: in the frame; else: of
                            // the place in `initial`
  std::int64_t bytes = 0;   // dynamic shared memory: 0
  Shape element;
  std::vector<std::int64_t> dimensions;
  std::vector<std::uint8_t> initial;  // __device__ and __constant__: their bytes before the launch
  bool characters = false;            // it holds those of all strings
  std::vector<std::int64_t> strings;  // where in `initial` the address of that variable is added
  Register address = none;            // the machine puts the address here before the kernel begins
};

struct Parameter {
  std::string name;
  bool pointer = false, read_only = false;  // pointer to const
  Shape shape;                              // of the value, or of what it points to
  Register first = none;                    // a pointer: one register; a value: one for each scalar
  bool named_alike = false;                 // the launch names this type, perhaps by another name
};

struct Text {
  std::string text;
  std::vector<Type>
      types;  // printf: of its arguments; a string argument is a u64, the number of a text
};

// A variable of the source in registers, for traces.
struct Named {
  std::string name;
  Register first = none;
  Shape shape;
  std::int32_t from = 0, to = 0;  // instructions during which it exists
};

struct Code {
  std::string kernel;
  std::vector<Instruction> instructions;
  std::vector<Place> places;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables;
  std::vector<Text> texts;
  std::vector<Named> names;
  Register registers = 0;
  std::int64_t shared_bytes = 0, frame_bytes = 0;  // static shared memory; of one thread
  int max_threads = 1024;                          // a block's: __launch_bounds__
};

}  // namespace loom::cuda
