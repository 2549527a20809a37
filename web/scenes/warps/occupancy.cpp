// How many warps fit, and what stops the next one?
#include "core/sm/occupancy.hpp"

#include "web/scenes/warps/kernel.hpp"
#include "web/scenes/warps/occupancy.hpp"

namespace loom::scenes {
namespace {

using sm::Limiter;

constexpr Parameter parameters[] = {
    gpu_parameter,
    threads_parameter,
    whole_number("registers", "Registers per thread", "64", {16, device::max_registers_per_thread}),
    shared_parameter("32"),
};

constexpr Preset presets[] = {
    {"All warps", "gpu=8.0&registers=32&shared=0"},
    {"One register more", "gpu=8.0&registers=33&shared=0"},
    {"Big tiles", "threads=128&registers=128&shared=113"},
    {"Specialized warps", "threads=384&registers=168&shared=200"},
    {"A third unused", "gpu=8.9&threads=1024&registers=40&shared=0"},
    {"Cannot run", "threads=288&registers=176&shared=0"},
};

constexpr std::string_view parts[] = {"warps", "registers", "shared", "blocks", "unused", "next"};
constexpr std::string_view references[] = {"cuda-occupancy", "cuda-guide"};

class OccupancyScene final : public Pictured<OccupancyScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    KernelChoice choice = kernel_choice(values);
    choice.kernel.registers = values.integer("registers");
    const auto occupancy = sm::occupancy(*choice.capability, choice.kernel);
    if (!occupancy) return occupancy.error();
    shown = {choice.capability, choice.kernel, *occupancy};
    return std::nullopt;
  }

  std::string status(int) const override {
    return (shown.occupancy.blocks == 0 ? cannot_run() : fits() + because()) + idle_lanes();
  }

  Table table() const override {
    Table table =
        headed(text_column("Resource"), "A block needs", "The SM has", "Blocks it allows");
    for (int i = 0; i < 4; ++i) {
      const sm::Share row = shown.share(Limiter(i));
      const int allowed = nth(shown.occupancy.limits, i);
      table.add({std::string(shelf_names[i]) + (i == 2 ? " (B)" : ""), row.needed, row.available,
                 allowed == sm::unlimited ? Entry("any") : Entry(allowed)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"blocks", "Blocks on an SM", shown.occupancy.blocks},
            {"warps", "Warps on an SM", shown.occupancy.warps},
            {"occupancy", "Occupancy", 100 * shown.occupancy.share, 1, "%"},
            {"warp_registers", "Registers of a warp", shown.occupancy.registers_per_warp},
            {"room", "Warps for which a sub-partition has registers", room()},
            {"idle", "Idle lanes of a block", idle()},
            {"most_shared", "Shared memory that a block may have",
             shown.capability->shared_per_block / 1024.0, 0, "KiB"}};
  }

  OccupancyPicture shown;

 private:
  std::string fits() const {
    return fill("{} of {} {} on an SM: {} of {} warps, {} occupancy. ",
                Word(shown.occupancy.blocks, "block"),
                Word(shown.occupancy.warps_per_block, "warp"),
                shown.occupancy.blocks == 1 ? "fits" : "fit", shown.occupancy.warps,
                shown.capability->warps_per_sm(), brief_percent(shown.occupancy.share));
  }

  // "Registers stop the next one: …"
  std::string because() const {
    const device::Capability& sm = *shown.capability;
    std::string text = limiters(shown.occupancy);
    const bool one = text == words(Limiter::shared_memory);
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    text += one ? " stops the next block: " : " stop the next block: ";
    if (shown.occupancy.limited_by(Limiter::registers))
      return text +
             fill("a warp gets {} registers, and {}.", shown.occupancy.registers_per_warp, rooms());
    if (shown.occupancy.limited_by(Limiter::shared_memory))
      return text + fill("a block takes {}{} of {}.", kib(shown.occupancy.shared_per_block),
                         sm.shared_reserved > 0 ? ", with the system’s share," : "",
                         kib(sm.shared_per_sm));
    if (shown.occupancy.limited_by(Limiter::warps))
      return text + fill("an SM has {} places.", sm.warps_per_sm());
    return text + fill("an SM takes at most {} of any size.", sm.blocks_per_sm);
  }

  int room() const { return sm::warps_per_partition(shown.kernel.registers); }
  std::string rooms() const {
    return fill("each of the four sub-partitions has room for {}", Word(room(), "warp"));
  }

  std::string cannot_run() const {
    std::string text = "This kernel cannot run: ";
    const bool registers = shown.occupancy.limited_by(Limiter::registers);
    if (registers)
      text += fill("a block has {} of {} registers, and {}.",
                   Word(shown.occupancy.warps_per_block, "warp"),
                   shown.occupancy.registers_per_warp, rooms());
    if (shown.occupancy.limited_by(Limiter::shared_memory))
      text += fill("{} block may have at most {} of shared memory.", registers ? " And a" : "a",
                   kib(shown.capability->shared_per_block));
    return text;
  }

  int idle() const {
    return shown.occupancy.warps_per_block * device::warp_threads - shown.kernel.threads;
  }
  std::string idle_lanes() const {
    if (idle() == 0) return "";
    return fill(" The last warp of each block has {}.", Word(idle(), "idle lane"));
  }
};

}  // namespace

Description occupancy() {
  return describe<OccupancyScene, parameters>(
      "occupancy", "index", "Occupancy", "How many warps fit, and what stops the next one?",
      "core/sm/occupancy.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
