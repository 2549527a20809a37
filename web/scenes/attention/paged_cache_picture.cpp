#include <array>
#include <string>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/paged_cache.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using attention::Serving;
using Phase = Serving::Phase;

constexpr float memory_top = 26;
constexpr Role roles[] = {Role::series_1, Role::series_2, Role::series_3,
                          Role::series_4, Role::series_5, Role::series_6};
constexpr Style empty = {.fill = Role::waste, .texture = Texture::dots};

struct Layout {
  explicit Layout(float picture)
      : narrow(is_narrow(picture)),
        width(picture),
        cell_wide(narrow ? 20.f : 24.f),
        cell_high(narrow ? 16.f : 23.f),
        row_high(narrow ? 19.f : 23.f),
        rows{narrow ? 2.f : 2 + cache_columns * cell_wide + 30,
             narrow ? memory_bottom() + 24 : memory_top, 0, 0},
        rivals_top(rows.y + row_high * most_cache_requests + (narrow ? 22.f : 34.f)) {
    rows.width = width - 2 - rows.x;
    rows.height = row_high * most_cache_requests;
  }
  float memory_bottom() const {
    return memory_top + cell_high * (most_cache_slots / cache_columns);
  }
  float height() const { return rivals_top + 2 * rival_high - 4; }

  bool narrow;
  float width, cell_wide, cell_high, row_high;
  float rival_high = narrow ? 36 : 38;
  Rect rows;
  float rivals_top;
};

Role role_of(int request) { return roles[static_cast<size_t>(request) % std::size(roles)]; }

// There are more requests than colors: the second of a color has a thick border and no ground.
bool again(int request) { return request >= std::ssize(roles); }

std::string letter(int request) { return std::string(1, static_cast<char>('A' + request)); }

class Drawing {
 public:
  Drawing(const PagedCacheRun& run, Painter& painter, const View& view)
      : run_(run),
        now_(run.now().at(view.step)),
        p_(painter),
        at_(view.width),
        step_(view.step),
        grid_{{2, memory_top, cache_columns * at_.cell_wide,
               at_.cell_high * static_cast<float>(run.slots) / cache_columns},
              cache_columns,
              run.slots / cache_columns} {}

  void run() {
    memory();
    requests();
    rivals();
  }

 private:
  struct Slot {
    int owner = -1, owners = 0;
    bool given = false, fresh = false;
  };

  std::vector<Slot> slots() const {
    std::vector<Slot> all(static_cast<size_t>(run_.slots));
    for (int request : now_.running()) {
      const int room = run_.is_paged() ? static_cast<int>(now_.table(request).size()) * run_.page
                                       : now_.reserve();
      const int length = now_.length(request);
      for (int token = 0; token < room; ++token) {
        Slot& slot = nth(all, run_.slot(now_, request, token));
        slot.given = true;
        if (token >= length) continue;
        if (slot.owners == 0) slot.owner = request;
        ++slot.owners;
        slot.fresh = token == length - 1;
      }
    }
    return all;
  }

  void memory() {
    Legend legend(p_, {2, 10}, at_.narrow ? at_.width : 2 + grid_.box.width);
    legend.add("", "allocated, empty", empty);
    legend.add("", "new token", {.fill = Role::surface, .stroke = Role::ink, .stroke_width = 2});
    legend.point("", "end of memory", {.fill = Role::lane});
    const Part part(p_, "memory");
    const std::vector<Slot> all = slots();
    for (int i = 0; i < run_.slots; ++i) {
      const Slot& slot = nth(all, i);
      const Rect cell = inset(grid_.cell(i), 1);
      if (slot.owners == 0) {
        if (slot.given) p_.rect(cell, empty);
        continue;
      }
      p_.rect(cell, {.fill = Role::surface,
                     .stroke = slot.fresh ? Role::ink : role_of(slot.owner),
                     .stroke_width = slot.fresh ? 2.f : 1.f});
      ground(slot.owner, inset(cell, 1));
      p_.text(cell.center(), slot.owners == 1 ? letter(slot.owner) : fill("×{}", {slot.owners}),
              centered(slot.owners == 1 ? label : strong));
    }
    grid_.lines(p_);
    // Where a page, or a stretch, begins.
    const int unit = run_.is_paged() ? run_.page : now_.reserve();
    for (int i = 0; i < run_.slots; i += unit) {
      if (i + unit > run_.slots) break;
      const Rect cell = grid_.cell(i);
      p_.line({cell.x, cell.y}, {cell.x, cell.bottom()}, {.stroke = Role::ink, .stroke_width = 2});
    }
    const float from = memory_top + at_.cell_high * 4;
    knob(p_, {grid_.box.center().x, grid_.box.bottom()});
    p_.hotspot({{2, grid_.box.bottom() - 12, grid_.box.width, 24},
                fill("Room for {}. Drag the end", {{run_.slots, "token"}}),
                drag_y("slots", from, at_.memory_bottom(), 64, most_cache_slots)});
  }

