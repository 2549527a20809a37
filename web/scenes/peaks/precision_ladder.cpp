// What does halving the bits buy? Peaks, bytes and ridges of a GPU's formats.
#include "web/scenes/peaks/precision_ladder.hpp"

#include "core/find.hpp"
#include "web/scenes/peaks/peak_choices.hpp"

namespace loom::scenes {
namespace {

constexpr Choice format_choices[] = {{"fp32", "FP32"}, {"tf32", "TF32"}, {"fp16", "FP16"},
                                     {"bf16", "BF16"}, {"int8", "INT8"}, {"fp8", "FP8"},
                                     {"fp6", "FP6"},   {"fp4", "FP4"}};

constexpr Choice axes[] = {{"linear", "Linear"}, {"log", "Log"}};

constexpr Parameter parameters[] = {
    one_of("gpu", "GPU", peak_choices, "b200"),
    one_of("number", "Number format", format_choices, "fp4"),
    whole_number("n", "Product, N × N", "4096", {16, 16384},
                 {.help = "C = A·B, square matrices", .spacing = Spacing::binary}),
    one_of("axis", "Axis", axes, "linear",
           {.help = "Logarithmic: equal lengths are equal factors."}),
};

constexpr Preset presets[] = {{"B200", ""},
                              {"H200", "gpu=h200&number=fp8"},
                              {"A100", "gpu=a100&number=int8"},
                              {"Six bits", "number=fp6"},
                              {"A small product", "n=256"}};
constexpr std::string_view parts[] = {"peaks", "product", "more", "ridges", "uses"};
constexpr std::string_view references[] = {
    "roofline",   "dgx-b200",   "lockwood-b200", "v100-wp", "a100-wp",
    "a100-sheet", "h100-sheet", "h200-sheet",    "ada-wp",  "rtx-blackwell-wp"};

class PrecisionLadderScene final : public Pictured<PrecisionLadderScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.gpu = find_by_id(device::all_peaks(), values.text("gpu"));
    shown.n = values.integer("n");
    shown.logarithmic = values.text("axis") == "log";
    shown.rungs = device::precision_ladder(*shown.gpu, shown.n);
    shown.chosen = static_cast<int>(shown.rungs.size()) - 1;
    wanted_ = find_by_id(device::precisions(), values.text("number"));
    for (int i = 0; i < std::ssize(shown.rungs); ++i)
      if (nth(shown.rungs, i).precision == wanted_) shown.chosen = i;
    return std::nullopt;
  }

  std::string status(int) const override {
    const device::Rung& rung = shown.rung();
    std::string text;
    if (rung.precision != wanted_)
      text = fill("The {} has no units for {}; this is its narrowest format. ", shown.gpu->name,
                  wanted_->name);
    const std::string_view unit = PrecisionLadder::unit(rung);
    text += fill(
        "{}, {}, {} a number: at most {} {}, dense. Memory delivers one byte for every {} {}, one "
        "number for every {}. ",
        shown.gpu->name, rung.precision->name,
        rung.bytes() == 1 ? std::string("1 byte") : brief(rung.bytes()) + " bytes",
        significant(rung.rate.value), unit, PrecisionLadder::flops(rung.ridge),
        PrecisionLadder::whole(rung) ? "operations" : "FLOPs",
        PrecisionLadder::flops(rung.reuse()));
    return text +
           fill(rung.memory
                    ? "A product of {} × {} needs fewer per number: memory limits it to {} {}."
                    : "A product of {} × {} needs more per number: arithmetic is the limit.",
                shown.n, shown.n, significant(rung.reached), unit);
  }

  Table table() const override {
    constexpr const char* rates = "TFLOP/s or TOP/s";
    Table table = headed(text_column("Format"), "Bytes", "Numbers in 32 bits",
                         Column("Peak, dense", rates, UnitIn::head),
                         Column("With more power", rates, UnitIn::head),
                         Column("Ridge", "FLOPs a byte", UnitIn::head), "FLOPs a number",
                         Column("This product", rates, UnitIn::head));
    for (const device::Rung& rung : shown.rungs)
      table.add({rung.precision->name, cell(rung.bytes(), brief), rung.precision->in_register,
                 cell(rung.rate.value, significant),
                 rung.higher > 0 ? cell(rung.higher, significant) : no_cell(),
                 cell(rung.ridge, PrecisionLadder::flops),
                 cell(rung.reuse(), PrecisionLadder::flops), cell(rung.reached, significant)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const device::Rung& rung = shown.rung();
    return {{"peak", "Peak, dense", rung.rate.value, 0, PrecisionLadder::unit(rung)},
            {"ridge", "Ridge", rung.ridge, 1, "FLOPs a byte"},
            {"uses", "FLOPs a number", rung.reuse(), 1},
            // 2N³ FLOPs with 3N² numbers.
            {"side", "Smallest product that arithmetic limits", std::ceil(1.5 * rung.reuse()), 0},
            Metric{"reached", "This product", rung.reached, 0, PrecisionLadder::unit(rung)}.told_in(
                "product", "This product", "number")};
  }

  PrecisionLadder shown;

 private:
  const device::Precision* wanted_ = nullptr;
};

}  // namespace

std::string PrecisionLadder::flops(double count) {
  const double tenths = std::round(10 * count) / 10;
  return tenths == std::floor(tenths) ? integer(std::llround(tenths)) : fixed(tenths, 1);
}

Description precision_ladder() {
  return describe<PrecisionLadderScene, parameters>(
      "precision-ladder", "blackwell", "Peak rates by format",
      "What do fewer bits per number gain?", "core/device/precision.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
