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
    expression_parameter("Which element a lane reads: a C expression with lane, tid or "
                         "threadIdx.x, or a layout such as Sw<3,0,3> o 0 o (8,8):(8,1). "
                         "Padding and swizzle are applied afterwards.",
                         "access=expression"),
};

constexpr Preset presets[] = {
    {"Stride 1", ""},
    {"Column, padded", "access=column&padding=1"},
    {"Column, swizzled", "access=column&swizzle=xor"},
    // a[a_col][a_row] of the rung `vectorized` in tools/probes/gemm_fp32.cuh, for rows of 32 floats
    // of A, without its padding.
    {"A transposed tile", "access=expression&expression=lane%258*4*128%2Blane/8"},
    {"That store, swizzled", "access=expression&expression=lane%258*4*128%2B(lane/8^lane%258*4)"},
    {"ldmatrix", "access=expression&bytes=16&expression=lane%258*8%2Blane/8"},
    {"ldmatrix, swizzled", "access=expression&bytes=16&expression=lane%258*8%2B(lane/8^lane%258)"},
    {"Your own", "access=expression&expression=lane*lane"},
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
    // The choices are in the order of memory::SharedPattern, followed by the reader's own.
    const std::string_view access = values.text("access");
    const Result<memory::LaneIndices> elements =
        access == "custom" ? lane_indices(values, "words")
        : access == "expression"
            ? expression_elements(values, shared_bytes / layout.width - 1)
            : memory::shared_indices(
                  {.pattern = static_cast<memory::SharedPattern>(values.choice("access")),
                   .width = layout.width,
                   .stride = values.integer("stride"),
                   .seed = chosen_seed(values)});
    if (!elements) return elements.error();
    const Result<BankWork> work = bank_work(*elements, layout);
    if (!work) return work.error();
    if (const auto error = outside(work->load())) return *error;
    work_ = *work;
    padding_ = layout.padding;
    return std::nullopt;
  }

  int steps() const override { return work_.turns(); }
  std::string status(int step) const override {
    return step == 0 ? work_.begin() : step == steps() ? work_.end() : work_.turn(step);
  }
  Table table() const override { return work_.table(); }
  std::vector<Metric> metrics() const override { return work_.metrics(); }

  BankConflictsPicture shown() const { return {work_, padding_}; }

 private:
  // A list may reach further than wide elements or padding allow.
  static std::optional<Error> outside(const memory::WarpAccess& load) {
    for (size_t lane = 0; lane < load.offsets.size(); ++lane)
      if (const std::int64_t end = load.offsets[lane] + load.width; end > shared_bytes)
        return Error{fill("lane {} reads byte {}, expected one of the {} bytes of shared memory",
                          lane, end - 1, shared_bytes)};
    return std::nullopt;
  }

  BankWork work_;
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
