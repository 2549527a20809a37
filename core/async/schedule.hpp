// Who loads, and who multiplies: tiles that are loaded, multiplied by the tensor cores, and written
// out (the epilogue), by warpgroups in one of four schedules.
//
//   both         one warpgroup asks for a tile, waits, multiplies it, writes it, and begins again
//   producer     a warp of its own asks for tiles as buffers become free; one warpgroup multiplies
//                and writes
//   cooperative  … two warpgroups share every tile: each multiplies and writes half of it
//   ping_pong    … two warpgroups take tiles in turns: one writes while the other multiplies
//
// A load takes `load` cycles from asking to arrival; the next can begin after `interval`. The
// tensor cores take `math` cycles for a tile, whoever has them work, and one tile at a time. A
// buffer is free when its tile is multiplied; sums are in registers. Writing takes a warpgroup
// `epilogue` cycles a tile, half as many for half a tile (rounded up). With every tile a consumer
// spends `overhead` cycles more (waiting at barriers, starting the tensor cores and draining them),
// in which they may work for others.
//
// What follows, and the tests hold the simulator to; cycles a tile in the long run, with O for the
// overhead and S buffers:
//   both         load + math + O + epilogue
//   producer     max(interval, (load + math) / S, math + O + epilogue)
//   cooperative  max(interval, (load + math) / S, math + O + ⌈epilogue / 2⌉)
//   ping_pong    max(interval, (load + math) / S, (math + O + epilogue) / 2, math)
// Sources: NVIDIA CUTLASS, warp-specialized kernels for Hopper (cooperative, ping-pong). An H200
// agrees: tests/data says how far.
#pragma once

#include <vector>

#include "core/result.hpp"

namespace loom::async {

inline constexpr int most_schedule_tiles = 4096, most_schedule_stages = 16,
                     most_schedule_cycles = 100'000;

enum class Schedule { both, producer, cooperative, ping_pong };

struct ScheduleOptions {
  Schedule schedule = Schedule::producer;
  int tiles = 8;       // 1…most_schedule_tiles
  int stages = 3;      // S, 1…most_schedule_stages; `both` uses one
  int load = 300;      // cycles, 1…most_schedule_cycles
  int interval = 300;  // 1…load
  int math = 400;      // 1…most_schedule_cycles
  int epilogue = 300;  // 0…most_schedule_cycles
  int overhead = 0;    // 0…most_schedule_cycles

  int consumers() const {  // warpgroups that multiply
    return schedule == Schedule::cooperative || schedule == Schedule::ping_pong ? 2 : 1;
  }
  int written() const {  // cycles of the epilogue for one warpgroup's part of a tile
    return schedule == Schedule::cooperative ? epilogue - epilogue / 2 : epilogue;
  }
};

// Cycles from the start.
struct ScheduleTile {
  int consumer = 0;  // the first of those that have it
  int load_start = 0, load_end = 0;
  int awaited = 0;  // since when its consumer had nothing else to do
  int math_start = 0, math_end = 0;
  int done = 0;  // written
};

struct ScheduleRun {
  ScheduleOptions options;
  std::vector<ScheduleTile> tiles;
  int total = 0;         // cycles
  double busy() const {  // share of time in which the tensor cores work
    return static_cast<double>(options.tiles) * options.math / total;
  }
};

// Refused: an option outside of its range.
Result<ScheduleRun> run_schedule(const ScheduleOptions& options);

// The closed form above, and which of its terms is the largest.
enum class Bound { load, buffers, consumer, tensor_cores };
struct Pace {
  double cycles = 0;
  Bound bound = Bound::consumer;
};
Pace schedule_pace(const ScheduleOptions& options);

}  // namespace loom::async
