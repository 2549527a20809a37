#include "core/cuda/run/launch.hpp"

#include <algorithm>
#include <limits>

#include "core/cuda/message.hpp"
#include "core/cuda/run/memory.hpp"
#include "core/device/capability.hpp"
#include "core/sm/occupancy.hpp"

namespace loom::cuda {
namespace {

constexpr long long most_blocks = (1 << 24) - 1;

Error got(std::string_view what, long long value, const char* expected, const Parts& parts = {}) {
  return {message("%: expected %, got %", {what, message(expected, parts), value})};
}

std::optional<Error> bad_sizes(const Code& code, const Launch& launch) {
  constexpr long long grid_most[] = {2147483647, 65535, 65535}, block_most[] = {1024, 1024, 64};
  const char* axes[] = {"x", "y", "z"};
  long long blocks = 1, threads = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const long long grid = launch.grid[i], block = launch.block[i];
    if (grid < 1 || grid > grid_most[i])
      return got(message("grid %", {axes[i]}), grid, "1 to %", {grid_most[i]});
    if (block < 1 || block > block_most[i])
      return got(message("block %", {axes[i]}), block, "1 to %", {block_most[i]});
    blocks *= grid;
    threads *= block;
    if (blocks > most_blocks)
      return got("blocks of the grid", blocks, "at most % here", {most_blocks});
  }
  const int most = std::min(device::max_threads_per_block, code.max_threads);
  if (threads <= most) return std::nullopt;
  const bool bounds = code.max_threads < device::max_threads_per_block;
  return got("threads of a block", threads, "at most %%",
             {most, bounds ? ", as __launch_bounds__ says" : ""});
}

std::optional<Error> bad_shared(const Code& code, const Launch& launch,
                                const device::Capability& chip) {
  if (launch.dynamic_shared < 0)
    return got("dynamic shared memory", launch.dynamic_shared, "0 bytes or more");
  if (code.shared_bytes > device::shared_without_opt_in)
    return got("static shared memory", code.shared_bytes, "at most % bytes",
               {device::shared_without_opt_in});
  const long long fixed =
      launch.dynamic_shared > 0 ? (code.shared_bytes + 15) / 16 * 16 : code.shared_bytes;
  const long long both =
      fixed + std::min(launch.dynamic_shared, std::numeric_limits<long long>::max() - fixed);
  if (both <= chip.shared_per_block) return std::nullopt;
  return got("shared memory of a block", both, "at most % bytes for compute capability %",
             {chip.shared_per_block, chip.name});
}

std::optional<Error> bad_argument(const Parameter& parameter, const Argument& argument,
                                  std::size_t number) {
  const std::string name = message("argument %, '%'", {number + 1, parameter.name});
  if (parameter.pointer != argument.pointer)
    return Error{message("%: expected %%, got %",
                         {name, parameter.pointer ? "an array of " : "a value of type ",
                          parameter.shape.name, argument.pointer ? "an array" : "a value"})};
  if (!parameter.pointer) {
    if (argument.scalars.size() == parameter.shape.scalars.size()) return std::nullopt;
    return got(name, static_cast<long long>(argument.scalars.size()), "% numbers",
               {parameter.shape.scalars.size()});
  }
  if (!argument.written.empty() && argument.written.size() != argument.bytes.size())
    return Error{message("%: a shadow of another size", {name})};
  return std::nullopt;
}

std::optional<Error> bad_arguments(const Code& code, const Launch& launch) {
  if (launch.arguments.size() != code.parameters.size())
    return got("arguments", static_cast<long long>(launch.arguments.size()), "% for '%'",
               {code.parameters.size(), code.kernel});
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (std::optional<Error> error = bad_argument(code.parameters[i], launch.arguments[i], i))
      return error;
  if (launch.arguments.size() + code.variables.size() >
      static_cast<std::size_t>(window::most_slots))
    return Error{"too many arrays and variables"};
  return std::nullopt;
}

// Of an array's byte and its shadow, as large as elements of this kind can make it.
long long bytes_each(const Shape& element) {
  const bool small = std::any_of(element.scalars.begin(), element.scalars.end(),
                                 [](const Scalar& scalar) { return size_of(scalar.type) < 4; });
  return small ? 7 : 4;
}

std::optional<Error> too_much_memory(const Code& code, const Launch& launch) {
  long long bytes = 0;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    bytes += static_cast<long long>(launch.arguments[i].bytes.size()) *
             bytes_each(code.parameters[i].shape);
  for (const Variable& variable : code.variables)
    if (variable.space == Space::global || variable.space == Space::constant)
      bytes += variable.bytes * bytes_each(variable.element);
  const long long threads =
      static_cast<long long>(launch.block[0]) * launch.block[1] * launch.block[2];
  bytes += (code.shared_bytes + launch.dynamic_shared) * 4 + code.frame_bytes * threads * 2;
  bytes += (threads + warp_lanes - 1) / warp_lanes * code.registers *
           static_cast<long long>(sizeof(Lanes));
  if (bytes <= launch.limits.memory) return std::nullopt;
  return got("memory for arrays, their shadows and a block", bytes, "at most % bytes",
             {launch.limits.memory});
}

const device::Capability* chip_of(const Launch& launch) {
  return device::find_capability(launch.capability);
}

}  // namespace

std::optional<Error> refused(const Code& code, const Launch& launch) {
  const device::Capability* chip = chip_of(launch);
  if (!chip) {
    std::string known;
    for (const device::Capability& each : device::capabilities())
      known += (known.empty() ? "" : ", ") + std::string(each.name);
    return Error{
        message("unknown compute capability '%', expected one of %", {launch.capability, known})};
  }
  if (launch.sms < 1 || launch.sms > 1'000) return got("multiprocessors", launch.sms, "1 to 1000");
  if (auto error = bad_sizes(code, launch)) return error;
  if (auto error = bad_shared(code, launch, *chip)) return error;
  if (auto error = bad_arguments(code, launch)) return error;
  return too_much_memory(code, launch);
}

Result<int> resident_blocks(const Code& code, const Launch& launch) {
  const sm::Kernel kernel{
      .threads = static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]),
      .registers = 0,
      .static_shared = static_cast<int>(code.shared_bytes),
      .dynamic_shared = static_cast<int>(launch.dynamic_shared)};
  const Result<sm::Occupancy> found = sm::occupancy(*chip_of(launch), kernel);
  if (!found) return found.error();
  if (found->blocks < 1)
    return Error{message("no multiprocessor of compute capability % holds a block of this size",
                         {launch.capability})};
  return found->blocks * launch.sms;
}

}  // namespace loom::cuda
