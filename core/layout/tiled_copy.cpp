#include "core/layout/tiled_copy.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>
#include <utility>

namespace loom::layout {
namespace {

constexpr int widest = 16;  // bytes that one instruction moves for a lane

Result<Placed> placed(const Layout& layout, std::string_view what, int most) {
  const std::string name = std::string(what) + " " + to_text(layout);
  if (layout.modes.size() != 2)
    return Error{name + ": " + std::to_string(rank(layout)) +
                 (rank(layout) == 1 ? " mode" : " modes") + ", expected 2, rows and columns"};
  if (size(layout) > most)
    return Error{name + ": " + std::to_string(size(layout)) + " places, expected at most " +
                 std::to_string(most)};
  Placed out;
  out.rows = static_cast<int>(size(layout.modes[0]));
  out.columns = static_cast<int>(size(layout.modes[1]));
  const std::vector<std::int64_t> numbers = offsets(layout);
  for (size_t at = 0; at < numbers.size(); ++at) {
    const std::int64_t number = numbers[at];
    if (number < 0 || number >= most)
      return Error{name + ": number " + std::to_string(number) + ", expected 0 to " +
                   std::to_string(most - 1)};
    if (number >= out.count()) out.place.resize(static_cast<size_t>(number) + 1, -1);
    int& place = out.place[static_cast<size_t>(number)];
    if (place < 0)
      place = static_cast<int>(at);
    else
      out.once = false;
  }
  out.once = out.once && std::count(out.place.begin(), out.place.end(), -1) == 0;
  return out;
}

// The number at each place; −1 if another place has that number.
std::vector<int> numbers(const Placed& placed) {
  std::vector<int> out(static_cast<size_t>(placed.rows * placed.columns), -1);
  for (int number = 0; number < placed.count(); ++number)
    if (const int place = placed.place[static_cast<size_t>(number)]; place >= 0)
      out[static_cast<size_t>(place)] = number;
  return out;
}

void own(TiledCopy& copy) {
  const std::vector<int> threads = numbers(copy.threads), values = numbers(copy.values);
  const int p = copy.values.rows, q = copy.values.columns;
  std::vector<std::pair<size_t, size_t>> columns;  // where the threads' and the values' begin
  for (int column = 0; column < copy.tile.columns; ++column)
    columns.push_back({static_cast<size_t>(copy.threads.rows * (column / q % copy.threads.columns)),
                       static_cast<size_t>(p * (column % q))});
  copy.owners.reserve(columns.size() * static_cast<size_t>(copy.tile.rows));
  for (int row = 0; row < copy.tile.rows; ++row)
    for (const auto& [of_threads, of_values] : columns) {
      const int thread = threads[static_cast<size_t>(row / p % copy.threads.rows) + of_threads],
                value = values[static_cast<size_t>(row % p) + of_values];
      const bool covered = thread >= 0 && value >= 0;
      copy.owners.push_back(covered ? Owner{thread, value} : Owner{});
      copy.uncovered += !covered;
    }
}

// Combinations of a round, a thread and a value that have a place.
std::int64_t slots(const TiledCopy& copy) {
  const auto placed = [](const Placed& numbers) {
    return std::count_if(numbers.place.begin(), numbers.place.end(),
                         [](int place) { return place >= 0; });
  };
  return std::int64_t{copy.rounds()} * placed(copy.threads) * placed(copy.values);
}

// The elements in memory's order: who copies each, and in which round.
struct Stored {
  Owner owner;
  int round = 0;
};
std::vector<Stored> in_memory(const TiledCopy& copy) {
  const int down = copy.threads.rows * copy.values.rows,
            across = copy.threads.columns * copy.values.columns, rounds_down = copy.rounds_down();
  const auto [rows, columns] = std::pair(copy.tile.rows, copy.tile.columns);
  std::vector<Stored> out;
  out.reserve(copy.owners.size());
  const auto add = [&](int row, int column) {
    out.push_back({copy.at(row, column), row / down + column / across * rounds_down});
  };
  if (copy.tile.row_major)
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) add(row, column);
  else
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row) add(row, column);
  return out;
}

