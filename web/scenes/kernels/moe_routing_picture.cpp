#include "web/scenes/kernels/moe_routing_layout.hpp"

namespace loom::scenes {
using kernels::Assignment, kernels::ExpertLoad;

// How a token looks.
struct Look {
  Style style;
  Role number = Role::ink;
  bool marked = false;  // with a line, which tells it from a first choice
};
const Look moved = {rounded(solid(Role::lane), 4), Role::surface},  // just now
    rejected = {rounded(solid(Role::bad), 4), Role::surface},
           first_choice = {rounded(solid(Role::lane, 0.22f), 4)},
           later_choice = {rounded(solid(Role::lane, 0.22f), 4), Role::ink, true},
           gone = {rounded(stroked(Role::grid), 4), Role::muted},  // from where it was
    refused = {rounded(stroked(Role::bad, 1.5f), 4), Role::bad},
           piled = {rounded(solid(Role::bad, 0.11f), 4), Role::bad};  // refused earlier

struct MoeRoutingDrawing : MoeLayout {
  int total_ = static_cast<int>(routing_.assignments.size());
  float fraction_ = view_.step > 0 ? view_.fraction : 1;
  int placed_ = fraction_ < 1 ? view_.step - 1 : view_.step;  // assignments where they belong
  bool done_ = placed_ == total_;
  // The assignment that moves or has just moved, or −1.
  int current_ = view_.step > 0 && !done_ ? view_.step - 1 : -1;
  kernels::MoeProgress progress_ = kernels::moe_progress(routing_, placed_);

  void draw() {
    tokens();
    counts();
    tiles();
    if (done_) padding();
    piles();
    if (routing_.capacity) capacity(*routing_.capacity);
    schedules();
    if (current_ >= 0) current();
  }

  const Assignment& assignment(int index) const { return nth(routing_.assignments, index); }
  const ExpertLoad& load(int expert) const { return nth(progress_.experts, expert); }
  static const Look& look(const Assignment& a) {
    return a.choice == 0 ? first_choice : later_choice;
  }

  void chip(const Rect& box, int token, const Look& look) {
    const bool thin = look.style.stroke != Role::none && look.style.stroke_width == 1;
    p_.rect(thin ? inset(box, 0.5f) : box, look.style);
    constexpr float mark = 2;
    const bool low = box.height < 12;  // below a number there is no room: the mark is beside it
    if (look.marked)
      p_.rect(low ? Rect{box.x, box.y, mark, box.height} : band(box, box.bottom() - mark, mark),
              solid(Role::lane));
    const float raised = look.marked && !low ? mark / 2 : 0;
    if (box.width >= 14)
      p_.text({box.center().x, box.center().y - raised}, integer(token),
              centered(colored(label, look.number)));
  }

  void chip_hotspot(const Rect& box, int index) {
    spot(box, seek(index + 1), moe_fate(routing_, assignment(index)));
  }

  // Where an assignment ends up.
  Rect place(int index) const {
    const Assignment& a = assignment(index);
    if (a.kept()) return inset(slot(a.expert, a.slot), 0.75f);
    int before = 0;
    for (int i = 0; i < index; ++i)
      before += assignment(i).expert == a.expert && !assignment(i).kept();
    return inset(in_pile(a.expert, nth(routing_.experts, a.expert).tiles, before), 0.75f);
  }

  void tokens() {
    static constexpr std::string_view headings[] = {"1st choice", "2nd choice"};
    const Part part(p_, "tokens");
    if (routing_.options.top_k == 1)
      // A narrow picture has room for a word only where the second choices would be.
      p_.text(choice_heading(narrow_ ? 1 : 0), "Tokens", quiet);
    else
      for (int choice : {0, 1})
        p_.text(choice_heading(choice), narrow_ ? headings[choice].substr(0, 3) : headings[choice],
                quiet);
    for (int i = 0; i < total_; ++i) {
      const Assignment& a = assignment(i);
      if (i != current_)
        chip(token(a.choice, a.token), a.token, i >= placed_ ? look(a) : a.kept() ? gone : refused);
    }
    for (int i = 0; i < total_; ++i)
      chip_hotspot(token(assignment(i).choice, assignment(i).token), i);
  }

  void count_column(Count column, std::string_view title, int ExpertLoad::*count) {
    const float x = count_x(column);
    p_.text({x, head_y()}, title, centered(quiet));
    for (int e = 0; e < experts_; ++e)
      p_.text({x, row(e).center().y}, integer(load(e).*count), centered(label));
  }

