#include "core/memory/tma.hpp"

#include <algorithm>
#include <bit>

#include "core/layout/swizzle.hpp"

namespace loom::memory {
namespace {

constexpr std::int64_t most_pitch = (std::int64_t{1} << 40) - 1;

bool within(std::int64_t value, std::int64_t least, std::int64_t most) {
  return least <= value && value <= most;
}

std::optional<TmaRefusal> multiple(TmaRule rule, std::int64_t value, std::int64_t of) {
  if (value % of == 0) return std::nullopt;
  return TmaRefusal{rule, value, of};
}

std::optional<TmaRefusal> range(TmaRule rule, std::int64_t value, std::int64_t least,
                                std::int64_t most) {
  if (within(value, least, most)) return std::nullopt;
  return TmaRefusal{rule, value, value < least ? least : most};
}

// Along one axis. What lies behind the last coordinate of a longer side was never measured.
std::optional<TmaRefusal> coordinates(TmaRule rule, std::int64_t first, std::int64_t box,
                                      std::int64_t side) {
  if (const auto refused = range(rule, first, tma_least_coordinate, tma_most_coordinate))
    return refused;
  return range(rule, std::min(first + box, side) - 1, tma_least_coordinate, tma_most_coordinate);
}

}  // namespace

std::optional<TmaRefusal> refusal(const TensorMap& map) {
  using enum TmaRule;
  if (!within(map.element_bytes, 1, 8) ||
      !std::has_single_bit(static_cast<std::uint64_t>(map.element_bytes)))
    return TmaRefusal{element_bytes, map.element_bytes, 8};
  if (map.swizzle != 0 && map.swizzle != 32 && map.swizzle != 64 && map.swizzle != tma_most_swizzle)
    return TmaRefusal{swizzle, map.swizzle, tma_most_swizzle};
  const bool swizzled = map.swizzle > 0;
  for (const auto& refused :
       {multiple(address, map.address, tma_unit), range(width, map.width, 1, tma_most_side),
        range(height, map.height, 1, tma_most_side), multiple(pitch, map.pitch, tma_unit),
        range(pitch_range, map.pitch, 0, most_pitch),
        range(box_width, map.box_width, 1, tma_most_box_side),
        range(box_height, map.box_height, 1, tma_most_box_side),
        multiple(row_bytes, map.row_bytes(), tma_unit),
        swizzled ? range(row_in_swizzle, map.row_bytes(), 0, map.swizzle) : std::nullopt})
    if (refused) return refused;
  return std::nullopt;
}

std::optional<TmaRefusal> refusal(const TmaLoad& load) {
  const TensorMap& map = load.map;
  if (const auto refused = refusal(map)) return refused;
  for (const auto& refused : {multiple(TmaRule::destination, load.destination, tma_alignment),
                              multiple(TmaRule::x_bytes, load.x * map.element_bytes, tma_unit),
                              coordinates(TmaRule::x_range, load.x, map.box_width, map.width),
                              coordinates(TmaRule::y_range, load.y, map.box_height, map.height)})
    if (refused) return refused;
  return std::nullopt;
}

std::string to_text(const TmaRefusal& refusal) {
  const std::string found = std::to_string(refusal.found),
                    expected = std::to_string(refusal.expected),
                    multiple = ", expected a multiple of " + expected,
                    most = ", expected 1 to " + std::to_string(tma_most_side),
                    most_of_box = ", expected 1 to " + std::to_string(tma_most_box_side),
                    coordinate = ", expected " + std::to_string(tma_least_coordinate) + " to " +
                                 std::to_string(tma_most_coordinate);
  switch (refusal.rule) {
    case TmaRule::element_bytes:
      return "an element has " + found + " bytes, expected 1, 2, 4 or 8";
    case TmaRule::swizzle:
      return "a swizzle of " + found + " bytes, expected 0, 32, 64 or 128";
    case TmaRule::address:
      return "the matrix begins at address " + found + multiple;
    case TmaRule::width:
      return "the matrix has " + found + " columns" + most;
    case TmaRule::height:
      return "the matrix has " + found + " rows" + most;
    case TmaRule::pitch:
      return "rows of the matrix are " + found + " bytes apart" + multiple;
    case TmaRule::pitch_range:
      return "rows of the matrix are " + found + " bytes apart, expected 0 to " +
             std::to_string(most_pitch);
    case TmaRule::box_width:
      return "the box has " + found + " columns" + most_of_box;
    case TmaRule::box_height:
      return "the box has " + found + " rows" + most_of_box;
    case TmaRule::row_bytes:
      return "a row of the box has " + found + " bytes" + multiple;
    case TmaRule::row_in_swizzle:
      return "a row of the box has " + found + " bytes, expected at most those of the swizzle, " +
             expected;
    case TmaRule::destination:
      return "the box goes to address " + found + " of shared memory" + multiple;
    case TmaRule::x_bytes:
      return "the box begins " + found + " bytes into a row of the matrix" + multiple;
    case TmaRule::x_range:
      return "the box has column " + found + coordinate;
    case TmaRule::y_range:
      return "the box has row " + found + coordinate;
  }
  return {};
}

std::int64_t shared_address(const TmaLoad& load, std::int64_t row, std::int64_t column) {
  const TensorMap& map = load.map;
  const std::int64_t address = load.destination + row * map.row_step() + column * map.element_bytes;
  if (map.swizzle == 0) return address;
  const auto spans = static_cast<std::uint64_t>(map.swizzle / tma_unit);
  return layout::Swizzle{std::countr_zero(spans), 4, 3}(address);
}

std::vector<std::int64_t> landed(const TmaLoad& load) {
  const TensorMap& map = load.map;
  const std::int64_t end = load.destination + map.box_height * map.row_step();
  std::vector<std::int64_t> slots(static_cast<std::size_t>(end / map.element_bytes),
                                  tma_not_written);
  for (std::int64_t row = 0; row < map.box_height; ++row)
    for (std::int64_t column = 0; column < map.box_width; ++column) {
      const std::int64_t x = load.x + column, y = load.y + row;
      const bool inside = within(x, 0, map.width - 1) && within(y, 0, map.height - 1);
      slots[static_cast<std::size_t>(shared_address(load, row, column) / map.element_bytes)] =
          inside ? y * map.width + x : tma_zero;
    }
  return slots;
}

}  // namespace loom::memory
