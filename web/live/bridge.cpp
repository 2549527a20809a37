// +-----------------------------------------------------------------------------------------------+
// | A scenes program: every function that the page's script (web/shell/js/runtime/scenes.js)      |
// | calls, and nothing else. It has no window: pictures leave it as display lists, or as SVG.     |
// |                                                                                               |
// |   once        loom_still              the reader prefers reduced motion; when that changes    |
// |                                                                                               |
// |   a figure    loom_open               → figure, or −1 and an error                            |
// |                 loom_resize           when its place on the page changes                      |
// |                 loom_seal, loom_unseal  what its reader has yet to guess                      |
// |                 loom_set, loom_load, loom_seek, loom_play, loom_highlight                     |
// |                 loom_pointer          the pointer over the picture                            |
// |                 loom_ask              sentence, table, query … as text                        |
// |                 loom_count            steps, step, playing …   as numbers                     |
// |                 loom_tick             time passes while playing or moving                     |
// |                   loom_draw           when loom_tick says that the picture changed:           |
// |                     loom_list, loom_list_size   where its display list is, until the next     |
// |                 loom_bench            for tools/bench                                         |
// |               loom_close                                                                      |
// |                                                                                               |
// | Texts go in and out through the buffers in program/exchange.hpp. No input stops the program:  |
// | unknown figures and refused values answer false, with the reason as reply.                    |
// +-----------------------------------------------------------------------------------------------+
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "web/live/figure.hpp"
#include "web/live/table_json.hpp"
#include "web/program/exchange.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nearest.hpp"
#include "web/scene/predict.hpp"

namespace {

using namespace loom;  // NOLINT: this file is nothing but glue
using live::Figure;
using live::Session;
using program::exchange;

struct Figures {
  std::vector<std::unique_ptr<Figure>> all;  // by handle; closed ones are empty
  std::span<const std::uint32_t> list;       // drawn last
  bool still = false;
};

// Lives as long as the page.
Figures& figures() {
  static auto* figures = new Figures;
  return *figures;
}

Figure* figure(int handle) {
  auto& all = figures().all;
  if (handle >= 0 && static_cast<size_t>(handle) < all.size() && all[static_cast<size_t>(handle)])
    return all[static_cast<size_t>(handle)].get();
  exchange().reply = "there is no such figure";
  return nullptr;
}

bool report(const std::optional<Error>& error) { return exchange().report(error); }

Error unknown_scene(const std::string& id) {
  std::vector<std::string_view> known;
  for (const scene::Description& description : scene::registry()) known.push_back(description.id);
  return {"unknown scene '" + scene::clipped(id, 40) + "'" + scene::did_you_mean(id, known)};
}

// Bits of loom_tick's and loom_pointer's answers.
constexpr int wants_tick = 1, picture_changed = 2, state_changed = 4;

}  // namespace

extern "C" {

LOOM_EXPORT void loom_still(bool still) {
  figures().still = still;
  for (auto& figure : figures().all)
    if (figure) figure->session().set_still(still);
}

// Input: scene id, query.
LOOM_EXPORT int loom_open() {
  const auto input = exchange().take_two();
  const scene::Description* description = scene::find(input.first);
  if (!description) {
    (void)report(unknown_scene(input.first));
    return -1;
  }
  auto made = std::make_unique<Figure>(*description);
  if (!report(made->session().load(input.second))) return -1;
  made->session().set_still(figures().still);
  figures().all.push_back(std::move(made));
  return static_cast<int>(figures().all.size()) - 1;
}

LOOM_EXPORT void loom_close(int handle) {
  if (!figure(handle)) return;
  figures().list = {};
  figures().all[static_cast<size_t>(handle)].reset();
}

// Input: metric, query: a number that the reader has yet to guess.
LOOM_EXPORT bool loom_seal(int handle) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  return f && report(f->ask(input.first, input.second));
}

LOOM_EXPORT void loom_unseal(int handle) {
  if (Figure* f = figure(handle)) f->answered();
}

// The width that the picture is laid out for, and how many CSS pixels one of its units takes.
LOOM_EXPORT void loom_resize(int handle, float scene_width, float unit_px) {
  if (Figure* f = figure(handle)) f->resize(scene_width, unit_px);
}

// Input: key, text.
LOOM_EXPORT bool loom_set(int handle) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  return f && report(f->session().set(input.first, input.second));
}

// Input: query.
LOOM_EXPORT bool loom_load(int handle) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  return f && report(f->session().load(input.first));
}

LOOM_EXPORT void loom_seek(int handle, int step) {
  if (Figure* f = figure(handle)) f->session().seek(step);
}

// Speed 0 pauses.
LOOM_EXPORT void loom_play(int handle, double speed) {
  if (Figure* f = figure(handle)) speed > 0 ? f->session().play(speed) : f->session().pause();
}

