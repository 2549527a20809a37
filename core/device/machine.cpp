#include "core/device/machine.hpp"

#include "core/device/peaks.hpp"
#include "core/find.hpp"

namespace loom::device {
namespace {

constexpr double gib = 1024. * 1024 * 1024;

constexpr Math math(Sourced peak, std::string_view name) { return {peak, name}; }

constexpr Machine machine_table[] = {
    {"m4", "M4 laptop", published(32 * gib, "apple-m4"), published(120, "apple-m4"), {}, {}, {}},
    {"m4-max",
     "M4 Max laptop",
     published(128 * gib, "apple-m4"),
     published(546, "apple-m4"),
     {},
     {},
     {}},
    {"rtx4060", "RTX 4060", published(8 * gib, "rtx4060"), published(272, "rtx4060"), {}, {}, {}},
    {"rtx4090", "RTX 4090", published(24 * gib, "ada-wp"), published(1008, "ada-wp"),
     math(published(165.2, "ada-wp"), "BF16"), math(published(660.6, "ada-wp"), "INT8"),
     math(published(1321.2, "ada-wp"), "INT4")},
    {"rtx5090", "RTX 5090", published(32 * gib, "rtx-blackwell-wp"),
     published(1792, "rtx-blackwell-wp"), math(published(209.5, "rtx-blackwell-wp"), "BF16"),
     math(published(838, "rtx-blackwell-wp"), "INT8"),
     math(published(1676, "rtx-blackwell-wp"), "FP4")},
    {"a100", "A100", published(80 * gib, "a100-sheet"), published(2039, "a100-sheet"),
     math(published(312, "a100-wp"), "BF16"), math(published(624, "a100-wp"), "INT8"),
     math(published(1248, "a100-wp"), "INT4")},
    {"h100",
     "H100",
     published(80 * gib, "h100-sheet"),
     published(3350, "h100-sheet"),
     math(hopper_sixteen_bit("h100-sheet"), "BF16"),
     math(halved(3958, "h100-sheet"), "FP8"),
     {}},
    {"h200",
     "H200",
     published(141 * gib, "h200-sheet"),
     published(4800, "h200-sheet"),
     math(hopper_sixteen_bit("h200-sheet"), "BF16"),
     math(halved(3958, "h200-sheet"), "FP8"),
     {}},
    // For eight GPUs: 36, 72 and 144 PFLOP/s with sparsity.
    {"b200", "B200", contested(180 * gib, 192 * gib, "dgx-b200"), contested(7672, 8000, "b200-bus"),
     math(halved(4500, "dgx-b200"), "BF16"), math(halved(9000, "dgx-b200"), "FP8"),
     math(halved(18000, "dgx-b200"), "FP4")},
};

}  // namespace

std::span<const Machine> machines() { return machine_table; }

const Machine* find_machine(std::string_view id) { return find_by_id<Machine>(machine_table, id); }

}  // namespace loom::device
