// Which thread holds which element? The fragments of the tensor cores' instructions, and what
// ldmatrix brings to each lane.
#include "web/scenes/layouts/mma_fragment.hpp"

#include "core/find.hpp"

namespace loom::scenes {
namespace {

using layout::Element, layout::Operand;

constexpr Choice atom_choices[] = {{"sm70_8x8x4", "Volta 8×8×4"},
                                   {"sm80_16x8x16_f16", "Ampere 16×8×16"},
                                   {"sm80_16x8x8_f16", "Ampere 16×8×8"},
                                   {"sm80_16x8x8_tf32", "Ampere 16×8×8, TF32"},
                                   {"sm90_64xNx16", "Hopper 64×N×16"}};
constexpr Choice operand_choices[] = {{"a", "A"}, {"b", "B"}, {"c", "C"}};
constexpr Choice load_choices[] = {
    {"none", "What it needs"}, {"plain", "ldmatrix"}, {"trans", "ldmatrix.trans"}};
constexpr Choice stored_choices[] = {{"k", "Along k"}, {"mn", "Across k"}};

constexpr Parameter parameters[] = {
    one_of("atom", "Instruction", atom_choices, "sm80_16x8x16_f16"),
    one_of("operand", "Matrix", operand_choices, "c"),
    whole_number("n", "N", "64", {layout::least_n, layout::most_n},
                 {.step = 8, .help = "A multiple of 8", .when = "atom=sm90_64xNx16"}),
    one_of("load", "Shown", load_choices, "none", {.when = "operand=a|b"}),
    one_of("stored", "Rows of 16 bytes run", stored_choices, "k", {.when = "load=plain|trans"}),
    number_list("slot", "Thread, value", "5,2", {0, 127}, {2, 2},
                {.help = "You can also click an element, a thread or one of its values"}),
};

constexpr Preset presets[] = {
    {"Sums", ""},
    {"Matrix A", "operand=a"},
    {"B by ldmatrix", "operand=b&load=plain"},
    {"A across k", "operand=a&load=plain&stored=mn"},
    {"Transposed", "operand=a&load=trans&stored=mn"},
    {"Quadpairs", "atom=sm70_8x8x4&slot=17,2"},
    {"Warpgroup", "atom=sm90_64xNx16&slot=37,22"},
};
constexpr std::string_view parts[] = {"elements", "threads", "registers"};
constexpr std::string_view references[] = {"ptx", "cutlass"};

std::string pair(const Element& element) { return fill("({}, {})", element.row, element.column); }

class MmaFragmentScene final : public Pictured<MmaFragmentScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    MmaFragmentState next;
    next.atom = find_by_id(layout::atoms(), values.text("atom"));
    const std::string_view operand = values.text("operand");
    next.operand = operand == "a" ? Operand::a : operand == "b" ? Operand::b : Operand::c;
    const int n = values.integer("n");
    if (n % 8 != 0) return Error{fill("'N': got {}, expected a multiple of 8", n)};
    next.extent = layout::extent(*next.atom, next.operand, n);
    if (const auto found = layout::fragment(*next.atom, next.operand, n)) {
      next.fragment = *found;
      const auto held = [&](int index, int count) {
        return std::min(static_cast<int>(values.number("slot", index)), count - 1);
      };
      next.thread = held(0, found->threads());
      next.value = held(1, found->values());
    }
    next.loads = values.text("load") != "none" && next.operand != Operand::c;
    next.transposed = values.text("load") == "trans";
    next.across = values.text("stored") == "mn";
    if (next.loads) load(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    if (!shown.fragment)
      return fill("No thread holds B: wgmma reads its {} elements from shared memory.",
                  shown.elements());
    if (shown.load) return load_status();
    std::string sentence = fill(
        "Thread {} holds {} of the {} elements of {}{}, in {}; its value {} is {}.", shown.thread,
        shown.values(), shown.elements(), shown.quadpairs() ? "its quadpair’s " : "", shown.name(),
        Word(registers(), "register"), shown.value,
        pair(shown.fragment->at(shown.thread, shown.value)));
    if (shown.loads)
      sentence += shown.quadpairs()
                      ? " Volta has no ldmatrix: it came with compute capability 7.5."
                      : " ldmatrix.trans moves 2 bytes at a time and would split TF32’s 4.";
    return sentence;
  }

