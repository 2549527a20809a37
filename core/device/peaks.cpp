#include "core/device/peaks.hpp"

#include "core/find.hpp"

namespace loom::device {
namespace {

constexpr Sourced no_units = {};

constexpr std::array<Sourced, unit_formats.size()> hopper(std::string_view source) {
  return {published(67, source),
          halved(989, source),
          hopper_sixteen_bit(source),
          hopper_sixteen_bit(source),
          halved(3958, source),
          halved(3958, source),
          no_units};
}

constexpr Peaks peaks_table[] = {
    {"v100",
     "V100",
     published(900, "v100-wp"),
     {published(15.7, "v100-wp"), no_units, published(125, "v100-wp"), no_units, no_units, no_units,
      no_units}},
    {"a100",
     "A100",
     published(2039, "a100-sheet"),
     {published(19.5, "a100-wp"), published(156, "a100-wp"), published(312, "a100-wp"),
      published(312, "a100-wp"), no_units, published(624, "a100-wp"), no_units}},
    {"h100", "H100", published(3350, "h100-sheet"), hopper("h100-sheet")},
    {"h200", "H200", published(4800, "h200-sheet"), hopper("h200-sheet")},
    // A DGX has eight: 64 TB/s, and 36, 72 and 144 PFLOP/s with sparsity.
    {"b200",
     "B200",
     published(8000, "dgx-b200"),
     {published(75, "dgx-b200"), halved(2250, "dgx-b200"), halved(4500, "dgx-b200"),
      halved(4500, "dgx-b200"), halved(9000, "dgx-b200"), halved(9000, "dgx-b200"),
      halved(18000, "dgx-b200")}},
    {"rtx4090",
     "RTX 4090",
     published(1008, "ada-wp"),
     {published(82.6, "ada-wp"), published(82.6, "ada-wp"), published(165.2, "ada-wp"),
      published(165.2, "ada-wp"), published(330.3, "ada-wp"), published(660.6, "ada-wp"),
      no_units}},
    {"rtx5090",
     "RTX 5090",
     published(1792, "rtx-blackwell-wp"),
     {published(104.8, "rtx-blackwell-wp"), published(104.8, "rtx-blackwell-wp"),
      published(209.5, "rtx-blackwell-wp"), published(209.5, "rtx-blackwell-wp"),
      published(419, "rtx-blackwell-wp"), published(838, "rtx-blackwell-wp"),
      published(1676, "rtx-blackwell-wp")}},
};

}  // namespace

std::span<const Peaks> all_peaks() { return peaks_table; }

const UnitFormat* find_unit_format(std::string_view id) {
  return find_by_id<UnitFormat>(unit_formats, id);
}

}  // namespace loom::device
