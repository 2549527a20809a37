// Who copies what? Threads and their values over a tile, and what the copy of one warp costs.
#include "web/scenes/layouts/tiled_copy.hpp"

#include "core/layout/parse.hpp"
#include "web/scenes/layouts/element.hpp"

namespace loom::scenes {
namespace {

constexpr Choice order_choices[] = {{"row", "Row by row"}, {"column", "Column by column"}};

constexpr Parameter parameters[] = {
    free_text("threads", "Threads", "(16,8):(8,1)", 80,
              {.help = "A layout: rows and columns of threads, and the number of each"}),
    free_text("values", "Values of a thread", "(1,8):(1,1)", 80,
              {.help = "A layout: rows and columns of elements, and the place of each in the "
                       "thread’s registers"}),
    element_parameter,
    whole_number("rows", "Rows", "16", {1, 64}),
    whole_number("columns", "Columns", "64", {1, 128}),
    one_of("order", "Memory holds the tile", order_choices, "row"),
    whole_number("thread", "Thread", "37", {0, layout::most_threads - 1},
                 {.help = "You can also click an element"}),
};

constexpr Preset presets[] = {
    {"Along rows", ""},
    {"64 across", "threads=(2,64):(64,1)&values=(1,1):(1,1)"},
    {"32 down", "threads=(32,8):(1,32)&rows=32"},
    {"Values apart", "threads=(2,64):(64,1)&values=(8,1):(1,1)"},
    {"Column-major", "threads=(8,16):(1,8)&values=(8,1):(1,1)&rows=64&columns=16&order=column"},
    {"A thread twice", "threads=(16,8):(8,0)&thread=32"},
};
constexpr std::string_view parts[] = {"owners", "thread", "vector", "sectors", "banks"};
constexpr std::string_view references[] = {"cutlass", "best-practices"};

Result<layout::Layout> layout_of(const Values& values, std::string_view key,
                                 std::string_view name) {
  const auto read = layout::parse_layout(values.text(key));
  if (!read) return Error{fill("'{}': {}", name, read.error().message)};
  return *read;
}

class TiledCopyScene final : public Pictured<TiledCopyScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const auto threads = layout_of(values, "threads", "Threads"),
               of_thread = layout_of(values, "values", "Values of a thread");
    if (!threads) return threads.error();
    if (!of_thread) return of_thread.error();
    const layout::CopyTile tile = {.rows = values.integer("rows"),
                                   .columns = values.integer("columns"),
                                   .element_bytes = element_bytes(values),
                                   .row_major = values.text("order") == "row"};
    auto copy = layout::tiled_copy(*threads, *of_thread, tile);
    if (!copy) return copy.error();
    TiledCopyState next{.copy = std::move(*copy)};
    next.thread = std::min(values.integer("thread"), next.copy.threads.count() - 1);
    if (auto error = keep(next.cost, memory::copy_cost(next.copy, next.warp()))) return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const memory::CopyCost& cost = shown.cost;
    const int mine = static_cast<int>(shown.copy.elements(shown.thread).size());
    std::string text = fill("Thread {} copies {}", shown.thread, Word(mine, "element"));
    if (mine > 0) text += fill(", {} at a time", Word(shown.vector_bytes(), "byte"));
    text += ".";
    if (cost.instructions > 0)
      text += fill(" Its warp reads {} in {}{}, and writes them to shared memory in {}{}.",
                   Word(cost.bytes, "byte"), Word(cost.sectors, "sector"),
                   beside(cost.sectors, cost.fewest_sectors), Word(cost.turns, "turn"),
                   beside(cost.turns, cost.fewest_turns));
    return text + cover();
  }

  Table table() const override {
    Table table = headed("Row", "Column", "Thread", "Value", "Round", "Byte");
    const layout::TiledCopy& copy = shown.copy;
    for (int thread = 32 * shown.warp(); thread < 32 * shown.warp() + 32; ++thread)
      for (int round = 0; round < copy.rounds(); ++round)
        for (int value = 0; value < copy.values.count(); ++value)
          if (const int element = copy.element(round, thread, value); element >= 0)
            table.add({element / copy.tile.columns, element % copy.tile.columns, thread, value,
                       round, copy.byte(element)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"vector", "Bytes that a thread moves at once", shown.vector_bytes(), "B"},
            {"sectors", "Sectors of the warp’s copy", shown.cost.sectors},
            {"wavefronts", "Turns of the banks", shown.cost.turns},
            {"instructions", "Instructions of the warp", shown.cost.instructions},
            {"uncovered", "Elements that no thread copies", shown.copy.uncovered},
            {"beyond", "Values beyond the tile", shown.copy.beyond}};
  }

  TiledCopyState shown;

 private:
  static std::string beside(int count, int fewest) {
    return count == fewest ? ", the fewest" : fill(" instead of {}", fewest);
  }

  std::string cover() const {
    const layout::TiledCopy& copy = shown.copy;
    std::string text;
    if (copy.uncovered > 0)
      text += fill(" No thread copies {}: a number that occurs several times counts once.",
                   Word(copy.uncovered, "element"));
    else if (!copy.threads.once || !copy.values.once)
      text += " Some numbers are missing in the layouts.";
    if (copy.beyond > 0)
      text += fill(" {} would be beyond the tile and {} a predicate.", Word(copy.beyond, "value"),
                   copy.beyond == 1 ? "needs" : "need");
    return text;
  }
};

}  // namespace

Description tiled_copy() {
  return describe<TiledCopyScene, parameters>(
      "tiled-copy", "layouts", "Tiled copies", "Which thread copies which elements?",
      "core/layout/tiled_copy.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
