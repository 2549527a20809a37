// How big is one instruction? 64 rows times N columns, and who can feed it.
#include "web/scenes/chips/wgmma_shape.hpp"

#include "core/gemm/measured_wgmma.hpp"

namespace loom::scenes {
namespace {

constexpr Choice place_choices[] = {{"shared", "Shared memory"}, {"registers", "Registers"}};
constexpr Choice type_choices[] = {
    {"bf16", "BF16"}, {"fp16", "FP16"}, {"tf32", "TF32"}, {"e4m3", "FP8 E4M3"}, {"int8", "INT8"}};

constexpr Parameter parameters[] = {
    whole_number("n", "Columns, N", "32", {gemm::least_wgmma_n, gemm::most_wgmma_n},
                 {.step = 8, .help = "You can also drag the knob on the curve."}),
    one_of("a", "A comes from", place_choices, "shared"),
    one_of("type", "Numbers", type_choices, "bf16"),
};

constexpr Preset presets[] = {
    {"Too narrow", ""},
    {"Wide enough", "n=64"},
    {"The largest", "n=256"},
    {"A from registers", "a=registers"},
    {"The smallest", "n=8&a=registers"},
    {"FP8", "n=256&type=e4m3"},
};
constexpr std::string_view parts[] = {"a",      "b",     "d",        "math",
                                      "shared", "curve", "measured", "numbers"};
constexpr std::string_view references[] = {"ptx"};

std::string cycles(double count) { return fill("{} cycles", brief(count)); }

class WgmmaShapeScene final : public Pictured<WgmmaShapeScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    WgmmaShape next;
    next.type = &nth(gemm::wgmma_types(), values.choice("type"));  // in the same order
    next.shape = {values.integer("n"), values.text("a") == "registers"};
    const auto made = gemm::wgmma(*next.type, next.shape);
    if (!made)
      return Error{fill("'Columns, N': got {}, expected {} of {}", next.shape.n,
                        next.type->integer ? "8, 16, 24 or a multiple of 16" : "a multiple of 8",
                        next.type->name)};
    next.made = *made;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const gemm::Wgmma& made = shown.made;
    const std::string text =
        fill("m64n{}k{} of {}, A from {}: {} {} in {}, {} of the peak. ", shown.shape.n, made.k,
             shown.type->name, shown.shape.a_in_registers ? "registers" : "shared memory",
             made.flops, unit(), cycles(made.cycles), percent(made.peak_share(), 0));
    if (made.bound == gemm::WgmmaBound::shared_memory)
      return text + fill("Shared memory is the limit: its {} bytes take {}, the arithmetic {}.",
                         made.shared_bytes(), cycles(made.shared), brief(made.math));
    if (made.bound == gemm::WgmmaBound::registers)
      return text + fill(
                        "The arithmetic would take {}, but no measured instruction with A from "
                        "registers was "
                        "faster.",
                        cycles(made.math));
    return text + fill("The tensor cores are the limit: shared memory delivers its {} bytes in {}.",
                       made.shared_bytes(), cycles(made.shared));
  }

  Table table() const override {
    Table table =
        headed("N", "FLOPs", Column("Shared memory", "B"), Column("Tensor cores", "cycles"),
               Column("Shared memory, time", "cycles"), Column("Instruction", "cycles"),
               Column("Of the peak", "%"), Column("Measured", "cycles"));
    for (int n = gemm::least_wgmma_n; n <= gemm::most_wgmma_n; n += 8) {
      const auto made = gemm::wgmma(*shown.type, {n, shown.shape.a_in_registers});
      if (!made) continue;
      table.add({n, made->flops, made->shared_bytes(), cell(made->math, brief),
                 cell(made->shared, brief), cell(made->cycles, brief),
                 percent_cell(made->peak_share(), 1), measured(n)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const gemm::Wgmma& made = shown.made;
    return {{"share", "Of the peak", 100 * made.peak_share(), 0, "%"},
            Metric{"cycles", "Cycles", made.cycles, 0, "cycles"}.told_in("", "Instruction", "n"),
            {"flops", shown.type->integer ? "Operations" : "FLOPs", made.flops, unit()},
            {"bytes", "Bytes from shared memory", made.shared_bytes(), "B"},
            {"registers", "Registers per thread for the sums", made.sums, "registers"}};
  }

  WgmmaShape shown;

 private:
  const char* unit() const { return shown.type->integer ? "operations" : "FLOPs"; }

  Cell measured(int n) const {
    for (const auto& row : gemm::h200::measured_wgmma)
      if (row.n == n)
        return cell(shown.shape.a_in_registers ? row.from_registers : row.from_shared, brief);
    return no_cell();
  }
};

}  // namespace

Description wgmma_shape() {
  return describe<WgmmaShapeScene, parameters>(
      "wgmma-shape", "hopper", "One wgmma", "Which size keeps the tensor cores busy?",
      "core/gemm/wgmma.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
