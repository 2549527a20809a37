#include <algorithm>
#include <string>

#include "web/scene/format.hpp"
#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scenes/machine/copy_pipeline.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float gutter = 90, card_width = 300;
constexpr float behind = 116;  // px: the numbers behind the longest bar

struct Layout {
  bool narrow;
  Rect chart, bars, card;
  float height, pitch, race;  // pitch: of rows; race: of the lanes in the card

  explicit Layout(float width)
      : narrow(is_narrow(width)), pitch(narrow ? 13 : 14), race(narrow ? 12 : 18) {
    const float card_height = 92 + 2 * race;
    chart = {gutter, 40, width - gutter - 24, 34 + pitch * most_stages};
    const float title = chart.bottom() + 36;
    bars = {gutter, title + (narrow ? 20 : 24), width - gutter - (narrow ? 2 : card_width + 26),
            pitch * (most_stages + 1)};
    card = narrow ? Rect{2, bars.bottom() + 28, width - 4, card_height}
                  : Rect{width - 2 - card_width, title - 10, card_width, card_height};
    height = std::max(bars.bottom() + 20, card.bottom() + 2);
  }

  Lane math() const { return {chart.y, 24}; }
  Lane buffer(int b) const {
    return {chart.y + 34 + pitch * static_cast<float>(b), narrow ? 10.5f : 11.f};
  }
  Lane bar(int stages) const {
    return {bars.y + pitch * static_cast<float>(stages) + 2, pitch - 4};
  }
};

class Picture {
 public:
  Picture(const CopyPicture& data, Painter& painter, const View& view)
      : d_(data),
        all_(data.pipeline),
        o_(data.pipeline.options),
        p_(painter),
        layout_(view.width),
        gantt_(painter, layout_.chart, all_.total, until(view)) {}

  void draw() {
    draw_legend();
    gantt_.axis();
    draw_math();
    draw_buffers();
    draw_ends();
    gantt_.cursor();
    draw_totals();
    draw_card();
  }

 private:
  // A step ends with a tile's math.
  double until(const View& view) const {
    const auto ends = [&](int tiles) {
      return tiles <= 0 ? 0 : nth(all_.tiles, tiles - 1).math_end;
    };
    const double from = ends(view.step - 1), to = ends(view.step);
    return from + (to - from) * static_cast<double>(view.fraction);
  }

  void draw_legend();
  void draw_math();
  void draw_buffers();
  void draw_tile(int index);
  void draw_ends();
  void draw_totals();
  void draw_bar(int stages, float least);
  float total_x(int cycles) const;
  void draw_race(const Lane& copy, const Lane& math);
  void draw_card();

  const CopyPicture& d_;
  const gemm::Pipeline& all_;
  const gemm::PipelineOptions& o_;
  Painter& p_;
  Layout layout_;
  Gantt gantt_;
};

void Picture::draw_legend() {
  Legend legend(p_, {layout_.narrow ? 2 : gutter, 11}, 10000, layout_.narrow ? 8.f : 18.f);
  legend.add("math", "math", {.fill = Role::compute, .radius = 2});
  if (d_.issue() > 0) legend.add("math", "issuing", {.fill = Role::lane, .radius = 2});
  legend.add("copies", "copy", {.fill = Role::data, .radius = 2});
  legend.add("copies", "ready", {.fill = Role::data, .fill_opacity = 0.28f});
  if (!layout_.narrow || d_.issue() == 0)
    legend.add("copies", "in use", {.fill = Role::compute, .fill_opacity = 0.28f});
  legend.add("math", "waiting", {.fill = Role::wait, .texture = Texture::hatch});
}

void Picture::draw_math() {
  const Lane lane = layout_.math();
  const int count = o_.tiles, ahead = d_.ahead(), issue = d_.issue();
  const Part part(p_, "math");
  gantt_.name(lane, "tensor cores", Weight::semibold);
  int free = issue * std::min(ahead, count);  // since when the block has nothing to do
  for (int i = 0; i < count; ++i) {
    const gemm::TileTimes& tile = nth(all_.tiles, i);
    if (issue > 0) gantt_.work(lane, tile.asked, tile.issued, Role::lane);
    if (ahead == 0) free += issue;
    const int end = tile.math_start - (ahead > 0 && i + ahead < count ? issue : 0);
    if (end > free) gantt_.wait(lane, free, end);
    gantt_.work(lane, tile.math_start, tile.math_end, Role::compute, std::to_string(i));
    free = tile.math_end;
  }
  p_.hotspot({{layout_.chart.x, lane.y, layout_.chart.width, lane.height},
              fill("The tensor cores are busy {} of {} cycles. Drag to move through the tiles",
                   {percent(all_.share(), 1), all_.total}),
              drag_x("step", layout_.chart.x, layout_.chart.right(), 0, count)});
}

