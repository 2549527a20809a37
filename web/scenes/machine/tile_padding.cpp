// How does one extra column remove a 32-way conflict? A warp reads a column or a row of a tile.
#include "web/scenes/machine/tile_padding.hpp"

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr Choice accesses[] = {{"row", "Row"}, {"column", "Column"}};

constexpr Parameter parameters[] = {
    one_of("access", "The warp reads a", accesses, "column"),
    whole_number("index", "Which one", "0", {0, tile_side - 1},
                 {.help = "You can also drag it in the tile."}),
    whole_number("padding", "Padding", "0", {0, 4},
                 {.unit = "columns", .help = "Extra columns that nobody reads."}),
    swizzle_parameter,
};

constexpr Preset presets[] = {
    {"A column", ""},
    {"A padded row", "access=row&padding=1"},
    {"Both", "padding=1&swizzle=xor"},
};
constexpr std::string_view parts[] = {"tile",      "bank",  "banks",    "padding", "words",
                                      "conflicts", "turns", "measured", "cost"};
constexpr std::string_view references[] = {"cuda-guide", "best-practices"};

class TilePaddingScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    const memory::SharedLayout layout = {.padding = values.integer("padding"),
                                         .swizzle = values.text("swizzle") == "xor"};
    const bool column = values.text("access") == "column";
    const int index = values.integer("index");
    memory::LaneIndices elements{};
    for (int lane = 0; lane < memory::warp_lanes; ++lane)
      elements[static_cast<size_t>(lane)] =
          column ? lane * tile_side + index : index * tile_side + lane;
    const Result<BankWork> work = bank_work(elements, layout);
    if (!work) return work.error();
    work_ = *work;
    layout_ = layout;
    column_ = column;
    index_ = index;
    return std::nullopt;
  }

  int steps() const override { return work_.turns(); }

  std::string status(int step) const override {
    if (step > 0 && step < steps()) return work_.turn(step);
    return fill(layout_.swizzle ? "{} {} of {}, swizzled: {}{}" : "{} {} of {}: {}{}",
                {column_ ? "Column" : "Row", index_, array_name(layout_.padding),
                 step == 0 ? work_.begin() : work_.end(), step == 0 ? "" : cost()});
  }

  Table table() const override { return work_.table(); }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> metrics = work_.metrics();
    metrics.push_back(
        {"padding", "Bytes of padding", static_cast<double>(picture().padding_bytes()), 0, "B"});
    return metrics;
  }

  float height(float width) const override { return picture().height(width); }
  void draw(Painter& painter, const View& view) const override { picture().draw(painter, view); }

 private:
  TilePaddingPicture picture() const { return {work_, layout_, column_, index_}; }

  std::string cost() const {
    if (layout_.padding > 0)
      return fill(" The padding costs {} bytes.", {picture().padding_bytes()});
    return layout_.swizzle ? " The swizzle costs no bytes." : "";
  }

  BankWork work_;
  memory::SharedLayout layout_;
  bool column_ = true;
  int index_ = 0;
};

}  // namespace

Description tile_padding() {
  return describe<TilePaddingScene, parameters>(
      "tile-padding", "index", "Tile padding",
      "How does one extra column remove a 32-way conflict?", "core/memory/wavefronts.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
