// Where does the accumulator live? The sums of a tile in tensor memory, or in threads' registers.
#include "web/scenes/chips/tensor_memory.hpp"

#include "core/gemm/tensor_memory_blocks.hpp"
#include "web/scenes/chips/tile_columns.hpp"

namespace loom::scenes {
namespace {

constexpr Choice gpu_choices[] = {{"hopper", "H100"}, {"blackwell", "B200"}};
constexpr auto& row_choices = number_choices<64, 128, 256>;
constexpr Choice tile_choices[] = {{"1", "one"}, {"2", "two"}};
constexpr Choice sm_choices[] = {{"1", "one SM"}, {"2", "a pair"}};
// For a row of 128 bytes along K: 128 numbers by 32, and 256 by 16.
constexpr Choice scale_choices[] = {
    {"0", "none"}, {"4", "MXFP8: one for 32"}, {"16", "NVFP4: one for 16"}};
constexpr std::string_view on_blackwell = "gpu=blackwell";

constexpr Parameter parameters[] = {
    one_of("gpu", "GPU", gpu_choices, "blackwell"),
    one_of("m", "Rows of the tile", row_choices, "128"),
    one_of("n", "Columns of the tile", tile_columns, "256"),
    one_of("buffers", "Tiles at a time", tile_choices, "2",
           {.help = "With two, one tile is multiplied while the other is written out"}),
    one_of("sms", "Multiplied by", sm_choices, "1", {.when = on_blackwell}),
    one_of("scales", "Block scales", scale_choices, "0", {.when = on_blackwell}),
    whole_number("warpgroups", "Warpgroups", "2", {1, 4}, {.when = "gpu=hopper"}),
    whole_number("row", "Row of a sum", "37", {0, 255}),
    whole_number("column", "Column of a sum", "200", {0, 255}),
};

constexpr Preset presets[] = {
    {"Two tiles", ""},         {"Hopper", "gpu=hopper"}, {"Half the lanes", "m=64&buffers=1"},
    {"A pair", "m=256&sms=2"}, {"Folded", "sms=2"},      {"With scales", "scales=16"},
    {"Rounded up", "n=160"},
};
constexpr std::string_view parts[] = {"tile",     "first",   "second",  "scales", "unused",
                                      "neighbor", "spilled", "element", "warps"};
constexpr std::string_view references[] = {"ptx", "cutlass", "colfax-tmem"};

class TensorMemoryScene final : public Pictured<TensorMemoryScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    SumsPicture next;
    next.blackwell = values.text("gpu") == "blackwell";
    next.sums = {.m = values.integer("m"),
                 .n = values.integer("n"),
                 .buffers = values.integer("buffers"),
                 .sms = next.blackwell ? values.integer("sms") : 1,
                 .scales = next.blackwell ? values.integer("scales") : 0};
    if (const auto refused = refusal(next.sums))  // in every state all but the rows are right
      return Error{fill("'Rows of the tile': {}", refused->message.substr(3))};
    next.warpgroups = values.integer("warpgroups");
    next.row = std::min(values.integer("row"), next.sums.m - 1);
    next.column = std::min(values.integer("column"), next.sums.n - 1);
    next.need = tmem_need(next.sums);
    next.registers = register_need(next.sums, next.warpgroups);
    if (next.blackwell)
      fill_columns(next);
    else
      fill_registers(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const gemm::Accumulators& sums = shown.sums;
    const std::string tiles =
        fill("The sums of {} of {} × {}", Word(sums.buffers, "tile"), sums.m, sums.n);
    return shown.blackwell ? on_blackwell_chip(tiles) : on_hopper(tiles);
  }

  Table table() const override {
    Table table =
        headed(text_column(shown.blackwell ? "Columns of" : "Registers of"), "From", "Count");
    for (const Stretch& each : shown.stretches) table.add({each.name, each.from, each.count});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const gemm::TmemNeed& need = shown.need;
    const bool fits = shown.blackwell && need.fits();
    return {{"columns", "Columns", shown.blackwell ? need.used() : 0., 0},
            {"allocated", "Columns allocated", fits ? need.allocated : 0., 0},
            {"unused", "Columns allocated and not used",
             fits ? double(need.allocated - need.used()) : 0., 0},
            {"registers", "Registers of a thread for sums",
             shown.blackwell ? 0. : shown.registers.held, 0},
            {"lane", "Lane of the sum", shown.blackwell ? shown.cell().lane : 0., 0},
            {"at", "Column of the sum in Tensor Memory", shown.blackwell ? shown.cell().column : 0.,
             0}};
  }