// A buffer is filled by a copy, waits, and is read by the math.
void Picture::draw_tile(int index) {
  const gemm::TileTimes& tile = nth(all_.tiles, index);
  const Lane lane = layout_.buffer(tile.buffer);
  const std::string number = std::to_string(index);
  if (tile.copy_start > tile.asked) gantt_.wait(lane, tile.asked, tile.copy_start);
  if (tile.math_start > tile.copy_end)
    gantt_.ready(lane, tile.copy_end, tile.math_start, Role::data);
  gantt_.work(lane, tile.copy_start, tile.copy_end, Role::data, number);
  gantt_.ready(lane, tile.math_start, tile.math_end, Role::compute);
  if (tile.asked >= gantt_.until()) return;
  const float left = gantt_.x(tile.asked),
              right = gantt_.x(std::min<double>(tile.math_end, gantt_.until()));
  p_.hotspot({{left, lane.y - 2, right - left, layout_.pitch},
              fill("Tile {}: copied from cycle {} to {}, multiplied from {} to {}",
                   {index, tile.copy_start, tile.copy_end, tile.math_start, tile.math_end}),
              seek(index + 1)});
}

void Picture::draw_buffers() {
  const Part part(p_, "copies");
  for (int b = 0; b < most_stages; ++b) {
    const Lane lane = layout_.buffer(b);
    const bool used = b <= d_.ahead();
    gantt_.name(lane, "buffer " + std::to_string(b), Weight::regular,
                used ? Role::ink : Role::muted);
    if (!used)
      p_.line({layout_.chart.x, lane.middle()}, {layout_.chart.right(), lane.middle()},
              {.stroke = Role::grid, .dashed = true});
  }
  for (int i = 0; i < o_.tiles; ++i) draw_tile(i);
}

void Picture::draw_ends() {
  const float y = layout_.chart.y - 12;
  p_.begin("fill");
  gantt_.bracket(y, 0, all_.fill, {fill("fill {}", {all_.fill}), "fill"});
  p_.end();
  const Part part(p_, "drain");
  gantt_.bracket(y, all_.total - all_.drain, all_.total, {fill("drain {}", {all_.drain}), "drain"});
}

// Shares of the synchronous loop, so that all states have one scale.
float Picture::total_x(int cycles) const {
  const Scale share{layout_.bars.x, layout_.bars.right() - behind, 0, 1};
  return share(static_cast<double>(cycles) / d_.totals[0]);
}

// A bar as long as the schedule takes; and what an H200 took, as a mark on it and a number at the
// end. A bar that is cut has a sign behind it.
void Picture::draw_bar(int stages, float least) {
  const Rect& bars = layout_.bars;
  const Lane lane = layout_.bar(stages);
  const bool here = stages == d_.shown();
  const int total = nth(d_.totals, stages);
  const std::string name = stages == 0 ? "synchronous" : plural(stages, "stage");
  const TextStyle style = here ? strong : label;
  std::string beside;
  float end = total_x(total);
  p_.text({bars.x - 10, lane.middle()}, name, ended(style));
  p_.rect({bars.x, lane.y, end - bars.x, lane.height},
          {.fill = Role::compute, .fill_opacity = here ? 1.f : 0.28f, .radius = 2});
  if (total > d_.totals[0]) {
    chevron(p_, {end + 6, lane.middle()}, Toward::right, Role::ink, 4, 5);
    end += 8;
  }
  if (d_.measured && stages > 0) {
    const int took = nth(d_.measured->cycles, stages - 1);
    const float at = total_x(took);
    p_.line({at, lane.y - 1}, {at, lane.y + lane.height + 1},
            {.stroke = Role::ink, .stroke_width = 2});
    p_.text({bars.right(), lane.middle()}, integer(took), ended(style));
    beside = fill("; an H200 took {}", {took});
    end = std::max(end, at);
  }
  const std::string number = integer(total);
  float left = end + 8;
  if (left < least + 4 && left + text_width(number, Size::small, Weight::semibold) > least - 4)
    left = least + 8;  // not on the line
  p_.text({left, lane.middle()}, number, style);
  const bool mode = stages == 0 || d_.synchronous();
  p_.hotspot({{0, lane.y - 2, bars.right(), layout_.pitch},
              fill("{}: {} cycles{}", {name, total, beside}),
              choose(mode ? "mode" : "stages", stages == 0 ? "synchronous"
                                               : mode      ? "cp.async"
                                                           : std::to_string(stages))});
}

