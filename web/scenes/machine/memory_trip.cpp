// How far away is the data?
#include "web/scenes/machine/memory_trip.hpp"

#include "core/memory/trip.hpp"

namespace loom::scenes {
namespace {

using device::Level, memory::Stop;

constexpr Choice gpus[] = {
    {"v100", "V100"}, {"a100", "A100"}, {"h100", "H100"}, {"h200", "H200"}, {"b200", "B200"}};

constexpr Parameter parameters[] = {one_of("gpu", "GPU", gpus, "h100")};

constexpr std::string_view parts[] = {"registers", "l1", "l2", "dram", "byte"};
constexpr std::string_view references[] = {
    "v100-wp",      "a100-wp",     "a100-sheet", "hopper-depth", "h100-sheet",
    "h200-sheet",   "dgx-b200",    "cuda-guide", "volta-micro",  "ampere-micro",
    "hopper-micro", "b200-cheese", "b200-bus"};

class MemoryTripScene final : public Pictured<MemoryTripScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.gpu = device::find_gpu(values.text("gpu"));
    shown.trip = memory::trip(*shown.gpu);
    return std::nullopt;
  }

  int steps() const override { return device::level_count; }

  std::string status(int step) const override {
    if (step == steps()) return arrived();
    const Stop& stop = nth(shown.trip, step);
    if (step == 0) return begins(stop);
    const char* where = stop.level == Level::registers ? "is in a register"
                        : stop.level == Level::l1      ? "is in the L1 cache"
                                                       : "is in the L2 cache";
    if (*stop.elapsed == 0)
      return fill("The byte {}, {} from the math units.", where, distance(stop));
    return fill("After {} cycles the byte {}. {} remain.", cycles_text(*stop.elapsed), where,
                distance(stop));
  }

  Table table() const override {
    const bool hopper = shown.gpu->capability == "9.0";
    Table table =
        headed(text_column("Tier"), Column("Size", "B", UnitIn::cells), Column("Latency", "cycles"),
               Column("Bandwidth", "GB/s", UnitIn::cells),
               Column("If a register took 1 s", "s", UnitIn::cells),
               text_column("Source of the latency"), text_column("Source of the bandwidth"),
               Column("Measured on an H200", "cycles").only(hopper));
    for (auto stop = shown.trip.rbegin(); stop != shown.trip.rend(); ++stop) {
      const LevelText text = level_text(*shown.gpu, *stop);
      const device::LevelNumbers& figures = shown.gpu->at(stop->level);
      table.add(
          {text.name, cell(figures.size.value, text.size),
           stop->left ? cell(*stop->left, text.latency) : no_cell(),
           figures.bandwidth.known() ? cell(figures.bandwidth.value, text.bandwidth) : no_cell(),
           stop->scaled ? cell(*stop->scaled, text.scaled) : no_cell(), text.standing,
           text.bandwidth_standing, cell(measured_cycles(stop->level), text.measured)});
    }
    return table;
  }

  // The farthest memory has a metric only if its latency is known.
  std::vector<Metric> metrics() const override {
    const double one = *shown.trip.back().left;
    std::vector<Metric> all = {{"l2", "Latency of the L2 cache", *shown.trip[1].left, 0, "cycles"}};
    if (shown.trip[0].left) {
      all.push_back({"hbm", "Latency of device memory", *shown.trip[0].left, 0, "cycles"});
      all.push_back({"ratio", "Latency of device memory against a register",
                     *shown.trip[0].left / one, 0, "times"});
    }
    return all;
  }

  MemoryTrip shown;

 private:
  // "263 cycles (1 min 5 s if a register took one second)"
  static std::string distance(const Stop& stop) {
    return fill("{} cycles ({} if a register took one second)", cycles_text(*stop.left),
                scaled_text(*stop.scaled));
  }

  std::string begins(const Stop& stop) const {
    return fill("The byte is in the {} of the {}{}", std::string(shown.gpu->dram),
                std::string(shown.gpu->name),
                stop.left ? fill(", {} from the math units.", distance(stop))
                          : ". Sources disagree about the latency of a load from there, so this "
                            "part of the trip has no number.");
  }

  std::string arrived() const {
    const Stop& last = shown.trip.back();
    const double total = *last.elapsed + *last.left;
    return fill(
        "A load from {} takes {} cycles.{} A multiply-add of numbers in registers takes {}: {} "
        "times less.",
        left(), cycles_text(total),
        shown.trip[0].left
            ? ""
            : fill(" Sources disagree about the time from {} to L2.", std::string(shown.gpu->dram)),
        cycles_text(*last.left), std::lround(total / *last.left));
  }

  // Where the count of cycles begins.
  std::string left() const {
    if (!shown.trip[0].left) return "L2";
    if (shown.gpu->timed_on.empty()) return std::string(shown.gpu->dram);
    return fill("HBM (timed on the {} with {})", std::string(shown.gpu->timed_on),
                std::string(shown.gpu->timed_dram));
  }
};

}  // namespace

Description memory_trip() {
  return describe<MemoryTripScene, parameters>(
      "memory-trip", "index", "Latency by memory level", "How far away is the data?",
      "core/memory/trip.hpp", {.parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