// Whether `count` values from each multiple on are neighbors in memory, aligned, and all present:
// then `count` aligned neighbors are one thread's in one round, from such a multiple on, or
// nobody's.
bool fits(std::span<const Stored> stored, int count) {
  const auto together = static_cast<std::size_t>(count);
  for (std::size_t first = 0; first < stored.size(); first += together) {
    const auto here = stored.subspan(first, std::min(together, stored.size() - first));
    const Stored& lead = here.front();
    const bool owned = lead.owner.thread >= 0;
    if (owned && (here.size() < together || lead.owner.value % count != 0)) return false;
    for (std::size_t i = 1; i < here.size(); ++i) {
      const auto& [owner, round] = here[i];
      if (owner.thread != lead.owner.thread) return false;
      if (owned && (round != lead.round || owner.value != lead.owner.value + static_cast<int>(i)))
        return false;
    }
  }
  return true;
}

}  // namespace

int TiledCopy::rounds_down() const {
  const int rows = threads.rows * values.rows;
  return (tile.rows + rows - 1) / rows;
}

int TiledCopy::rounds_across() const {
  const int columns = threads.columns * values.columns;
  return (tile.columns + columns - 1) / columns;
}

const Owner& TiledCopy::at(int row, int column) const {
  return owners[static_cast<size_t>(row * tile.columns + column)];
}

int TiledCopy::element(int round, int thread, int value) const {
  if (thread < 0 || thread >= threads.count() || value >= values.count()) return -1;
  const int t = threads.place[static_cast<size_t>(thread)],
            v = values.place[static_cast<size_t>(value)];
  if (t < 0 || v < 0) return -1;
  const int row = ((round % rounds_down()) * threads.rows + t % threads.rows) * values.rows +
                  v % values.rows,
            column =
                ((round / rounds_down()) * threads.columns + t / threads.rows) * values.columns +
                v / values.rows;
  return row < tile.rows && column < tile.columns ? row * tile.columns + column : -1;
}

std::vector<int> TiledCopy::elements(int thread) const {
  std::vector<int> all;
  for (int round = 0; round < rounds(); ++round)
    for (int value = 0; value < values.count(); ++value)
      if (const int found = element(round, thread, value); found >= 0) all.push_back(found);
  return all;
}

std::int64_t TiledCopy::byte(int element) const {
  const int row = element / tile.columns, column = element % tile.columns;
  return std::int64_t{tile.row_major ? element : column * tile.rows + row} * tile.element_bytes;
}

Result<TiledCopy> tiled_copy(const Layout& threads, const Layout& values, const CopyTile& tile) {
  if (tile.rows < 1 || tile.columns < 1 || tile.rows > most_tile ||
      tile.columns > most_tile / tile.rows)
    return Error{"tile " + std::to_string(tile.rows) + " × " + std::to_string(tile.columns) +
                 ": expected 1 to " + std::to_string(most_tile) + " elements"};
  if (tile.element_bytes < 1 || tile.element_bytes > widest ||
      !std::has_single_bit(static_cast<unsigned>(tile.element_bytes)))
    return Error{"element bytes " + std::to_string(tile.element_bytes) +
                 ": expected 1, 2, 4, 8 or 16"};
  auto by_thread = placed(threads, "threads", most_threads);
  if (!by_thread) return by_thread.error();
  auto by_value = placed(values, "values", most_values);
  if (!by_value) return by_value.error();
  TiledCopy out{.tile = tile, .threads = std::move(*by_thread), .values = std::move(*by_value)};
  own(out);
  const auto covered = std::int64_t{tile.rows} * tile.columns - out.uncovered;
  out.beyond = static_cast<int>(slots(out) - covered);  // each of those is in one slot
  const std::vector<Stored> stored = in_memory(out);
  while (2 * out.vector * tile.element_bytes <= widest && fits(stored, 2 * out.vector))
    out.vector *= 2;
  return out;
}

}  // namespace loom::layout
