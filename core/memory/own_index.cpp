#include "core/memory/own_index.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/expression/expression.hpp"

namespace loom::memory {

using Indices = std::array<std::int64_t, warp_lanes>;

Result<Indices> own_indices(std::string_view text) {
  const Result<expression::Expression> parsed = expression::parse(text);
  if (!parsed) return parsed.error();
  Indices indices{};
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Result<std::int64_t> index = parsed->at({.lane = lane});
    if (!index) return index.error();
    indices[static_cast<std::size_t>(lane)] = *index;
  }
  return indices;
}

Result<LaneIndices> own_elements(std::string_view text, int last) {
  const Result<Indices> indices = own_indices(text);
  if (!indices) return indices.error();
  LaneIndices elements{};
  for (std::size_t lane = 0; lane < elements.size(); ++lane) {
    const std::int64_t index = (*indices)[lane];
    if (index < 0 || index > last)
      return Error{"lane " + std::to_string(lane) + " has element " + std::to_string(index) +
                   ", expected 0 to " + std::to_string(last)};
    elements[lane] = static_cast<int>(index);
  }
  return elements;
}

Result<FromAddresses> from_addresses(const Indices& addresses, int width) {
  constexpr std::int64_t last = std::numeric_limits<int>::max();
  FromAddresses found;
  const std::int64_t least = *std::min_element(addresses.begin(), addresses.end());
  found.base = least & ~std::int64_t{line_bytes - 1};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::int64_t address = addresses[lane];
    const std::string entry =
        "entry " + std::to_string(lane + 1) + ", address " + std::to_string(address) + ", ";
    if (address < 0) return Error{entry + "is below 0"};
    if (address % width != 0)
      return Error{entry + "is not a multiple of " + std::to_string(width) +
                   " bytes; the hardware refuses a misaligned address"};
    const std::int64_t element = (address - found.base) / width;
    if (element > last)
      return Error{entry + "is " + std::to_string(element) +
                   " elements from the smallest, expected " + std::to_string(last) + " at most"};
    found.elements[lane] = static_cast<int>(element);
  }
  return found;
}

}  // namespace loom::memory
