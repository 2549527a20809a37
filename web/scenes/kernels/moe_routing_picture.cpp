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

template <>
struct PictureOf<MoePicture> : MoeLayout {
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
    schedules(done_);
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
};

std::string moe_fate(const kernels::MoeRouting& routing, const Assignment& a) {
  const bool one = routing.options.top_k == 1;
  const std::string who = fill("Token {}{} expert {}", a.token,
                               one ? (a.kept() ? " goes to" : " wants")
                                   : (a.choice == 0 ? "'s first choice is" : "'s second choice is"),
                               a.expert);
  if (!a.kept()) return fill("{}, which is full at {}: dropped", who, *routing.capacity);
  return fill("{}: tile {}, slot {}", who, a.slot / 8, a.slot % 8);
}

float MoePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
