// Who loads, who multiplies? Four ways to share the work on tiles among warpgroups, and how busy
// each keeps the tensor cores.
#include "web/scenes/chips/warp_specialization.hpp"

namespace loom::scenes {
namespace {

using async::Bound, async::Schedule, async::ScheduleTile;

constexpr Parameter parameters[] = {
    one_of("schedule", "Schedule", schedules, "producer"),
    whole_number("load", "Load", "300", {20, 2000},
                 {.step = 20,
                  .unit = "cycles",
                  .help = "Time of one tile’s load. Loads follow one another."}),
    whole_number("math", "Math", "400", {20, 2000},
                 {.step = 20, .unit = "cycles", .help = "Time of the tensor cores for a tile."}),
    whole_number("epilogue", "Epilogue", "300", {0, 2000},
                 {.step = 20,
                  .unit = "cycles",
                  .help = "Time to write a tile’s sums; two warpgroups take half as long."}),
    whole_number("tiles", "Tiles", "8", {2, 16}),
    whole_number(
        "stages", "Buffers", "3", {1, 5},
        {.help = "For loaded tiles. A warpgroup that loads and multiplies uses one buffer.",
         .when = "schedule=producer|cooperative|pingpong"}),
};

constexpr Preset presets[] = {
    {"One consumer", ""},
    {"One warpgroup does it all", "schedule=both"},
    {"Cooperative", "schedule=cooperative"},
    {"Ping-pong", "schedule=pingpong"},
    {"Long epilogue", "schedule=pingpong&epilogue=900"},
    {"Slow loads", "schedule=pingpong&load=500"},
};
constexpr std::string_view parts[] = {"tensor", "consumers", "loads", "paces"};
constexpr std::string_view references[] = {"cutlass", "ptx"};

constexpr const char* nothing_to_write = "tiles arrive in time, and nothing is written";

class WarpSpecializationScene final : public Pictured<WarpSpecializationScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    async::ScheduleOptions options{.schedule = static_cast<Schedule>(values.choice("schedule")),
                                   .tiles = values.integer("tiles"),
                                   .stages = values.integer("stages"),
                                   .load = values.integer("load"),
                                   .interval = values.integer("load"),
                                   .math = values.integer("math"),
                                   .epilogue = values.integer("epilogue")};
    if (auto error = keep(shown.run, async::run_schedule(options))) return error;
    for (size_t i = 0; i < schedule_count; ++i) {
      options.schedule = static_cast<Schedule>(i);
      shown.paces[i] = async::schedule_pace(options);
    }
    return std::nullopt;
  }

  int steps() const override { return o().tiles; }

  std::string status(int step) const override {
    if (step == 0)
      return fill("Nothing has started. {} will be loaded, multiplied and written.",
                  Word(o().tiles, "tile"));
    if (step < steps()) {
      const ScheduleTile& tile = nth(shown.run.tiles, step - 1);
      return fill(
          "Tile {}: loaded from cycle {} to {}, multiplied by warpgroup {} from {} to {}, "
          "written at {}.",
          step - 1, tile.load_start, tile.load_end, group(tile), tile.math_start, tile.math_end,
          tile.done);
    }
    const async::Pace& pace = shown.paces[shown.chosen()];
    return fill(
        "{} take {} cycles. In the long run a tile takes {}, and the tensor cores work {} of "
        "the time: {}.",
        Word(o().tiles, "tile"), shown.run.total, brief(pace.cycles),
        percent(shown.busy(shown.chosen()), 1), why(pace));
  }

  Table table() const override {
    Table table = headed("Tile", text_column("Warpgroup"), "Load start", "Load end", "Math start",
                         "Math end", "Written");
    for (int i = 0; i < o().tiles; ++i) {
      const ScheduleTile& tile = nth(shown.run.tiles, i);
      table.add({i, group(tile), tile.load_start, tile.load_end, tile.math_start, tile.math_end,
                 tile.done});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"busy", "Tensor cores busy in the long run", 100 * shown.busy(shown.chosen()), 1,
                   "%"}
                .told_in("paces", "", "schedule"),
            {"pace", "Cycles per tile in the long run", shown.paces[shown.chosen()].cycles, 0},
            {"total", "Total cycles", shown.run.total}};
  }

  WarpSpecialization shown;

 private:
  const async::ScheduleOptions& o() const { return shown.run.options; }

  std::string group(const ScheduleTile& tile) const {
    if (o().schedule == Schedule::cooperative) return "1 and 2";
    return fill("{}", tile.consumer + 1);
  }

  std::string why(const async::Pace& pace) const {
    switch (pace.bound) {
      case Bound::load:
        return fill("a load takes {} cycles and sets the pace", o().load);
      case Bound::buffers:
        return fill("a tile keeps a buffer for {} cycles, and there {} {}", o().load + o().math,
                    o().stages == 1 ? "is" : "are", Word(o().stages, "buffer"));
      case Bound::tensor_cores:
        if (o().epilogue == 0) return nothing_to_write;
        return "one warpgroup writes while the other multiplies";
      case Bound::consumer:
        break;
    }
    if (o().epilogue == 0 && o().schedule != Schedule::both) return nothing_to_write;
    switch (o().schedule) {
      case Schedule::both:
        return "a warpgroup that waits for a load cannot multiply or write";
      case Schedule::producer:
        return "tiles arrive in time, but the consumer cannot multiply while it writes";
      case Schedule::cooperative:
        return "both warpgroups write at the same time, as in CUTLASS, and then neither multiplies";
      case Schedule::ping_pong:
        break;
    }
    return fill("each warpgroup takes {} cycles for its tile, more than the math of two tiles",
                o().math + o().epilogue);
  }
};

}  // namespace

Description warp_specialization() {
  return describe<WarpSpecializationScene, parameters>(
      "warp-specialization", "hopper", "Schedules of warpgroups",
      "Which warpgroup loads, and which multiplies?", "core/async/schedule.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
