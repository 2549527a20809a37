// How far away is the data?
#include "web/scenes/machine/memory_trip.hpp"

#include <cmath>

#include "core/device/measured_h200.hpp"
#include "core/memory/trip.hpp"
#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using device::Level;
using memory::Stop;

constexpr Choice gpus[] = {
    {"v100", "V100"}, {"a100", "A100"}, {"h100", "H100"}, {"h200", "H200"}, {"b200", "B200"}};

constexpr Parameter parameters[] = {one_of("gpu", "GPU", gpus, "h100")};

constexpr std::string_view parts[] = {"registers", "l1", "l2", "dram", "byte"};
constexpr std::string_view references[] = {
    "v100-wp",      "a100-wp",     "a100-sheet", "hopper-depth", "h100-sheet",
    "h200-sheet",   "dgx-b200",    "cuda-guide", "volta-micro",  "ampere-micro",
    "hopper-micro", "b200-cheese", "b200-bus"};

class MemoryTripScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    gpu_ = device::find_gpu(values.text("gpu"));
    trip_ = memory::trip(*gpu_);
    return std::nullopt;
  }

  int steps() const override { return device::level_count; }

  std::string status(int step) const override {
    if (step == steps()) return arrived();
    const Stop& stop = nth(trip_, step);
    if (step == 0) return begins(stop);
    const char* where = stop.level == Level::registers ? "is in a register"
                        : stop.level == Level::l1      ? "passes the L1 cache"
                                                       : "passes the L2 cache";
    if (*stop.elapsed == 0)
      return fill("The byte {}, {} away from the math.", {where, distance(stop)});
    return fill("After {} cycles the byte {}; {} are left.",
                {cycles_text(*stop.elapsed), where, distance(stop)});
  }

  Table table() const override {
    const bool hopper = gpu_->capability == "9.0";
    Table table{{{"Tier", false},
                 {"Size", "B", UnitIn::cells},
                 {"Latency", "cycles"},
                 {"Bandwidth", "GB/s", UnitIn::cells},
                 {"If a register took 1 s", "s", UnitIn::cells},
                 {"The latency is", false},
                 {"The bandwidth is", false}}};
    if (hopper) table.columns.push_back({"Measured on an H200", "cycles"});
    for (auto stop = trip_.rbegin(); stop != trip_.rend(); ++stop) {
      const LevelText text = level_text(*gpu_, *stop);
      const device::LevelFigures& figures = gpu_->at(stop->level);
      table.add(
          {text.name, cell(figures.size.value, text.size),
           stop->left ? cell(*stop->left, text.latency) : no_cell(),
           figures.bandwidth.known() ? cell(figures.bandwidth.value, text.bandwidth) : no_cell(),
           stop->scaled ? cell(*stop->scaled, text.scaled) : no_cell(), text.standing,
           text.bandwidth_standing});
      if (hopper) table.rows.back().push_back(cell(measured_cycles(stop->level), text.measured));
    }
    return table;
  }

  // The farthest memory has a metric only where its latency is known.
  std::vector<Metric> metrics() const override {
    const double one = *trip_.back().left;
    std::vector<Metric> all = {{"l2", "Latency of the L2 cache", *trip_[1].left, 0, "cycles"}};
    if (trip_[0].left) {
      all.push_back({"hbm", "Latency of device memory", *trip_[0].left, 0, "cycles"});
      all.push_back(
          {"ratio", "Device memory against a register", *trip_[0].left / one, 0, "times"});
    }
    return all;
  }

  float height(float width) const override { return picture().height(width); }
  void draw(Painter& painter, const View& view) const override { picture().draw(painter, view); }

 private:
  MemoryTripPicture picture() const { return {*gpu_, trip_}; }

  static std::string or_dash(const std::string& text) { return text.empty() ? "–" : text; }

  // "263 cycles (1 min 5 s if a register took one second)"
  static std::string distance(const Stop& stop) {
    return fill("{} cycles ({} if a register took one second)",
                {cycles_text(*stop.left), scaled_text(*stop.scaled)});
  }

  std::string begins(const Stop& stop) const {
    return fill("The byte lies in the {} of the {}{}",
                {std::string(gpu_->dram), std::string(gpu_->name),
                 stop.left ? fill(", {} away from the math.", {distance(stop)})
                           : ". How many cycles a load from there waits is contested, so the first "
                             "part of its way has no number."});
  }

  std::string arrived() const {
    const Stop& last = trip_.back();
    const double total = *last.elapsed + *last.left;
    return fill(
        "The math has the byte, {} cycles after it left {}.{} Had it been in a register, {} would "
        "have done: {} times fewer.",
        {cycles_text(total), left(),
         trip_[0].left
             ? ""
             : fill(" How many it took from {} to there is contested.", {std::string(gpu_->dram)}),
         cycles_text(*last.left), std::lround(total / *last.left)});
  }

  // What the cycles are counted from.
  std::string left() const {
    if (!trip_[0].left) return "L2";
    if (gpu_->timed_on.empty()) return std::string(gpu_->dram);
    return fill("HBM, as timed on the {} with {}",
                {std::string(gpu_->timed_on), std::string(gpu_->timed_dram)});
  }

  const device::Gpu* gpu_ = nullptr;
  memory::Trip trip_;
};

}  // namespace

Description memory_trip() {
  return describe<MemoryTripScene, parameters>(
      "memory-trip", "index", "A byte’s trip", "How far away is the data?", "core/memory/trip.hpp",
      {.parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