// Input: part, or nothing.
LOOM_EXPORT void loom_highlight(int handle) {
  const auto input = exchange().take_two();
  if (Figure* f = figure(handle)) f->session().highlight(input.first);
}

// What happened: 0 the pointer moved, 1 it is down, 2 it left. In units of the picture.
LOOM_EXPORT int loom_pointer(int handle, int what, float x, float y, bool touch) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const bool changed = what == 2 ? f->leave() : f->point(x, y, what == 1, touch);
  return (changed ? state_changed : 0) | (f->session().dirty() ? picture_changed : 0);
}

LOOM_EXPORT int loom_tick(int handle, double now_ms) {
  Figure* f = figure(handle);
  if (!f) return 0;
  Session& live = f->session();
  const bool stepped = live.tick(now_ms), dirty = live.take_dirty();
  return (live.busy() ? wants_tick : 0) | (dirty ? picture_changed : 0) |
         (stepped ? state_changed : 0);
}

LOOM_EXPORT int loom_draw(int handle) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const bool changed = f->draw();
  figures().list = f->list();
  return changed ? state_changed : 0;
}

LOOM_EXPORT const std::uint32_t* loom_list() { return figures().list.data(); }
LOOM_EXPORT int loom_list_size() { return static_cast<int>(figures().list.size_bytes()); }

// Numbers: 0 steps, 1 step, 2 playing, 3 picture's height at the scene width `argument`, 4 cursor,
// 5 whether a hotspot is being dragged, 6 whether one is dragged up and down, 7 to 10 the hovered
// hotspot's x, y, width, height, 11 which question the state answers, from 1 (0: none).
LOOM_EXPORT double loom_count(int handle, int what, float argument) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const scene::Hotspot* hotspot = f->hovered();
  const scene::Rect rect = hotspot ? hotspot->rect : scene::Rect{};
  const scene::State& state = f->session().state();
  switch (what) {
    case 0:
      return state.scene().steps();
    case 1:
      return state.step();
    case 2:
      return f->session().playing();
    case 3:
      return static_cast<double>(state.scene().height(argument));
    case 4:
      return static_cast<int>(f->cursor());
    case 5:
      return f->dragging();
    case 6:
      return f->has_vertical_drag();
    case 7:
      return static_cast<double>(rect.x);
    case 8:
      return static_cast<double>(rect.y);
    case 9:
      return static_cast<double>(rect.width);
    case 10:
      return static_cast<double>(rect.height);
    case 11:
      return f->sealed() + 1;
    default:
      return 0;
  }
}

// Texts, some about the input: 0 sentence, 1 table as JSON, 2 query, 3 value of a parameter, 4
// tooltip, 5 answer to a guess (metric, number), 6 SVG as wide as the input says, 7 what a
// parameter left out of its text. False, with the reason, where there is none.
LOOM_EXPORT bool loom_ask(int handle, int what) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  if (!f) return false;
  const scene::State& state = f->session().state();
  std::string& reply = exchange().reply;
  switch (what) {
    case 0:
      reply = f->status();
      return true;
    case 1:
      reply = live::table_json(f->table());
      return true;
    case 2:
      reply = state.query();
      return true;
    case 3:
      for (const scene::Parameter& parameter : state.values().parameters()) {
        if (parameter.key != input.first) continue;
        reply = state.values().text(parameter.key);
        return true;
      }
      return report(Error{"unknown parameter '" + scene::clipped(input.first, 40) + "'"});
    case 4:
      reply = f->tooltip();
      return true;
    case 5:
      for (const scene::Metric& metric : state.scene().metrics()) {
        if (metric.key != input.first) continue;
        const double guess = scene::decimal(input.second);
        if (!std::isfinite(guess)) return report(Error{"a guess is a number"});
        reply = scene::answer(metric, guess);
        return true;
      }
      return report(Error{"unknown metric '" + scene::clipped(input.first, 40) + "'"});
    case 6:
      reply = f->svg(scene::decimal(input.first) < static_cast<double>(scene::narrow_limit)
                         ? scene::narrow_width
                         : scene::wide_width);
      return true;
    case 7:
      reply = state.values().left_out();
      return true;
    default:
      return report(Error{"there is no such text"});
  }
}

// Computes the scene and its display list so many times, as a change of a parameter does;
// tools/bench measures how long it takes.
LOOM_EXPORT void loom_bench(int handle, int times) {
  Figure* f = figure(handle);
  if (!f) return;
  const scene::State& state = f->session().state();
  const std::unique_ptr<scene::Scene> scene = state.description().make();
  for (int i = 0; i < times; ++i) {
    (void)scene->set(state.values());
    exchange().reply = scene->status(state.step());
    (void)f->draw();
  }
}

}  // extern "C"