  SumsPicture shown;

 private:
  static void fill_columns(SumsPicture& next) {
    const gemm::TmemNeed& need = next.need;
    const bool halves = next.sums.rows() == 64 && next.sums.sms == 1;  // share their columns
    const int columns = halves ? need.sums : need.sums / next.sums.buffers;
    const auto add = [&](Stretch::Kind kind, std::string_view name, int from, int count) {
      if (count > 0) next.stretches.push_back({kind, std::string(name), from, count});
    };
    add(Stretch::first, "the first tile", 0, columns);
    if (next.sums.buffers > 1)
      add(Stretch::second, "the second tile", halves ? 0 : columns, columns);
    add(Stretch::scales, "scales", need.sums, need.scales);
    if (!need.fits()) return;
    add(Stretch::unused, "allocated, not used", need.used(), need.allocated - need.used());
    gemm::TensorMemory memory;
    constexpr int asked = 16;
    for (int block = 0; block < asked; ++block)
      if (const auto got = memory.allocate(block, 32, need.allocated).column) {
        ++next.blocks;
        if (block == 1) add(Stretch::neighbor, "a second block", *got, need.allocated);
      }
  }

  static void fill_registers(SumsPicture& next) {
    const int each = next.registers.held / next.sums.buffers, room = next.registers.available;
    int at = 0;
    for (int buffer = 0; buffer < next.sums.buffers; ++buffer) {
      const int here = std::clamp(room - at, 0, each);
      if (here > 0)
        next.stretches.push_back({buffer == 0 ? Stretch::first : Stretch::second,
                                  buffer == 0 ? "the first tile" : "the second tile", at, here});
      at += here;
    }
    if (at < room) next.stretches.push_back({Stretch::unused, "other values", at, room - at});
    if (next.registers.spilled() > 0)
      next.stretches.push_back(
          {Stretch::spilled, "local memory, spilled", room, next.registers.spilled()});
  }

  std::string on_blackwell_chip(const std::string& tiles) const {
    const gemm::TmemNeed& need = shown.need;
    const std::string scales =
        need.scales > 0 ? fill(", with {} of scales,", Word(need.scales, "column")) : "";
    if (!need.fits())
      return fill("{}{} need {} columns, but {} has {}: they do not fit.", tiles, scales,
                  need.used(), whose(), gemm::tmem_columns);
    std::string text = fill("{}{} take {} of the {} columns of {} and no registers. ", tiles,
                            scales, need.used(), gemm::tmem_columns, whose());
    text += fill(shown.blocks == 1
                     ? "One request gets {}; a second block on this SM waits for columns. "
                     : "One request gets {}; {} fit on this SM. ",
                 need.allocated, Word(shown.blocks, "such block"));
    const gemm::TmemPlace at = shown.cell();
    return text + fill("Sum ({}, {}) is in {}lane {}, column {}.", shown.row, shown.column,
                       shown.sums.sms == 2 ? fill("SM {}, ", shown.sm()) : "", at.lane, at.column);
  }

  std::string whose() const { return shown.sums.sms == 2 ? "each SM" : "the SM"; }

  std::string on_hopper(const std::string& tiles) const {
    const gemm::RegisterNeed& need = shown.registers;
    std::string text = fill("{}, held by {}: {} registers per thread, which can have {}. ", tiles,
                            Word(shown.warpgroups, "warpgroup"), need.held, need.available);
    text += need.spilled() > 0
                ? fill("At least {} and all other values go to local memory. ",
                       Word(need.spilled(), "sum"))
                : fill("That leaves {} for other values. ", need.available - need.held);
    const gemm::RegisterPlace at = shown.slot();
    return text + fill("Sum ({}, {}) is number {} of thread {} in warpgroup {}.", shown.row,
                       shown.column, at.number, at.thread, at.warpgroup);
  }
};

}  // namespace

Description tensor_memory() {
  return describe<TensorMemoryScene, parameters>(
      "tensor-memory", "index", "Tensor Memory", "Where is the accumulator stored?",
      "core/gemm/tensor_memory.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
