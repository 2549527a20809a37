// How many bytes does one warp's load really fetch? One sector arrives per step, in the order of
// their addresses.
#include "web/scenes/machine/coalescing.hpp"

#include <limits>

#include "core/memory/access_pattern.hpp"
#include "core/memory/measured_h200.hpp"
#include "core/memory/sectors.hpp"
#include "web/scene/seed.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {
namespace {

using memory::Sector;

constexpr Choice patterns[] = {{"sequential", "Sequential"}, {"strided", "Strided"},
                               {"shuffled", "Shuffled"},     {"random", "Random"},
                               {"broadcast", "Broadcast"},   {"field", "Field of a struct"},
                               {"custom", "Custom"},         own_index};
constexpr auto& widths = number_choices<1, 2, 4, 8, 16>;

constexpr Parameter parameters[] = {
    one_of("pattern", "Pattern", patterns, "sequential"),
    one_of("bytes", "Bytes per element", widths, "4"),
    whole_number("stride", "Stride", "1", {1, 32},
                 {.unit = "elements",
                  .help = "Distance between neighboring lanes.",
                  .when = "pattern=strided"}),
    whole_number("offset", "Offset", "0", {0, 31},
                 {.unit = "elements",
                  .help = "Element that lane 0 reads; in a struct, the field.",
                  .when = "pattern=sequential|strided|shuffled|random|broadcast|field"}),
    whole_number("struct", "Struct size", "4", {1, 32},
                 {.unit = "elements",
                  .help = "Lane l reads one field of struct l.",
                  .when = "pattern=field"}),
    seed_parameter({.when = "pattern=shuffled|random"}),
    // The range in which numbers are exact: see listed().
    lanes_parameter("indices", "Elements or addresses", 0x1p53,
                    "The element or the address that each lane reads. You can also drag a lane or "
                    "an arrow.",
                    "pattern=custom"),
    expression_parameter(expression_help, "pattern=expression"),
    names_parameter("pattern=expression"),
    nth_parameter("pattern=expression"),
};

constexpr Preset presets[] = {
    {"Unit stride", ""},
    {"Stride 2", "pattern=strided&stride=2"},
    {"Column of a matrix", "pattern=strided&stride=32&offset=5"},
    {"Array of structs", "pattern=field&struct=4&offset=1"},
    {"Broadcast", "pattern=broadcast&offset=9"},
    {"Addresses",
     "pattern=custom&indices=0x7f5a2c000220,0x7f5a2c000224,0x7f5a2c000228,0x7f5a2c00022c,"
     "0x7f5a2c000230,0x7f5a2c000234,0x7f5a2c000238,0x7f5a2c00023c,0x7f5a2c000620,0x7f5a2c000624,"
     "0x7f5a2c000628,0x7f5a2c00062c,0x7f5a2c000630,0x7f5a2c000634,0x7f5a2c000638,0x7f5a2c00063c,"
     "0x7f5a2c000a20,0x7f5a2c000a24,0x7f5a2c000a28,0x7f5a2c000a2c,0x7f5a2c000a30,0x7f5a2c000a34,"
     "0x7f5a2c000a38,0x7f5a2c000a3c,0x7f5a2c000e20,0x7f5a2c000e24,0x7f5a2c000e28,0x7f5a2c000e2c,"
     "0x7f5a2c000e30,0x7f5a2c000e34,0x7f5a2c000e38,0x7f5a2c000e3c"},
    {"A line of code",
     "pattern=expression&expression=out%5Bi%5D%20%3D%20in%5Bi%20*%20stride%5D%3B&nth=2"},
};

constexpr std::string_view parts[] = {"lanes", "arrows", "sectors", "waste",
                                      "lines", "bytes",  "measured"};
constexpr std::string_view references[] = {"best-practices", "cuda-guide"};

constexpr int last_element = std::numeric_limits<int>::max();

class CoalescingScene final : public Pictured<CoalescingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const std::string_view name = values.text("pattern");
    memory::PatternOptions options;
    options.stride = values.integer("stride");
    options.offset = values.integer("offset");
    options.struct_elements = values.integer("struct");
    options.seed = chosen_seed(values);
    // The choices are in the order of memory::Pattern, followed by the reader's own.
    options.pattern = static_cast<memory::Pattern>(values.choice("pattern"));
    const int width = values.integer("bytes");
    std::int64_t base = 0;
    words_.clear();
    memory::LaneIndices indices{};
    if (name == "expression") {
      const Result<OwnAccess> own = own_access(values, last_element);
      if (!own) return own.error();
      indices = own->elements;
      words_ = own->words;
    } else if (auto error = keep(indices, name == "custom" ? listed(values, width, base)
                                                           : memory::element_indices(options))) {
      return error;
    }
    const Result<memory::Request> request = memory::request(memory::element_access(indices, width));
    if (!request) return request.error();
    const bool strided = options.pattern == memory::Pattern::strided;
    shown = {indices,
             *request,
             width,
             base,
             memory::measured_sectors(indices, width),
             strided ? options.stride : 0,
             static_cast<int>(options.offset)};
    return std::nullopt;
  }

  int steps() const override { return static_cast<int>(shown.request.sectors().size()); }

  std::string status(int step) const override {
    const std::string asked = asks();
    if (step == 0) return asked + ". Nothing is fetched yet.";
    if (step == steps())
      return fill(
          steps() == 1 ? "{}. Memory fetches {}, {} bytes, the least that a load can cost: all "
                         "lanes get their bytes from it. {} are useful.{}{}"
                       : "{}. Memory fetches {}, {} bytes: {} are useful.{}{}",
          asked, Word(steps(), "sector"), shown.request.bytes_fetched(),
          brief_percent(shown.request.efficiency()),
          shown.base > 0 ? fill(" Byte 0 is address {}.", hexadecimal(shown.base)) : "",
          shown.measured ? fill(" Measured on an H200: {}.", Word(*shown.measured, "sector")) : "");
    const Sector& sector = nth(shown.request.sectors(), step - 1);
    int used = 0;
    for (int i = 0; i < step; ++i) used += nth(shown.request.sectors(), i).bytes_used();
    return fill(std::has_single_bit(sector.lanes)
                    ? "Sector {} of {}, bytes {} to {}: lane {} needs {} of "
                      "its 32 bytes. So far {} of {} fetched bytes are useful."
                    : "Sector {} of {}, bytes {} to {}: lanes {} need {} of "
                      "its 32 bytes. So far {} of {} fetched bytes are useful.",
                step, steps(), sector.address, sector.address + memory::sector_bytes - 1,
                lane_list(sector.lanes), sector.bytes_used(), used, step * memory::sector_bytes);
  }

  Table table() const override {
    Table table{
        .columns = {{"Sector address"}, {"Lanes served", false}, {"Bytes used"}, {"Bytes wasted"}},
        .rows = {}};
    for (const Sector& sector : shown.request.sectors())
      table.add(
          {sector.address, lane_list(sector.lanes), sector.bytes_used(), sector.bytes_wasted()});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"sectors", "Sectors", steps()},
            {"lines", "128-byte lines", shown.request.lines()},
            {"efficiency", "Useful bytes", 100 * shown.request.efficiency(), 1, "%"},
            {"bytes", "Bytes fetched", shown.request.bytes_fetched(), "B"}};
  }

  CoalescingPicture shown{*memory::element_indices({}), *memory::request(memory::element_access(
                                                            *memory::element_indices({}), 4))};

 private:
  // Elements, or addresses if a number is too large for an element, as a GPU's addresses are.
  static Result<memory::LaneIndices> listed(const Values& values, int width, std::int64_t& base) {
    const Result<std::array<std::int64_t, memory::warp_lanes>> numbers =
        lane_numbers(values, "indices");
    if (!numbers) return numbers.error();
    memory::FromAddresses found;
    if (*std::max_element(numbers->begin(), numbers->end()) <= last_element) {
      std::copy(numbers->begin(), numbers->end(), found.elements.begin());
      return found.elements;
    }
    const Result<memory::FromAddresses> addresses = memory::from_addresses(*numbers, width);
    if (!addresses) return Error{"'Elements or addresses': " + addresses.error().message};
    base = addresses->base;
    return addresses->elements;
  }

  std::string asks() const { return words_.empty() ? requests() : words_ + ": " + requests(); }

  std::string requests() const {
    const int used = shown.request.bytes_used();
    if (used == shown.width) return fill("32 lanes request the same {}", Word(used, "byte"));
    return fill(used < shown.request.bytes_requested() ? "32 lanes request {} different bytes"
                                                       : "32 lanes request {} bytes",
                used);
  }

  std::string words_;  // the reader's access
};

}  // namespace

Description coalescing() {
  return describe<CoalescingScene, parameters>(
      "coalescing", "index", "Coalescing", "How many bytes does one warp’s load really fetch?",
      "core/memory/sectors.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
