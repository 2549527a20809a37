// +-----------------------------------------------------------------------------------------------+
// | Every function that the page's script (web/shell/js/runtime.js) calls, and nothing else.      |
// |                                                                                               |
// |   once        loom_start              the window and its GL context, or none                  |
// |               loom_font  ×3           bytes of the three faces                                |
// |               loom_theme              colors of all roles; again when the theme changes       |
// |               loom_still              the reader prefers reduced motion; when that changes    |
// |               loom_lose, loom_restore the GL context went away, came back                     |
// |                                                                                               |
// |   a figure    loom_open               → figure, or −1 and an error                            |
// |                 loom_resize           when its place on the page changes                      |
// |                 loom_set, loom_load, loom_seek, loom_play, loom_highlight                     |
// |                 loom_pointer          the pointer over the picture                            |
// |                 loom_ask              sentence, table, query … as text                        |
// |                 loom_count            steps, step, playing …   as numbers                     |
// |                 loom_tick             time passes while playing or moving                     |
// |                   loom_draw           when loom_tick says that the picture changed            |
// |                 loom_bench            for tools/bench                                         |
// |               loom_close                                                                      |
// |                                                                                               |
// | Text goes in through one buffer: loom_input(size) gives its address, the next call reads it.  |
// | Text comes out through another: a call that answers with text sets loom_reply(), of           |
// | loom_reply_size() bytes. Both are UTF-8; two texts in one are parted by a zero byte. No input |
// | stops the program: unknown figures and refused values answer false, with the reason as reply. |
// +-----------------------------------------------------------------------------------------------+
#include <emscripten.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "web/canvas/figure.hpp"
#include "web/canvas/stage.hpp"
#include "web/canvas/table_json.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nearest.hpp"
#include "web/scene/predict.hpp"
#include "web/scene/svg_painter.hpp"

