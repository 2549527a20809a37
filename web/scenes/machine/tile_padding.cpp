// How does one extra column remove a 32-way conflict? A warp reads a column or a row of a tile.
#include "web/scenes/machine/tile_padding.hpp"

#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {
namespace {

constexpr Choice accesses[] = {
    {"row", "A row"}, {"column", "A column"}, {own_index.value, "Your index"}};

constexpr Parameter parameters[] = {
    one_of("access", "The warp reads", accesses, "column"),
    whole_number("index", "Its number", "0", {0, tile_side - 1},
                 {.help = "You can also drag it in the tile.", .when = "access=row|column"}),
    whole_number("padding", "Padding", "0", {0, 4},
                 {.unit = "columns", .help = "Extra columns that no thread reads."}),
    swizzle_parameter,
    expression_parameter("Which element of the tile a thread reads: tile[threadIdx.x][3], or row × "
                         "32 + column as an index such as threadIdx.x * 33, or a layout such as "
                         "(8,4):(4,1).",
                         "access=expression"),
    names_parameter("access=expression"),
    nth_parameter("access=expression"),
};

constexpr Preset presets[] = {
    {"A column", ""},
    {"A padded row", "access=row&padding=1"},
    {"Padding and swizzle", "padding=1&swizzle=xor"},
    {"A line of code",
     "access=expression&expression=out%5Bi%5D%20%3D%20tile%5BthreadIdx.x%5D%5BthreadIdx.x%5D%3B&"
     "nth=2"},
};
constexpr std::string_view parts[] = {"tile",      "bank",  "banks",    "padding", "words",
                                      "conflicts", "turns", "measured", "cost"};
constexpr std::string_view references[] = {"cuda-guide", "best-practices"};

class TilePaddingScene final : public Pictured<TilePaddingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const memory::SharedLayout layout = {.padding = values.integer("padding"),
                                         .swizzle = values.text("swizzle") == "xor"};
    const std::string_view access = values.text("access");
    const int index = values.integer("index");
    OwnAccess own{line(access == "column", index), ""};
    if (access == own_index.value)
      if (auto error = keep(own, own_access(values, tile_side * tile_side - 1, true))) return error;
    if (auto error = keep(work_, bank_work(own.elements, layout))) return error;
    layout_ = layout;
    elements_ = own.elements;
    what_ = access != own_index.value
                ? fill("{} {} of", access == "column" ? "Column" : "Row", index)
            : own.words.empty() ? "Your index into"
                                : own.words + ", in";
    column_ = access == "column";
    own_ = access == own_index.value;
    return std::nullopt;
  }

  int steps() const override { return work_.turns(); }

  std::string status(int step) const override {
    if (step > 0 && step < steps()) return work_.turn(step);
    return fill(layout_.swizzle ? "{} {}, swizzled: {}{}" : "{} {}: {}{}", what_,
                array_name(layout_.padding), step == 0 ? work_.begin() : work_.end(),
                step == 0 ? "" : cost());
  }

  Table table() const override { return work_.table(); }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> metrics = work_.metrics();
    metrics.push_back({"padding", "Bytes of padding", shown().padding_bytes(), "B"});
    return metrics;
  }

  TilePaddingPicture shown() const { return {work_, layout_, elements_, column_, own_}; }

 private:
  static memory::LaneIndices line(bool column, int index) {
    memory::LaneIndices elements{};
    for (int lane = 0; lane < memory::warp_lanes; ++lane)
      nth(elements, lane) = column ? lane * tile_side + index : index * tile_side + lane;
    return elements;
  }

  std::string cost() const {
    if (layout_.padding > 0) return fill(" The padding costs {} bytes.", shown().padding_bytes());
    return layout_.swizzle ? " The swizzle costs no bytes." : "";
  }

  BankWork work_;
  memory::SharedLayout layout_;
  memory::LaneIndices elements_{};
  std::string what_;
  bool column_ = true, own_ = false;
};

}  // namespace

Description tile_padding() {
  return describe<TilePaddingScene, parameters>(
      "tile-padding", "index", "Tile padding",
      "How do extra columns change which banks a warp reads?", "core/memory/wavefronts.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
