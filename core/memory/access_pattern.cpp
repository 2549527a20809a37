#include "core/memory/access_pattern.hpp"

#include <optional>
#include <string>

#include "core/random.hpp"

namespace loom::memory {
namespace {

std::optional<Error> check(const char* option, int value, int minimum, int maximum) {
  if (value >= minimum && value <= maximum) return std::nullopt;
  return Error{std::string(option) + ": got " + std::to_string(value) +
               ", expected a whole number from " + std::to_string(minimum) + " to " +
               std::to_string(maximum)};
}

}  // namespace

Result<LaneIndices> element_indices(const PatternOptions& options) {
  if (auto error = check("stride", options.stride, 1, 32)) return *error;
  if (auto error = check("offset", options.offset, 0, 31)) return *error;
  if (auto error = check("struct_elements", options.struct_elements, 1, 32)) return *error;
  int step = 1;
  if (options.pattern == Pattern::strided) step = options.stride;
  if (options.pattern == Pattern::field) step = options.struct_elements;
  if (options.pattern == Pattern::broadcast) step = 0;
  LaneIndices indices{};
  for (int lane = 0; lane < warp_lanes; ++lane)
    indices[static_cast<std::size_t>(lane)] = options.offset + lane * step;
  Random random(options.seed);
  if (options.pattern == Pattern::shuffled) random.shuffle(std::span<int>(indices));
  if (options.pattern == Pattern::random)
    for (int& index : indices)
      index =
          (options.offset + static_cast<int>(random.below(pattern_elements))) % pattern_elements;
  return indices;
}

WarpAccess element_access(const LaneIndices& indices, int width) {
  WarpAccess access;
  access.width = width;
  for (std::size_t lane = 0; lane < indices.size(); ++lane)
    access.offsets[lane] = std::int64_t{indices[lane]} * width;
  return access;
}

}  // namespace loom::memory
