// Cycles of the warpgroup's instruction, one after the other on the same sums, as an H200 ran it:
// core/recorded/h200/wgmma.json, which loom_data_tests compares with this table. All types that
// have the shape took as long.
#pragma once

namespace loom::gemm::h200 {

struct MeasuredWgmma {
  int n;
  double from_shared, from_registers;  // cycles, by where A was
};

inline constexpr MeasuredWgmma measured_wgmma[] = {
    {8, 18, 13},  {16, 20, 13},  {24, 22, 13},  {32, 24, 16},  {48, 28, 24},    {64, 32, 32},
    {96, 48, 48}, {128, 64, 64}, {160, 80, 80}, {192, 96, 96}, {224, 112, 112}, {256, 128, 128},
};

}  // namespace loom::gemm::h200
