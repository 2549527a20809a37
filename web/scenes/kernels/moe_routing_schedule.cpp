// The lower half of the picture of `moe-routing`: when the tiles run, launched expert by expert and
// grouped, with the chosen packing in front.
#include "web/scenes/kernels/moe_routing_layout.hpp"

namespace loom::scenes {

void MoeLayout::schedules(bool done) const {
  const Part part(p_, "schedule");
  write({first_.x, first_.y - 12}, quiet,
        by_width("Run, by expert: {} tiles a round", "Run: {} tiles a round"), places_);
  if (done) {
    const bool grouped = s_.packing == Packing::grouped;
    schedule(routing_.per_expert, first_, !grouped, "A launch per expert", "per-expert");
    return schedule(routing_.grouped, second_, grouped, "Grouped", "grouped");
  }
  const Rect frame = {first_.x, first_.y, second_.right() - first_.x - 2,
                      second_.bottom() - first_.y};
  p_.rect(frame, rounded(dashed(Role::grid), 6));
  const Point middle = frame.center();
  p_.text({middle.x, middle.y - 8}, "Tiles run once", centered(quiet));
  p_.text({middle.x, middle.y + 8}, "every token is placed", centered(quiet));
}

// One of the two; `value` of `packing` chooses it.
void MoeLayout::schedule(const kernels::Schedule& schedule, const Rect& box, bool chosen,
                         std::string_view title, std::string_view value) const {
  const float x = box.x, y = box.y + 8, line = by_width(14, 15);
  if (chosen) arrow_head(p_, {x + 8, y}, Toward::right, Role::compute, 8, 5);
  p_.text({x + (chosen ? 13.f : 0.f), y}, title, chosen ? strong : quiet);
  const std::string rounds = fill("{}, {}", moe_launches(schedule), Word(schedule.rounds, "round")),
                    idle = fill("{} of {}", schedule.idle, schedule.rounds * places_);
  const TextStyle style = chosen ? label : quiet;
  if (narrow_) {  // the title says how many launches
    write({x, y + line}, style, "{}, {} idle", Word(schedule.rounds, "round"), idle);
  } else {
    p_.text({x, y + line}, rounds, style);
    write({x, y + 2 * line}, style, "{} places idle", idle);
  }
  spot({x, y - 12, 126, 24}, choose("packing", value), "{}: {}", title, rounds);
  cells(schedule, {x, box.y + cells_top_}, chosen);
}

void MoeLayout::cells(const kernels::Schedule& schedule, Point at, bool chosen) const {
  const float w = cell_width_, h = cell_height_, bottom = at.y + h * px(places_);
  std::vector<int> busy(static_cast<size_t>(schedule.rounds), 0);
  int launch = -1;
  for (const kernels::TileRun& run : schedule.runs) {
    ++nth(busy, run.round);
    const Rect cell = {at.x + w * px(run.round), at.y + h * px(run.place), w, h};
    p_.rect(inset(cell, 1), rounded(solid(Role::compute, chosen ? 1 : 0.22f)));
    p_.text(cell.center(), fit({expert_name(run.expert), integer(run.expert)}, w - 4, Size::small),
            centered(colored(label, chosen ? Role::surface : Role::ink)));
    spot(cell, "Round {}: expert {}, tile {}", run.round + 1, run.expert, run.tile);
    if (run.launch != launch) upright(p_, cell.x, at.y - 4, bottom, stroked(Role::ink, 1.5f));
    launch = run.launch;
  }
  for (int round = 0; round < schedule.rounds; ++round) {
    const int used = nth(busy, round), idle = places_ - used;
    const float left = at.x + w * px(round), free = at.y + h * px(used);
    p_.text({left + w / 2, bottom + 9}, integer(round + 1), centered(quiet));
    if (idle == 0) continue;
    const Rect box = inset({left, free, w, bottom - free}, 1);
    p_.rect(box, {.fill = Role::wait, .stroke = Role::grid, .texture = Texture::hatch});
    spot(box, "Round {}: {} idle", round + 1, Word(idle, "place"));
  }
}

}  // namespace loom::scenes
