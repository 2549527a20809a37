// How can an XOR replace padding? A tile of shared memory, read along rows, down columns and by
// ldmatrix, without a swizzle and with one; and the smallest swizzle that removes the conflicts.
#include "web/scenes/layouts/swizzle.hpp"

#include <cstdlib>

#include "web/scenes/layouts/element.hpp"

namespace loom::scenes {
namespace {

using memory::Walk;

constexpr int most_rows = 64, most_columns = 128;
constexpr Choice access_choices[] = {
    {"row", "A row"}, {"column", "A column"}, {"ldmatrix", "ldmatrix"}};

constexpr Parameter parameters[] = {
    whole_number("b", "B: bits changed", "3", {0, 5}),
    whole_number("m", "M: bits kept", "3", {0, 7},
                 {.help = "Low bits of the element’s number, which do not change"}),
    whole_number(
        "s", "S: distance", "3", {-7, 12},
        {.help = "From the changed bits up to the bits they are XORed with; below 0: down"}),
    element_parameter,
    whole_number("rows", "Rows", "32", {1, most_rows}),
    whole_number("columns", "Columns", "64", {1, most_columns}),
    one_of("access", "A warp reads", access_choices, "ldmatrix"),
    number_list("at", "Row, column", "5,16", {0, most_columns - 1}, {2, 2},
                {.help = "You can also click an element"}),
};

constexpr Preset presets[] = {
    {"128 B, the hardware’s", ""},
    {"64 B", "b=2&columns=32"},
    {"32 B", "b=1&columns=16&at=5,8"},
    {"None", "b=0"},
    {"Floats 32 × 32", "b=5&m=0&s=5&element=4&columns=32&access=column"},
    {"No swizzle helps", "b=0&columns=33&access=column&at=5,17"},
};
constexpr std::string_view parts[] = {"address", "reads", "search", "without", "with"};
constexpr std::string_view references[] = {"cutlass", "cuda-guide"};

Result<TileRead> tile_read(const SwizzleState& s, std::string_view id) {
  TileRead read{.id = id};
  const bool matrices = id == "ldmatrix";
  read.name = matrices ? id : id == "row" ? "A row" : "A column";
  read.access = {id == "row" ? Walk::along_row : Walk::along_column, matrices ? 16 : s.element};
  if (s.columns * s.element % read.access.width != 0)
    return Error{fill("Columns: {} of {} are a row of {}; ldmatrix needs a multiple of 16",
                      s.columns, Word(s.element, "byte"), Word(s.columns * s.element, "byte"))};
  const layout::Layout tile =
      layout::tuple({layout::mode(s.rows, s.columns), layout::mode(s.columns, 1)});
  const auto accesses = memory::tile_accesses(tile, s.element, read.access);
  if (!accesses) return accesses.error();
  if (!s.swizzle.identity() && 1 << s.on_bytes.base < read.access.width)
    return Error{
        fill("{} moves pieces of {}, but ldmatrix reads 16 bytes together: got M = {}, "
             "expected at least {}",
             layout::to_text(s.swizzle), Word(1 << s.on_bytes.base, "byte"), s.swizzle.base,
             std::countr_zero(16u / static_cast<unsigned>(s.element)))};
  read.warps = static_cast<int>(accesses->size());
  const int vector = s.column * s.element / read.access.width,
            across = s.columns * s.element / read.access.width;
  const memory::LineWalk walk = memory::line_walk(s.rows, across, read.access.walk);
  read.warp = id == "row" ? walk.warp(s.row, vector) : walk.warp(vector, s.row);
  for (int warp = 0; warp < read.warps; ++warp) {
    const memory::WarpAccess& access = nth((*accesses), warp);
    const memory::WarpAccess moved = memory::swizzled(access, s.on_bytes);
    if (warp == read.warp) {
      const auto without = memory::wavefronts(access), with = memory::wavefronts(moved);
      if (!without || !with) return (without ? with : without).error();
      read.without = *without;
      read.with = *with;
    }
    const memory::TurnCount with = memory::count_turns(moved);
    read.before += memory::count_turns(access).wavefronts;
    read.after += with.wavefronts;
    read.fewest += with.groups;
  }
  return read;
}

class SwizzleScene final : public Pictured<SwizzleScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    SwizzleState next;
    if (auto error = keep(
            next.swizzle,
            layout::make_swizzle(values.integer("b"), values.integer("m"), values.integer("s"))))
      return error;
    next.element = element_bytes(values);
    if (auto error = keep(next.on_bytes, layout::recast(next.swizzle, next.element, 1)))
      return error;
    next.rows = values.integer("rows");
    next.columns = values.integer("columns");
    next.row = std::min(static_cast<int>(values.number("at", 0)), next.rows - 1);
    next.column = std::min(static_cast<int>(values.number("at", 1)), next.columns - 1);
    next.chosen = values.choice("access");
    for (size_t i = 0; i < next.reads.size(); ++i) {
      const std::string_view id = access_choices[i].value;
      const auto read = tile_read(next, id);
      if (!read && static_cast<int>(i) == next.chosen) return read.error();
      next.reads[i] =
          read ? *read : TileRead{.id = id, .name = id, .refused = read.error().message};
    }
    if (auto error = search(next)) return error;
    place_lanes(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const std::int64_t from = shown.byte(shown.row, shown.column),
                       to = shown.moved(shown.row, shown.column);
    const TileRead& read = shown.read();
    const std::string where = fill("Element ({}, {}) is at byte {}, in bank {}", shown.row,
                                   shown.column, from, SwizzleState::bank(from));
    if (shown.swizzle.identity())
      return fill("{}. Without a swizzle {} takes {}.{}", where, reader(),
                  Word(read.without.count(), "turn"), verdict());
    return fill("{}; {} {} byte {}, bank {}. {} takes {} instead of {}.{}{}", where,
                layout::to_text(shown.swizzle), from == to ? "leaves it at" : "moves it to", to,
                SwizzleState::bank(to), capital(reader()), Word(read.with.count(), "turn"),
                read.without.count(),
                shown.leaves_tile() ? " The swizzle moves elements out of the tile." : "",
                verdict());
  }

