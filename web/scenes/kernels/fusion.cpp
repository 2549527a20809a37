// What does fusing elementwise operations save? Passes over memory, bytes, launches and time.
#include "web/scenes/kernels/fusion.hpp"

#include "core/device/gpu.hpp"
#include "core/find.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/kernels/chip_choices.hpp"

namespace loom::scenes {
namespace {

constexpr Choice number_choices[] = {{"fp32", "FP32"}, {"bf16", "BF16"}, {"fp8", "FP8"}};

constexpr Parameter parameters[] = {
    whole_number("operations", "Operations", "3", {1, most_operations},
                 {.help = "You can also drag the fused kernel’s right edge"}),
    whole_number("further", "Further tensors", "1", {0, most_operations},
                 {.help = "So many of the last operations each read one, such as a residual. You "
                          "can also click an operation",
                  .most = "operations"}),
    whole_number(
        "elements", "Numbers of a tensor", "33554432", {least_elements, most_elements},
        {.help = "You can also drag the line in the plot of copies", .spacing = Spacing::binary}),
    one_of("number", "Number format", number_choices, "bf16"),
    one_of("gpu", "GPU", chip_choices, "h200"),
};

constexpr Preset presets[] = {
    {"Bias, GELU, residual", ""},
    {"Eight operations", "operations=8&further=0"},
    {"One operation", "operations=1&further=0"},
    {"Small tensors", "operations=8&further=0&elements=65536"},
    {"As large as L2 holds", "operations=4&further=0&elements=8388608"},
};
constexpr std::string_view parts[] = {"unfused", "fused", "times", "measured", "copies"};
constexpr std::string_view references[] = {"roofline",   "v100-wp",    "a100-sheet",
                                           "h100-sheet", "h200-sheet", "dgx-b200"};

constexpr double large_copy_gb_per_s = kernels::h200::find_copy_run(16, 1 << 30)->gb_per_s();

class FusionScene final : public Pictured<FusionScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    FusionChart next;
    next.gpu = find_by_id(device::all_peaks(), values.text("gpu"));
    next.format = device::find_unit_format(values.text("number"));
    next.operations = values.integer("operations");
    next.further = std::min(values.integer("further"), next.operations);
    next.elements = values.integer("elements");
    std::vector<int> extra;
    for (int i = 0; i < next.operations; ++i) extra.push_back(next.reads_further(i) ? 1 : 0);
    kernels::FusionOptions options{.elements = next.elements,
                                   .width = static_cast<int>(next.format->bytes),
                                   .extra = extra,
                                   .bandwidth = next.gpu->bandwidth.value * 1e9,
                                   .launch = kernels::h200::further_kernel_us * 1e-6};
    if (const device::Gpu* gpu = device::find_gpu(next.gpu->id)) {
      const device::LevelNumbers& l2 = gpu->at(device::Level::l2);
      if (l2.bandwidth.known()) {
        options.l2_bytes = next.l2_bytes = l2.size.value;
        options.l2_bandwidth = l2.bandwidth.value * 1e9;
      }
    }
    if (next.gpu->id == "h200" && next.format->id == "bf16")
      next.run = kernels::h200::find_fusion_run(next.operations, next.further, next.elements);
    if (auto error = keep(next.cost, kernels::fusion(options))) return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const kernels::Fusion& cost = shown.cost;
    std::string text = fill(
        "{} on tensors of {}{}: {} passes over memory as separate kernels, {} as one. On the {} "
        "their {} and {} take at least {} and {}. ",
        Word(shown.operations, "operation"), prefixed(shown.tensor(), "B"), further(),
        cost.unfused.tensors, cost.fused.tensors, shown.gpu->name,
        prefixed(cost.unfused.bytes, "B"), prefixed(cost.fused.bytes, "B"),
        fusion_time(cost.unfused.seconds), fusion_time(cost.fused.seconds));
    if (shown.near(cost.fused.bytes))
      text += "What a kernel touches fits in L2. ";
    else if (shown.near(shown.tensor() * (shown.further > 0 ? 3 : 2)))
      text += "What each separate kernel touches fits in L2. ";
    const double launch = kernels::h200::further_kernel_us * 1e-6;
    if (launch > cost.fused.seconds / 2)
      text += fill("Most of the time is launches, {} each as on an H200. ", fusion_time(launch));
    return text + (shown.run ? fill("PyTorch took {}, and compiled {}.",
                                    measured(shown.run->eager_us), measured(shown.run->compiled_us))
                             : std::string("Not measured."));
  }

  Table table() const override {
    Table table{{{"Kernels", false},
                 {"Launches"},
                 {"Passes"},
                 {"Moved", "MB"},
                 {"Computed", "µs"},
                 {"Measured", "µs"},
                 {"Longer than computed", "%", UnitIn::cells}}};
    const auto row = [&](std::string_view name, const kernels::FusionCost& cost, double us) {
      const bool measured = us > 0;
      table.add({name, cost.launches, cost.tensors, cell(cost.bytes / 1e6, significant),
                 cell(cost.seconds * 1e6, significant),
                 measured ? cell(us, significant) : no_cell(),
                 measured ? percent_cell(us / (cost.seconds * 1e6) - 1, 0) : no_cell()});
    };
    row("separate", shown.cost.unfused, shown.run ? shown.run->eager_us : 0);
    row("fused", shown.cost.fused, shown.run ? shown.run->compiled_us : 0);
    return table;
  }

  std::vector<Metric> metrics() const override {
    const kernels::Fusion& cost = shown.cost;
    std::vector<Metric> all = {
        {"tensor", "A tensor", shown.tensor() / 1e6, 1, "MB"},
        {"passes", "Passes, separate", cost.unfused.tensors},
        {"fused_passes", "Passes, fused", cost.fused.tensors},
        {"moved", "Moved, separate", cost.unfused.bytes / 1e6, 0, "MB"},
        {"fused_moved", "Moved, fused", cost.fused.bytes / 1e6, 0, "MB"},
        {"time", "Computed, separate", cost.unfused.seconds * 1e6, 1, "µs"},
        {"fused_time", "Computed, fused", cost.fused.seconds * 1e6, 1, "µs"},
        {"saving", "Times as fast", shown.saving(), 2, "×"},
        {"launch", "A further kernel", kernels::h200::further_kernel_us, 2, "µs"},
        {"copy", "Fastest large copy on an H200", large_copy_gb_per_s / 1000, 2, "TB/s"}};
    if (shown.run) {
      all.push_back({"measured", "Measured, separate", shown.run->eager_us, 1, "µs"});
      all.push_back({"fused_measured", "Measured, fused", shown.run->compiled_us, 1, "µs"});
      all.push_back({"measured_saving", "Times as fast, measured",
                     shown.run->eager_us / shown.run->compiled_us, 2, "×"});
    }
    return all;
  }

  FusionChart shown;

 private:
  std::string further() const {
    if (shown.further == 0) return "";
    if (shown.further == shown.operations) return ", each with a further tensor";
    return shown.further == 1 ? ", the last with a further tensor"
                              : fill(", the last {} with a further tensor each", shown.further);
  }
  static std::string measured(double us) { return fusion_time(us * 1e-6); }
};

}  // namespace

std::string fusion_time(double seconds) { return prefixed(seconds, "s"); }

Description fusion() {
  return describe<FusionScene, parameters>("fusion", "library", "Fused elementwise operations",
                                           "What does fusing elementwise operations save?",
                                           "core/kernels/fusion.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
