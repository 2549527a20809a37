#include "core/device/capability.hpp"

namespace loom::device {
namespace {

constexpr int kib = 1024;
constexpr short of_70[] = {0, 8, 16, 32, 64, 96};
constexpr short of_75[] = {32, 64};
constexpr short of_80[] = {0, 8, 16, 32, 64, 100, 132, 164};
constexpr short of_86[] = {0, 8, 16, 32, 64, 100};
constexpr short of_90[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

//   name, chips, threads, blocks, shared per SM, per block, unit, reserved, barriers, pool,
//   carve-outs
constexpr Capability capability_table[] = {
    {"7.0", "V100", 2048, 32, 96 * kib, 96 * kib, 256, 0, 0, 128, of_70},
    {"7.5", "T4, RTX 20", 1024, 16, 64 * kib, 64 * kib, 256, 0, 0, 96, of_75},
    {"8.0", "A100", 2048, 32, 164 * kib, 163 * kib, 128, kib, 0, 192, of_80},
    {"8.6", "A10, RTX 30", 1536, 16, 100 * kib, 99 * kib, 128, kib, 0, 128, of_86},
    {"8.9", "L4, RTX 40", 1536, 24, 100 * kib, 99 * kib, 128, kib, 0, 128, of_86},
    {"9.0", "H100, H200", 2048, 32, 228 * kib, 227 * kib, 128, kib, 64, 256, of_90},
    {"10.0", "B200", 2048, 32, 228 * kib, 227 * kib, 128, kib, 64, 256, of_90},
    {"10.3", "B300", 2048, 32, 228 * kib, 227 * kib, 128, kib, 64, 256, of_90},
    {"12.0", "RTX 50", 1536, 24, 100 * kib, 99 * kib, 128, kib, 24, 128, of_86},
};

}  // namespace

std::span<const Capability> capabilities() { return capability_table; }

const Capability* find_capability(std::string_view name) {
  for (const Capability& capability : capability_table)
    if (capability.name == name) return &capability;
  return nullptr;
}

}  // namespace loom::device