  Table table() const override {
    const bool b = shown.operand == Operand::b, c = shown.operand == Operand::c;
    const bool loaded = shown.load.has_value();
    Table table =
        headed("Thread", "Value", "Register", b ? "n" : "m", c ? "n" : "k",
               Column(b ? "Loaded n" : "Loaded m").only(loaded), Column("Loaded k").only(loaded));
    if (!shown.fragment) return table;
    for (int thread = shown.first_thread(); thread < shown.first_thread() + 32; ++thread)
      for (int i = 0; i < shown.shown_values() && shown.takes_part(thread); ++i) {
        const int value = shown.first_value() + i;
        const Element &wanted = shown.fragment->at(thread, value), &has = shown.has(thread, value);
        table.add({thread, value, value / shown.in_register(), wanted.row, wanted.column, has.row,
                   has.column});
      }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const int values = shown.fragment ? shown.values() : 0;
    return {{"values", "Values a thread", values},
            {"registers", "Registers a thread", registers()},
            {"elements", "Elements of the operand", shown.elements()},
            {"in_place", "Elements that ldmatrix puts in the right place", shown.in_place}};
  }

  MmaFragmentState shown;

 private:
  static void load(MmaFragmentState& state) {
    const auto found = layout::load(*state.atom, state.operand,
                                    state.across ? layout::Contiguous::mn : layout::Contiguous::k,
                                    state.transposed);
    if (!found) return;
    state.in_place = found->in_place(*state.fragment);
    state.load = *found;
  }

  int registers() const {
    return shown.fragment ? layout::registers(*shown.atom, shown.operand, *shown.fragment) : 0;
  }

  std::string load_status() const {
    const Element &wanted = shown.fragment->at(shown.thread, shown.value),
                  &has = shown.has(shown.thread, shown.value);
    const std::string who =
        fill("{}{}", shown.instruction(), shown.warpgroup() ? " in each of four warps" : "");
    if (shown.in_place == shown.elements())
      return fill(
          "{} puts all {} elements of {} where the instruction needs them: thread {}’s value {} "
          "is {}.",
          who, shown.elements(), shown.name(), shown.thread, shown.value, pair(has));
    return fill(
        "{} puts {} of the {} elements of {} where the instruction needs them: thread {}’s value "
        "{} is {}{}.",
        who, shown.in_place, shown.elements(), shown.name(), shown.thread, shown.value, pair(has),
        has == wanted ? "" : fill(" instead of {}", pair(wanted)));
  }
};

}  // namespace

std::string MmaFragmentState::name() const {
  return operand == Operand::a ? "A" : operand == Operand::b ? "B" : "C";
}

std::string MmaFragmentState::instruction() const {
  return fill("ldmatrix.x{}{}", load->matrices, transposed ? ".trans" : "");
}

layout::Extent MmaFragmentState::shown() const {
  if (!warpgroup()) return extent;
  return {std::min(extent.rows, 16), blocks() ? 8 : extent.columns};
}

Element MmaFragmentState::corner() const {
  if (!warpgroup()) return {};
  return {thread / 32 * 16, blocks() ? value / 4 * 8 : 0};
}

bool MmaFragmentState::takes_part(int other) const {
  return !quadpairs() || other % 16 / 4 == thread % 16 / 4;
}

const Element& MmaFragmentState::has(int other, int its_value) const {
  return (load ? load->brought : *fragment).at(other, its_value);
}

bool MmaFragmentState::right(int other, int its_value) const {
  return has(other, its_value) == fragment->at(other, its_value);
}

Description mma_fragment() {
  return describe<MmaFragmentScene, parameters>(
      "mma-fragment", "layouts", "Fragments", "Which thread holds which element?",
      "core/layout/fragment.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