  Table table() const override {
    Table table = headed(text_column("A warp reads"), "Warps", "Turns without", "Turns with",
                         "Fewest possible");
    for (const TileRead& read : shown.reads) {
      if (read.refused.empty())
        table.add({read.name, read.warps, read.before, read.after, read.fewest});
      else
        table.add({read.name, no_cell(), no_cell(), no_cell(), no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const TileRead& read = shown.read();
    return {{"wavefronts", "Turns (wavefronts) with the swizzle", read.with.count()},
            {"before", "Turns without a swizzle", read.without.count()},
            {"tried", "Swizzles tried", shown.search.tried},
            {"left", "Conflicts that the best one leaves", shown.search.after}};
  }

  SwizzleState shown;

 private:
  // Which element each lane of the chosen warp reads first.
  static void place_lanes(SwizzleState& state) {
    state.elements.fill(-1);
    const memory::LineWalk walk = state.walk();
    const int warp = state.read().warp, lines = walk.lines_of_warp(),
              first = warp / walk.warps_of_line() * lines;
    for (int line = first; line < std::min(first + lines, walk.lines); ++line)
      for (int place = 0; place < walk.length; ++place) {
        if (walk.warp(line, place) != warp) continue;
        const int row = state.down() ? place : line, column = state.down() ? line : place;
        nth(state.elements, walk.lane(line, place)) = row * state.columns + column * state.vector();
      }
  }

  // Searched again only for another tile or read: nothing else changes the result.
  std::optional<Error> search(SwizzleState& next) const {
    if (next.element == shown.element && next.rows == shown.rows && next.columns == shown.columns &&
        next.chosen == shown.chosen && shown.search.tried > 0) {
      next.search = shown.search;
      return std::nullopt;
    }
    const layout::Layout tile =
        layout::tuple({layout::mode(next.rows, next.columns), layout::mode(next.columns, 1)});
    const auto accesses = memory::tile_accesses(tile, next.element, next.read().access);
    if (!accesses) return accesses.error();
    return keep(next.search,
                memory::find_swizzle(*accesses, memory::Access::load,
                                     std::int64_t{next.rows} * next.columns * next.element));
  }

  std::string reader() const {
    return shown.chosen == 2 ? "ldmatrix"
                             : fill("reading its {}", shown.chosen == 0 ? "row" : "column");
  }
  static std::string capital(std::string text) {
    if (text.starts_with("reading")) text[0] = 'R';
    return text;
  }
  std::string verdict() const {
    if (shown.search.before == 0) return " This read needs no swizzle.";
    const std::string best = layout::to_text(shown.found());
    if (!shown.search.found && shown.search.after < shown.search.before)
      return fill(
          " None of {} swizzles removes all conflicts and stays in the tile; {} leaves the fewest.",
          shown.search.tried, best);
    if (!shown.search.found)
      return fill(" None of {} swizzles removes a conflict and stays in the tile.",
                  shown.search.tried);
    if (shown.found() == shown.swizzle) return " No smaller swizzle removes all conflicts.";
    return fill(" {} is the smallest that removes all conflicts.", best);
  }
};

}  // namespace

int SwizzleState::lane_of(int at_row, int at_column) const {
  const int piece = at_column / vector(), line = down() ? piece : at_row,
            place = down() ? at_row : piece;
  return walk().warp(line, place) == read().warp ? walk().lane(line, place) : -1;
}

bool SwizzleState::leaves_tile() const {
  const std::int64_t last = byte(rows - 1, columns - 1);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (moved(i, j) > last) return true;
  return false;
}

int SwizzleState::address_bits() const {
  const auto last = static_cast<std::uint64_t>(byte(rows - 1, columns - 1) + element - 1);
  const int used =
      swizzle.identity() ? 0 : on_bytes.base + on_bytes.bits + std::abs(on_bytes.shift);
  return std::max({byte_bits, static_cast<int>(std::bit_width(last)), used});
}

std::string SwizzleState::search_text() const {
  const std::string name = layout::to_text(found());
  if (search.before == 0) return "This read needs no swizzle";
  if (!search.found)
    return fill("None of {} works; best: {}", search.tried,
                found().identity() ? std::string("none") : name);
  if (found() == swizzle) return fill("{}: the smallest without conflicts", name);
  return fill("Without conflicts: {}", name);
}

layout::Swizzle SwizzleState::found() const {
  if (search.swizzle.identity()) return search.swizzle;
  return *layout::recast(search.swizzle, 1, element);
}

Description swizzle() {
  return describe<SwizzleScene, parameters>(
      "swizzle", "index", "Swizzles", "How can an XOR replace padding?",
      "core/memory/swizzle_search.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
