#include "core/device/gpu.hpp"

#include "core/device/measured_h200.hpp"
#include "core/find.hpp"

namespace loom::device {
namespace {

constexpr double kibibyte = 1024, mebibyte = 1024 * kibibyte, gigabyte = 1e9;

constexpr Sourced register_file = published(256 * kibibyte, "cuda-guide");

// 32 banks of 4 bytes.
constexpr Sourced shared_bandwidth(int sms, double ghz, std::string_view source) {
  return derived(sms * 128 * ghz, source);
}
// Three operands of 4 bytes for each FP32 lane. The clocks are those of NVIDIA's peak rates (V100,
// A100: boost clock; H100: 989 TFLOP/s = 132·4096·1.83 GHz; B200: 2250 = 148·8192·1.86) and, for
// the H200, the highest it was seen at (core/recorded/h200).
constexpr Sourced register_bandwidth(int sms, int lanes, double ghz, std::string_view source) {
  return derived(sms * lanes * 12 * ghz, source);
}

constexpr Gpu gpu_table[] = {
    {.id = "v100",
     .name = "V100",
     .capability = "7.0",
     .dram = "HBM2",
     .sms = 80,
     .levels = {{{register_file, published(4, "volta-micro"),
                  register_bandwidth(80, 64, 1.53, "v100-wp")},
                 {published(128 * kibibyte, "v100-wp"), published(19, "volta-micro"),
                  shared_bandwidth(80, 1.53, "v100-wp")},
                 {published(6 * mebibyte, "v100-wp"), published(193, "volta-micro"),
                  derived(2048 * 1.53, "a100-wp")},  // bytes per clock
                 {published(16 * gigabyte, "v100-wp"), published(375, "volta-micro"),
                  published(900, "v100-wp")}}},
     .l1_latency = published(28, "volta-micro")},
    {.id = "a100",
     .name = "A100",
     .capability = "8.0",
     .dram = "HBM2e",
     .sms = 108,
     .levels = {{{register_file, published(4, "ampere-micro"),
                  register_bandwidth(108, 64, 1.41, "a100-wp")},
                 {published(192 * kibibyte, "a100-wp"), published(29, "hopper-micro"),
                  shared_bandwidth(108, 1.41, "a100-wp")},
                 {published(40 * mebibyte, "a100-wp"), published(262, "hopper-micro"),
                  derived(5120 * 1.41, "a100-wp")},
                 {published(80 * gigabyte, "a100-sheet"), published(466, "hopper-micro"),
                  published(2039, "a100-sheet")}}},
     .l1_latency = published(38, "hopper-micro")},
    {.id = "h100",
     .name = "H100",
     .capability = "9.0",
     .dram = "HBM3",
     .sms = 132,
     .levels = {{{register_file, measured(h200::register_cycles),
                  register_bandwidth(132, 128, 1.83, "h100-sheet")},
                 {published(256 * kibibyte, "hopper-depth"), published(29, "hopper-micro"),
                  shared_bandwidth(132, 1.83, "h100-sheet")},
                 {published(50 * mebibyte, "hopper-depth"), published(263, "hopper-micro"), {}},
                 {published(80 * gigabyte, "h100-sheet"), published(479, "hopper-micro"),
                  published(3350, "h100-sheet")}}},
     .l1_latency = published(41, "hopper-micro"),
     .timed_on = "PCIe card",
     .timed_dram = "HBM2e"},
    {.id = "h200",
     .name = "H200",
     .capability = "9.0",
     .dram = "HBM3e",
     .sms = 132,
     .levels = {{{register_file, measured(h200::register_cycles),
                  register_bandwidth(132, 128, 1.98, "h200-sheet")},
                 {published(256 * kibibyte, "hopper-depth"), measured(h200::shared_cycles),
                  measured(h200::shared_gb_per_s)},
                 // 50 in print, 60 by the device's own account.
                 {contested(50 * mebibyte, 60 * mebibyte, "hopper-depth"),
                  measured(h200::l2_cycles), measured(h200::l2_gb_per_s)},
                 {published(141 * gigabyte, "h200-sheet"), measured(h200::dram_cycles),
                  published(4800, "h200-sheet")}}},
     .l1_latency = measured(h200::l1_cycles)},
    {.id = "b200",
     .name = "B200",
     .capability = "10.0",
     .dram = "HBM3e",
     .sms = 148,
     .levels =
         {{{register_file, assumed(4, "ampere-micro"),
            register_bandwidth(148, 128, 1.86, "dgx-b200")},
           {published(256 * kibibyte, "b200-cheese"), {}, shared_bandwidth(148, 1.86, "dgx-b200")},
           // 150 ns at the clock at which an L1 hit of 19.6 ns takes 39 cycles.
           {published(126 * mebibyte, "b200-cheese"), derived(150 * 39 / 19.6, "b200-cheese"), {}},
           {contested(180 * gigabyte, 192 * gigabyte, "dgx-b200"),
            {},
            contested(7672, 8000, "b200-bus")}}},
     .l1_latency = published(39, "b200-cheese")},
};

}  // namespace

std::span<const Gpu> gpus() { return gpu_table; }

const Gpu* find_gpu(std::string_view id) { return find_by_id<Gpu>(gpu_table, id); }

}  // namespace loom::device
