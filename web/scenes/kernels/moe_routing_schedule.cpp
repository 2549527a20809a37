#include "web/scenes/kernels/moe_routing_schedule.hpp"

#include <string>
#include <vector>

#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

using kernels::Schedule;
using namespace scene;

// One of the two charts.
struct Block {
  const Rect& box;
  bool chosen;
  std::string_view title, value;  // the value of `packing` that chooses it
};

void draw_cells(Painter& painter, const MoeLayout& at, const Schedule& schedule, int places,
                const Block& block) {
  const float x = block.box.x, top = block.box.y + at.cells_top;
  const float w = at.cell_width, h = at.cell_height, bottom = top + h * static_cast<float>(places);
  std::vector<int> busy(static_cast<size_t>(schedule.rounds), 0);
  int launch = -1;
  for (const kernels::TileRun& run : schedule.runs) {
    ++nth(busy, run.round);
    const Rect cell = {x + w * static_cast<float>(run.round),
                       top + h * static_cast<float>(run.place), w, h};
    painter.rect(inset(cell, 1),
                 {.fill = Role::compute, .fill_opacity = block.chosen ? 1 : 0.22f, .radius = 2});
    TextStyle text = centered(label);
    if (block.chosen) text.role = Role::surface;
    const std::string expert = std::to_string(run.expert);
    painter.text(cell.center(), fit({"E" + expert, expert}, w - 4, Size::small), text);
    painter.hotspot({cell, "Round " + std::to_string(run.round + 1) + ": expert " +
                               std::to_string(run.expert) + ", tile " + std::to_string(run.tile)});
    if (run.launch != launch)
      painter.line({cell.x, top - 4}, {cell.x, bottom},
                   {.stroke = Role::ink, .stroke_width = 1.5f});
    launch = run.launch;
  }
  for (int round = 0; round < schedule.rounds; ++round) {
    const int used = nth(busy, round), idle = places - used;
    const float left = x + w * static_cast<float>(round), free = top + h * static_cast<float>(used);
    painter.text({left + w / 2, bottom + 9}, std::to_string(round + 1), centered(quiet));
    if (idle == 0) continue;
    const Rect box = inset({left, free, w, bottom - free}, 1);
    painter.rect(box, {.fill = Role::wait, .stroke = Role::grid, .texture = Texture::hatch});
    painter.hotspot(
        {box, "Round " + std::to_string(round + 1) + ": " + plural(idle, "place") + " idle"});
  }
}

void draw_schedule(Painter& painter, const MoeLayout& at, const Schedule& schedule, int places,
                   const Block& block) {
  const auto& [box, chosen, title, value] = block;
  const float x = box.x, y = box.y + 8, line = at.narrow ? 14 : 15;
  if (chosen) arrow_head(painter, {x + 8, y}, Toward::right, Role::compute, 8, 5);
  painter.text({x + (chosen ? 13.f : 0.f), y}, title, chosen ? strong : quiet);
  const std::string launches =
      schedule.launches == 1 ? "1 launch" : std::to_string(schedule.launches) + " launches";
  const std::string rounds = launches + ", " + plural(schedule.rounds, "round");
  const TextStyle style = chosen ? label : quiet;
  const std::string idle = fill("{} of {}", {schedule.idle, schedule.rounds * places});
  if (at.narrow) {  // the title says how many launches
    painter.text({x, y + line}, fill("{}, {} idle", {{schedule.rounds, "round"}, idle}), style);
  } else {
    painter.text({x, y + line}, rounds, style);
    painter.text({x, y + 2 * line}, idle + " places idle", style);
  }
  painter.hotspot({{x, y - 12, 126, 24},
                   std::string(title) + ": " + rounds,
                   {.kind = Action::Kind::set, .key = "packing", .value = std::string(value)}});
  draw_cells(painter, at, schedule, places, block);
}

}  // namespace

void draw_moe_schedules(Painter& painter, const MoeLayout& at, const kernels::MoeRouting& routing,
                        Packing packing, bool done) {
  const Part part(painter, "schedule");
  const int places = routing.options.places;
  const Rect &first = at.schedules[0], &second = at.schedules[1];
  painter.text(
      {first.x, first.y - 12},
      fill(at.narrow ? "Run, by expert: {} tiles a round" : "Run: {} tiles a round", {places}),
      quiet);
  if (done) {
    const bool grouped = packing == Packing::grouped;
    draw_schedule(painter, at, routing.per_expert, places,
                  {first, !grouped, "A launch per expert", "per-expert"});
    draw_schedule(painter, at, routing.grouped, places, {second, grouped, "Grouped", "grouped"});
    return;
  }
  const Rect frame = {first.x, first.y, second.right() - first.x - 2, second.bottom() - first.y};
  painter.rect(frame, {.stroke = Role::grid, .radius = 6, .dashed = true});
  const Point middle = frame.center();
  painter.text({middle.x, middle.y - 8}, "Tiles run once", centered(quiet));
  painter.text({middle.x, middle.y + 8}, "every token is placed", centered(quiet));
}

}  // namespace loom::scenes
