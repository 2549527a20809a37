// Which thread holds which element? The fragments of the tensor cores' instructions, and what
// ldmatrix brings to each lane.
#include "web/scenes/layouts/mma_fragment.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/find.hpp"
#include "web/scene/format.hpp"

namespace loom::scenes {
namespace {

using layout::Element;
using layout::Operand;
using namespace scene;

constexpr Choice atom_choices[] = {{"sm70_8x8x4", "Volta 8×8×4"},
                                   {"sm80_16x8x16_f16", "Ampere 16×8×16"},
                                   {"sm80_16x8x8_f16", "Ampere 16×8×8"},
                                   {"sm80_16x8x8_tf32", "Ampere 16×8×8 TF32"},
                                   {"sm90_64xNx16", "Hopper 64×N×16"}};
constexpr Choice operand_choices[] = {{"a", "A"}, {"b", "B"}, {"c", "C"}};
constexpr Choice load_choices[] = {
    {"none", "As the instruction wants it"}, {"plain", "ldmatrix"}, {"trans", "ldmatrix.trans"}};
constexpr Choice stored_choices[] = {{"k", "Along k"}, {"mn", "Across k"}};

constexpr Parameter parameters[] = {
    one_of("atom", "Instruction", atom_choices, "sm80_16x8x16_f16"),
    one_of("operand", "Matrix", operand_choices, "c"),
    whole_number("n", "N", "64", {layout::least_n, layout::most_n},
                 {.step = 8, .help = "A multiple of 8", .when = "atom=sm90_64xNx16"}),
    one_of("load", "Brought by", load_choices, "none", {.when = "operand=a|b"}),
    one_of("stored", "16 bytes lie", stored_choices, "k", {.when = "load=plain|trans"}),
    whole_number("thread", "Thread", "5", {0, 127},
                 {.help = "The last one where there are fewer. You can also click one"}),
    whole_number("value", "Value", "2", {0, 127},
                 {.help = "The last one where there are fewer. You can also click an element"}),
};

constexpr Preset presets[] = {
    {"The sums", ""},
    {"A of the same", "operand=a"},
    {"B, by ldmatrix", "operand=b&load=plain"},
    {"A stored across k", "operand=a&load=plain&stored=mn"},
    {"And transposed", "operand=a&load=trans&stored=mn"},
    {"Quadpairs", "atom=sm70_8x8x4&thread=17"},
    {"A warpgroup", "atom=sm90_64xNx16&thread=37&value=22"},
};
constexpr std::string_view parts[] = {"elements", "threads"};
constexpr std::string_view references[] = {"ptx", "cutlass"};

std::string pair(const Element& element) { return fill("({}, {})", {element.row, element.column}); }

class MmaFragmentScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    MmaFragmentState next;
    next.atom = find_by_id(layout::atoms(), values.text("atom"));
    const std::string_view operand = values.text("operand");
    next.operand = operand == "a" ? Operand::a : operand == "b" ? Operand::b : Operand::c;
    const int n = values.integer("n");
    if (n % 8 != 0) return Error{fill("'N': got {}, expected a multiple of 8", {n})};
    std::tie(next.rows, next.columns) = [&] {
      const layout::Extent extent = layout::extent(*next.atom, next.operand, n);
      return std::pair(extent.rows, extent.columns);
    }();
    if (const auto found = layout::fragment(*next.atom, next.operand, n)) {
      next.fragment = *found;
      next.thread = std::min(values.integer("thread"), found->threads() - 1);
      next.value = std::min(values.integer("value"), found->values() - 1);
    }
    next.loads = values.text("load") != "none" && next.operand != Operand::c;
    next.transposed = values.text("load") == "trans";
    next.across = values.text("stored") == "mn";
    if (next.loads)
      if (const auto found = layout::load(
              *next.atom, next.operand,
              next.across ? layout::Contiguous::mn : layout::Contiguous::k, next.transposed))
        next.load = *found;
    s_ = std::move(next);
    return std::nullopt;
  }

  std::string status(int) const override {
    if (!s_.fragment) return "No thread holds B: wgmma reads it from shared memory.";
    return fill("Thread {} holds {} of {} elements; value {} is {}.",
                {s_.thread, s_.fragment->values(), s_.rows * s_.columns, s_.value,
                 pair(s_.fragment->at(s_.thread, s_.value))});
  }

  Table table() const override {
    Table table{{{"Thread"}, {"Value"}, {"Row"}, {"Column"}}, {}};
    if (!s_.fragment) return table;
    for (int value = 0; value < s_.fragment->values(); ++value) {
      const Element& element = s_.fragment->at(s_.thread, value);
      table.rows.push_back(cells({s_.thread, value, element.row, element.column}));
    }
    return table;
  }

  float height(float width) const override { return mma_fragment_height(width); }
  void draw(Painter& painter, const View& view) const override {
    draw_mma_fragment(s_, painter, view);
  }

 private:
  MmaFragmentState s_;
};

}  // namespace

Description mma_fragment() {
  return describe<MmaFragmentScene, parameters>(
      "mma-fragment", "index", "Fragments", "Which thread holds which element?",
      "core/layout/fragment.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