// Total cycles, synchronous and with every number of stages.
void Picture::draw_totals() {
  const Rect& bars = layout_.bars;
  const float least = total_x(d_.hidden), title = bars.y - 24;
  const Part part(p_, "totals");
  p_.text({layout_.narrow ? 2 : bars.x, title}, "Total cycles", strong);
  if (d_.measured) p_.text({bars.right(), title}, "| measured on H200", ended(label));
  const Scale share{bars.x, bars.right() - behind, 0, 100};
  axis_below(p_, {bars.x, bars.y, bars.width - behind, bars.height}, share,
             {{0, "0"}, {50, "50"}, {100, "100"}}, "%");
  p_.text({bars.right(), bars.bottom() + 14}, "of synchronous", ended(quiet));
  for (int stages = 0; stages <= most_stages; ++stages) draw_bar(stages, least);
  p_.line({least, bars.y - 4}, {least, bars.bottom()},
          {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
  TextStyle hidden = strong;
  hidden.role = Role::good;
  held_text(p_, {least, bars.y - 10}, fill("all copies hidden: {}", {d_.hidden}), hidden, bars.x,
            bars.right());
}

// One copy against what the block does meanwhile.
void Picture::draw_race(const Lane& copy, const Lane& math) {
  const Rect& card = layout_.card;
  const int pace = d_.pace(), ahead = d_.ahead(), covered = ahead * pace;
  const double span = std::max(o_.latency, std::min(covered, 2 * o_.latency));
  const Gantt race(p_, {card.x + 12, copy.y, card.width - 24, math.y + math.height - copy.y}, span,
                   span);
  race.work(copy, 0, o_.latency, Role::data, fill("one copy: {}", {o_.latency}));
  if (covered < o_.latency) race.wait(math, covered, o_.latency);
  for (int i = 0; i < ahead && i * pace < span; ++i) {
    const int from = i * pace, begin = from + o_.issue, end = begin + o_.compute;
    if (from + pace > end) race.wait(math, end, std::min<double>(from + pace, span));
    if (o_.issue > 0) race.work(math, from, begin, Role::lane);
    race.work(math, begin + span / 400, std::min<double>(end, span), Role::compute,
              integer(o_.compute));
  }
}

void Picture::draw_card() {
  const Rect& card = layout_.card;
  const int ahead = d_.ahead(), pace = d_.pace(), missing = o_.latency - ahead * pace;
  const Part part(p_, "why");
  scene::card(p_, card);
  p_.text({card.x + 12, card.y + 16}, "While one copy is in flight", strong);
  const float race = layout_.race, first = card.y + 29;
  draw_race({first, race}, {first + race + 3, race});
  const std::string each =
      o_.issue > 0 && pace > o_.interval ? fill("{} + {}", {o_.issue, o_.compute}) : integer(pace);
  Lines lines(p_, {card.x + 12, first + 2 * race + 16}, 17);
  lines.add(
      ahead == 0
          ? "nothing is multiplied"
          : fill("{} {} {} cycles{}",
                 {{ahead, "tile"}, ahead == 1 ? "takes" : "take", each, ahead == 1 ? "" : " each"}),
      quiet);
  lines.add(missing > 0 ? fill("{} too few", {{missing, "cycle"}}) : "enough: the copy is in time",
            quiet);
  lines.add(
      fill("1 + {} / {}, rounded up: {}", {o_.latency, pace, {gemm::stages_to_hide(o_), "stage"}}),
      strong);
  p_.hotspot({card,
              "Stages that hide a copy: one for the math, and one for each tile of math in the "
              "time of a copy"});
}

}  // namespace

float CopyPicture::height(float width) const { return Layout(width).height; }

void CopyPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
