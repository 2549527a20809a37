// Code made by hand, for tests of the machine without the front end. Each instruction has a line of
// its own, from 1.
#pragma once

#include <string>
#include <vector>

#include "core/cuda/run/run.hpp"

namespace loom::test {

class Assembler {
 public:
  cuda::Code code;

  Assembler() { code.kernel = "kernel"; }

  cuda::Register fresh(int count = 1) {
    code.registers += count;
    return code.registers - count;
  }
  // The next instruction's number.
  int here() const { return static_cast<int>(code.instructions.size()); }

  int emit(cuda::Instruction instruction) {
    const int line = here() + 1;
    code.places.push_back({line, 1});
    instruction.place = line - 1;
    code.instructions.push_back(instruction);
    return line - 1;
  }
  cuda::Register op(cuda::Op op, cuda::Type type, cuda::Register a, cuda::Register b = cuda::none,
                    cuda::Register c = cuda::none, std::int64_t imm = 0) {
    const cuda::Register result = fresh();
    emit({.op = op,
          .type = type,
          .from = type,
          .result = result,
          .a = a,
          .b = b,
          .c = c,
          .imm = imm});
    return result;
  }
  void into(cuda::Register result, cuda::Op op, cuda::Type type, cuda::Register a,
            cuda::Register b = cuda::none, cuda::Register c = cuda::none) {
    emit({.op = op, .type = type, .from = type, .result = result, .a = a, .b = b, .c = c});
  }
  cuda::Register constant(std::int64_t value) {
    const cuda::Register result = fresh();
    emit({.op = cuda::Op::constant, .result = result, .imm = value});
    return result;
  }
  cuda::Register special(cuda::Special which) {
    const cuda::Register result = fresh();
    emit({.op = cuda::Op::special, .result = result, .imm = static_cast<std::int64_t>(which)});
    return result;
  }
  // blockIdx.x · blockDim.x + threadIdx.x
  cuda::Register global_index() {
    using enum cuda::Special;
    return op(cuda::Op::fma, cuda::Type::i64, special(block_x), special(block_size_x),
              special(thread_x));
  }
  // pointer + index · size
  cuda::Register at(cuda::Register pointer, cuda::Register index, int size) {
    return op(cuda::Op::fma, cuda::Type::i64, index, constant(size), pointer);
  }
  cuda::Register load(cuda::Type type, cuda::Register address, int count = 1) {
    const cuda::Register result = fresh(count);
    emit({.op = cuda::Op::load,
          .type = type,
          .count = static_cast<std::uint8_t>(count),
          .result = result,
          .a = address});
    return result;
  }
  void store(cuda::Type type, cuda::Register address, cuda::Register value, int count = 1) {
    emit({.op = cuda::Op::store,
          .type = type,
          .count = static_cast<std::uint8_t>(count),
          .a = address,
          .b = value});
  }
  cuda::Register atomic(cuda::Atomic how, cuda::Type type, cuda::Register address, cuda::Register b,
                        cuda::Register c = cuda::none) {
    const cuda::Register result = fresh();
    emit({.op = cuda::Op::atomic,
          .type = type,
          .result = result,
          .a = address,
          .b = b,
          .c = c,
          .imm = static_cast<std::int64_t>(how)});
    return result;
  }
  void simple(cuda::Op op) { emit({.op = op}); }
  int branch(cuda::Op op, cuda::Register condition, int target = 0) {
    return emit({.op = op, .a = condition, .imm = target});
  }
  int jump(int target = 0) { return emit({.op = cuda::Op::jump, .imm = target}); }
  void land(int branch) { code.instructions[static_cast<std::size_t>(branch)].imm = here(); }

  static cuda::Shape shape(cuda::Type type) {
    const int size = cuda::size_of(type);
    return {"element", size, size, {{"", 0, type}}};
  }
  cuda::Register pointer(const std::string& name, cuda::Type type) {
    const cuda::Register at = fresh();
    code.parameters.push_back({name, true, false, shape(type), at});
    return at;
  }
  // An array in shared memory or in the frame; the register holds its address.
  cuda::Register array(cuda::Space space, const std::string& name, cuda::Type type,
                       std::int64_t length) {
    std::int64_t& end = space == cuda::Space::shared ? code.shared_bytes : code.frame_bytes;
    cuda::Variable variable;
    variable.name = name;
    variable.space = space;
    variable.offset = end;
    variable.bytes = length * cuda::size_of(type);
    variable.element = shape(type);
    variable.dimensions = {length};
    variable.address = fresh();
    end = (end + variable.bytes + (space == cuda::Space::local ? 16 : 0) + 15) / 16 * 16;
    code.variables.push_back(variable);
    return variable.address;
  }
};

// An array argument of n elements, each `value`; or without any value.
template <class T>
cuda::Argument filled(std::size_t n, T value) {
  cuda::Argument out;
  out.pointer = true;
  out.bytes.resize(n * sizeof(T));
  for (std::size_t i = 0; i < n; ++i)
    std::memcpy(out.bytes.data() + i * sizeof(T), &value, sizeof(T));
  return out;
}
template <class T>
cuda::Argument array_of(const std::vector<T>& values) {
  cuda::Argument out;
  out.pointer = true;
  out.bytes.resize(values.size() * sizeof(T));
  std::memcpy(out.bytes.data(), values.data(), out.bytes.size());
  return out;
}
inline cuda::Argument unwritten(std::size_t bytes) {
  cuda::Argument out;
  out.pointer = true;
  out.bytes.resize(bytes);
  out.written.assign(bytes, 0);
  return out;
}
template <class T>
std::vector<T> values_of(const std::vector<std::uint8_t>& bytes) {
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

}  // namespace loom::test
