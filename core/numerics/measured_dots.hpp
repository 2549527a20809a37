// The first sum of each kind that an H200's tensor cores made: row 0 and column 0 of `dots` in
// core/recorded/h200/accumulation.json, which loom_data_tests compares with this table.
#pragma once

#include <string_view>

#include "core/numerics/dot_data.hpp"

namespace loom::numerics {

inline constexpr int measured_lengths = 10;  // 32, 64, … 16,384 elements

struct MeasuredDot {
  const char* operand;
  DotData data;
  int interval;
  float sums[measured_lengths];  // 0 where no more than one interval is there
};

inline constexpr MeasuredDot measured_dots[] = {
    {"e4m3",
     DotData::positive,
     0,
     {8.83105469f, 18.4140625f, 34.21875f, 65.671875f, 126.554688f, 263.6875f, 510.21875f, 970.25f,
      1769.375f, 3052.5f}},
    {"e4m3",
     DotData::positive,
     32,
     {0, 18.4160156f, 34.2421875f, 65.8066406f, 127.195801f, 267.019531f, 526.535156f, 1038.06982f,
      2046.37695f, 4079.14551f}},
    {"e4m3",
     DotData::positive,
     64,
     {0, 0, 34.2392578f, 65.7988281f, 127.183594f, 266.993164f, 526.480469f, 1037.97168f,
      2046.19141f, 4078.77344f}},
    {"e4m3",
     DotData::positive,
     128,
     {0, 0, 0, 65.7636719f, 127.128906f, 266.896484f, 526.292969f, 1037.63086f, 2045.5f,
      4077.32617f}},
    {"e4m3",
     DotData::positive,
     256,
     {0, 0, 0, 0, 126.992188f, 266.5625f, 525.609375f, 1036.28906f, 2042.92969f, 4072.22266f}},
    {"e4m3",
     DotData::positive,
     512,
     {0, 0, 0, 0, 0, 265.664062f, 523.710938f, 1032.59375f, 2035.64844f, 4057.60156f}},
    {"e4m3",
     DotData::positive,
     1024,
     {0, 0, 0, 0, 0, 0, 519.71875f, 1024.45312f, 2019.07812f, 4023.90625f}},
    {"e4m3",
     DotData::normal,
     0,
     {-1.21020508f, -4.81152344f, -5.39111328f, -8.24609375f, -11.0917969f, -45.7109375f,
      -12.5078125f, -38.1210938f, -43.90625f, 95.59375f}},
    {"e4m3",
     DotData::normal,
     32,
     {0, -4.81176758f, -5.39086914f, -8.24755859f, -11.0931396f, -45.703125f, -12.4764404f,
      -38.104126f, -43.9200439f, 95.369873f}},
    {"e4m3",
     DotData::normal,
     64,
     {0, 0, -5.390625f, -8.24658203f, -11.0908203f, -45.7001953f, -12.4748535f, -38.1027832f,
      -43.9193115f, 95.3597412f}},
    {"e4m3",
     DotData::normal,
     128,
     {0, 0, 0, -8.24731445f, -11.0910645f, -45.7038574f, -12.4794922f, -38.1118164f, -43.9316406f,
      95.3427734f}},
    {"e4m3",
     DotData::normal,
     256,
     {0, 0, 0, 0, -11.0908203f, -45.6982422f, -12.4770508f, -38.1131592f, -43.9276123f,
      95.3477783f}},
    {"e4m3",
     DotData::normal,
     512,
     {0, 0, 0, 0, 0, -45.7050781f, -12.4863281f, -38.1193848f, -43.9396973f, 95.302002f}},
    {"e4m3",
     DotData::normal,
     1024,
     {0, 0, 0, 0, 0, 0, -12.4882812f, -38.1103516f, -43.9018555f, 95.309082f}},
    {"e4m3", DotData::tenth, 0, {3.25f, 6.5f, 13, 26, 52, 104, 202, 394, 690, 1024}},
    {"e4m3", DotData::tenth, 32, {0, 6.5f, 13, 26, 52, 104, 208, 416, 832, 1664}},
    {"e4m3", DotData::tenth, 64, {0, 0, 13, 26, 52, 104, 208, 416, 832, 1664}},
    {"e4m3", DotData::tenth, 128, {0, 0, 0, 26, 52, 104, 208, 416, 832, 1664}},
    {"e4m3", DotData::tenth, 256, {0, 0, 0, 0, 52, 104, 208, 416, 832, 1664}},
    {"e4m3", DotData::tenth, 512, {0, 0, 0, 0, 0, 104, 208, 416, 832, 1664}},
    {"e4m3", DotData::tenth, 1024, {0, 0, 0, 0, 0, 0, 208, 416, 832, 1664}},
    {"bf16",
     DotData::positive,
     0,
     {8.83178711f, 18.4176941f, 34.2444458f, 65.8097076f, 127.202896f, 267.03186f, 526.558044f,
      1038.11426f, 2046.4574f, 4079.27222f}},
    {"bf16",
     DotData::normal,
     0,
     {-1.21035767f, -4.8117981f, -5.39089966f, -8.24713135f, -11.0923157f, -45.7028885f,
      -12.4761047f, -38.1040573f, -43.9216309f, 95.3720398f}},
    {"bf16", DotData::tenth, 0, {3.25f, 6.5f, 13, 26, 52, 104, 208, 416, 832, 1664}},
};

// nullptr: not recorded.
inline const MeasuredDot* measured_dot(std::string_view operand, DotData data, int interval) {
  for (const MeasuredDot& dot : measured_dots)
    if (operand == dot.operand && data == dot.data && interval == dot.interval) return &dot;
  return nullptr;
}

}  // namespace loom::numerics