  void counts() {
    Part part(p_, "experts");
    for (int e = 0; e < experts_; ++e) {
      level(p_, row(e).y, 2, row(e).right(), stroked(Role::grid));
      p_.text({2, row(e).center().y}, expert_name(e), strong);
    }
    for (int i = 0; i < 4; ++i)
      fitted({tile(0, i).center().x, head_y()}, tile(0, i).width, centered(quiet),
             {fill("tile {}", i), integer(i)});
    count_column(kept, "kept", &ExpertLoad::kept);
    part.next("busiest");
    const auto frame = [&](Point middle) {
      p_.rect({middle.x - 13, middle.y - 9, 26, 18}, rounded(stroked(Role::ink, 1.5f), 9));
    };
    for (int e = 0; e < experts_ && progress_.busiest > 0; ++e)
      if (load(e).kept == progress_.busiest) frame({count_x(kept), row(e).center().y});
    const Point key = busiest_key();
    frame(key);
    p_.text({key.x + 18, key.y}, "busiest", quiet);
    if (narrow_) return;  // tooltips, the sentence and the table have the rest
    part.next("padding");
    count_column(padded, done_ ? "padded" : "empty", &ExpertLoad::padded);
    part.next("dropped");
    count_column(dropped, "dropped", &ExpertLoad::dropped);
  }

  void tiles() {
    const Part part(p_, "experts");
    for (int e = 0; e < experts_; ++e) {
      const ExpertLoad& has = load(e);
      for (int i = 0; i < std::max(1, has.tiles); ++i)
        p_.rect(tile(e, i), rounded(has.tiles > 0 ? stroked(Role::muted) : dashed(Role::grid), 5));
      if (done_) continue;
      for (int i = has.kept; i < has.kept + has.padded; ++i)
        p_.rect(inset(slot(e, i), 1.5f), rounded(stroked(Role::grid), 4));
    }
    for (int i = 0; i < placed_; ++i)
      if (assignment(i).kept() && i != current_)
        chip(place(i), assignment(i).token, look(assignment(i)));
    for (int i = 0; i < placed_; ++i)
      if (assignment(i).kept()) chip_hotspot(place(i), i);
    for (int e = 0; e < experts_; ++e)
      spot({0, row(e).y, tiles_left_ - 4, row_pitch_},
           done_ ? "Expert {}: {} kept in {}, {} padded, {} dropped"
                 : "Expert {} so far: {} kept in {}, {} empty, {} dropped",
           e, load(e).kept, Word(load(e).tiles, "tile"), load(e).padded, load(e).dropped);
  }

  // Only once every token is placed do the rows that stayed free count as padding.
  void padding() {
    const Part part(p_, "padding");
    for (int e = 0; e < experts_; ++e)
      for (int i = load(e).kept; i < load(e).kept + load(e).padded; ++i) {
        const Rect box = inset(slot(e, i), 1.5f);
        p_.rect(box, rounded(textured(Role::waste, Texture::dots), 4));
        spot(box, "Expert {}, tile {}, slot {}: padding, computed and thrown away", e, i / 8,
             i % 8);
      }
  }

  void piles() {
    const Part part(p_, "dropped");
    for (int e = 0; e < experts_; ++e) {
      if (load(e).dropped == 0) continue;
      const Rect box = pile(e, load(e).tiles, load(e).dropped);
      p_.rect(box, rounded(dashed(Role::bad, 1.5f), 5));
      cross(p_, {std::min(box.right() + 9, width_ - 6), box.center().y});
    }
    for (int i = 0; i < placed_; ++i) {
      if (assignment(i).kept()) continue;
      if (i != current_) chip(place(i), assignment(i).token, piled);
      chip_hotspot(place(i), i);
    }
  }

