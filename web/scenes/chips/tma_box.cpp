// Who computes the addresses? A box of a matrix, copied by one instruction of one thread.
#include "web/scenes/chips/tma_box.hpp"

#include <set>

#include "core/memory/wavefronts.hpp"

namespace loom::scenes {
namespace {

constexpr Choice element_choices[] = {
    {"1", "1 byte"}, {"2", "2 bytes"}, {"4", "4 bytes"}, {"8", "8 bytes"}};
constexpr Choice swizzle_choices[] = {
    {"0", "None"}, {"32", "32 bytes"}, {"64", "64 bytes"}, {"128", "128 bytes"}};

constexpr Parameter parameters[] = {
    whole_number("x", "First column", "16", {-24, 72},
                 {.step = 8, .help = "You can also drag the box."}),
    whole_number("y", "First row", "8", {-12, 36}),
    whole_number("boxcolumns", "Box columns", "32", {8, 264}, {.step = 8}),
    whole_number("boxrows", "Box rows", "16", {1, 264}),
    one_of("swizzle", "Swizzle", swizzle_choices, "0"),
    one_of("element", "Element size", element_choices, "2"),
    whole_number("columns", "Matrix columns", "64", {8, 64}, {.step = 8}),
    whole_number("rows", "Matrix rows", "32", {1, 32}),
};

constexpr Preset presets[] = {
    {"A tile", ""},
    {"Swizzled", "boxcolumns=64&x=0&swizzle=128"},
    {"Over the edge", "x=48&y=24"},
    {"Narrower than its swizzle", "swizzle=128"},
    {"A row too long", "boxcolumns=64&element=4&swizzle=128&x=0"},
    {"Between two pieces", "x=20"},
};
constexpr std::string_view parts[] = {"matrix", "box",   "map",     "shared",   "first",
                                      "zeros",  "banks", "barrier", "addresses"};
constexpr std::string_view references[] = {"ptx", "cuda-guide"};

class TmaBoxScene final : public Pictured<TmaBoxScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    memory::TensorMap& map = shown.load.map;
    map = {.element_bytes = values.integer("element"),
           .width = values.integer("columns"),
           .height = values.integer("rows"),
           .box_width = values.integer("boxcolumns"),
           .box_height = values.integer("boxrows"),
           .swizzle = values.integer("swizzle")};
    map.pitch = map.width * map.element_bytes;
    shown.load.x = values.integer("x");
    shown.load.y = values.integer("y");
    shown.refused = refusal(shown.load);
    shown.slots = shown.refused ? std::vector<std::int64_t>() : landed(shown.load);
    return std::nullopt;
  }

  std::string status(int) const override {
    const memory::TensorMap& map = shown.load.map;
    if (shown.refused)
      return fill(
          shown.refused->by_load() ? "The load faults: {}." : "cuTensorMapEncodeTiled refuses: {}.",
          to_text(*shown.refused));
    std::string text = fill(
        "One thread names column {}, row {}. Without TMA, the {} × {} elements take {} addresses, "
        "two for {} bytes. The barrier waits for {} bytes",
        shown.load.x, shown.load.y, map.box_width, map.box_height, shown.addresses(), chunk_bytes,
        map.bytes());
    if (const std::int64_t bytes = zeros() * map.element_bytes; bytes == map.bytes())
      text += ", all of them zeros";
    else if (bytes > 0)
      text += fill(", {} of them zeros", bytes);
    if (shown.shared_bytes() > map.bytes())
      text += fill(", in {} of shared memory", shown.shared_bytes());
    if (looked_at() < 2) return text + ".";
    return text +
           fill(". The first {} rows begin in {} of 8 groups of banks.", looked_at(), groups());
  }

  Table table() const override {
    if (shown.refused)
      return {{{"Refused by", false}, {"Rule", false}},
              {cells({shown.refused->by_load() ? "the load" : "cuTensorMapEncodeTiled",
                      to_text(*shown.refused)})}};
    Table table = headed("Row of the box", "Row of the matrix", "Elements copied", "Zeros",
                         Column("Begins at", "byte"), "Bank");
    const memory::TensorMap& map = shown.load.map;
    for (std::int64_t row = 0; row < map.box_height; ++row) {
      const std::int64_t copied = map.box_width - zeros(row), y = shown.load.y + row,
                         at = shown.address(row, 0);
      table.add(
          {row, y < 0 || y >= map.height ? no_cell() : cell(y), copied, zeros(row), at, bank(at)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const bool good = !shown.refused;
    const auto of = [&](std::int64_t count) { return good ? static_cast<double>(count) : 0.; };
    return {{"bytes", "Bytes that the barrier waits for", of(shown.load.map.bytes()), 0, "B"},
            {"shared", "Shared memory", of(shown.shared_bytes()), 0, "B"},
            {"zeros", "Zeros", good ? of(zeros()) : 0, 0, "elements"},
            {"addresses", "Addresses that threads would compute", of(shown.addresses()), 0},
            {"groups", "Groups of banks", good ? of(groups()) : 0, 0}};
  }

  TmaBox shown;

 private:
  static std::int64_t bank(std::int64_t address) {
    return address / memory::word_bytes % memory::bank_count;
  }

  std::int64_t zeros(std::int64_t row) const {
    std::int64_t count = 0;
    for (std::int64_t column = 0; column < shown.load.map.box_width; ++column)
      count += shown.slot(shared_address(shown.load, row, column)) == memory::tma_zero;
    return count;
  }
  std::int64_t zeros() const {
    return std::count(shown.slots.begin(), shown.slots.end(), memory::tma_zero);
  }

  // A column of 16 bytes is read for eight rows at a time.
  std::int64_t looked_at() const { return std::min<std::int64_t>(shown.load.map.box_height, 8); }
  std::int64_t groups() const {
    std::set<std::int64_t> groups;
    for (std::int64_t row = 0; row < looked_at(); ++row) groups.insert(bank(shown.address(row, 0)));
    return std::ssize(groups);
  }
};

}  // namespace

Description tma_box() {
  return describe<TmaBoxScene, parameters>(
      "tma-box", "index", "A TMA box", "Who computes the addresses?", "core/memory/tma.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