  void ground(int request, const Rect& box) {
    if (again(request))
      p_.rect(box, {.stroke = role_of(request), .stroke_width = 2});
    else
      p_.rect(box, {.fill = role_of(request), .fill_opacity = 0.22f});
  }

  std::string place(int request) const {
    if (!run_.is_paged()) return integer(now_.stretch(request));
    const auto table = now_.table(request);
    std::string text;
    for (int page : table) text += (text.empty() ? "" : " ") + std::to_string(page);
    return fit({text, plural(std::ssize(table), "page")}, 112, Size::small);
  }

  void request(int request, float y) {
    const attention::Request& asked = nth(run_.asked, request);
    const Rect box{at_.rows.x, y, at_.rows.width, at_.row_high};
    const float middle = box.center().y, bar = box.x + 24;
    const Phase phase = now_.phase(request);
    const int made = now_.made(request), all = asked.prompt + asked.output;
    const Rect square{box.x + 2, middle - 8, 16, 16};
    p_.rect(square, {.fill = Role::surface, .stroke = role_of(request)});
    ground(request, inset(square, 1));
    p_.text(square.center(), letter(request), centered(label));
    // Four px a token: the prompt, and what is made of the output.
    const float token = at_.narrow ? 3.2f : 4.f;
    const auto wide = [&](int tokens) { return token * static_cast<float>(tokens); };
    p_.rect({bar, middle - 6, wide(all), 12}, {.stroke = Role::grid});
    p_.rect({bar, middle - 6, wide(asked.prompt), 12},
            {.fill = role_of(request),
             .fill_opacity = again(request) ? 0.7f : 0.4f,
             .texture = again(request) ? Texture::hatch : Texture::solid});
    if (made > 0)
      p_.rect({bar + wide(asked.prompt), middle - 6, wide(made), 12}, {.fill = role_of(request)});
    p_.text({bar + wide(all) + 6, middle}, fill("{} + {}", {asked.prompt, asked.output}), quiet);
    p_.text({box.right() - 2, middle},
            phase == Phase::done      ? "done"
            : phase == Phase::waiting ? "waiting"
                                      : place(request),
            ended(phase == Phase::running ? label : quiet));
    p_.hotspot({box, fill("{}: a prompt of {} and {} of {} made",
                          {letter(request), {asked.prompt, "token"}, made, asked.output})});
  }

  void requests() {
    const Part part(p_, "requests");
    p_.text({at_.rows.x, at_.rows.y - 14},
            at_.narrow ? "Tokens of prompt + output" : "Requests: tokens of prompt + output",
            strong);
    p_.text({at_.rows.right() - 2, at_.rows.y - 14}, run_.is_paged() ? "pages" : "first slot",
            ended(quiet));
    for (int i = 0; i < static_cast<int>(run_.asked.size()); ++i)
      request(i, at_.rows.y + at_.row_high * static_cast<float>(i));
  }

  // Both ways at this step: what is used, what is given out, and how many tokens were made so far.
  void rivals() {
    const Part part(p_, "rivals");
    float y = at_.rivals_top;
    for (bool paged : {false, true}) {
      const Serving& serving = (paged ? run_.paged : run_.contiguous).at(step_);
      const attention::Occupied memory = serving.memory();
      const bool here = paged == run_.is_paged();
      const Rect all{2, y - 12, at_.width - 4, at_.rival_high - 2};
      if (here) chosen_ground(p_, all);
      p_.text({8, y},
              fill(at_.narrow ? "{}: {} in use" : "{}: {} in use, {} allocated but empty",
                   {paged ? "pages" : "stretches", {memory.used, "slot"}, memory.waste()}),
              here ? strong : label);
      p_.text({at_.width - 8, y},
              serving.finished() ? fill(at_.narrow ? "done after {}" : "all done after {}",
                                        {{serving.steps(), "step"}})
                                 : fill("{} running, {} made", {std::ssize(serving.running()),
                                                                {serving.tokens_made(), "token"}}),
              ended(here ? strong : label));
      const Rect frame{8, y + 9,
                       (at_.width - 16) * static_cast<float>(run_.slots) / most_cache_slots, 12};
      Stack stack(p_, frame, run_.slots);
      stack.add(static_cast<double>(memory.used), {.fill = Role::data});
      stack.add(static_cast<double>(memory.waste()), empty);
      p_.hotspot({all,
                  fill("{}: {} of {} allocated, {} used", {paged ? "Pages" : "Stretches",
                                                           memory.allocated,
                                                           {run_.slots, "slot"},
                                                           memory.used}),
                  choose("policy", paged ? "paged" : "contiguous")});
      y += at_.rival_high;
    }
  }

  const PagedCacheRun& run_;
  const Serving& now_;
  Painter& p_;
  const Layout at_;
  const int step_;
  const Grid grid_;
};

}  // namespace

float PagedCacheRun::height(float width) const { return Layout(width).height(); }

void PagedCacheRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