  // A line through all rows behind the last slot that an expert may fill, with its name and a knob
  // at its foot; at the right edge where it is beyond.
  void capacity(int limit) {
    const bool reached = slots_x(limit) <= rows_right_;  // any expert could come as far
    const Part part(p_, "capacity");
    float x = rows_right_ - 12;
    if (reached) {
      std::vector<Point> line;
      for (int e = 0; e < experts_; ++e)
        for (const Point& point : edge(e, limit)) line.push_back(point);
      x = std::min(slots_x(limit), rows_right_ - 9);
      line.push_back({x, rows_bottom_ + 4});
      p_.path(line, false, stroked(Role::ink, 2));
    }
    const float y = rows_bottom_ + 12;
    const std::string text = fill(reached ? "limit {}" : "limit {} →", limit);
    const bool right = x + text_width(text, Size::small, Weight::semibold) + 14 < rows_right_;
    p_.text({right ? x + 12 : x - 12, y}, text, right ? strong : ended(strong));
    const double even = static_cast<double>(total_) / experts_;
    drag_knob({x, y}, drag_x("factor", slots_x(0.25 * even), slots_x(4 * even), 0.25, 4),
              "Each expert keeps at most {}{}; drag to change the factor", limit,
              reached ? "" : ", more than any is asked for");
  }

  // The one accent: the token that moves, or has just moved, and its way: sideways above the rows,
  // then down beside its tile.
  void current() {
    const Assignment& a = assignment(current_);
    const Rect from = token(a.choice, a.token), to = place(current_);
    const int in = a.kept() ? a.slot / 8 : nth(routing_.experts, a.expert).tiles;
    const float down = tile(a.expert, in).x - 2, out = from.right() + 1.5f;
    Point way[] = {from.center(),    {out, from.center().y}, {out, lane_y()},
                   {down, lane_y()}, {down, to.center().y},  to.center()};
    const Point middle = along(way, fraction_);
    way[0].x = from.right();
    way[5].x = to.x;
    const Part part(p_, "tokens");
    p_.path(way, false, stroked(a.kept() ? Role::lane : Role::bad, 1.5f));
    // It keeps its size until it turns into its slot, and neither it nor its number leaves the
    // picture.
    const Point size =
        between({from.width, from.height}, {to.width, to.height}, std::max(0.f, 5 * fraction_ - 4));
    constexpr float two_digits = 16.2f;
    const float room = std::max(0.f, (two_digits - size.x) / 2);
    const float left = std::clamp(middle.x - size.x / 2, room, width_ - size.x - room);
    chip(from, a.token, a.kept() ? gone : refused);
    chip({left, std::max(0.f, middle.y - size.y / 2), size.x, size.y}, a.token,
         a.kept() ? moved : rejected);
  }

  // When the tiles run, launched expert by expert and grouped; until every token is placed, only
  // that they wait.
  void schedules() const {
    const Part part(p_, "schedule");
    write({first_.x, first_.y - 12}, quiet,
          by_width("Run, by expert: {} tiles a round", "Run: {} tiles a round"), places_);
    if (done_) {
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
  void schedule(const kernels::Schedule& schedule, const Rect& box, bool chosen,
                std::string_view title, std::string_view value) const {
    const float x = box.x, y = box.y + 8, line = by_width(14, 15);
    if (chosen) arrow_head(p_, {x + 8, y}, Toward::right, Role::compute, 8, 5);
    p_.text({x + (chosen ? 13.f : 0.f), y}, title, chosen ? strong : quiet);
    const std::string rounds =
                          fill("{}, {}", moe_launches(schedule), Word(schedule.rounds, "round")),
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

  void cells(const kernels::Schedule& schedule, Point at, bool chosen) const {
    const float w = cell_width_, h = cell_height_, bottom = at.y + h * px(places_);
    std::vector<int> busy(static_cast<size_t>(schedule.rounds), 0);
    int launch = -1;
    for (const kernels::TileRun& run : schedule.runs) {
      ++nth(busy, run.round);
      const Rect cell = {at.x + w * px(run.round), at.y + h * px(run.place), w, h};
      p_.rect(inset(cell, 1), rounded(solid(Role::compute, chosen ? 1 : 0.22f)));
      p_.text(cell.center(),
              fit({expert_name(run.expert), integer(run.expert)}, w - 4, Size::small),
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
};

std::string moe_fate(const kernels::MoeRouting& routing, const Assignment& a) {
  const bool one = routing.options.top_k == 1;
  const std::string who = fill("Token {}{} expert {}", a.token,
                               one ? (a.kept() ? " goes to" : " wants")
                                   : (a.choice == 0 ? "’s first choice is" : "’s second choice is"),
                               a.expert);
  if (!a.kept()) return fill("{}, which is full at {}: dropped", who, *routing.capacity);
  return fill("{}: tile {}, slot {}", who, a.slot / 8, a.slot % 8);
}

float MoePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
