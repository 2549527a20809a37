#include "core/cuda/run/machine.hpp"

#include <algorithm>
#include <cstring>

#include "core/cuda/message.hpp"
#include "core/cuda/run/undefined.hpp"

namespace loom::cuda {
namespace {

bool touches_memory(Op op) {
  return op == Op::load || op == Op::store || op == Op::atomic || op == Op::copy_async;
}

// How long an instruction takes this machine, in units of a simple one.
std::int32_t cost(const Instruction& i) {
  if (i.op == Op::atomic || i.op == Op::copy_async) return 40;
  if (touches_memory(i.op)) return 8;
  if (i.op == Op::function || i.op == Op::barrier || i.op == Op::print) return 8;
  if (i.op >= Op::shuffle_index && i.op <= Op::sync_warp) return 6;
  return is_half(i.type) && i.op != Op::copy && i.op != Op::select ? 8 : 1;
}

Array array_of(const Variable& variable, bool one_block) {
  Array out{variable.name,
            variable.element,
            variable.dimensions,
            variable.space == Space::constant,
            {},
            {}};
  out.bytes = variable.initial;
  out.bytes.resize(static_cast<std::size_t>(variable.bytes));
  out.shadow.reset(out.bytes.size(), true, one_block);
  return out;
}
// Bytes between the members of a structure: nobody misses a value there.
bool is_padding(const Shape& shape, std::size_t offset) {
  const auto at = static_cast<int>(offset % static_cast<std::size_t>(std::max(1, shape.size)));
  return std::none_of(shape.scalars.begin(), shape.scalars.end(), [&](const Scalar& each) {
    return at >= each.offset && at < each.offset + size_of(each.type);
  });
}

Array array_of(const Parameter& parameter, const Argument& argument, bool one_block) {
  Array out{argument.name.empty() ? parameter.name : argument.name,
            parameter.shape,
            {},
            false,
            argument.bytes,
            {}};
  out.shadow.reset(out.bytes.size(), argument.written.empty(), one_block);
  for (std::size_t byte = 0; byte < std::min(argument.written.size(), out.bytes.size()); ++byte)
    if (argument.written[byte] != 0 || is_padding(parameter.shape, byte))
      out.shadow.cells().mark(byte / 4, 1u << byte % 4);
  return out;
}

// A thread's frame: bytes that belong to no variable are holes.
std::vector<FrameByte> frame_of(const Code& code) {
  std::vector<FrameByte> out(static_cast<std::size_t>(code.frame_bytes), FrameByte::hole);
  for (const Variable& variable : code.variables) {
    if (variable.space != Space::local) continue;
    const auto first = static_cast<std::size_t>(std::max<std::int64_t>(0, variable.offset));
    for (std::size_t i = first;
         i < std::min(out.size(), first + static_cast<std::size_t>(variable.bytes)); ++i)
      out[i] = is_padding(variable.element, i - first) ? FrameByte::written : FrameByte::unwritten;
  }
  return out;
}

bool has_fences(const Code& code) {
  return std::any_of(code.instructions.begin(), code.instructions.end(),
                     [](const Instruction& i) { return i.op == Op::fence; });
}

}  // namespace

Machine::Machine(const Code& its_code, const Launch& its_launch, bool its_careful)
    : code(its_code),
      launch(its_launch),
      order(has_fences(its_code)),
      tallies(its_code.instructions.size()),
      stamped{none},
      frame(frame_of(its_code)),
      recorder(its_launch.trace) {
  careful = its_careful;
  threads = static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]);
  shared_bytes = static_cast<std::size_t>(code.shared_bytes);
  if (launch.dynamic_shared > 0)
    shared_bytes = (shared_bytes + 15) / 16 * 16 + static_cast<std::size_t>(launch.dynamic_shared);
  const std::vector<bool> powers = constant_powers(code);
  for (std::size_t at = 0; at < code.instructions.size(); ++at) {
    const Instruction& i = code.instructions[at];
    Ready made;
    if (i.op == Op::function)
      made.math = math_function(i.imm, i.type, i.from);
    else if (i.op <= Op::convert && i.op != Op::constant)
      made.function = lane_function(i);
    if (!i.checked && i.b != none && powers[static_cast<std::size_t>(i.b)])
      if (const LaneFunction found = power_function(i.op, i.type)) made.function = found;
    made.cost = cost(i);
    made.result = std::max(i.result, 0);
    made.a = std::max(i.a, 0);
    made.b = std::max(i.b, 0);
    made.c = std::max(i.c, 0);
    if (touches_memory(i.op)) {
      made.patterns = static_cast<std::int32_t>(patterns.size());
      patterns.emplace_back();
      if (stamped.size() <= 255) {
        made.stamp = static_cast<unsigned>(stamped.size());
        for (unsigned byte = 0; byte < 4; ++byte)
          made.stamp_who |= std::uint64_t{made.stamp >> (4 + byte) & 1} << (16 * byte + 15);
        stamped.push_back(static_cast<std::int32_t>(at));
      }
    }
    ready.push_back(made);
  }
  foreign = find_undefined(code, ready, careful);
  for (Ready& each : ready) each.only_computes = each.function && !each.defines && !each.depends;
  const bool one = launch.grid == std::array<std::uint32_t, 3>{1, 1, 1};
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const bool array = code.parameters[i].pointer && !launch.arguments[i].null;
    slots.push_back(array ? memory.add(array_of(code.parameters[i], launch.arguments[i], one))
                          : -1);
  }
  for (const Variable& variable : code.variables) {
    for (std::int64_t i = 0; variable.space == Space::shared && i < variable.bytes; ++i)
      if (is_padding(variable.element, static_cast<std::size_t>(i)))
        shared_padding.push_back(static_cast<std::size_t>(variable.offset + i));
    const bool array = variable.space == Space::global || variable.space == Space::constant;
    variable_slots.push_back(array ? memory.add(array_of(variable, one)) : -1);
  }
  place_strings();
}

// Variables that hold addresses of strings get them.
void Machine::place_strings() {
  const auto text = std::find_if(code.variables.begin(), code.variables.end(),
                                 [](const Variable& each) { return each.characters; });
  if (text == code.variables.end()) return;
  const Address first =
      window::array(variable_slots[static_cast<std::size_t>(text - code.variables.begin())]);
  for (std::size_t i = 0; i < code.variables.size(); ++i)
    for (const std::int64_t offset : code.variables[i].strings) {
      std::uint8_t* bytes = memory.at(variable_slots[i]).bytes.data() + offset;
      Address address = 0;
      std::memcpy(&address, bytes, sizeof address);
      address += first;
      std::memcpy(bytes, &address, sizeof address);
    }
}

Index3 Machine::thread_index(int thread) const {
  const auto at = static_cast<std::uint32_t>(thread);
  return {at % launch.block[0], at / launch.block[0] % launch.block[1],
          at / launch.block[0] / launch.block[1]};
}

Index3 Machine::block_index(std::uint32_t number) const {
  return {number % launch.grid[0], number / launch.grid[0] % launch.grid[1],
          number / launch.grid[0] / launch.grid[1]};
}

void Machine::out_of_steps(const char* why, std::int32_t pc) {
  if (stopped) return;
  stopped = true;
  Finding* const finding = findings.add(Fault::step_limit, 0, 0, 1);
  if (!finding) return;
  finding->place = place(pc);
  finding->message =
      message("%: the run ends after % steps, and memory is as it was left", {why, steps});
}

}  // namespace loom::cuda
