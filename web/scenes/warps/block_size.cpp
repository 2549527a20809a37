// How many threads should a block have?
#include "web/scenes/warps/block_size.hpp"

#include <charconv>
#include <iterator>

#include "core/device/capability.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

constexpr const auto& sizes =
    number_choices<32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024>;
constexpr Choice kernel_choices[] = {{"add", "Sum of two vectors"},
                                     {"transpose", "Transposition"},
                                     {"registers", "80 sums a thread"}};
static_assert(std::size(kernel_choices) == std::size(sm::h200::sized_kernels));
constexpr Choice start_choices[] = {{"left-out", "Left out"}, {"counted", "Counted"}};

constexpr Parameter parameters[] = {
    one_of("kernel", "Kernel", kernel_choices, "add"),
    one_of("threads", "Threads per block", sizes, "256"),
    one_of("starts", "Starts of blocks", start_choices, "left-out",
           {.help = "Whether the model counts that blocks start one after another"}),
};

constexpr Preset presets[] = {
    {"Sum", ""},
    {"Small blocks", "threads=32"},
    {"Small blocks, starts counted", "threads=32&starts=counted"},
    {"Transposition", "kernel=transpose&threads=1024"},
    {"Warps that do not divide", "kernel=registers&threads=448"},
    {"Too many registers", "kernel=registers&threads=1024"},
};
constexpr std::string_view parts[] = {"threads", "warps", "measured", "model", "refused"};
constexpr std::string_view references[] = {"cuda-guide", "best-practices", "cuda-occupancy"};

int number_of(const Choice& choice) {
  int number = 0;
  std::from_chars(choice.value.data(), choice.value.data() + choice.value.size(), number);
  return number;
}

constexpr std::string_view bound_words[] = {"memory", "waiting", "arithmetic", "starts",
                                            "cannot start"};