namespace {

using namespace loom;  // NOLINT: this file is nothing but glue
using canvas::Figure;
using canvas::Live;

struct Program {
  canvas::Stage stage;
  std::vector<std::unique_ptr<Figure>> figures;  // by handle; closed ones are empty
  std::string input, reply;
  bool still = false;
};

// Lives as long as the page.
Program& program() {
  static Program* program = new Program;
  return *program;
}

Figure* figure(int handle) {
  auto& all = program().figures;
  if (handle >= 0 && static_cast<size_t>(handle) < all.size() && all[static_cast<size_t>(handle)])
    return all[static_cast<size_t>(handle)].get();
  program().reply = "there is no such figure";
  return nullptr;
}

// What the page wrote, in two parts: up to the zero byte, and after it.
struct Input {
  std::string first, second;
};
Input take_input() {
  const std::string all = std::move(program().input);
  program().input.clear();
  const size_t zero = all.find('\0');
  if (zero == all.npos) return {all, ""};
  return {all.substr(0, zero), all.substr(zero + 1)};
}

bool report(const std::optional<Error>& error) {
  program().reply = error ? error->message : "";
  return !error;
}

Error unknown_scene(const std::string& id) {
  std::vector<std::string_view> known;
  for (const scene::Description& description : scene::registry()) known.push_back(description.id);
  return {"unknown scene '" + scene::clipped(id, 40) + "'" + scene::did_you_mean(id, known)};
}

// Bits of loom_tick's and loom_pointer's answers.
constexpr int wants_tick = 1, picture_changed = 2, state_changed = 4;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE char* loom_input(int size) {
  program().input.assign(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  return program().input.data();
}
EMSCRIPTEN_KEEPALIVE const char* loom_reply() { return program().reply.data(); }
EMSCRIPTEN_KEEPALIVE int loom_reply_size() { return static_cast<int>(program().reply.size()); }

// --- Once ----------------------------------------------------------------------------------------

EMSCRIPTEN_KEEPALIVE bool loom_start() { return program().stage.open(); }

// Input: the bytes of a font file. Faces: regular, semibold, mono.
EMSCRIPTEN_KEEPALIVE bool loom_font(int face) {
  const std::string bytes = std::move(program().input);
  program().input.clear();
  for (auto& figure : program().figures)
    if (figure) figure->live().touch();
  return program().stage.glyphs().set_font(face, {bytes.begin(), bytes.end()});
}

// Input: red, green, blue, alpha of each role in turn, one byte each.
EMSCRIPTEN_KEEPALIVE void loom_theme() {
  const std::string bytes = std::move(program().input);
  program().input.clear();
  canvas::Palette& palette = program().stage.palette();
  for (size_t role = 0; role < palette.size() && 4 * role + 3 < bytes.size(); ++role) {
    const auto at = [&](size_t i) {
      return static_cast<ImU32>(static_cast<unsigned char>(bytes[4 * role + i]));
    };
    palette[role] = IM_COL32(at(0), at(1), at(2), at(3));
  }
  for (auto& figure : program().figures)
    if (figure) figure->live().touch();
}

EMSCRIPTEN_KEEPALIVE void loom_still(bool still) {
  program().still = still;
  for (auto& figure : program().figures)
    if (figure) figure->live().set_still(still);
}

EMSCRIPTEN_KEEPALIVE void loom_lose() { program().stage.lose(); }
EMSCRIPTEN_KEEPALIVE bool loom_restore() {
  for (auto& figure : program().figures)
    if (figure) figure->live().touch();
  return program().stage.restore();
}

// --- A figure ------------------------------------------------------------------------------------

// Input: scene id, query.
EMSCRIPTEN_KEEPALIVE int loom_open() {
  const Input input = take_input();
  const scene::Description* description = scene::find(input.first);
  if (!description) {
    (void)report(unknown_scene(input.first));
    return -1;
  }
  auto made = std::make_unique<Figure>(*description, program().stage);
  if (!report(made->live().load(input.second))) return -1;
  made->live().set_still(program().still);
  program().figures.push_back(std::move(made));
  return static_cast<int>(program().figures.size()) - 1;
}

EMSCRIPTEN_KEEPALIVE void loom_close(int handle) {
  if (figure(handle)) program().figures[static_cast<size_t>(handle)].reset();
}

// The scene's width in its own units; the picture's size in the screen's pixels. `scale` of these
// are a unit of the scene, `density` a CSS pixel.
EMSCRIPTEN_KEEPALIVE void loom_resize(int handle, float scene_width, float scale, int width,
                                      int height, float density) {
  if (Figure* f = figure(handle)) f->resize(scene_width, scale, width, height, density);
}

// Input: key, text.
EMSCRIPTEN_KEEPALIVE bool loom_set(int handle) {
  const Input input = take_input();
  Figure* f = figure(handle);
  return f && report(f->live().set(input.first, input.second));
}

// Input: query.
EMSCRIPTEN_KEEPALIVE bool loom_load(int handle) {
  const Input input = take_input();
  Figure* f = figure(handle);
  return f && report(f->live().load(input.first));
}

EMSCRIPTEN_KEEPALIVE void loom_seek(int handle, int step) {
  if (Figure* f = figure(handle)) f->live().seek(step);
}

EMSCRIPTEN_KEEPALIVE void loom_play(int handle, bool playing) {
  if (Figure* f = figure(handle)) playing ? f->live().play() : f->live().pause();
}

// Input: part, or nothing.
EMSCRIPTEN_KEEPALIVE void loom_highlight(int handle) {
  const Input input = take_input();
  if (Figure* f = figure(handle)) f->live().highlight(input.first);
}

// What happened: 0 the pointer moved, 1 it is down, 2 it left. Pixels from the picture's corner.
EMSCRIPTEN_KEEPALIVE int loom_pointer(int handle, int what, float x, float y, bool touch) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const bool changed = what == 2 ? f->leave() : f->point(x, y, what == 1, touch);
  return changed ? state_changed | picture_changed : 0;
}

EMSCRIPTEN_KEEPALIVE int loom_tick(int handle, double now_ms) {
  Figure* f = figure(handle);
  if (!f) return 0;
  Live& live = f->live();
  const bool stepped = live.tick(now_ms), dirty = live.take_dirty();
  return (live.busy() ? wants_tick : 0) | (dirty ? picture_changed : 0) |
         (stepped ? state_changed : 0);
}

EMSCRIPTEN_KEEPALIVE int loom_draw(int handle) {
  Figure* f = figure(handle);
  return f && f->draw() ? state_changed : 0;
}

// Numbers: 0 steps, 1 step, 2 playing, 3 picture's height at the scene width `argument`, 4 cursor,
// 5 whether a hotspot is being dragged, 6 whether one is dragged up and down, 7 to 10 the hovered
// hotspot's x, y, width, height.
EMSCRIPTEN_KEEPALIVE double loom_count(int handle, int what, float argument) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const scene::Hotspot* hotspot = f->hovered();
  const scene::Rect rect = hotspot ? hotspot->rect : scene::Rect{};
  const scene::State& state = f->live().state();
  switch (what) {
    case 0:
      return state.scene().steps();
    case 1:
      return state.step();
    case 2:
      return f->live().playing();
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
    default:
      return 0;
  }
}

// Texts, some about the input: 0 sentence, 1 table as JSON, 2 query, 3 value of a parameter, 4
// tooltip, 5 answer to a guess (metric, number), 6 SVG as wide as the input says. False, with the
// reason, where there is none.
EMSCRIPTEN_KEEPALIVE bool loom_ask(int handle, int what) {
  const Input input = take_input();
  Figure* f = figure(handle);
  if (!f) return false;
  const scene::State& state = f->live().state();
  std::string& reply = program().reply;
  switch (what) {
    case 0:
      reply = state.scene().status(state.step());
      return true;
    case 1:
      reply = canvas::table_json(state.scene().table());
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
      reply = f->hovered() ? f->hovered()->tooltip : "";
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
    case 6: {
      const bool narrow = scene::decimal(input.first) < static_cast<double>(scene::narrow_limit);
      const float width = narrow ? scene::narrow_width : scene::wide_width;
      reply = scene::svg(state.scene(), f->live().view(width), state.scene().status(state.step()));
      return true;
    }
    default:
      return report(Error{"there is no such text"});
  }
}

// Computes and draws the scene so many times, as a change of a parameter does; tools/bench measures
// how long it takes.
EMSCRIPTEN_KEEPALIVE void loom_bench(int handle, int times) {
  Figure* f = figure(handle);
  if (!f) return;
  const scene::State& state = f->live().state();
  const std::unique_ptr<scene::Scene> scene = state.description().make();
  for (int i = 0; i < times; ++i) {
    (void)scene->set(state.values());
    program().reply = scene->status(state.step());
    (void)f->draw();
  }
}

}  // extern "C"
