// Where does one more register cost a whole block?
#include "web/scenes/warps/register_cliff.hpp"

#include "core/device/measured_h200.hpp"
#include "core/sm/spill.hpp"
#include "web/scenes/warps/kernel.hpp"

namespace loom::scenes {
namespace {

constexpr Parameter parameters[] = {
    gpu_parameter,
    threads_parameter,
    whole_number("registers", "Registers per thread", "64",
                 {fewest_registers, device::max_registers_per_thread},
                 {.help = "As many as the kernel needs"}),
    shared_parameter("0"),
    whole_number("bound", "Launch bound: blocks", "0", {0, 32},
                 {.help = "The second number of __launch_bounds__; 0: none"}),
};

constexpr Preset presets[] = {
    {"At the edge", ""},
    {"Launch bound", "registers=104&bound=3"},
    {"Small blocks", "threads=64&registers=40"},
    {"Big blocks", "threads=1024&registers=40"},
};

constexpr std::string_view parts[] = {"curve", "cliff", "choice", "bound", "spill", "measured"};
constexpr std::string_view references[] = {"cuda-occupancy", "cuda-guide", "best-practices"};

class RegisterCliffScene final : public Pictured<RegisterCliffScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    KernelChoice choice = kernel_choice(values);
    choice.kernel.registers = values.integer("registers");
    RegisterCliff next{
        .capability = choice.capability, .kernel = choice.kernel, .bound = values.integer("bound")};
    if (next.bound > 0 && !sm::register_cap(*next.capability, choice.kernel.threads, next.bound))
      next.ignored = next.bound, next.bound = 0;
    if (auto error = keep(next.spill, sm::spill(*next.capability, choice.kernel, next.bound)))
      return error;
    if (auto error =
            keep(next.plateaus, sm::plateaus(*next.capability, choice.kernel, fewest_registers)))
      return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override { return bounded() + standing() + edge() + took(); }

  Table table() const override {
    Table table =
        headed("Up to registers", "Blocks", "Warps", Column("Occupancy", "%", UnitIn::cells),
               Column("Spilled on an H200", "B per thread").only(measured()),
               Column("Time on an H200", "ms").only(measured()));
    for (const sm::Plateau& plateau : shown.plateaus) {
      const sm::Occupancy& found = plateau.occupancy;
      const device::h200::SpillRun* run = device::h200::spill_run(found.blocks);
      table.add({plateau.last, found.blocks, found.warps,
                 cell(100 * found.share, brief_percent(found.share)),
                 run ? cell(run->local_bytes) : no_cell(), run ? cell(run->ms, 1) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const sm::Occupancy& found = shown.spill.occupancy;
    const int cliff = shown.at(shown.used()).last;
    std::vector<Metric> all = {
        Metric{"blocks", "Blocks on an SM", found.blocks}.told_in("curve, cliff", "Blocks",
                                                                  "registers"),
        {"occupancy", "Occupancy", 100 * found.share, 1, "%"},
        {"cliff", "Last register before the cliff", cliff},
        {"spilled", "Local memory per thread", shown.spill.bytes_per_thread, "B"}};
    if (measured() && shown.bound > 0)
      all.push_back({"time", "Time of the measured kernel on an H200",
                     device::h200::spill_runs[shown.bound - 1].ms, 1, "ms"});
    return all;
  }

  RegisterCliff shown;

 private:
  // Whether the curve is that of the kernel that was measured.
  bool measured() const {
    return shown.capability->name == "9.0" && shown.kernel.threads == device::h200::spill_threads &&
           shown.kernel.dynamic_shared == 0;
  }

  std::string bounded() const {
    if (shown.ignored > 0)
      return fill("An SM cannot hold {} of {}, so the compiler ignores the launch bound. ",
                  Word(shown.ignored, "block"), Word(shown.kernel.threads, "thread"));
    if (shown.bound == 0) return "";
    const sm::Spill& spill = shown.spill;
    const std::string bound = plural(shown.bound, "block");
    if (spill.values == 0)
      return fill("A launch bound of {} allows {}. ", bound, Word(spill.cap, "register"));
    return fill(
        "A launch bound of {} allows {} of the {}. By this count {} to local memory, {} per "
        "thread, {} per SM (L1 has {}). ",
        bound, spill.cap, Word(shown.kernel.registers, "register"),
        Word(spill.values, "value goes", "values go"), Word(spill.bytes_per_thread, "byte"),
        kib(spill.local_per_sm), kib(spill.l1));
  }

  std::string standing() const {
    const sm::Occupancy& found = shown.spill.occupancy;
    const std::string registers = plural(shown.used(), "register"),
                      fit = fill("{}: {} of {} warps, {} occupancy.",
                                 Word(found.blocks, "block fits", "blocks fit"), found.warps,
                                 shown.capability->warps_per_sm(), brief_percent(found.share));
    if (found.blocks == 0) return fill("With {} no block fits: the kernel cannot run.", registers);
    return shown.spill.values > 0 ? fit : fill("With {}, {}", registers, fit);
  }

  std::string edge() const {
    const sm::Plateau& here = shown.at(shown.used());
    if (here.occupancy.blocks == 0 || shown.spill.values > 0) return "";
    if (here.last == device::max_registers_per_thread)
      return fill(" More registers, up to the maximum of {}, cost no block.", integer(here.last));
    const int next = shown.at(here.last + 1).occupancy.blocks;
    const Word falls = next == 0 ? "no block fits" : Word(next, "block fits", "blocks fit");
    if (shown.used() == here.last) return fill(" With one register more, {}.", falls);
    return fill(" The same number fits up to {}; then {}.", Word(here.last, "register"), falls);
  }

  std::string took() const {
    using namespace device::h200;
    if (!measured() || shown.spill.values == 0) return "";
    const SpillRun& run = spill_runs[shown.bound - 1];
    return fill(
        " Measured on an H200, a kernel of {} sums took {} without spills, {} with this bound; its "
        "compiler spilled {} per thread.",
        spill_values, milliseconds(spill_runs[0].ms), milliseconds(run.ms),
        Word(run.local_bytes, "byte"));
  }
};

}  // namespace

Description register_cliff() {
  return describe<RegisterCliffScene, parameters>(
      "register-cliff", "index", "Register cliffs",
      "Where does one more register cost a whole block?", "core/sm/spill.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