class BlockSizeScene final : public Pictured<BlockSizeScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    BlockSizes next;
    next.kernel = &sm::h200::sized_kernels[values.choice("kernel")];
    counted_ = values.choice("starts", {false, true});
    for (const Choice& size : sizes) {
      BlockSizes::Row row{.threads = number_of(size)};
      if (auto error = keep(row.model, sm::block_size(next.kernel->work, row.threads, counted_)))
        return error;
      if (const sm::h200::SizeRun* run = next.kernel->run(row.threads)) row.us = run->us;
      next.rows.push_back(row);
    }
    next.chosen = values.choice("threads");
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const BlockSizes::Row& row = shown.now();
    if (!row.starts()) return refused();
    const sm::Occupancy& held = row.model.occupancy;
    std::string text = fill("{} of {}: an SM holds {}, {} of {} warps. ",
                            Word(row.model.blocks, "block"), Word(row.threads, "thread"),
                            Word(held.blocks, "of them", "of them"), held.warps, most_warps());
    if (row.us > 0)
      text += fill("An H200 took {}; the model says at least {}: {}.", time(row.us),
                   time(row.model_us()), reason());
    else
      text += fill("Not measured; the model says at least {}: {}.", time(row.model_us()), reason());
    return text + beyond();
  }

  Table table() const override {
    Table table = headed("Threads per block", "Blocks on an SM", "Warps on an SM",
                         Column("Model, at least", "µs"), text_column("Limit in the model"),
                         Column("Measured on an H200", "µs"));
    for (const BlockSizes::Row& row : shown.rows) {
      const sm::Occupancy& held = row.model.occupancy;
      table.add({row.threads, held.blocks, held.warps,
                 row.starts() ? cell(row.model_us(), 1) : no_cell(),
                 bound_words[static_cast<size_t>(row.model.bound)],
                 row.us > 0 ? cell(row.us, 1) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const BlockSizes::Row& row = shown.now();
    const sm::Occupancy& held = row.model.occupancy;
    std::vector<Metric> all = {Metric{"blocks", "Blocks on an SM", held.blocks}.told_in(
                                   "", "Blocks on an SM", "threads, starts"),
                               Metric{"warps", "Warps on an SM", held.warps}.told_in(
                                   "warps", "Warps on an SM", "threads, starts"),
                               {"occupancy", "Occupancy", 100 * held.share, 1, "%"},
                               {"grid", "Blocks of the grid", row.model.blocks}};
    if (row.starts())
      all.push_back(Metric{"model", "Model, at least", row.model_us(), 1, "µs"}.told_in(
          "model", "Model, at least", "threads"));
    if (row.us > 0)
      all.push_back(Metric{"time", "Measured on an H200", row.us, 1, "µs"}.told_in(
          "measured", "Measured on an H200", "threads, starts"));
    if (row.us > 0 && row.starts())
      all.push_back(Metric{"times", "Measured over model", row.us / row.model_us(), 2});
    all.push_back({"fastest", "Fastest size", shown.fastest().threads});
    all.push_back({"slowest", "Slowest size", shown.slowest().threads});
    all.push_back(
        {"start", "From the start of a block to the next", sm::h200::block_start_ns, 2, "ns"});
    all.push_back({"starts", "All starts of blocks", starts_us(), 1, "µs"});
    return all;
  }

  BlockSizes shown;

 private:
  static std::string time(double us) { return prefixed(us / 1e6, "s"); }
  static int most_warps() { return device::find_capability("9.0")->warps_per_sm(); }

  // All starts, one after another.
  double starts_us() const {
    return static_cast<double>(shown.now().model.blocks) * sm::h200::block_start_ns / 1e3;
  }

  std::string reason() const {
    const BlockSizes::Row& row = shown.now();
    switch (row.model.bound) {
      case sm::SizeBound::memory:
        return "memory has to move the bytes";
      case sm::SizeBound::waiting:
        return "too few blocks wait at a time";
      case sm::SizeBound::arithmetic:
        return "the busiest quarter of an SM has to issue its instructions";
      default:
        return "the blocks have to start, one after another";
    }
  }

  // What the model leaves out, where it shows.
  std::string beyond() const {
    const BlockSizes::Row& row = shown.now();
    const double starts = starts_us();
    if (!counted_ && starts > row.model_us())
      return fill(" It leaves out that a block starts every {}, which takes {} for all.",
                  fixed(sm::h200::block_start_ns, 2) + " ns", time(starts));
    if (row.us > 1.5 * row.model_us())
      return " It leaves out queues at the memory, and that a block keeps its places until its "
             "last "
             "warp is done.";
    return "";
  }

  std::string refused() const {
    const BlockSizes::Row& row = shown.now();
    const sm::Share registers =
        sm::share_of_block(*device::find_capability("9.0"),
                           {.threads = row.threads, .registers = shown.kernel->work.registers},
                           row.model.occupancy, sm::Limiter::registers);
    return fill(
        "A block of {} does not start: {} for each need {}, and an SM has {}. CUDA says "
        "“too many resources requested for launch”.",
        Word(row.threads, "thread"), Word(shown.kernel->work.registers, "register"),
        registers.needed, registers.available);
  }

  bool counted_ = false;
};

}  // namespace

const BlockSizes::Row& BlockSizes::fastest() const {
  const Row* best = nullptr;
  for (const Row& row : rows)
    if (row.us > 0 && (!best || row.us < best->us)) best = &row;
  return *best;
}

const BlockSizes::Row& BlockSizes::slowest() const {
  const auto by_time = [](const Row& one, const Row& other) { return one.us < other.us; };
  return *std::max_element(rows.begin(), rows.end(), by_time);
}

double BlockSizes::longest_us() const {
  double most = 0;
  for (const Row& row : rows) most = std::max({most, row.us, row.model_us()});
  return most;
}

Description block_size() {
  return describe<BlockSizeScene, parameters>(
      "block-size", "index", "Block sizes", "How many threads should a block have?",
      "core/sm/block_size.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
