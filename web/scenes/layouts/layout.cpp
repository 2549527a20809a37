// Where does element (i, j) live? A layout as a function from coordinates to offsets.
#include "web/scenes/layouts/layout.hpp"

#include "core/layout/parse.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {
namespace {

constexpr int most_bytes = 240;

constexpr Parameter parameters[] = {
    free_text("layout", "Layout", "(4,8):(8,1)", most_bytes,
              {.help = "shape:stride, also nested: ((2,2),8):((1,4),2), in any of CuTe’s "
                       "spellings. A swizzle may precede it: Sw<2,0,3> o 0 o. You can also drag a "
                       "stride"}),
    number_list("at", "Element", "21", {0, most_elements - 1}, {1, 1},
                {.help = "The index of an element. You can also click an element or its place in "
                         "memory"}),
};

constexpr Preset presets[] = {
    {"Row by row", ""},
    {"Column by column", "layout=(4,8):(1,4)"},
    {"Padded", "layout=(4,8):(9,1)"},
    {"Broadcast", "layout=(4,8):(0,1)"},
    {"Tiles", "layout=((2,2),(4,2)):((4,16),(1,8))"},
    {"Transposed", "layout=(8,4):(1,8)"},
    {"Swizzled", "layout=Sw<2,0,3> o 0 o (4,8):(8,1)"},
};
constexpr std::string_view parts[] = {"elements", "order", "strides", "sum", "memory"};
constexpr std::string_view references[] = {"cutlass", "cute-categories"};

class LayoutScene final : public Pictured<LayoutScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const auto read = layout::parse_swizzled(values.text("layout"));
    if (!read) return Error{fill("'Layout': {}", read.error().message)};
    if (auto error = too_large("'Layout'", read->layout)) return error;
    LayoutState next;
    next.layout = *read;
    next.offsets = layout::offsets(*read);
    next.at = std::min(static_cast<int>(values.number("at", 0)), next.size() - 1);
    std::vector<std::int64_t> sorted = next.offsets;
    std::sort(sorted.begin(), sorted.end());
    next.least = sorted.front();
    next.most = sorted.back();
    next.taken = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const bool all = shown.taken == shown.places();
    return fill("Element {} has index {} and offset {}: {}. {} {}{}.", shown.coordinate(), shown.at,
                shown.offset(), shown.sum(), Word(shown.size(), "element takes", "elements take"),
                all ? "" : fill("{} of ", shown.taken), Word(shown.places(), "place"));
  }

  Table table() const override {
    Table table = headed(text_column("Coordinate"), "Index", "Offset");
    for (int i = 0; i < shown.size(); ++i)
      table.add({coordinate_text(shown.inner(), i), i, nth(shown.offsets, i)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"size", "Elements", shown.size()},
            {"cosize", "Cosize", layout::cosize(shown.layout)},
            {"offset", "Offset of the chosen element", shown.offset()}};
  }

  LayoutState shown;
};

std::string spaced(const layout::IntTuple& tuple) {
  if (tuple.leaf()) return integer(tuple.value);
  std::string text;
  for (const layout::IntTuple& item : tuple.items)
    text += (text.empty() ? "(" : ", ") + spaced(item);
  return text + ")";
}

}  // namespace

std::string coordinate_text(const layout::Layout& layout, std::int64_t index) {
  return spaced(layout::coordinate_of(layout, index));
}

std::string LayoutState::coordinate() const { return coordinate_text(inner(), at); }

std::string LayoutState::sum() const {
  std::string text;
  std::int64_t index = at;
  if (layout.offset != 0) text = integer(layout.offset);
  for (const layout::Leaf& leaf : layout::leaves(inner())) {
    text += fill("{}{}·{}", text.empty() ? "" : " + ", index % leaf.shape, leaf.stride);
    index /= leaf.shape;
  }
  text += fill(" = {}", layout.offset + inner()(at));
  if (layout.swizzle.identity()) return text;
  return text + fill(", and {} makes {} of it", layout::to_text(layout.swizzle), offset());
}

Description layout() {
  return describe<LayoutScene, parameters>(
      "layout", "index", "Layouts", "Where in memory is element (i, j)?", "core/layout/layout.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
