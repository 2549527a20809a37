// Why do 32 reads take 32 turns? One wavefront of shared memory per step.
#include "web/scenes/machine/bank_conflicts.hpp"

#include "web/scene/seed.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {
namespace {

constexpr Choice accesses[] = {{"stride", "Stride"},       {"column", "Column of a tile"},
                               {"broadcast", "Broadcast"}, {"random", "Random"},
                               {"custom", "Custom"},       own_index};
constexpr auto& widths = number_choices<4, 8, 16>;

constexpr int shared_bytes = 227 * 1024;  // the most that a block has on the chips of the pages

constexpr Parameter parameters[] = {
    one_of("access", "Access", accesses, "stride"),
    whole_number("stride", "Stride", "1", {0, 33},
                 {.unit = "elements",
                  .help = "Distance between neighboring lanes.",
                  .when = "access=stride"}),
    one_of("bytes", "Bytes per lane", widths, "4"),
    whole_number("padding", "Padding", "0", {0, 4},
                 {.unit = "words", .help = "Empty words after every row of 32 words."}),
    swizzle_parameter,
    seed_parameter({.when = "access=random"}),
    lanes_parameter("words", "Custom elements", shared_bytes / memory::word_bytes - 1,
                    "Which element each lane reads. You can also drag lanes and words.",
                    "access=custom"),
    expression_parameter("Which element a thread accesses: an index such as threadIdx.x * 32, a "
                         "line such as out[i] = tile[threadIdx.x][3], or a layout such as "
                         "Sw<3,0,3> o 0 o (8,8):(8,1). Padding and swizzle are applied afterwards.",
                         "access=expression"),
    names_parameter("access=expression"),
    nth_parameter("access=expression"),
};

constexpr Preset presets[] = {
    {"Stride 1", ""},
    {"Stride 32", "stride=32"},
    {"Column, padded", "access=column&padding=1"},
    {"Column, swizzled", "access=column&swizzle=xor"},
    {"A line of code",
     "access=expression&expression=out%5Bi%5D%20%3D%20tile%5BthreadIdx.x%5D%5BthreadIdx.y%5D%3B&"
     "nth=2"},
};
constexpr std::string_view parts[] = {"lanes", "routes",    "banks", "padding",
                                      "words", "conflicts", "turns", "measured"};
constexpr std::string_view references[] = {"cuda-guide", "best-practices"};

class BankConflictsScene final : public Pictured<BankConflictsScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const memory::SharedLayout layout = {.width = values.integer("bytes"),
                                         .padding = values.integer("padding"),
                                         .swizzle = values.text("swizzle") == "xor"};
    const std::string_view access = values.text("access");
    memory::LaneIndices elements{};
    words_.clear();
    if (access == "expression") {
      const Result<OwnAccess> own = own_access(values, shared_bytes / layout.width - 1);
      if (!own) return own.error();
      elements = own->elements;
      words_ = own->words;
    } else if (auto error = keep(elements, listed(values, layout))) {
      return error;
    }
    const Result<BankWork> work = bank_work(elements, layout);
    if (!work) return work.error();
    if (const auto error = outside(work->load())) return *error;
    work_ = *work;
    padding_ = layout.padding;
    return std::nullopt;
  }

  int steps() const override { return work_.turns(); }
  std::string status(int step) const override {
    if (step > 0 && step < steps()) return work_.turn(step);
    return (words_.empty() ? "" : words_ + ": ") + (step == 0 ? work_.begin() : work_.end());
  }
  Table table() const override { return work_.table(); }
  std::vector<Metric> metrics() const override { return work_.metrics(); }

  BankConflictsPicture shown() const { return {work_, padding_}; }

 private:
  static Result<memory::LaneIndices> listed(const Values& values,
                                            const memory::SharedLayout& layout) {
    if (values.text("access") == "custom") return lane_indices(values, "words");
    // The choices are in the order of memory::SharedPattern, followed by the reader's own.
    return memory::shared_indices(
        {.pattern = static_cast<memory::SharedPattern>(values.choice("access")),
         .width = layout.width,
         .stride = values.integer("stride"),
         .seed = chosen_seed(values)});
  }

  // A list may reach further than wide elements or padding allow.
  static std::optional<Error> outside(const memory::WarpAccess& load) {
    for (size_t lane = 0; lane < load.offsets.size(); ++lane)
      if (const std::int64_t end = load.offsets[lane] + load.width; end > shared_bytes)
        return Error{fill("lane {} reads byte {}, expected one of the {} bytes of shared memory",
                          lane, end - 1, shared_bytes)};
    return std::nullopt;
  }

  BankWork work_;
  std::string words_;  // the reader's access
  int padding_ = 0;
};

}  // namespace

Description bank_conflicts() {
  return describe<BankConflictsScene, parameters>(
      "bank-conflicts", "index", "Bank conflicts", "Why do 32 reads take 32 turns?",
      "core/memory/wavefronts.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
