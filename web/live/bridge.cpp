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
// |                 loom_ask              all that the page shows, table …   as text              |
// |                 loom_tick             time passes while playing or moving                     |
// |                   loom_draw           when loom_tick says that the picture changed:           |
// |                     loom_list, loom_list_size   where its display list is, until the next     |
// |                 loom_bench            for tools/bench                                         |
// |               loom_close                                                                      |
// |                                                                                               |
// | Texts go in and out through the buffers in program/exchange.hpp. No input stops the program:  |
// | unknown figures and refused values answer false, with the reason as reply.                    |
// +-----------------------------------------------------------------------------------------------+
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "web/live/figure.hpp"
#include "web/live/partial_query.hpp"
#include "web/live/snapshot.hpp"
#include "web/live/table_json.hpp"
#include "web/program/exchange.hpp"
#include "web/program/interface.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/predict.hpp"
#include "web/scene/query.hpp"

namespace {

using namespace loom;  // NOLINT: this file is nothing but glue
using live::Figure;
using live::Session;
using program::Answer;
using program::bit;
using program::exchange;
using program::Text;

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

// Keys and texts, parted by zero bytes.
std::vector<scene::Field> fields_of(std::string_view texts) {
  const auto next = [&texts] {
    const size_t end = std::min(texts.find('\0'), texts.size());
    std::string text(texts.substr(0, end));
    texts.remove_prefix(std::min(end + 1, texts.size()));
    return text;
  };
  std::vector<scene::Field> fields;
  do {
    fields.push_back({next(), next()});  // a list in braces is evaluated from left to right
  } while (!texts.empty());
  return fields;
}

Error unknown_scene(const std::string& id) {
  std::vector<std::string_view> known;
  for (const scene::Description& description : scene::registry()) known.push_back(description.id);
  return {"unknown scene '" + clipped(id, 40) + "'" + did_you_mean(id, known)};
}

// The numbers in interface.def must equal the enums that are used here.
#define LOOM_CURSOR(name, css) \
  static_assert(static_cast<int>(program::Cursor::name) == static_cast<int>(live::Cursor::name));
#define LOOM_ROLE(name) \
  static_assert(static_cast<int>(program::Role::name) == static_cast<int>(scene::Role::name));
#define LOOM_WIDTH(name, units) static_assert(scene::name##_width == units);
#include "web/program/interface.def"
constexpr int listed_roles = 0
#define LOOM_ROLE(name) +1
#include "web/program/interface.def"
    ;
static_assert(listed_roles == scene::role_count);

}  // namespace

extern "C" {

void loom_still(bool still) {
  figures().still = still;
  for (auto& figure : figures().all)
    if (figure) figure->session().set_still(still);
}

// Input: scene id, query.
int loom_open() {
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

void loom_close(int handle) {
  if (!figure(handle)) return;
  figures().list = {};
  figures().all[static_cast<size_t>(handle)].reset();
}

// Input: metric, query: a number that the reader has yet to guess.
bool loom_seal(int handle) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  return f && report(f->ask(input.first, input.second));
}

void loom_unseal(int handle) {
  if (Figure* f = figure(handle)) f->answered();
}

// The width for which the picture is laid out, and how many CSS pixels one of its units takes.
void loom_resize(int handle, float scene_width, float unit_px) {
  if (Figure* f = figure(handle)) f->resize(scene_width, unit_px);
}

// Input: key, text; more of them are set together.
bool loom_set(int handle) {
  const std::vector<scene::Field> fields = fields_of(exchange().take());
  Figure* f = figure(handle);
  if (!f) return false;
  return report(fields.size() == 1 ? f->session().set(fields[0].key, fields[0].text)
                                   : f->session().merge(scene::query_of(fields)));
}

// Input: query. The reply is what was refused of it; false if nothing is left.
bool loom_load(int handle) {
  const std::string query = exchange().take();
  Figure* f = figure(handle);
  if (!f) return false;
  live::Loaded loaded = live::load_partly(f->session(), query);
  exchange().reply = std::move(loaded.problem);
  return loaded.some;
}

void loom_seek(int handle, int step) {
  if (Figure* f = figure(handle)) f->session().seek(step);
}

// Speed 0 pauses.
void loom_play(int handle, double speed) {
  if (Figure* f = figure(handle)) speed > 0 ? f->session().play(speed) : f->session().pause();
}

// Input: part, or nothing.
void loom_highlight(int handle) {
  const std::string part = exchange().take();
  if (Figure* f = figure(handle)) f->session().highlight(part);
}

// In units of the picture.
int loom_pointer(int handle, int what, float x, float y, bool touch) {
  Figure* f = figure(handle);
  if (!f) return 0;
  using program::Pointer;
  const auto happened = static_cast<Pointer>(what);
  const bool changed =
      happened == Pointer::leave ? f->leave() : f->point(x, y, happened == Pointer::down, touch);
  return bit(Answer::state_changed, changed) | bit(Answer::picture_changed, f->session().dirty());
}

int loom_tick(int handle, double now_ms) {
  Figure* f = figure(handle);
  if (!f) return 0;
  Session& live = f->session();
  const bool stepped = f->tick(now_ms), dirty = live.take_dirty();
  return bit(Answer::wants_tick, live.busy()) | bit(Answer::picture_changed, dirty) |
         bit(Answer::state_changed, stepped);
}

int loom_draw(int handle) {
  Figure* f = figure(handle);
  if (!f) return 0;
  const bool changed = f->draw();
  figures().list = f->list();
  return bit(Answer::state_changed, changed) |
         bit(Answer::drags_vertically, f->has_vertical_drag());
}

const std::uint32_t* loom_list() { return figures().list.data(); }
int loom_list_size() { return static_cast<int>(figures().list.size_bytes()); }

// False, with the reason, where there is none.
bool loom_ask(int handle, int what) {
  const auto input = exchange().take_two();
  Figure* f = figure(handle);
  if (!f) return false;
  const scene::State& state = f->session().state();
  std::string& reply = exchange().reply;
  switch (static_cast<Text>(what)) {
    case Text::snapshot:
      reply = live::json(live::snapshot(*f));
      return true;
    case Text::pointed:
      reply = live::json(live::pointed(*f));
      return true;
    case Text::table:
      reply = live::table_json(f->table());
      return true;
    case Text::predict:
      for (const scene::Metric& metric : state.scene().metrics()) {
        if (metric.key != input.first) continue;
        const double guess = scene::decimal(input.second);
        if (!std::isfinite(guess)) return report(Error{"a guess is a number"});
        reply = scene::answer(metric, guess);
        return true;
      }
      return report(Error{"unknown metric '" + clipped(input.first, 40) + "'"});
    case Text::svg:
      reply = f->svg(scene::decimal(input.first) < static_cast<double>(scene::narrow_limit)
                         ? scene::narrow_width
                         : scene::wide_width);
      return true;
  }
  return report(Error{"there is no such text"});
}

// Computes the scene and its display list that many times, as a change of a parameter does;
// tools/bench measures the time.
void loom_bench(int handle, int times) {
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
