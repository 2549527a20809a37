#include "core/memory/own_index.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/expression/expression.hpp"
#include "core/layout/parse.hpp"

namespace loom::memory {

using Indices = std::array<std::int64_t, warp_lanes>;

namespace {

bool is_layout(std::string_view text) {
  const auto has = [&](std::string_view any) { return text.find_first_of(any) != text.npos; };
  if (has("?")) return false;
  if (has(":")) return true;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  for (std::string_view name : {"Layout", "make_layout", "Sw", "S<", "cute"})
    if (text.starts_with(name)) return true;
  const bool word = std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return has(",") && !word;
}

Result<Indices> layout_indices(std::string_view text) {
  const Result<layout::SwizzledLayout> parsed = layout::parse_swizzled(text);
  if (!parsed) return parsed.error();
  if (const std::int64_t size = layout::size(parsed->layout); size < warp_lanes)
    return Error{"a layout of size " + std::to_string(size) + ", expected one for " +
                 std::to_string(warp_lanes) + " lanes or more"};
  Indices indices{};
  for (int lane = 0; lane < warp_lanes; ++lane)
    indices[static_cast<std::size_t>(lane)] = (*parsed)(lane);
  return indices;
}

}  // namespace

Result<Indices> own_indices(std::string_view text) {
  if (is_layout(text)) return layout_indices(text);
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
