#include "web/scene/kit.hpp"
#include "web/scenes/attention/paged_cache.hpp"

namespace loom::scenes {

using attention::Serving;
using Phase = Serving::Phase;

constexpr float memory_top = 26;
constexpr Role roles[] = {Role::series_1, Role::series_2, Role::series_3,
                          Role::series_4, Role::series_5, Role::series_6};

static Role role_of(int request) { return roles[static_cast<size_t>(request) % std::size(roles)]; }

// There are more requests than colors: the second of a color has a thick border and no ground.
static bool again(int request) { return request >= std::ssize(roles); }

static std::string letter(int request) { return std::string(1, static_cast<char>('A' + request)); }

struct PagedCacheDrawing : Picture<PagedCacheRun> {
  const Serving& now_ = s_.now().at(view_.step);
  const bool paged_ = s_.is_paged();
  float cell_wide_ = by_width(20, 24), cell_high_ = by_width(16, 23);
  float memory_bottom_ = memory_top + cell_high_ * (most_cache_slots / cache_columns);
  Rect slots_ = {2, memory_top, cache_columns* cell_wide_,
                 cell_high_* px(s_.slots) / cache_columns};
  Grid grid_ = {slots_, cache_columns, s_.slots / cache_columns};
  float left_ = by_width(2, 2 + cache_columns * cell_wide_ + 30);
  Rect rows_ = {left_, by_width(memory_bottom_ + 24, memory_top), width_ - 2 - left_,
                by_width(19, 23)};  // the first request
  float rivals_top_ = rows_.y + rows_.height * most_cache_requests + by_width(22, 34);
  float rival_high_ = by_width(36, 38);

  float height() const { return rivals_top_ + 2 * rival_high_ - 4; }
  void draw() {
    memory();
    in("requests", [&] { requests(); });
    const Part part(p_, "rivals");
    rival(false);
    rival(true);
  }

  void memory() {
    constexpr Style fresh = edged(Role::surface, Role::ink, 2);
    Legend legend(p_, {2, 10}, by_width(width_, 2 + grid_.box.width));
    legend.add("", "allocated, empty", wasted);
    legend.add("", "new token", fresh);
    legend.point("", "end of memory", solid(Role::lane));
    const Part part(p_, "memory");
    const std::vector<Serving::Slot> all = now_.slots();
    for (int i = 0; i < s_.slots; ++i) {
      const Serving::Slot& slot = nth(all, i);
      const Rect cell = inset(grid_.cell(i), 1);
      if (slot.owners == 0 && slot.given) p_.rect(cell, wasted);
      if (slot.owners == 0) continue;
      owned(slot.owner, cell,
            slot.newest ? fresh : Style{.fill = Role::surface, .stroke = role_of(slot.owner)});
      p_.text(cell.center(), slot.owners == 1 ? letter(slot.owner) : fill("×{}", slot.owners),
              centered(slot.owners == 1 ? label : strong));
    }
    grid_.lines(p_);
    // Where a page, or a stretch, begins.
    const int unit = paged_ ? s_.page : now_.reserve();
    for (int i = 0; i + unit <= s_.slots; i += unit) {
      const Rect cell = grid_.cell(i);
      upright(p_, cell.x, cell, stroked(Role::ink, 2));
    }
    const Action end =
        drag_y("slots", memory_top + cell_high_ * 4, memory_bottom_, 64, most_cache_slots);
    spot({2, memory_top, grid_.box.width, memory_bottom_ - memory_top + 12}, end,
         "Room for {}. Drag to move the end", Word(s_.slots, "token"));
    drag_knob({grid_.box.center().x, grid_.box.bottom()}, end, "Drag the end: room for {}",
              Word(s_.slots, "token"));
  }

  void owned(int request, const Rect& box, const Style& style) {
    p_.rect(box, style);
    p_.rect(inset(box, 1),
            again(request) ? stroked(role_of(request), 2) : solid(role_of(request), 0.22f));
  }

  std::string place(int request) const {
    if (!paged_) return integer(now_.stretch(request));
    const auto table = now_.table(request);
    std::string text;
    for (int page : table) text += (text.empty() ? "" : " ") + std::to_string(page);
    return fit({text, plural(std::ssize(table), "page")}, 112, Size::small);
  }

  void request(int request) {
    const attention::Request& asked = nth(s_.asked, request);
    const Rect box{rows_.x, rows_.y + rows_.height * px(request), rows_.width, rows_.height};
    const float middle = box.center().y;
    const int made = now_.made(request);
    const Phase phase = now_.phase(request);
    const Role role = role_of(request);
    const Rect square{box.x + 2, middle - 8, 16, 16};
    owned(request, square, edged(Role::surface, role));
    p_.text(square.center(), letter(request), centered(label));
    // Four px a token: the prompt, and what is made of the output.
    const auto tokens = [&](int from, int count) {
      const float token = by_width(3.2f, 4);
      return Rect{box.x + 24 + token * px(from), middle - 6, token * px(count), 12};
    };
    const Rect all = tokens(0, asked.prompt + asked.output);
    p_.rect(all, stroked(Role::grid));
    p_.rect(tokens(0, asked.prompt), {.fill = role,
                                      .fill_opacity = again(request) ? 0.7f : 0.4f,
                                      .texture = again(request) ? Texture::hatch : Texture::solid});
    if (made > 0) p_.rect(tokens(asked.prompt, made), solid(role));
    write({all.right() + 6, middle}, quiet, "{} + {}", asked.prompt, asked.output);
    write({box.right() - 2, middle}, ended(phase == Phase::running ? label : quiet),
          phase == Phase::done      ? "done"
          : phase == Phase::waiting ? "waiting"
                                    : place(request));
    spot(box, "{}: a prompt of {} and {} of {} made", letter(request), Word(asked.prompt, "token"),
         made, asked.output);
  }

  void requests() {
    p_.text({rows_.x, rows_.y - 14},
            by_width("Tokens of prompt + output", "Requests: tokens of prompt + output"), strong);
    p_.text({rows_.right() - 2, rows_.y - 14}, paged_ ? "pages" : "first slot", ended(quiet));
    for (int i = 0; i < std::ssize(s_.asked); ++i) request(i);
  }

  // Both ways at this step: what is used, what is given out, and how many tokens were made so far.
  void rival(bool paged) {
    const float y = rivals_top_ + (paged ? rival_high_ : 0);
    const Serving& serving = (paged ? s_.paged : s_.contiguous).at(view_.step);
    const attention::Occupied memory = serving.memory();
    const bool here = paged == paged_;
    const Rect all{2, y - 12, width_ - 4, rival_high_ - 2};
    if (here) chosen_ground(p_, all);
    write({8, y}, here ? strong : label,
          by_width("{}: {} in use", "{}: {} in use, {} allocated but empty"),
          paged ? "pages" : "stretches", Word(memory.used, "slot"), memory.waste());
    write({width_ - 8, y}, ended(here ? strong : label),
          serving.finished()
              ? fill(by_width("done after {}", "all done after {}"), Word(serving.steps(), "step"))
              : fill("{} running, {} made", std::ssize(serving.running()),
                     Word(serving.tokens_made(), "token")));
    stack_of(p_, {8, y + 9, (width_ - 16) * px(s_.slots) / most_cache_slots, 12}, s_.slots,
             {{px(memory.used), solid(Role::data)}, {px(memory.waste()), wasted}});
    spot(all, choose("policy", paged ? "paged" : "contiguous"), "{}: {} of {} allocated, {} used",
         paged ? "Pages" : "Stretches", memory.allocated, Word(s_.slots, "slot"), memory.used);
  }
};

float PagedCacheRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
