#include "tests/web/scene/kit/gallery.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::scene {
namespace {

constexpr Style waste = {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots};
constexpr Style hatched = {.fill = Role::wait, .texture = Texture::hatch};

void draw_legend(Painter& p, float width) {
  Legend legend(p, {2, 12}, width - 2);
  legend.add("", "math", {.fill = Role::compute});
  legend.add("", "ready", {.fill = Role::data, .fill_opacity = 0.28f});
  legend.add("", "waiting", hatched);
  legend.add("", "wasted", waste);
  legend.add("", "the next block", {.stroke = Role::bad, .stroke_width = 1.5f, .dashed = true});
  legend.line("", "greedy", {.stroke = Role::compute, .stroke_width = 2.5f});
  legend.point("", "measured on an H200", hollow);
  legend.words("words alone");
}

void draw_bar_rows(Painter& p, float width) {
  const float from = is_narrow(width) ? 150.f : 240.f;
  column_names(
      p, 10,
      {{6, "scheme", Align::start}, {from - 12, "bits"}, {from, "signal to noise", Align::start}});
  BarRows rows(p, {2, 20, width - 4, 24}, from, width - from - 70);
  const struct {
    const char *name, *bits, *text;
    double share, measured;
  } all[] = {{"MXFP4", "4.25", "18.2 dB", 0.36, 0},
             {"NVFP4", "4.5", "20.4 dB", 0.41, 0.5},
             {"MXFP8 E4M3", "8.25", "31.5 dB", 0.63, 0.58},
             {"nothing", "0", "0", 0, 0}};
  for (const auto& row : all) {
    rows.next(row.share == 0.41, row.name);
    rows.cell(from - 12, row.bits);
    if (row.measured > 0) rows.mark(row.measured);
    rows.bar(row.share, {.fill = Role::compute, .fill_opacity = 0.6f}, row.text);
    rows.does("{}: {}", row.name, row.text);
  }
}

void draw_bar_cells(Painter& p, float width) {
  constexpr int rows = 3;
  BarCells cells(p, {{0, 2, width, 24.f * rows}, is_narrow(width) ? 2 : 3, rows});
  for (int i = 0; i < 6; ++i) {
    const double share = 1. / (1 + i);
    cells.next(i == 2);
    cells.words({"Llama 3.1 405B"}, std::to_string(i + 1) + " GiB");
    cells.bar(0, share / 2, {.fill = Role::data});
    cells.bar(share / 2, share, {.fill = Role::lane});
  }
}

void draw_stack(Painter& p, float width) {
  stack_of(p, {2, 6, width - 4, 14}, 1024, {{128, solid(Role::data)}, {384, waste}});
  Stack over(p, {2, 32, width - 4, 14}, 100);
  over.add(70, {.fill = Role::data});
  over.add(20, {.fill = Role::lane});
  over.add(40, {.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
}

void draw_grid(Painter& p, float width) {
  const Grid small{{30, 22, 160, 100}, 8, 5};
  small.lines(p);
  column_heads(p, small, numbered(8));
  row_heads(p, small, numbered(5));
  p.rect(small.cells(2, 1, 3, 2), {.fill = Role::lane, .fill_opacity = 0.3f});
  const Grid kinds{{is_narrow(width) ? 214.f : 240.f, 22, 120, 100}, 6, 5};
  const std::uint8_t of[] = {0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 1, 1, 0, 2, 2,
                             2, 2, 1, 3, 3, 2, 2, 1, 1, 3, 3, 3, 1, 1, 1};
  const Style styles[] = {{.fill = Role::data}, {.fill = Role::lane, .fill_opacity = 0.5f}, waste};
  paint_cells(p, kinds, of, styles, 1);
}

void draw_heat(Painter& p, float width) {
  std::vector<double> values;
  for (int i = 0; i < 64 * 64; ++i) {
    const double x = (i % 64 - 40) / 12., y = (i / 64 - 24) / 12.;
    values.push_back(std::exp(-(x * x + y * y)) + 0.4 * std::exp(-std::hypot(x + 2, y - 2)));
  }
  static constexpr double from[] = {0.05, 0.1, 0.2, 0.4, 0.8};
  const Shades shades{Role::bad, from};
  const float side = is_narrow(width) ? 288.f : 320.f;
  const Grid grid{{40, 22, side, side}, 64, 64};
  heat_map(p, grid, values, shades);
  column_heads(p, grid, numbered(64));
  row_heads(p, grid, numbered(64));
  color_scale(p, {2, grid.box.bottom() + 18}, "error from", shades, "σ");
}

void draw_signs(Painter& p, float width) {
  float x = 14;
  for (Toward toward : {Toward::right, Toward::left, Toward::down, Toward::up}) {
    arrow_head(p, {x, 20}, toward, Role::ink);
    x += 26;
  }
  cross(p, {x, 20});
  chevron(p, {x + 26, 20}, Toward::right, Role::bad, 5, 8);
  p.circle({x + 50, 20}, 3.5f, hollow);
  verdict(p, {x + 66, 20}, true);
  bracket(p, x + 90, width - 14, 26, -6, {.stroke = Role::lane, .stroke_width = 1.5f});
  const Point center = {60, 90};
  for (int i = 0; i < 8; ++i) {
    const float turn = static_cast<float>(i) * 0.785398f;
    arrow(p, {center.x + 10 * std::cos(turn), center.y + 10 * std::sin(turn)},
          {center.x + 40 * std::cos(turn), center.y + 40 * std::sin(turn)}, Role::lane);
  }
  arrow(p, {130, 90}, {width - 14, 70}, Role::data, 2.5f);
}

void draw_words(Painter& p, float width) {
  held_text(p, {0, 10}, "held at the left", strong, 2, width - 2);
  held_text(p, {width, 10}, "held at the right", strong, 2, width - 2);
  section(p, 2, width - 2, 48, "A section", "what belongs to it");
  const Rect box = {2, 68, 240, 92};
  card(p, box, "A card with a title");
  Lines lines(p, {box.x + 12, box.y + 35});
  lines.add("one below another", box.right() - 12, "12", label);
  lines.add("and quiet ones", quiet);
  lines.add("that explain", quiet);
  chosen_ground(p, {2, 170, width - 4, 24});
  p.text({6, 182}, "the chosen row", strong);
  float middles[] = {80, 84, 86};
  keep_apart(middles, 15, 70, 160);
  for (float y : middles)
    p.text({width - 4, y}, "kept apart", ended({.role = Role::compute, .size = Size::small}));
}

void draw_handles(Painter& p, float width) {
  const Rect plot = {10, 14, width - 20, 70};
  p.rect(plot, {.stroke = Role::grid});
  p.line({plot.x, 60}, {plot.right(), 30}, {.stroke = Role::lane, .stroke_width = 2.5f});
  knob(p, {plot.center().x, 45}, width, "Drag", drag_x("x", 0, 1, 0, 1));
  edge_handle(p, plot.x + 80, {plot.x, plot.y, 80, plot.height}, "Drag", drag_x("x", 0, 1, 0, 1));
  const double values[] = {0.9, -0.4, 1.6, -2, 0.05, 1.2};
  for (int i = 0; i < 6; ++i) {
    const Rect box = {10 + 50 * static_cast<float>(i), 104, 44, 60};
    p.rect(box, {.stroke = Role::grid});
    value_bar(p, inset(box, 4), values[i], 2, {.fill = i == 1 ? Role::data : Role::compute});
    p.hotspot({box, "Drag", drag_value("weights", i, box, 2)});
  }
}

void draw_panels(Painter& p, float width) {
  const Panels at =
      panels(width, 2, {.first_height = 60, .second_height = 60, .second_width = 260, .below = 16});
  card(p, at.first);
  card(p, at.second);
  p.text(at.first.center(), "first", centered(label));
  p.text(at.second.center(), "second", centered(label));
}

void draw_plot(Painter& p, float width) {
  const Rect plot = {46, 24, width - 46 - 60, 150};
  const Scale x{plot.x, plot.right(), 1, 4096, true}, y{plot.bottom(), plot.y, 0, 100};
  axis_left(p, plot, y, ticks(y, 4), "%");
  axis_below(p, plot, x, ticks(x, is_narrow(width) ? 4 : 6, 2));
  std::array<Point, 13> line;
  for (int i = 0; i < 13; ++i) {
    const double batch = std::exp2(i);
    line[static_cast<size_t>(i)] = {x(batch), y(100 * batch / (batch + 60))};
  }
  p.path(line, false, {.stroke = Role::series_1, .stroke_width = 2.5f});
  for (size_t i = 0; i < line.size(); i += 3) p.circle(line[i], 3.5f, hollow);
  p.text({plot.right() + 8, line.back().y}, "W4A16",
         {.role = Role::series_1, .size = Size::small, .weight = Weight::semibold});
}

void draw_gantt(Painter& p, float width) {
  const Gantt chart(p, {84, 30, width - 84 - 24, 60}, 900, 700);
  const Lane math{34, 22}, copy{64, 18};
  chart.axis();
  chart.name(math, "tensor cores", Weight::semibold);
  chart.name(copy, "buffer 0");
  chart.wait(math, 0, 400);
  chart.work(math, 400, 550, Role::compute, "0");
  chart.work(copy, 0, 400, Role::data, "0");
  chart.ready(copy, 400, 550, Role::compute);
  chart.work(copy, 560, 900, Role::data, "1");
  chart.bracket(18, 0, 400, {"fill 400", "fill"});
  chart.cursor();
}

}  // namespace

std::span<const Exhibit> gallery() {
  static const Exhibit all[] = {
      {"Legend", "legend.hpp", "Samples of one size; a new line before the right end.", 64,
       draw_legend},
      {"BarRows", "bar_rows.hpp", "Names, numbers in columns, bars, marks; one row is chosen.", 120,
       draw_bar_rows},
      {"BarCells", "bar_rows.hpp", "The same in columns: a name, a number, a thin bar.", 78,
       draw_bar_cells},
      {"Stack", "bar_rows.hpp", "Amounts one behind the other; what is too much is cut.", 52,
       draw_stack},
      {"Grid, heads, paint_cells", "grid.hpp",
       "Lines are one element, and so is each kind of cell.", 128, draw_grid},
      {"heat_map, color_scale", "grid.hpp", "64 × 64 values, one element a shade.", 380, draw_heat},
      {"Arrows, crosses, brackets", "signs.hpp", "And a hollow mark for what was measured.", 140,
       draw_signs},
      {"Words", "words.hpp", "Held inside, in sections, cards and lines, kept apart.", 200,
       draw_words},
      {"Handles", "handles.hpp", "A knob, an edge, bars to drag: each a finger wide.", 172,
       draw_handles},
      {"panels", "panels.hpp", "Beside each other where there is room.", 142, draw_panels},
      {"Scale, axes", "../plot.hpp", "Logarithmic below, linear to the left.", 200, draw_plot},
      {"Gantt", "../gantt.hpp", "Time to the right, work solid, waiting hatched.", 120, draw_gantt},
  };
  return all;
}

std::string gallery_page(std::string_view tokens, std::string_view picture_rules) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>The kit</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n";
  page.append(tokens).append(picture_rules);
  page +=
      "body { margin: 1rem; font: 1rem/1.5 var(--sans); color: var(--ink); background: "
      "var(--page); "
      "}\n.theme { display: flex; flex-wrap: wrap; gap: 1rem; padding: 1rem; "
      "background: var(--surface); }\n.light { color-scheme: light; }\n.dark { color-scheme: dark; "
      "}\n.theme svg { flex: none; max-width: 100%; height: auto; outline: 1px dotted var(--grid); "
      "font-family: var(--sans); font-variant-numeric: tabular-nums; overflow: visible; }\n"
      ".hot { fill: none; }\n</style></head><body>\n<h1>The kit</h1>\n";
  for (const Exhibit& piece : gallery()) {
    page.append("<h2>").append(escape_markup(piece.name)).append("</h2>\n<p><code>web/scene/kit/");
    page.append(piece.header).append("</code> ").append(escape_markup(piece.shows));
    page += "</p>\n";
    for (const char* theme : {"light", "dark"}) {
      page.append("<div class=\"theme ").append(theme).append("\">\n");
      for (float width : {narrow_width, wide_width})
        page += svg(piece, {.width = width}, piece.name) + "\n";
      page += "</div>\n";
    }
  }
  return page + "</body></html>\n";
}

}  // namespace loom::scene
