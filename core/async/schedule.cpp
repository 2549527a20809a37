#include "core/async/schedule.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace loom::async {
namespace {

std::optional<Error> check(const ScheduleOptions& o) {
  const struct {
    const char* name;
    int value, minimum, maximum;
  } limits[] = {{"tiles", o.tiles, 1, most_schedule_tiles},
                {"stages", o.stages, 1, most_schedule_stages},
                {"load", o.load, 1, most_schedule_cycles},
                {"interval", o.interval, 1, o.load},
                {"math", o.math, 1, most_schedule_cycles},
                {"epilogue", o.epilogue, 0, most_schedule_cycles},
                {"overhead", o.overhead, 0, most_schedule_cycles}};
  for (const auto& limit : limits)
    if (limit.value < limit.minimum || limit.value > limit.maximum)
      return Error{std::string(limit.name) + ": expected a whole number from " +
                   std::to_string(limit.minimum) + " to " + std::to_string(limit.maximum)};
  return std::nullopt;
}

}  // namespace

Result<ScheduleRun> run_schedule(const ScheduleOptions& options) {
  if (auto error = check(options)) return *error;
  ScheduleRun run;
  run.options = options;
  const bool alone = options.schedule == Schedule::both,
             in_turn = options.schedule == Schedule::ping_pong;
  const int lag = in_turn ? 2 : 1;  // tiles from one of a consumer's to its next
  const auto before = [&](int tile, int by) -> const ScheduleTile* {
    return tile < by ? nullptr : &run.tiles[static_cast<size_t>(tile - by)];
  };
  for (int i = 0; i < options.tiles; ++i) {
    ScheduleTile tile;
    const ScheduleTile *last = before(i, 1), *own = before(i, lag),
                       *buffer = before(i, options.stages);
    tile.consumer = in_turn ? i % 2 : 0;
    tile.awaited = own ? own->done : 0;
    if (alone) {
      tile.load_start = tile.awaited;
    } else {
      if (last) tile.load_start = last->load_start + options.interval;
      if (buffer) tile.load_start = std::max(tile.load_start, buffer->math_end);
    }
    tile.load_end = tile.load_start + options.load;
    tile.math_start = std::max({tile.awaited, tile.load_end, last ? last->math_end : 0});
    tile.math_end = tile.math_start + options.math;
    tile.done = tile.math_end + options.overhead + options.written();
    run.total = std::max(run.total, tile.done);
    run.tiles.push_back(tile);
  }
  return run;
}

Pace schedule_pace(const ScheduleOptions& o) {
  const int turn = o.math + o.overhead + o.written();
  if (o.schedule == Schedule::both) return {static_cast<double>(o.load + turn), Bound::consumer};
  const bool in_turn = o.schedule == Schedule::ping_pong;
  Pace pace{turn / (in_turn ? 2. : 1.), Bound::consumer};
  const auto raise = [&](double cycles, Bound bound) {
    if (cycles > pace.cycles) pace = {cycles, bound};
  };
  if (in_turn && o.math >= pace.cycles) pace = {static_cast<double>(o.math), Bound::tensor_cores};
  raise(static_cast<double>(o.load + o.math) / o.stages, Bound::buffers);
  raise(o.interval, Bound::load);
  return pace;
}

}  // namespace loom::async
